/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.parquet.crypto.ColumnEncryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not rewritten is refused by its name, with the file and the column, before anything is written. */
final class RefusalTest {

    private static final MessageType SCHEMA = schema("required int64 id; required binary name (STRING);");
    private static final byte[] KEY = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path folder;

    private Workshop workshop;

    @BeforeEach
    void open() {
        workshop = new Workshop(folder);
    }

    private RewriteInput file(Workshop.Settings settings) {
        Group row = new SimpleGroup(SCHEMA).append("id", 1L).append("name", "one");
        return workshop.file(SCHEMA, settings, List.of(row));
    }

    private void assertRefused(RewriteInput file, String reason) {
        assertThatThrownBy(() -> workshop.rewrite(workshop.target(SCHEMA), file))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.reason()).isEqualTo(reason);
                    assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED);
                })
                .hasMessageStartingWith(FolderStore.path(file.file()) + ": ");
        assertThat(folder).isDirectoryNotContaining("glob:**out-*");
        assertThat(workshop.store.open).hasValue(0);
    }

    @Test
    void refuses_an_encrypted_file_whose_footer_is_encrypted_too() {
        assertRefused(
                file(builder -> builder.withEncryption(
                        FileEncryptionProperties.builder(KEY).build())),
                "The file is encrypted.");
    }

    @Test
    void refuses_an_encrypted_file_whose_footer_can_be_read_by_anybody() {
        assertRefused(
                file(builder -> builder.withEncryption(FileEncryptionProperties.builder(KEY)
                        .withPlaintextFooter()
                        .build())),
                "The file is encrypted.");
    }

    /** Also if the only encrypted column is not wanted: what is written would be plain, and the table's owner wants no such file. */
    @Test
    void refuses_a_file_of_which_one_column_is_encrypted() {
        ColumnPath name = ColumnPath.get("name");
        assertRefused(
                file(builder -> builder.withEncryption(FileEncryptionProperties.builder(KEY)
                        .withPlaintextFooter()
                        .withEncryptedColumns(Map.of(
                                name,
                                ColumnEncryptionProperties.builder(name)
                                        .withKey(KEY)
                                        .build()))
                        .build())),
                "The file is encrypted.");
    }

    @Test
    void refuses_lzo_by_name() throws IOException {
        assertRefused(
                Refooted.with(file(builder -> builder), footer -> codec(footer, CompressionCodec.LZO)),
                "Column id: pages compressed with LZO can be neither read nor written here.");
    }

    private static void codec(FileMetaData footer, CompressionCodec codec) {
        footer.getRow_groups()
                .get(0)
                .getColumns()
                .forEach(chunk -> chunk.getMeta_data().setCodec(codec));
    }

    /** The codecs end at 7. */
    @Test
    void refuses_a_codec_that_it_does_not_know() throws IOException {
        RewriteInput file = file(builder -> builder.withCompressionCodec(CompressionCodecName.SNAPPY));
        // Path of one name "id", then codec 1, then 1 value.
        RewriteInput later = Refooted.with(file, "1918026964150216", "1918026964151616");

        assertRefused(later, "Column id: its codec is not one that is known here.");
    }

    /** The encodings end at 9; here it is that of the values in a page's header. */
    @Test
    void refuses_an_encoding_that_it_does_not_know() throws IOException {
        RewriteInput file =
                file(builder -> builder.withDictionaryEncoding(false).withPageWriteChecksumEnabled(false));
        Path path = FolderStore.path(file.file());
        String hex = HexFormat.of().formatHex(Files.readAllBytes(path));
        // 1 value, encoding 0, and what the levels are in.
        Files.write(path, HexFormat.of().parseHex(hex.replaceFirst("1502150015", "1502151815")));

        assertRefused(file, "Column id: a page has an encoding that is not known here.");
    }

    /** Field 9 of the union is reserved; JSON is field 12. */
    @Test
    void refuses_a_logical_type_that_it_does_not_know() throws IOException {
        MessageType text = schema("required int64 id; required binary name (JSON);");
        RewriteInput file = workshop.file(
                text, List.of(new SimpleGroup(text).append("id", 1L).append("name", "{}")));

        assertRefused(
                Refooted.with(file, "4ccc0000", "4c9c0000"),
                "Column name: its logical type is not one that is known here.");
    }

    @ParameterizedTest
    @ValueSource(ints = {129, 20_000})
    void refuses_what_is_nested_too_deeply(int depth) throws IOException {
        RewriteInput file = Refooted.with(file(builder -> builder), footer -> {
            List<SchemaElement> schema = footer.getSchema();
            schema.get(0).setNum_children(3);
            footer.unsetColumn_orders();
            for (int level = 1; level < depth; level++) {
                schema.add(new SchemaElement("g")
                        .setRepetition_type(FieldRepetitionType.OPTIONAL)
                        .setNum_children(1));
            }
            schema.add(schema.get(1).deepCopy());
        });

        assertRefused(file, "A column lies more than 128 levels deep.");
    }

    @Test
    void refuses_a_page_larger_than_32_mebibytes() {
        Group row = new SimpleGroup(SCHEMA)
                .append("id", 1L)
                .append("name", Binary.fromConstantByteArray(new byte[33 * 1024 * 1024]));
        RewriteInput file = workshop.file(
                SCHEMA,
                builder -> builder.withDictionaryEncoding(false).withCompressionCodec(CompressionCodecName.ZSTD),
                List.of(row));

        assertRefused(file, "Column name: it has a page of 33.0 MiB; pages up to 32.0 MiB can be rewritten.");
    }
}
