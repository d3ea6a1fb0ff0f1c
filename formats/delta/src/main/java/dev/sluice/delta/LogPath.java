/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.store.Location;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * A file's path as a Delta log spells it: relative to the table or absolute, percent-encoded (PROTOCOL.md, "Add File and
 * Remove File": a path is a URI as of RFC 2396 that must be decoded to get the data file).
 */
final class LogPath {

    private static final Pattern ABSOLUTE = Pattern.compile("^([a-zA-Z][a-zA-Z0-9+.-]*:)?/.*");

    private LogPath() {}

    /** Where the file lies. Decodes exactly once: a directory {@code p=a%20b} on disk is {@code p=a%2520b} in the log. */
    static Location locate(Location table, String path) {
        String decoded = decode(path);
        return ABSOLUTE.matcher(path).matches() ? absolute(table, decoded) : table.resolve(decoded);
    }

    private static Location absolute(Location table, String decoded) {
        return decoded.startsWith("/")
                ? new Location(table.scheme(), table.authority(), decoded)
                : Location.parse(decoded);
    }

    /** True if the path leads out of the table's own folder by being absolute. */
    static boolean isAbsolute(String path) {
        return ABSOLUTE.matcher(path).matches();
    }

    /** The folder part of a relative path with its final slash, verbatim; empty for a file at the top. */
    static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    /** Replaces each {@code %XX}, and nothing else, by the byte it stands for; a stray percent sign is left as it is. */
    static String decode(String path) {
        if (path.indexOf('%') < 0) {
            return path;
        }
        byte[] encoded = path.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(encoded.length);
        for (int i = 0; i < encoded.length; i++) {
            int high = encoded[i] == '%' && i + 2 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(encoded[i + 2], 16);
            if (low >= 0) {
                decoded.write(high << 4 | low);
                i += 2;
            } else {
                decoded.write(encoded[i]);
            }
        }
        return decoded.toString(StandardCharsets.UTF_8);
    }
}
