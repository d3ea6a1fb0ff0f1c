/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.Status;
import org.junit.jupiter.api.Test;

/** What libraries log in the product, which tests replace by a configuration of their own. */
class LoggingTest {

    private static LoggerContext configured(String level) throws JoranException {
        LoggerContext context = new LoggerContext();
        context.putProperty("sluice.log", level);
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(LoggingTest.class.getResource("/logback.xml"));
        assertThat(context.getStatusManager().getCopyOfStatusList())
                .filteredOn(status -> status.getLevel() >= Status.WARN)
                .isEmpty();
        return context;
    }

    @Test
    void warnings_are_logged_and_nothing_below() throws JoranException {
        LoggerContext context = configured("WARN");

        assertThat(context.getLogger("anything").getEffectiveLevel()).isEqualTo(Level.WARN);
    }

    @Test
    void verbose_logs_more_but_not_of_chatty_libraries() throws JoranException {
        LoggerContext context = configured("INFO");

        assertThat(context.getLogger("dev.sluice.delta").getEffectiveLevel()).isEqualTo(Level.INFO);
        assertThat(context.getLogger("io.delta.kernel").getEffectiveLevel()).isEqualTo(Level.WARN);
        assertThat(context.getLogger("org.apache.parquet").getEffectiveLevel()).isEqualTo(Level.WARN);
        assertThat(context.getLogger("io.delta.kernel.internal.snapshot.SnapshotManager")
                        .getEffectiveLevel())
                .isEqualTo(Level.ERROR);
    }
}
