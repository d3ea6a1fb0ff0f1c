/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.emulator;

import java.util.Locale;
import java.util.Map;

/**
 * One request that reached the proxy.
 *
 * @param number from 1 on
 * @param target path and query, as sent
 * @param headers by their names in lower case
 */
public record SeenRequest(long number, String method, String target, Map<String, String> headers) {

    /** S3's name for it, such as {@code PutObject}; the method for what is none of those that Sluice sends. */
    public String operation() {
        String query = target.contains("?") ? target.substring(target.indexOf('?') + 1) : "";
        boolean ofUpload = query.contains("uploadId=");
        return switch (method) {
            case "PUT" -> query.contains("partNumber=") ? "UploadPart" : "PutObject";
            case "HEAD" -> "HeadObject";
            case "DELETE" -> ofUpload ? "AbortMultipartUpload" : "DeleteObject";
            case "POST" -> post(query, ofUpload);
            case "GET" -> get(query, ofUpload);
            default -> method;
        };
    }

    private static String post(String query, boolean ofUpload) {
        if (query.startsWith("delete")) {
            return "DeleteObjects";
        }
        return ofUpload ? "CompleteMultipartUpload" : query.startsWith("uploads") ? "CreateMultipartUpload" : "POST";
    }

    private static String get(String query, boolean ofUpload) {
        if (query.contains("list-type=2")) {
            return "ListObjectsV2";
        }
        if (ofUpload) {
            return "ListParts";
        }
        return query.startsWith("uploads") || query.contains("&uploads") ? "ListMultipartUploads" : "GetObject";
    }

    public boolean is(String operation) {
        return operation().equals(operation);
    }

    /** A header, empty if there is none of that name. */
    public String header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    @Override
    public String toString() {
        return "request %d, %s %s".formatted(number, method, target);
    }
}
