/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.emulator;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request or an answer, as it came over the wire. */
final class Message {
    final String firstLine;
    final Map<String, String> headers;
    private final byte[] head;
    private final byte[] body;

    private Message(String firstLine, Map<String, String> headers, byte[] head, byte[] body) {
        this.firstLine = firstLine;
        this.headers = headers;
        this.head = head;
        this.body = body;
    }

    /** The next one, or null at the end of the connection. */
    static @Nullable Message read(InputStream in, boolean bodiless) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        String first = line(in, head);
        if (first == null) {
            return null;
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(in, head); line != null && !line.isEmpty(); line = line(in, head)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        byte[] body = bodiless || first.contains(" 204") || first.contains(" 304") ? new byte[0] : body(in, headers);
        return new Message(first, headers, head.toByteArray(), body);
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            int size;
            do {
                String line = line(in, all);
                size = Integer.parseInt(String.valueOf(line).split(";", 2)[0].strip(), 16);
                all.write(exactly(in, size));
                String ignored = line(in, all);
            } while (size > 0);
            return all.toByteArray();
        }
        return exactly(in, Integer.parseInt(headers.getOrDefault("content-length", "0")));
    }

    private static byte[] exactly(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("a message broke off");
        }
        return bytes;
    }

    private static @Nullable String line(InputStream in, ByteArrayOutputStream copy) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            copy.write(next);
            if (next == '\n') {
                return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
            }
            line.write(next);
        }
        return null;
    }

    boolean closes() {
        return "close".equalsIgnoreCase(headers.get("connection"));
    }

    void write(OutputStream out, int most) throws IOException {
        int ofHead = Math.min(head.length, most);
        out.write(head, 0, ofHead);
        out.write(body, 0, Math.min(body.length, most - ofHead));
        out.flush();
    }
}
