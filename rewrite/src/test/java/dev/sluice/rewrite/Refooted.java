/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;

/** Gives a file another footer: what writers of other times, or none, would write. */
final class Refooted {

    private static final int TRAILER = 8;

    private Refooted() {}

    /** As the format's own classes can say it. */
    static RewriteInput with(RewriteInput file, Consumer<FileMetaData> change) throws IOException {
        return withBytes(file, footer -> {
            try {
                FileMetaData metadata = Util.readFileMetaData(new ByteArrayInputStream(footer));
                change.accept(metadata);
                ByteArrayOutputStream changed = new ByteArrayOutputStream();
                Util.writeFileMetaData(metadata, changed);
                return changed.toByteArray();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** As they cannot: some bytes for others, each given in hexadecimal. */
    static RewriteInput with(RewriteInput file, String found, String replaced) throws IOException {
        return withBytes(file, footer -> {
            String hex = HexFormat.of().formatHex(footer);
            int at = hex.indexOf(found);
            if (at < 0 || at % 2 != 0 || hex.indexOf(found, at + 1) >= 0) {
                throw new IllegalArgumentException(found + " is not once in " + hex);
            }
            return HexFormat.of().parseHex(hex.replace(found, replaced));
        });
    }

    private static RewriteInput withBytes(RewriteInput file, UnaryOperator<byte[]> change) throws IOException {
        Path path = FolderStore.path(file.file());
        byte[] bytes = Files.readAllBytes(path);
        int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - TRAILER);
        int begin = bytes.length - TRAILER - length;
        byte[] footer = change.apply(Arrays.copyOfRange(bytes, begin, begin + length));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, begin);
        out.writeBytes(footer);
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(footer.length)
                .array());
        out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
        Files.write(path, out.toByteArray());
        return Workshop.input(path);
    }
}
