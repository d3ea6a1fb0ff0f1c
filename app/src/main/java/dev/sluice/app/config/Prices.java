/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.app.config.shape.Section;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.app.config.shape.Shape;
import dev.sluice.app.config.shape.Shapes;
import java.math.BigDecimal;
import java.util.List;

/**
 * What storage and requests cost, so that savings can be told in money.
 *
 * @param currency as it is to be printed
 * @param storage one GiB for one month
 * @param reads a thousand requests that read
 * @param lists a thousand requests that list
 * @param writes a thousand requests that write
 */
public record Prices(String currency, BigDecimal storage, BigDecimal reads, BigDecimal lists, BigDecimal writes) {

    private static final Shape<BigDecimal> AMOUNT = Shapes.plain("number", text -> {
        if (!text.matches("\\d{1,12}(\\.\\d{1,12})?")) {
            throw new IllegalArgumentException("it must be a number of at least 0, like 0.023");
        }
        return new BigDecimal(text);
    });

    private static final Setting<String> CURRENCY = Setting.of(
                    "currency", Shapes.text(), "The currency, as it is to be printed")
            .byDefault("USD");
    private static final Setting<BigDecimal> STORAGE = Setting.of(
                    "storage-gib-month", AMOUNT, "One GiB stored for one month")
            .isRequired();
    private static final Setting<BigDecimal> READS = Setting.of(
                    "reads-per-thousand", AMOUNT, "A thousand requests that read")
            .byDefault(BigDecimal.ZERO);
    private static final Setting<BigDecimal> LISTS = Setting.of(
                    "lists-per-thousand", AMOUNT, "A thousand requests that list")
            .byDefault(BigDecimal.ZERO);
    private static final Setting<BigDecimal> WRITES = Setting.of(
                    "writes-per-thousand", AMOUNT, "A thousand requests that write")
            .byDefault(BigDecimal.ZERO);

    static final Section<Prices> SHAPE = Section.of(
            List.of(CURRENCY, STORAGE, READS, LISTS, WRITES),
            fields -> new Prices(
                    fields.value(CURRENCY),
                    fields.value(STORAGE),
                    fields.value(READS),
                    fields.value(LISTS),
                    fields.value(WRITES)));
}
