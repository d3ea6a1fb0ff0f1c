/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.fault.Nearest;
import dev.sluice.core.store.Bytes;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the owner pays, in whatever currency: the same one comes out.
 *
 * @param currency as it is to be printed; empty where nobody said
 * @param storage of one GiB for a month
 * @param reads of 1,000 requests that read
 * @param writes of 1,000 requests that write
 * @param lists of 1,000 requests that list
 * @param minute of one minute of the machine that compacts
 * @param scansPerDay how often somebody reads a whole table in a day
 */
public record Prices(
        String currency,
        BigDecimal storage,
        BigDecimal reads,
        BigDecimal writes,
        BigDecimal lists,
        BigDecimal minute,
        BigDecimal scansPerDay) {

    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
    private static final BigDecimal GIB = BigDecimal.valueOf(1L << 30);
    private static final BigDecimal DAYS_OF_A_MONTH = BigDecimal.valueOf(30);
    private static final BigDecimal MILLIS_OF_A_MINUTE = BigDecimal.valueOf(60_000);

    /** Names that one request to list gives at most. */
    private static final long NAMES_A_LISTING = 1000;

    private static final String STORAGE = "storage-gib-month";
    private static final String READS = "reads-per-thousand";
    private static final String WRITES = "writes-per-thousand";
    private static final String LISTS = "lists-per-thousand";
    private static final String MINUTE = "compute-minute";
    private static final String SCANS = "scans-per-day";
    private static final List<String> KEYS = List.of(STORAGE, READS, WRITES, LISTS, MINUTE, SCANS);

    /**
     * Reads prices as their owner set them; what is not set costs nothing, and a table is read once a day.
     *
     * @throws GateException with {@code CONFIG_INVALID}, naming all that is wrong together
     */
    public static Prices of(Map<String, String> set) {
        Map<String, BigDecimal> values = new LinkedHashMap<>();
        List<String> wrong = new ArrayList<>();
        set.forEach((key, text) -> {
            if (!KEYS.contains(key)) {
                wrong.add("There is no price \"%s\"; %s.".formatted(key, nearest(key)));
                return;
            }
            number(text)
                    .ifPresentOrElse(
                            value -> values.put(key, value),
                            () -> wrong.add(
                                    "\"%s\" is no price for %s: it takes a number that is not negative, such as 0.023."
                                            .formatted(text, key)));
        });
        if (!wrong.isEmpty()) {
            throw new GateException(Fault.CONFIG_INVALID, "prices", String.join(" ", wrong));
        }
        Function<String, BigDecimal> price = key -> values.getOrDefault(key, BigDecimal.ZERO);
        return new Prices(
                "",
                price.apply(STORAGE),
                price.apply(READS),
                price.apply(WRITES),
                price.apply(LISTS),
                price.apply(MINUTE),
                values.getOrDefault(SCANS, BigDecimal.ONE));
    }

    /** The same prices in a currency of a name. */
    public Prices in(String name) {
        return new Prices(name, storage, reads, writes, lists, minute, scansPerDay);
    }

    /** A name for an amount of money: with the currency, where it is known. */
    public String named(String amount) {
        return currency.isEmpty() ? amount : amount + " (" + currency + ")";
    }

    private static String nearest(String key) {
        return Nearest.to(key, KEYS)
                .map("the nearest is \"%s\""::formatted)
                .orElseGet(() -> "there is " + String.join(", ", KEYS));
    }

    private static Optional<BigDecimal> number(String text) {
        try {
            return Optional.of(new BigDecimal(text.strip())).filter(value -> value.signum() >= 0);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** What a month costs less afterwards: storage of what may be removed, and requests of those who read. */
    public BigDecimal savedPerMonth(Worth worth) {
        BigDecimal stored = gibibytes(worth.reclaimable()).multiply(storage);
        BigDecimal scans = scansPerDay.multiply(DAYS_OF_A_MONTH);
        return stored.add(
                thousands(worth.requestsSavedPerScan()).multiply(reads).multiply(scans));
    }

    /** What getting there costs once. */
    public BigDecimal cost(Worth worth, Duration estimate) {
        long listings =
                worth.clutter().map(c -> c.files() / NAMES_A_LISTING + 1).orElse(0L);
        return BigDecimal.valueOf(estimate.toMillis())
                .divide(MILLIS_OF_A_MINUTE, MathContext.DECIMAL64)
                .multiply(minute)
                .add(thousands(worth.reads()).multiply(reads))
                .add(thousands(worth.writes()).multiply(writes))
                .add(thousands(listings).multiply(lists));
    }

    private static BigDecimal thousands(long count) {
        return BigDecimal.valueOf(count).divide(THOUSAND, MathContext.DECIMAL64);
    }

    private static BigDecimal gibibytes(Bytes bytes) {
        return BigDecimal.valueOf(bytes.count()).divide(GIB, 12, RoundingMode.HALF_UP);
    }
}
