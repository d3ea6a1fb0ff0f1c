/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.fleet.FleetReport;
import dev.sluice.core.fleet.FleetRow;
import dev.sluice.core.fleet.Prices;
import dev.sluice.core.fleet.Ranking;
import dev.sluice.core.fleet.Terms;
import dev.sluice.core.fleet.Throughput;
import dev.sluice.core.fleet.Worth;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.TableRef;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class FleetPageTest {

    private static final String EVIL =
            "</title></script><script>alert(1)</script><img src=x onerror=\"alert('2')\">&\u202e\u001b[2J";

    @Test
    void no_name_or_reason_becomes_a_part_of_the_page() {
        String page = page(table("/lake/" + EVIL, 40, 39, EVIL), broken("/lake/" + EVIL, EVIL));

        assertThat(page).doesNotContain("<script>alert", "<img", "\u202e", "\u001b");
        assertThat(page).contains("&lt;script&gt;alert(1)", "&quot;alert(&#39;2&#39;)&quot;&gt;&amp;\\u202e\\u001b[2J");
        assertThat(count(page, "<script>")).isEqualTo(1);
        assertThat(count(page, "</script>")).isEqualTo(1);
        assertThat(count(page, "<tr data-kind")).isEqualTo(2);
    }

    @Test
    void its_policy_lets_in_its_own_style_and_script_and_nothing_else() {
        String page = page(table("/lake/orders", 40, 39, "small"));

        assertThat(between(page, "content=\"default-src", "\""))
                .isEqualTo(
                        " 'none'; style-src '%s'; script-src '%s'; img-src data:; base-uri 'none'; form-action 'none'"
                                .formatted(
                                        hash(between(page, "<style>", "</style>")),
                                        hash(between(page, "<script>", "</script>"))));
        assertThat(page).doesNotContain(" style=", " onclick=", "http://", "https://", "url(", "@import");
    }

    @Test
    void asks_nobody_for_anything() {
        String page = page(table("/lake/orders", 40, 39, "small"));

        List<String> references = Pattern.compile("(?:src|href|action|data)=\"([^\"]*)\"")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(references).containsExactly("data:,");
    }

    @Test
    void every_tag_that_is_opened_is_closed() {
        String page =
                page(table("/lake/orders", 40, 39, "small"), table("/lake/b", 10, 0, "fine"), broken("/c", "gone"));

        List<String> open = new ArrayList<>();
        String body = page.substring(page.indexOf("<body>"), page.indexOf("<script>"));
        for (MatchResult tag : Pattern.compile("<(/?)([a-z1-6]+)[^>]*?(/?)>")
                .matcher(body)
                .results()
                .toList()) {
            if (tag.group(1).equals("/")) {
                assertThat(open.remove(open.size() - 1)).isEqualTo(tag.group(2));
            } else if (tag.group(3).isEmpty() && !List.of("input", "wbr").contains(tag.group(2))) {
                open.add(tag.group(2));
            }
        }
        assertThat(open).containsExactly("body");
    }

    @Test
    void has_a_row_for_every_table_with_keys_to_sort_by() {
        String page = page(table("/lake/orders", 4000, 3900, "small"), broken("/lake/c", "gone"));

        assertThat(page).contains("<td class=\"number\" data-key=\"4000\">4,000</td>");
        assertThat(page).contains("<tr data-kind=\"due\">", "<tr data-kind=\"unread\">");
        assertThat(page).contains("<td class=\"number\" data-key=\"\"></td>");
    }

    @Test
    void shows_an_estate_with_nothing_to_do_and_one_with_nothing_to_read() {
        assertThat(page(table("/lake/fine", 3, 0, "fine")))
                .contains("no table would get fewer", "Nothing is to be done.");
        assertThat(page(broken("/lake/c", "gone"))).contains("1 that cannot be read");
    }

    @Test
    void the_areas_of_the_map_are_as_the_values_and_fill_it_without_overlap() {
        Random random = new Random(42);
        for (int round = 0; round < 50; round++) {
            List<Double> values = random.doubles(1 + random.nextInt(60), 1, 1000)
                    .boxed()
                    .sorted(Comparator.reverseOrder())
                    .toList();
            double sum = values.stream().mapToDouble(v -> v).sum();
            List<Treemap.Rectangle> areas = Treemap.of(values, 200, 100);
            for (int i = 0; i < values.size(); i++) {
                Treemap.Rectangle area = areas.get(i);
                assertThat(area.width() * area.height() / 20_000).isCloseTo(values.get(i) / sum, within());
                assertThat(area.x() + area.width()).isLessThanOrEqualTo(200.0001);
                assertThat(area.y() + area.height()).isLessThanOrEqualTo(100.0001);
                for (int j = 0; j < i; j++) {
                    assertThat(overlap(area, areas.get(j))).isLessThan(1e-6);
                }
            }
        }
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-9);
    }

    private static double overlap(Treemap.Rectangle a, Treemap.Rectangle b) {
        double width = Math.min(a.x() + a.width(), b.x() + b.width()) - Math.max(a.x(), b.x());
        double height = Math.min(a.y() + a.height(), b.y() + b.height()) - Math.max(a.y(), b.y());
        return Math.max(0, width) * Math.max(0, height);
    }

    private static FleetRow table(String address, long files, long rewritten, String why) {
        TableRef table = new TableRef("delta", address);
        Worth worth = rewritten == 0
                ? Worth.NOTHING
                : new Worth(rewritten, 1, Bytes.ofMebibytes(rewritten), 1, Optional.empty());
        return new FleetRow(
                table.toString(),
                Optional.of(table),
                Optional.of(new FleetRow.Figures(
                        rewritten == 0 ? Verdict.Level.HEALTHY : Verdict.Level.WARNING,
                        why,
                        7,
                        Optional.of(Instant.parse("2026-11-27T03:00:00Z")),
                        files,
                        rewritten,
                        (double) rewritten / files,
                        Bytes.ofMebibytes(files),
                        worth)),
                Optional.empty());
    }

    private static FleetRow broken(String address, String reason) {
        TableRef table = new TableRef("delta", address);
        return FleetRow.refused(Sighting.of(table), new GateException(Fault.TABLE_DAMAGED, table.toString(), reason));
    }

    private static String page(FleetRow... rows) {
        return FleetPage.of(
                new FleetReport(
                        List.of("/lake/**", EVIL),
                        Arrays.asList(rows),
                        new Terms(
                                false,
                                4,
                                Ranking.MONEY,
                                Throughput.STATED,
                                Optional.of(Prices.of(Map.of("reads-per-thousand", "0.4")))),
                        Instant.parse("2026-11-29T03:00:00Z"),
                        Duration.ofSeconds(2)),
                Optional.of("plan '" + EVIL + "'"));
    }

    private static int count(String page, String part) {
        return page.split(Pattern.quote(part), -1).length - 1;
    }

    private static String between(String page, String from, String to) {
        int start = page.indexOf(from) + from.length();
        return page.substring(start, page.indexOf(to, start));
    }

    private static String hash(String content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
