/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.Status;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What libraries log in the product, which tests replace by a configuration of their own. */
class LoggingTest {

    private static LoggerContext configured(String level) throws JoranException {
        LoggerContext context = new LoggerContext();
        context.putProperty("sluice.log", level);
        return configured(context);
    }

    private static LoggerContext configured(LoggerContext context) throws JoranException {
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

    @Test
    void a_stack_trace_is_shown_only_where_somebody_asks_for_more() throws JoranException {
        assertThat(written(configured("WARN"))).contains("It went wrong.").doesNotContain("\tat ", "boom");

        LoggerContext verbose = new LoggerContext();
        verbose.putProperty("sluice.traces", "%ex");
        assertThat(written(configured(verbose))).contains("It went wrong.", "boom", "\tat ");
    }

    @Test
    void what_libraries_make_of_an_unreadable_checkpoint_pointer_or_of_a_client_of_oauth2_is_not_logged()
            throws JoranException {
        LoggerContext context = configured("WARN");

        assertThat(context.getLogger("io.delta.kernel.internal.checkpoints.Checkpointer")
                        .getEffectiveLevel())
                .isEqualTo(Level.ERROR);
        assertThat(context.getLogger("org.apache.iceberg.rest.auth.OAuth2Manager")
                        .getEffectiveLevel())
                .isEqualTo(Level.ERROR);
    }

    private static String written(LoggerContext context) {
        Logger logger = context.getLogger("anything");
        ConsoleAppender<ILoggingEvent> console = (ConsoleAppender<ILoggingEvent>)
                context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("STDERR");
        LoggingEvent event = new LoggingEvent(
                "", logger, Level.WARN, "It went wrong.", new IllegalStateException("boom"), new Object[0]);
        return new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
    }
}
