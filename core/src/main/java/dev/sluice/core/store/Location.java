/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Where one file or folder lives: a scheme, an authority and a path, all as plain characters. A location is never
 * percent-encoded; whoever reads an encoded path from a table's metadata decodes it exactly once.
 *
 * @param scheme {@code file} or {@code s3}; lower case, and {@code s3a} and {@code s3n} are {@code s3}
 * @param authority the bucket, empty for local files
 * @param path starts with {@code /}, has no empty, {@code .} or {@code ..} segment and no final {@code /}
 */
public record Location(String scheme, String authority, String path) implements Comparable<Location> {

    public Location {
        if (scheme.isEmpty() || !path.startsWith("/")) {
            throw new IllegalArgumentException("Not a location: " + scheme + "://" + authority + path);
        }
        scheme = scheme.toLowerCase(Locale.ROOT);
        if (scheme.equals("s3a") || scheme.equals("s3n")) {
            scheme = "s3"; // Hadoop's names for its ways to the same place
        }
        if (scheme.equals("file") && !authority.isEmpty()) {
            throw new IllegalArgumentException("A local file has no host: write file:///%s%s if /%s%s is meant"
                    .formatted(authority, path, authority, path));
        }
        path = canonical(path);
    }

    /** A local file or folder by its absolute path. */
    public static Location local(String absolutePath) {
        return new Location("file", "", absolutePath);
    }

    public static Location local(java.nio.file.Path path) {
        return local(path.toAbsolutePath().normalize().toString());
    }

    /** True if it is on this machine's own file system. */
    public boolean isLocal() {
        return scheme.equals("file");
    }

    /** Reads an absolute path, {@code file:/path}, {@code file:///path} or {@code s3://bucket/key}, taken literally. */
    public static Location parse(String text) {
        if (text.startsWith("/")) {
            return local(text);
        }
        int colon = text.indexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is neither an absolute path nor scheme://authority/path");
        }
        String scheme = text.substring(0, colon);
        String rest = text.substring(colon + 1);
        if (!rest.startsWith("//")) {
            return new Location(scheme, "", rest);
        }
        int slash = rest.indexOf('/', 2);
        return slash < 0
                ? new Location(scheme, rest.substring(2), "/")
                : new Location(scheme, rest.substring(2, slash), rest.substring(slash));
    }

    private static String canonical(String path) {
        if (!path.contains("//") && !path.contains("/.") && (path.length() == 1 || !path.endsWith("/"))) {
            return path;
        }
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : path.split("/", -1)) {
            if (segment.equals("..")) {
                segments.pollLast();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                segments.addLast(segment);
            }
        }
        return "/" + String.join("/", segments);
    }

    /** The location at a relative path below this one. */
    public Location resolve(String relative) {
        return new Location(scheme, authority, path.equals("/") ? "/" + relative : path + "/" + relative);
    }

    public Location parent() {
        int slash = path.lastIndexOf('/');
        return new Location(scheme, authority, slash <= 0 ? "/" : path.substring(0, slash));
    }

    /** The last segment. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** True if the other location is strictly below this one. */
    public boolean contains(Location other) {
        return scheme.equals(other.scheme)
                && authority.equals(other.authority)
                && !path.equals(other.path)
                && (path.equals("/") || other.path.startsWith(path + "/"));
    }

    /**
     * The path of a contained location, without a leading slash.
     *
     * @throws IllegalArgumentException if the other location is not below this one
     */
    public String relativize(Location other) {
        if (!contains(other)) {
            throw new IllegalArgumentException(other + " is not below " + this);
        }
        return other.path.substring(path.equals("/") ? 1 : path.length() + 1);
    }

    @Override
    public int compareTo(Location other) {
        int byScheme = scheme.compareTo(other.scheme);
        if (byScheme != 0) {
            return byScheme;
        }
        int byAuthority = authority.compareTo(other.authority);
        return byAuthority != 0 ? byAuthority : path.compareTo(other.path);
    }

    /** A plain path for local files, {@code scheme://authority/path} for all else. */
    @Override
    public String toString() {
        return scheme.equals("file") ? path : scheme + "://" + authority + path;
    }
}
