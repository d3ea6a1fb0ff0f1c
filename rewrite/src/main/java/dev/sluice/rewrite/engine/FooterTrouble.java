/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.MessageType;

/** Why a footer cannot be used: in words of our own where it is known, for what later writers write is not damaged. */
final class FooterTrouble {

    /** Far more than anybody nests on purpose; what goes through schemas goes through them by recursion. */
    private static final int DEEPEST = 128;

    private static final int TRAILER = 8;

    /** What the format's own classes say of a number that stands for nothing they know. */
    private static final Pattern UNKNOWN = Pattern.compile(
            "Required field '(\\w+)' was not present! Struct: ColumnMetaData.*path_in_schema:\\[([^]]*)]");

    private FooterTrouble() {}

    static GateException of(StoreInput input, Throwable failure) {
        Location file = input.location();
        if (failure instanceof ParquetCryptoRuntimeException) {
            return encrypted(file);
        }
        if (failure instanceof StackOverflowError) {
            return tooDeep(file);
        }
        Matcher unknown = UNKNOWN.matcher(String.valueOf(failure.getMessage()));
        if (unknown.find() && unknown.group(1).equals("codec")) {
            return Refusal.unsupported(
                    file, unknown.group(2).replace(", ", "."), "its codec is not one that is known here.");
        }
        Optional<String> column = failure instanceof ThriftWalk.Malformed ? Optional.empty() : unknownType(input);
        return column.map(name -> Refusal.unsupported(file, name, "its logical type is not one that is known here."))
                .orElseGet(() ->
                        Refusal.damaged(file, "The footer cannot be read: " + Refusal.saying(failure) + ".", failure));
    }

    static GateException encrypted(Location file) {
        return Refusal.unsupported(file, "The file is encrypted.");
    }

    static void requireDepth(Location file, MessageType schema) {
        if (schema.getPaths().stream().anyMatch(path -> path.length > DEEPEST)) {
            throw tooDeep(file);
        }
    }

    private static GateException tooDeep(Location file) {
        return Refusal.unsupported(file, "A column lies more than %d levels deep.".formatted(DEEPEST));
    }

    /** The column whose logical type has a number that nobody knows here. */
    private static Optional<String> unknownType(StoreInput input) {
        try {
            ByteBuffer trailer = ByteBuffer.allocate(TRAILER).order(ByteOrder.LITTLE_ENDIAN);
            input.readFully(input.size() - TRAILER, trailer);
            int length = trailer.getInt(0);
            if (length < 0 || length > input.size() - TRAILER) {
                return Optional.empty();
            }
            ByteBuffer footer = ByteBuffer.allocate(length);
            input.readFully(input.size() - TRAILER - length, footer);
            return Util.readFileMetaData(new ByteArrayInputStream(footer.array())).getSchema().stream()
                    .filter(field ->
                            field.isSetLogicalType() && field.getLogicalType().getSetField() == null)
                    .map(SchemaElement::getName)
                    .findFirst();
        } catch (IOException | RuntimeException e) {
            return Optional.empty(); // then that is not what is wrong with it
        }
    }
}
