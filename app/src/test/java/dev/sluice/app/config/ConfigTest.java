/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.config.shape.InForce;
import dev.sluice.app.config.shape.Problem;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.core.approval.Patience;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.notify.Occasion;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.OtherWriters;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.storage.s3.Credentials;
import dev.sluice.storage.s3.Encryption;
import dev.sluice.storage.s3.S3Limits;
import dev.sluice.storage.s3.S3Storage;
import dev.sluice.storage.s3.StorageClass;
import dev.sluice.storage.s3.WebProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a configuration file may hold: every key, every default, every mistake. */
class ConfigTest {

    private static final String DELTA = "delta-lake-table-health-gate";

    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();

    private ConfigFile check(String yaml) {
        return read(yaml, true);
    }

    private ConfigFile read(String yaml, boolean triesSecrets) {
        try {
            Path path = Files.writeString(folder.resolve("sluice.yaml"), yaml);
            return ConfigFile.read(path, "sluice.yaml", environment, triesSecrets);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> problems(String yaml) {
        return check(yaml).problems().stream().map(Problem::toString).toList();
    }

    private Config config(String yaml) {
        return check(yaml).orRefusal();
    }

    private static String gate(String lines) {
        return "gates:\n  nightly:\n    preset: " + DELTA + "\n" + lines.indent(4);
    }

    @Test
    void every_key_of_a_file_has_its_type_and_its_default() {
        List<String> keys = new ArrayList<>();
        ConfigShape.settings().forEach(setting -> list("", setting, keys));

        assertThat(keys)
                .containsExactly(
                        "catalogs | names with a section each | -",
                        "catalogs.type | rest | jdbc | hadoop | glue | nessie | required",
                        "catalogs.uri | address | -",
                        "catalogs.warehouse | text | -",
                        "catalogs.credentials | secret | -",
                        "catalogs.properties | names with text, with references where it holds a secret | -",
                        "catalogs.aws-credentials | section | -",
                        "catalogs.aws-credentials.type | static | profile | web-identity | container | assume-role | default-chain | anonymous | required",
                        "catalogs.aws-credentials.access-key | secret | -",
                        "catalogs.aws-credentials.secret-key | secret | -",
                        "catalogs.aws-credentials.session-token | secret | -",
                        "catalogs.aws-credentials.profile | text | -",
                        "catalogs.aws-credentials.config-file | text | -",
                        "catalogs.aws-credentials.arn | text | -",
                        "catalogs.aws-credentials.external-id | text | -",
                        "catalogs.aws-credentials.session-name | text | -",
                        "catalogs.aws-credentials.token-file | text | -",
                        "catalogs.aws-credentials.source | section | -",
                        "catalogs.aws-credentials.source.type | static | profile | web-identity | container | assume-role | default-chain | anonymous | required",
                        "catalogs.aws-credentials.source.access-key | secret | -",
                        "catalogs.aws-credentials.source.secret-key | secret | -",
                        "catalogs.aws-credentials.source.session-token | secret | -",
                        "catalogs.aws-credentials.source.profile | text | -",
                        "catalogs.aws-credentials.source.config-file | text | -",
                        "catalogs.aws-credentials.source.arn | text | -",
                        "catalogs.aws-credentials.source.external-id | text | -",
                        "catalogs.aws-credentials.source.session-name | text | -",
                        "catalogs.aws-credentials.source.token-file | text | -",
                        "storage | list of sections | -",
                        "storage.prefix | address | required",
                        "storage.region | text | -",
                        "storage.endpoint | address | -",
                        "storage.sts-endpoint | address | -",
                        "storage.path-style | true | false | false",
                        "storage.credentials | section | required",
                        "storage.credentials.type | static | profile | web-identity | container | assume-role | default-chain | anonymous | required",
                        "storage.credentials.access-key | secret | -",
                        "storage.credentials.secret-key | secret | -",
                        "storage.credentials.session-token | secret | -",
                        "storage.credentials.profile | text | -",
                        "storage.credentials.config-file | text | -",
                        "storage.credentials.arn | text | -",
                        "storage.credentials.external-id | text | -",
                        "storage.credentials.session-name | text | -",
                        "storage.credentials.token-file | text | -",
                        "storage.credentials.source | section | -",
                        "storage.credentials.source.type | static | profile | web-identity | container | assume-role | default-chain | anonymous | required",
                        "storage.credentials.source.access-key | secret | -",
                        "storage.credentials.source.secret-key | secret | -",
                        "storage.credentials.source.session-token | secret | -",
                        "storage.credentials.source.profile | text | -",
                        "storage.credentials.source.config-file | text | -",
                        "storage.credentials.source.arn | text | -",
                        "storage.credentials.source.external-id | text | -",
                        "storage.credentials.source.session-name | text | -",
                        "storage.credentials.source.token-file | text | -",
                        "storage.encryption | section | -",
                        "storage.encryption.type | bucket-default | sse-s3 | sse-kms | required",
                        "storage.encryption.key | text | -",
                        "storage.storage-class | standard | standard-ia | onezone-ia | intelligent-tiering | glacier-ir | -",
                        "storage.tags | names with text | -",
                        "storage.proxy | section | -",
                        "storage.proxy.address | address | required",
                        "storage.proxy.user | text | -",
                        "storage.proxy.password | secret | -",
                        "storage.ca-file | text | -",
                        "storage.connections | count | 64",
                        "storage.silence | duration | 30s",
                        "storage.patience | duration | 90s",
                        "defaults | section | -",
                        "defaults.notify | section | -",
                        "defaults.notify.slack | section | -",
                        "defaults.notify.slack.webhook | secret | -",
                        "defaults.notify.slack.bot-token | secret | -",
                        "defaults.notify.slack.channel | text | -",
                        "defaults.notify.slack.on | list of failed | waiting | changed | silent | failed, waiting, changed",
                        "defaults.notify.webhook | section | -",
                        "defaults.notify.webhook.url | address, with references where it holds a secret | required",
                        "defaults.notify.webhook.secret | secret | -",
                        "defaults.notify.webhook.headers | names with text, with references where it holds a secret | -",
                        "defaults.notify.webhook.on | list of failed | waiting | changed | silent | failed, waiting, changed",
                        "gates | names with a section each | -",
                        "gates.preset | text | required",
                        "gates.table | text | -",
                        "gates.tables | pattern, list of patterns, or section | -",
                        "gates.tables.include | list of text | required",
                        "gates.tables.exclude | list of text | -",
                        "gates.demo_mode | true | false | -",
                        "gates.notify_slack | true | false | -",
                        "gates.notify | section | -",
                        "gates.notify.slack | section | -",
                        "gates.notify.slack.webhook | secret | -",
                        "gates.notify.slack.bot-token | secret | -",
                        "gates.notify.slack.channel | text | -",
                        "gates.notify.slack.on | list of failed | waiting | changed | silent | failed, waiting, changed",
                        "gates.notify.webhook | section | -",
                        "gates.notify.webhook.url | address, with references where it holds a secret | required",
                        "gates.notify.webhook.secret | secret | -",
                        "gates.notify.webhook.headers | names with text, with references where it holds a secret | -",
                        "gates.notify.webhook.on | list of failed | waiting | changed | silent | failed, waiting, changed",
                        "gates.triggers | section | -",
                        "gates.triggers.schedule | section | -",
                        "gates.triggers.schedule.cron | text | -",
                        "gates.triggers.schedule.zone | text | UTC",
                        "gates.triggers.schedule.enabled | true | false | false",
                        "gates.triggers.webhook | section | -",
                        "gates.triggers.webhook.key | secret | required",
                        "gates.triggers.s3-events | section | -",
                        "gates.triggers.s3-events.queue | address | required",
                        "gates.triggers.s3-events.max-wait | duration | -",
                        "gates.approvers | list of text | -",
                        "approval | section | -",
                        "approval.expires | duration | 72h",
                        "prices | section | -",
                        "prices.currency | text | USD",
                        "prices.storage-gib-month | number | required",
                        "prices.reads-per-thousand | number | 0",
                        "prices.lists-per-thousand | number | 0",
                        "prices.writes-per-thousand | number | 0",
                        "state | text | -");
    }

    private static void list(String above, Setting<?> setting, List<String> keys) {
        String fallback =
                setting.required() ? "required" : setting.shownFallback().orElse("-");
        keys.add("%s%s | %s | %s"
                .formatted(above, setting.name(), setting.shape().type(), fallback));
        setting.shape().settings().forEach(below -> list(above + setting.name() + ".", below, keys));
    }

    @Test
    void no_file_at_all_configures_nothing() {
        assertThat(config(""))
                .isEqualTo(new Config(
                        Optional.of("sluice.yaml"),
                        Map.of(),
                        List.of(),
                        Map.of(),
                        new Patience(Duration.ofHours(72)),
                        Optional.empty(),
                        Optional.empty()));
        assertThat(config("# nothing yet\ngates:\nstorage:\n").gates()).isEmpty();
    }

    @Test
    void every_key_reaches_its_record() throws IOException {
        environment.put("TOKEN", "t");
        Config config = config(Files.readString(Path.of("src/test/resources/config/everything.yaml")));

        assertThat(config.catalogs())
                .isEqualTo(Map.of(
                        "lakehouse",
                        new Catalog(
                                Catalog.Type.REST,
                                Optional.of("https://catalog.example/iceberg"),
                                Optional.of("s3://lake/warehouse"),
                                Optional.of(secret("${env:TOKEN}")),
                                Map.of(
                                        "scope",
                                        secret("catalog"),
                                        "header.Authorization",
                                        secret("Bearer ${env:TOKEN}")),
                                Optional.of(new Credentials.Profile("catalog", Optional.empty())))));
        assertThat(config.patience().limit()).isEqualTo(Duration.ofHours(48));
        assertThat(config.prices())
                .contains(new Prices(
                        "EUR",
                        new BigDecimal("0.0245"),
                        new BigDecimal("0.1"),
                        new BigDecimal("0.2"),
                        new BigDecimal("0.3")));
        assertThat(config.state()).contains("state");
        ConfiguredGate gate = config.gate("orders");
        assertThat(gate.tables()).isEqualTo(TableChoice.one("delta:/lake/orders"));
        assertThat(gate.approvers()).containsExactly("ada", "grace");
        assertThat(gate.audience().slack())
                .contains(new Audience.Slack(
                        Optional.empty(),
                        Optional.of(secret("${env:TOKEN}")),
                        Optional.of("#lake"),
                        Set.of(Occasion.FAILED)));
        assertThat(gate.audience().webhook())
                .contains(new Audience.Webhook(
                        secret("https://hooks.example/${env:TOKEN}"),
                        Optional.of(secret("${env:TOKEN}")),
                        Map.of("X-Source", secret("sluice")),
                        Set.of(Occasion.CHANGED, Occasion.FAILED, Occasion.WAITING)));
        assertThat(gate.triggers())
                .isEqualTo(new Triggers(
                        Optional.of(new Triggers.Schedule(
                                Optional.of(new Cron("30 2 * * MON-FRI")), ZoneId.of("Europe/Berlin"), true)),
                        Optional.of(new Triggers.Webhook(secret("${env:TOKEN}"))),
                        Optional.of(new Triggers.S3Events(
                                "https://sqs.example/landing", Optional.of(Duration.ofMinutes(120))))));
        Policy policy = gate.policy("delta", Map.of());
        assertThat(policy.name()).isEqualTo("orders");
        assertThat(policy.smallFile()).isEqualTo(Bytes.ofMebibytes(16));
        assertThat(policy.mode()).isEqualTo(Mode.ASK);
        assertThat(policy.vacuumMode()).isEqualTo(RemovalMode.APPLY);
        assertThat(policy.otherWriters()).contains(OtherWriters.CONDITIONAL_PUT);
        assertThat(config.gate("many").tables())
                .isEqualTo(new TableChoice(
                        Optional.empty(), List.of("delta:/lake/**"), List.of("delta:/lake/tmp/**", "delta:/lake/x")));
        assertThat(config.gate("demo").tables().areDemo()).isTrue();
    }

    private static <T> T at(Map<String, T> map, String key) {
        return Optional.ofNullable(map.get(key)).orElseThrow();
    }

    private static Secret secret(String reference) {
        return new Secret(reference, () -> "");
    }

    @Test
    void a_gate_goes_before_the_defaults_and_a_run_before_the_gate() {
        Config config = config("""
                defaults: { small-file: 64MB, min-small-files: 20, retention: 14d }
                gates:
                  nightly: { table: /lake/orders, preset: delta-lake-table-health-gate, min_small_files: 5 }
                """);

        Policy policy = config.gate("nightly").policy("delta", Map.of("retention_hours", "400"));

        assertThat(policy.smallFile()).isEqualTo(Bytes.ofMebibytes(64));
        assertThat(policy.rules().toString()).contains("atLeast=5");
        assertThat(policy.retention().keepFor()).isEqualTo(Duration.ofHours(400));
        assertThat(policy.vacuumMode()).isEqualTo(RemovalMode.DRY_RUN);
    }

    @Test
    void says_where_each_value_came_from() {
        environment.put("SMALL", "8MB");
        List<InForce> inForce = check("""
                defaults: { retention: 14d }
                gates:
                  nightly:
                    table: /lake/orders
                    preset: delta-lake-table-health-gate
                    small-file: ${env:SMALL}
                """).inForce();

        assertThat(inForce)
                .contains(
                        new InForce("approval.expires", "72h", "default"),
                        new InForce("gates.nightly.table", "/lake/orders", "sluice.yaml:4:12"),
                        new InForce("gates.nightly.small-file", "${env:SMALL}", "sluice.yaml:6:17, by reference"),
                        new InForce("gates.nightly.retention", "14d", "sluice.yaml:1:24"),
                        new InForce("gates.nightly.target-file", "128MB", "preset " + DELTA));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        gates: [1, 2]                              | sluice.yaml:1:8: gates is a list; it must be a mapping from names.
        storage: { prefix: orders, credentials: { type: anonymous } } | sluice.yaml:1:20: storage.prefix is "orders"; it must be an address, like https://host/path.
        storage: [ { credentials: { type: anonymous } } ] | sluice.yaml:1:12: storage[0].prefix is missing.
        approval: { expires: soon }                | sluice.yaml:1:22: approval.expires is "soon"; it must be a length of time, like 7d or 168h.
        approval: { expires: 30s }                 | sluice.yaml:1:22: approval.expires is "30s"; it must be at least 1 min.
        approval: { expires: [1] }                 | sluice.yaml:1:22: approval.expires is a list; it must be one value (duration).
        approval: 72h                              | sluice.yaml:1:11: approval is one value; it must be a mapping.
        gate: {}                                   | sluice.yaml:1:1: gate is not known; the nearest known key is gates.
        notify: {}                                 | sluice.yaml:1:1: notify is not read here: it stands under defaults, or under a gate.
        state: ''                                  | sluice.yaml:1:8: state is ""; it must not be empty.
        state:                                     | sluice.yaml:1:7: state is nothing; it must be one value (text).
        prices: { currency: EUR }                  | sluice.yaml:1:9: prices.storage-gib-month is missing.
        prices: { storage-gib-month: -1 }          | sluice.yaml:1:30: prices.storage-gib-month is "-1"; it must be a number of at least 0, like 0.023.
        catalogs: { a: { type: hive } }            | sluice.yaml:1:24: catalogs.a.type is "hive"; Sluice does not speak to a Hive metastore, so write rest, with its REST catalog as uri.
        catalogs: { a: { type: Polaris } }         | sluice.yaml:1:24: catalogs.a.type is "Polaris"; it speaks REST, so write rest, with its address as uri.
        catalogs: { a: { type: dynamodb } }        | sluice.yaml:1:24: catalogs.a.type is "dynamodb"; it must be rest, jdbc, hadoop, glue or nessie.
        catalogs: { a: { type: rest } }            | sluice.yaml:1:16: catalogs.a.uri is missing; a catalog of type rest needs it.
        catalogs: { a: { type: hadoop } }          | sluice.yaml:1:16: catalogs.a.warehouse is missing; a catalog of type hadoop needs it.
        catalogs: { a: { type: rest, uri: ftp://x/y } } | sluice.yaml:1:35: catalogs.a.uri is no address of a catalog of type rest, which begins with https:// or http://.
        catalogs: { a: { type: nessie, uri: nessie://x/y } } | sluice.yaml:1:37: catalogs.a.uri is no address of a catalog of type nessie, which begins with https:// or http://.
        catalogs: { a: { type: jdbc, uri: jdbc:mysql://x/y } } | sluice.yaml:1:35: catalogs.a.uri is no address of a catalog of type jdbc, which begins with jdbc:sqlite: or jdbc:postgresql:.
        catalogs: { a: { type: jdbc, uri: http://x/y } } | sluice.yaml:1:35: catalogs.a.uri is no address of a catalog of type jdbc, which begins with jdbc:sqlite: or jdbc:postgresql:.
        catalogs: { a: { type: hadoop, warehouse: wh } } | sluice.yaml:1:43: catalogs.a.warehouse is no absolute path, which a catalog of type hadoop needs.
        catalogs: { 'a b': { type: glue } }        | sluice.yaml:1:13: A name in catalogs is made of letters, digits, dots, - and _.
        defaults: { small-file: 8 }                | sluice.yaml:1:25: defaults.small-file is "8"; it needs a unit, like 32MB.
        defaults: { small-file: 1MB, colour: blue } | sluice.yaml:1:30: defaults.colour is not known; `sluice config schema` lists what is.
        """)
    void a_mistake_is_told_with_its_place_its_key_its_value_and_what_is_allowed(String yaml, String problem) {
        assertThat(problems(yaml)).containsExactly(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        table: /a, smal-file: 1MB                   | 5:1: gates.nightly.smal-file is not known; the nearest known key is small-file.
        table: /a, tabels: /b                       | 5:1: gates.nightly.tabels is not known; the nearest known key is table.
        table: /a, to-branch: audit                 | 5:1: gates.nightly.to-branch is not read here: what a gate does goes into a table's main branch, and into no other.
        table: /a, retention: 100h                  | 5:12: gates.nightly.retention is "100h"; it must be at least 168 h, since readers and writers that are still running would lose files.
        table: /a, small_file_ratio: 1.5            | 5:19: gates.nightly.small_file_ratio is "1.5"; it must be a number from 0 to 1, like 0.5.
        table: /a, target-file: 16MB                | 5:14: gates.nightly: target-file is 16.0 MiB; it must be at least small_file_mb, which is 32.0 MiB.
        table: /a, small-file: 1GB                  | 5:13: gates.nightly: target_file_mb is 128.0 MiB; it must be at least small-file, which is 1.0 GiB.
        table: /a, fragments: 5                     | 5:12: gates.nightly: fragments cannot be set here: this preset goes by small_file_ratio and max-deleted-rows-percent.
        table: /a, engine: spark                    | 5:9: gates.nightly.engine is "spark"; it must be embedded, as Sluice hands nothing to Spark yet.
        table: /a, mode: { x: y }                   | 5:7: gates.nightly.mode is a mapping; it must be one value.
        table: /a, where: 'day >'                   | 5:8: gates.nightly.where is "day >"; at position 6: expected a value, found the end.
        table: /a, tables: /b/**                    | 5:9: gates.nightly has table and tables; give only one of them.
        table: /a/*                                 | 4:8: gates.nightly.table is "/a/*"; a pattern stands under tables.
        table: /a, table_uri: /a                    | 5:1: gates.nightly: table and table_uri are the same setting; give only one of them.
        table: /a, demo_mode: true                  | 5:12: gates.nightly.demo_mode is true, and a table is named beside it.
        demo_mode: false                            | 3:5: gates.nightly.table is missing; a gate that is no demo needs it.
        tables: []                                  | 4:9: gates.nightly.tables names no table.
        tables: { exclude: /b }                     | 4:9: gates.nightly.tables.include is missing.
        table: iceberg:/lake/a                      | 3:13: gates.nightly: The preset is for tables of the format delta, and this one is of the format iceberg.
        table: /a, preset: x                        | 5:1: gates.nightly.preset is given already in line 3.
        table: /a, notify_slack: true               | 5:15: gates.nightly.notify_slack is true, but no notify.slack is configured and SLACK_WEBHOOK_URL is not set.
        table: /a, notify: { slack: {} }            | 5:18: gates.nightly.notify.slack has neither webhook nor bot-token, and SLACK_WEBHOOK_URL is not set.
        table: /a, notify: { webhook: {} }          | 5:20: gates.nightly.notify.webhook.url is missing.
        table: /a, other-writers: dynamodb          | 5:16: gates.nightly.other-writers is "dynamodb"; Sluice does not speak the protocol of the DynamoDB log store, so a table that is written through it may be assessed and not changed.
        triggers: { schedule: { enabled: true } }   | 4:11: gates.nightly works on a demo, and a demo cannot have an enabled schedule.
        table: /a, triggers: { webhook: {} }        | 5:22: gates.nightly.triggers.webhook.key is missing.
        table: /a, triggers: { schedule: { zone: Mars } } | 5:31: gates.nightly.triggers.schedule.zone is "Mars"; it must be a time zone, like UTC or Europe/Berlin.
        """)
    void a_mistake_in_a_gate_is_told_likewise(String lines, String problem) {
        String yaml = gate(
                lines.replaceAll(", (?=[a-z_-]+: [^}]*$)(?![^{]*})", "\n").replaceFirst("^(table: [^,]*), ", "$1\n"));

        assertThat(problems(yaml)).as(yaml).containsExactly("sluice.yaml:" + deeper(problem));
    }

    /** The lines of a gate are set in by four. */
    private static String deeper(String problem) {
        String[] place = problem.split(":", 3);
        int column = Integer.parseInt(place[1]) + (place[0].equals("3") ? 0 : 4);
        return "%s:%d:%s".formatted(place[0], column, place[2]);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0 3 * *      | it has 4 fields; it must have five, like 0 3 * * *: minute, hour, day, month, weekday.
        0 0 3 * * *  | it has 6 fields; it must have five, like 0 3 * * *: minute, hour, day, month, weekday.
        @daily       | it must be five fields, like 0 3 * * *; nicknames are not read.
        0 3 31 2 *   | it never comes: no month has such a day.
        0 3 30 2 *   | it never comes: no month has such a day.
        0 25 * * *   | value 25 not in range [0, 23].
        """)
    void a_schedule_that_never_comes_is_refused(String cron, String why) {
        String yaml = gate("table: /a\ntriggers: { schedule: { cron: \"" + cron + "\" } }");

        assertThat(problems(yaml))
                .containsExactly(
                        "sluice.yaml:5:35: gates.nightly.triggers.schedule.cron is \"%s\"; %s".formatted(cron, why));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 3 * * *", "*/15 * * * *", "0 0 29 2 *", "30 2 * * MON-FRI", "0 2 * * 0", "0 */6 * * *"})
    void a_schedule_that_comes_is_taken(String cron) {
        assertThat(problems(gate("table: /a\ntriggers: { schedule: { cron: \"" + cron + "\" } }")))
                .isEmpty();
    }

    @Test
    void what_starts_a_gate_is_kept_and_a_warning_says_that_nothing_fires_it_yet() {
        ConfigFile file = check(gate("table: /a\ntriggers: { schedule: { enabled: true } }"));

        assertThat(file.problems()).isEmpty();
        assertThat(file.warnings())
                .extracting(Problem::text)
                .containsExactly(
                        "gates.nightly.triggers are kept, but nothing fires them yet; start the gate with `sluice run nightly`.");
        assertThat(check(gate("table: /a\ntriggers: { schedule: {} }")).warnings())
                .isEmpty();
    }

    @Test
    void text_that_is_no_yaml_is_refused_with_its_place_and_without_what_stands_there() {
        assertThat(problems("gates:\n  a: [1, 2\nstate: hunter2"))
                .singleElement()
                .asString()
                .startsWith("sluice.yaml:3:6: This is not YAML: ")
                .doesNotContain("hunter2");
        assertThat(problems("state: *hunter2"))
                .singleElement()
                .asString()
                .startsWith("sluice.yaml:1:8: This is not YAML: ")
                .doesNotContain("hunter2");
        assertThat(problems("\tgates: 1")).singleElement().asString().startsWith("sluice.yaml:1:1: This is not YAML: ");
        assertThat(problems("state: a\n---\nstate: b")).hasSize(1);
        assertThat(problems("? [a, b]\n: c")).containsExactly("sluice.yaml:1:3: A key must be one word.");
        assertThat(problems("defaults: &a\n  notify: *a")).contains("sluice.yaml:1:11: defaults holds itself.");
        assertThat(problems("defaults: &a { quiet: 1m }\ngates:\n  x: { <<: *a, preset: " + DELTA + ", table: /a }"))
                .containsExactly(
                        "sluice.yaml:3:8: Merge keys (<<) are not read; what gates have in common stands under defaults.");
    }

    @Test
    void a_secret_that_stands_in_the_file_is_refused_and_not_repeated() {
        String yaml = """
                catalogs:
                  a: { type: rest, uri: "https://ada:hunter2@catalog/", credentials: hunter2 }
                  b: { type: rest, uri: "https://catalog/", properties: { token: hunter2, scope: all } }
                  c: { type: rest, uri: "https://catalog/", credentials: "${env:PREFIX}hunter2", properties: { secret-key: "${hunter2}" } }
                gates:
                  nightly:
                    preset: delta-lake-table-health-gate
                    table: /a
                    notify:
                      slack: { webhook: "https://hooks.slack.com/services/hunter2" }
                      webhook: { url: "https://hooks.example/?key=hunter2", headers: { Authorization: Bearer hunter2 } }
                    triggers: { webhook: { key: hunter2 } }
                """;

        String hush = ": it is written here in full; a secret stands as ${env:NAME} or ${file:/path}.";
        assertThat(problems(yaml))
                .containsExactly(
                        "sluice.yaml:2:25: catalogs.a.uri: it holds a user's name or password, which belongs into credentials.",
                        "sluice.yaml:2:70: catalogs.a.credentials" + hush,
                        "sluice.yaml:3:66: catalogs.b.properties.token" + hush,
                        "sluice.yaml:4:58: catalogs.c.credentials" + hush,
                        "sluice.yaml:4:108: catalogs.c.properties.secret-key: a reference is written ${env:NAME} or ${file:/path}.",
                        "sluice.yaml:10:25: gates.nightly.notify.slack.webhook" + hush,
                        "sluice.yaml:11:23: gates.nightly.notify.webhook.url" + hush,
                        "sluice.yaml:11:87: gates.nightly.notify.webhook.headers.Authorization" + hush,
                        "sluice.yaml:12:33: gates.nightly.triggers.webhook.key" + hush);
        assertThat(check(yaml).toString()).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db/lake?user=ada&password=hunter2",
                "jdbc:postgresql://db/lake?sslmode=require&sslpassword=hunter2",
                "jdbc:other:db;PassWord=hunter2",
                "https://catalog/?token=hunter2"
            })
    void an_address_with_a_password_among_its_parameters_is_refused_and_not_repeated(String address) {
        String yaml = """
                catalogs:
                  a: { type: jdbc, uri: "%s" }
                """.formatted(address);

        assertThat(problems(yaml))
                .containsExactly(
                        "sluice.yaml:2:25: catalogs.a.uri: it holds a user's name or password, which belongs into credentials.");
        assertThat(check(yaml).toString()).doesNotContain("hunter2");
    }

    @Test
    void a_secret_is_known_by_its_reference_and_read_at_each_use() throws IOException {
        Files.writeString(folder.resolve("key"), "from-the-file\n");
        environment.put("TOKEN", "from-the-environment");
        Config config = config("""
                catalogs:
                  a: { type: glue, credentials: "${env:TOKEN}", properties: { key: "${file:key}" } }
                """);

        Catalog catalog = at(config.catalogs(), "a");
        assertThat(config.toString()).contains("${env:TOKEN}", "${file:key}").doesNotContain("from-the");
        assertThat(catalog.credentials().orElseThrow().reveal()).isEqualTo("from-the-environment");
        assertThat(at(catalog.properties(), "key").reveal()).isEqualTo("from-the-file");

        Files.writeString(folder.resolve("key"), "replaced");
        assertThat(at(catalog.properties(), "key").reveal()).isEqualTo("replaced");
    }

    @Test
    void a_secret_that_is_not_there_is_told_when_it_is_checked_and_when_it_is_used() throws IOException {
        Files.createDirectory(folder.resolve("folder"));
        Files.writeString(folder.resolve("empty"), "\n");
        String yaml = """
                catalogs:
                  a: { type: glue, credentials: "${env:TOKEN}" }
                  b: { type: glue, credentials: "${file:gone}" }
                  c: { type: glue, credentials: "${file:folder}" }
                  d: { type: glue, credentials: "${file:empty}" }
                """;

        assertThat(problems(yaml))
                .containsExactly(
                        "sluice.yaml:2:33: catalogs.a.credentials is ${env:TOKEN}. The environment variable TOKEN is not set.",
                        "sluice.yaml:3:33: catalogs.b.credentials is ${file:gone}. The file %s/gone does not exist."
                                .formatted(folder),
                        "sluice.yaml:4:33: catalogs.c.credentials is ${file:folder}. The file %s/folder is not a file."
                                .formatted(folder),
                        "sluice.yaml:5:33: catalogs.d.credentials is ${file:empty}. The file %s/empty is empty."
                                .formatted(folder));
        Config config = read(yaml, false).orRefusal();
        assertThatThrownBy(() ->
                        at(config.catalogs(), "a").credentials().orElseThrow().reveal())
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID);
                    assertThat(e.subject()).isEqualTo("${env:TOKEN} (sluice.yaml:2:33)");
                    assertThat(e.reason()).isEqualTo("The environment variable TOKEN is not set.");
                });
    }

    @Test
    void a_plain_value_may_come_from_the_environment_and_is_never_repeated() {
        assertThat(problems(gate("table: /a\nsmall-file: ${env:SIZE}")))
                .containsExactly(
                        "sluice.yaml:5:17: gates.nightly.small-file is ${env:SIZE}; the environment variable SIZE is not set.");
        environment.put("SIZE", "hunter2");
        assertThat(problems(gate("table: /a\nsmall-file: ${env:SIZE}")))
                .containsExactly(
                        "sluice.yaml:5:17: gates.nightly.small-file is ${env:SIZE}; it must be a size, like 32MB.");
        assertThat(problems("approval: { expires: \"${env:SIZE}\" }"))
                .containsExactly(
                        "sluice.yaml:1:22: approval.expires is ${env:SIZE}; it must be a length of time, like 7d or 168h.");
        assertThat(problems(gate("table: ${file:/etc/hostname}")))
                .containsExactly(
                        "sluice.yaml:4:12: gates.nightly.table is ${file:/etc/hostname}; only a secret is read from a file; here ${env:NAME} can stand.");
        environment.put("TABLE", "/lake/orders");
        assertThat(config(gate("table: ${env:TABLE}")).gate("nightly").tables())
                .isEqualTo(TableChoice.one("/lake/orders"));
    }

    @Test
    void a_preset_that_is_silent_is_told_to_speak_by_the_gate_alone() {
        environment.put("HOOK", "https://hooks.slack.com/x");
        String defaults = "defaults: { notify: { slack: { webhook: \"${env:HOOK}\" } } }\n";

        assertThat(nightly(defaults + gate("table: /a")).audience()).isEqualTo(Audience.NOBODY);
        assertThat(nightly(defaults + gate("table: /a\nnotify_slack: false")).audience())
                .isEqualTo(Audience.NOBODY);
        assertThat(nightly(defaults + gate("table: /a\nnotify-slack: true"))
                        .audience()
                        .slack())
                .contains(Audience.Slack.byWebhook(secret("${env:HOOK}")));
        assertThat(nightly(gate("table: /a\nnotify: { slack: { webhook: \"${env:HOOK}\" } }"))
                        .audience()
                        .slack())
                .isPresent();
        assertThat(nightly(gate("table: /a\nnotify_slack: false\nnotify: { slack: { webhook: \"${env:HOOK}\" } }"))
                        .audience()
                        .slack())
                .isEmpty();
        environment.put("SLACK_WEBHOOK_URL", "https://hooks.slack.com/y");
        assertThat(nightly(gate("table: /a\nnotify_slack: true")).audience().slack())
                .contains(Audience.Slack.byWebhook(secret("${env:SLACK_WEBHOOK_URL}")));
    }

    private ConfiguredGate nightly(String yaml) {
        return config(yaml).gate("nightly");
    }

    @Test
    void a_storage_has_all_that_its_record_has() {
        environment.put("KEY", "k");
        Config config = config("""
                storage:
                  - prefix: s3://lake/gold/
                    region: eu-central-1
                    endpoint: https://s3.internal:9000
                    sts-endpoint: https://sts.internal
                    path-style: true
                    credentials:
                      type: assume-role
                      arn: arn:aws:iam::123456789012:role/lake
                      external-id: x
                      session-name: sluice
                      source: { type: static, access-key: "${env:KEY}", secret-key: "${env:KEY}", session-token: "${env:KEY}" }
                    encryption: { type: sse-kms, key: alias/lake }
                    storage-class: STANDARD_IA
                    tags: { team: lake }
                    proxy: { address: "http://proxy:3128", user: ada, password: "${env:KEY}" }
                    ca-file: /etc/ca.pem
                    connections: 8
                    silence: 10s
                    patience: 1m
                """);

        Secret key = secret("${env:KEY}");
        assertThat(config.storage())
                .containsExactly(new S3Storage(
                        Location.parse("s3://lake/gold"),
                        Optional.of("eu-central-1"),
                        Optional.of(URI.create("https://s3.internal:9000")),
                        Optional.of(URI.create("https://sts.internal")),
                        true,
                        new Credentials.AssumeRole(
                                "arn:aws:iam::123456789012:role/lake",
                                Optional.of("x"),
                                Optional.of("sluice"),
                                new Credentials.Static(key, key, Optional.of(key))),
                        new Encryption.ManagedKey(Optional.of("alias/lake")),
                        Optional.of(StorageClass.STANDARD_IA),
                        Map.of("team", "lake"),
                        Optional.of(
                                new WebProxy(URI.create("http://proxy:3128"), Optional.of("ada"), Optional.of(key))),
                        Optional.of(Path.of("/etc/ca.pem")),
                        new S3Limits(8, Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMillis(100))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        { type: profile, profile: lake, config-file: /x }  | Profile[name=lake, file=Optional[/x]]
        { type: web-identity, token-file: /t }             | WebIdentity[arn=Optional.empty, tokenFile=Optional[/t], sessionName=Optional.empty]
        { type: container }                                | Container[]
        { type: default-chain }                            | DefaultChain[]
        { type: anonymous }                                | Anonymous[]
        """)
    void credentials_come_from_where_their_type_says(String yaml, String credentials) {
        Config config = config("storage: [ { prefix: s3://lake/, credentials: " + yaml + " } ]");

        assertThat(config.storage().get(0).credentials()).hasToString(credentials);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        prefix: gs://lake/                               | 13: storage[0].prefix: "gs://lake/" is no S3 address; it begins with s3://.
        prefix: s3://lake, region: 'eu central'          | 32: storage[0].region: "eu central" is no region; write it like eu-central-1.
        prefix: s3://lake, endpoint: ftp://x             | 34: storage[0].endpoint: "ftp://x" is no address of a server; write it like https://s3.internal:9000.
        prefix: s3://lake, connections: 5000             | 37: storage[0].connections: 5000 is not between 1 and 1000.
        prefix: s3://lake, encryption: { type: sse-s3, key: k } | 57: storage[0].encryption.key has no meaning beside type sse-s3.
        prefix: s3://lake, proxy: { address: 'http://p' } | 42: storage[0].proxy.address: "http://p" has no port.
        """)
    void a_storage_that_cannot_be_is_refused(String yaml, String problem) {
        assertThat(problems("storage:\n- { " + yaml + ", credentials: { type: anonymous } }"))
                .containsExactly("sluice.yaml:2:" + problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        { type: static, access-key: '${env:KEY}' }     | storage[0].credentials.secret-key is missing; type static needs it.
        { type: profile }                              | storage[0].credentials.profile is missing; type profile needs it.
        { type: assume-role }                          | storage[0].credentials.arn is missing; type assume-role needs it.
        { type: assume-role, arn: lake }               | storage[0].credentials.arn: "lake" is no role; write it like arn:aws:iam::123456789012:role/lake.
        { type: container, profile: lake }             | storage[0].credentials.profile has no meaning beside type container.
        { type: magic }                                | storage[0].credentials.type is "magic"; it must be static, profile, web-identity, container, assume-role, default-chain or anonymous.
        { profile: lake }                              | storage[0].credentials.type is missing.
        """)
    void credentials_that_cannot_be_are_refused(String yaml, String problem) {
        environment.put("KEY", "k");
        assertThat(check("storage: [ { prefix: s3://lake/, credentials: " + yaml + " } ]")
                        .problems())
                .extracting(Problem::text)
                .containsExactly(problem);
    }

    @Test
    void a_table_of_a_catalog_needs_that_catalog() {
        String gate = """
                gates:
                  events: { table: iceberg:lakehose/a.b, preset: iceberg-partition-compaction-and-maintenance-gate }
                  all: { tables: "iceberg:other/a.*", preset: iceberg-partition-compaction-and-maintenance-gate }
                  path: { table: "iceberg:/lake/a", preset: iceberg-partition-compaction-and-maintenance-gate }
                """;

        assertThat(problems(gate))
                .containsExactly(
                        "sluice.yaml:2:20: gates.events: there is no catalog \"lakehose\"; there is none under catalogs.",
                        "sluice.yaml:3:18: gates.all: there is no catalog \"other\"; there is none under catalogs.");
        assertThat(problems(gate + "catalogs: { lakehouse: { type: glue } }"))
                .containsExactly(
                        "sluice.yaml:2:20: gates.events: there is no catalog \"lakehose\"; the nearest is lakehouse.",
                        "sluice.yaml:3:18: gates.all: there is no catalog \"other\"; there is lakehouse.");
    }

    @Test
    void a_name_that_is_no_gate_is_refused_with_the_nearest() {
        Config config = config(gate("table: /a"));

        assertThatThrownBy(() -> config.gate("nightli"))
                .hasMessageContaining("There is no gate of that name; the nearest is nightly.");
        assertThatThrownBy(() -> Config.NONE.gate("nightly")).hasMessageContaining("as there is no configuration file");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        preset: delta-lake-table-health-gat, table: /a, smal-file: 1MB         | gates.x.smal-file is not known; the nearest known key is small-file.
        preset: delta-lake-table-health-gat, table: /a, small_file_ratio: 1.5  | gates.x.small_file_ratio is "1.5"; it must be a number from 0 to 1, like 0.5.
        preset: delta-lake-table-health-gat, table: /a, retention: 100h        | gates.x.retention is "100h"; it must be at least 168 h, since readers and writers that are still running would lose files.
        preset: delta-lake-table-health-gat, table: /a, tables: /b             | gates.x has table and tables; give only one of them.
        preset: delta-lake-table-health-gat, table: /a, notify_slack: true     | gates.x.notify_slack is true, but no notify.slack is configured and SLACK_WEBHOOK_URL is not set.
        preset: nightly, table: /a, small-file: 8                              | gates.x.small-file is "8"; it needs a unit, like 32MB.
        preset: nightly, table: /a, mode: always                               | gates.x.mode is "always"; it must be plan, ask or auto.
        """)
    void what_else_is_wrong_with_a_gate_whose_preset_is_misspelt_is_told_with_it(String gate, String problem) {
        assertThat(problems("gates: { x: { %s } }".formatted(gate)))
                .hasSize(2)
                .anyMatch(told -> told.contains("there is no preset"))
                .anyMatch(
                        told -> told.replaceFirst("sluice.yaml:\\d+:\\d+: ", "").equals(problem));
    }

    @Test
    void what_else_is_wrong_with_a_gate_without_a_preset_is_told_too() {
        assertThat(problems("gates: { x: { table: /a, smal-file: 1MB } }"))
                .containsExactlyInAnyOrder(
                        "sluice.yaml:1:13: gates.x.preset is missing.",
                        "sluice.yaml:1:26: gates.x.smal-file is not known; the nearest known key is small-file.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "preset: delta-lake-table-health-gat, table: /a, small-file: 1MB, max-deleted-rows-percent: 7",
                "preset: delta-lake-table-health-gat, table: /a, target-file: 16MB",
                "preset: iceberg-partition-compaction-and-maintenance-gat, table: iceberg:/a, retention: 36h",
                "preset: iceberg-partition-compaction-and-maintenance-gat, table: iceberg:/a, fragmentation-ratio: 0.5",
                "preset: nightly, table: /a, retention: 36h",
                "preset: nightly, table: iceberg:lakehouse/a.b",
                "preset: nightly, notify: { webhook: { url: '${env:HOOK_URL}' } }"
            })
    void a_misspelt_preset_alone_is_one_mistake(String gate) {
        environment.put("HOOK_URL", "https://hooks.example/x");

        assertThat(problems("gates: { x: { %s } }".formatted(gate)))
                .singleElement()
                .asString()
                .contains("gates.x.preset is ")
                .contains("there is no preset");
    }

    @Test
    void presets_that_are_configured_are_those_there_are() {
        assertThat(Presets.all()).isNotEmpty();
        assertThat(problems("gates: { a: { table: /a, preset: delta-lake-table-health-gat } }"))
                .containsExactly(
                        "sluice.yaml:1:34: gates.a.preset is \"delta-lake-table-health-gat\"; there is no preset \"delta-lake-table-health-gat\"; the nearest is delta-lake-table-health-gate.");
    }
}
