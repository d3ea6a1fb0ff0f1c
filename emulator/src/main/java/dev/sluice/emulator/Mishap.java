/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.emulator;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What becomes of one request at the proxy.
 *
 * @param reaches whether the service gets it
 * @param answer what is sent back in place of the service's answer; empty to send nothing
 * @param ending what happens to the connection where nothing is sent
 * @param most how many bytes of the service's own answer go back
 */
public record Mishap(boolean reaches, Optional<byte[]> answer, Ending ending, int most) {

    /** What happens where no answer is sent. */
    enum Ending {
        /** The service's own answer goes back. */
        ANSWERED,
        /** The connection is cut. */
        CUT,
        /** The connection stays open, and nothing comes, until the other side gives up. */
        SILENT
    }

    /** All goes well. */
    public static final Mishap NONE = new Mishap(true, Optional.empty(), Ending.ANSWERED, Integer.MAX_VALUE);

    /** The connection is cut, and the service never heard of it. */
    public static Mishap cutBefore() {
        return new Mishap(false, Optional.empty(), Ending.CUT, 0);
    }

    /** The service does what it was asked, and the connection is cut before it says so. */
    public static Mishap cutAfter() {
        return new Mishap(true, Optional.empty(), Ending.CUT, 0);
    }

    /** The service does what it was asked, and the connection is cut after so many bytes of its answer. */
    public static Mishap breaksOffAfter(int bytes) {
        return new Mishap(true, Optional.empty(), Ending.ANSWERED, bytes);
    }

    /** No answer ever comes, and the service never heard of it. */
    public static Mishap silenceBefore() {
        return new Mishap(false, Optional.empty(), Ending.SILENT, 0);
    }

    /** The service does what it was asked, and no answer ever comes. */
    public static Mishap silenceAfter() {
        return new Mishap(true, Optional.empty(), Ending.SILENT, 0);
    }

    /** The service never hears of it, and an answer of S3's kind comes, such as 503 {@code SlowDown}. */
    public static Mishap answer(int status, String code, String... headers) {
        return new Mishap(false, Optional.of(error(status, code, headers)), Ending.ANSWERED, Integer.MAX_VALUE);
    }

    /** The service does what it was asked, and yet an answer comes that says it failed. */
    public static Mishap answerAfter(int status, String code, String... headers) {
        return new Mishap(true, Optional.of(error(status, code, headers)), Ending.ANSWERED, Integer.MAX_VALUE);
    }

    /** Something answers that does not speak HTTP. */
    public static Mishap garbage() {
        return new Mishap(
                false, Optional.of("\0\1\2 what is this\r\n\r\n".getBytes(StandardCharsets.UTF_8)), Ending.CUT, 0);
    }

    /** Something answers 200 that is no S3 service, as the page of a network that wants a login. */
    public static Mishap page() {
        return new Mishap(
                false, Optional.of(response(200, "", "<html>Sign in</html>")), Ending.ANSWERED, Integer.MAX_VALUE);
    }

    /** An answer in full. */
    public static Mishap say(int status, String body, String... headers) {
        return new Mishap(
                false,
                Optional.of(response(status, String.join("\r\n", headers), body)),
                Ending.ANSWERED,
                Integer.MAX_VALUE);
    }

    private static byte[] error(int status, String code, String... headers) {
        String body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>%s</Code><Message>Injected</Message>"
                        .formatted(code)
                + "<RequestId>R123</RequestId></Error>";
        return response(status, String.join("\r\n", headers), body);
    }

    private static byte[] response(int status, String headers, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 %d Injected\r\nContent-Type: application/xml\r\nContent-Length: %d\r\n%s\r\n"
                .formatted(status, content.length, headers.isEmpty() ? "" : headers + "\r\n");
        byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = new byte[start.length + content.length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(content, 0, all, start.length, content.length);
        return all;
    }
}
