/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.store.Location;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A pattern over folders: {@code *} stands for any characters of one name, {@code ?} for one character, and a name that is
 * {@code **} for any number of folders, none included. A name that begins with {@code _} or {@code .} is hidden: only a
 * pattern that spells its first character names it.
 */
public final class Glob {

    private static final String ANY_DEPTH = "**";
    private static final Pattern WILD = Pattern.compile("[*?]");

    private final Location pattern;
    private final List<String> names;

    private Glob(Location pattern, List<String> names) {
        this.pattern = pattern;
        this.names = names;
    }

    public static Glob of(Location pattern) {
        return new Glob(pattern, simplified(namesOf(pattern)));
    }

    /** The pattern that stands for a folder and for all below it. */
    public static Glob below(Location folder) {
        return of(folder.resolve(ANY_DEPTH));
    }

    /** True if a text holds a character that stands for others. */
    public static boolean isWild(String text) {
        return WILD.matcher(text).find();
    }

    /** The deepest folder that holds whatever the pattern matches: the names before the first wild one. */
    public Location base() {
        Location base = new Location(pattern.scheme(), pattern.authority(), "/");
        for (String name : names) {
            if (isWild(name)) {
                break;
            }
            base = base.resolve(name);
        }
        return base;
    }

    public boolean matches(Location folder) {
        return isOfTheSamePlace(folder) && matches(namesOf(folder), 0, 0, false);
    }

    /** True if the folder, or something below it, can match: whoever searches need not look into others. */
    public boolean mayMatchAtOrBelow(Location folder) {
        return isOfTheSamePlace(folder) && matches(namesOf(folder), 0, 0, true);
    }

    /** True if the folder or one that it lies in matches. */
    public boolean covers(Location folder) {
        Location each = folder;
        while (!each.path().equals("/")) {
            if (matches(each)) {
                return true;
            }
            each = each.parent();
        }
        return matches(each);
    }

    private boolean isOfTheSamePlace(Location folder) {
        return folder.scheme().equals(pattern.scheme()) && folder.authority().equals(pattern.authority());
    }

    /**
     * @param prefix whether it is enough that the names are the beginning of what matches
     */
    private boolean matches(List<String> path, int at, int from, boolean prefix) {
        if (at == path.size()) {
            return prefix || names.subList(from, names.size()).stream().allMatch(ANY_DEPTH::equals);
        }
        if (from == names.size()) {
            return false;
        }
        String name = names.get(from);
        if (name.equals(ANY_DEPTH)) {
            return matches(path, at, from + 1, prefix)
                    || (!isHidden(path.get(at)) && matches(path, at + 1, from, prefix));
        }
        return matches(name, path.get(at)) && matches(path, at + 1, from + 1, prefix);
    }

    private static boolean matches(String wild, String name) {
        return fits(wild, name) && (!isHidden(name) || wild.charAt(0) == name.charAt(0));
    }

    /** True if a name, or any text, is what a text with wild characters stands for. */
    public static boolean fits(String wild, String text) {
        return isWild(wild)
                ? fits(wild.codePoints().toArray(), text.codePoints().toArray())
                : wild.equals(text);
    }

    /** Goes back to the last star alone, so that many stars cost no more than a product of the lengths. */
    private static boolean fits(int[] wild, int[] name) {
        int at = 0;
        int in = 0;
        int star = -1;
        int resume = 0;
        while (in < name.length) {
            if (at < wild.length && wild[at] == '*') {
                star = at++;
                resume = in;
            } else if (at < wild.length && (wild[at] == '?' || wild[at] == name[in])) {
                at++;
                in++;
            } else if (star >= 0) {
                at = star + 1;
                in = ++resume;
            } else {
                return false;
            }
        }
        while (at < wild.length && wild[at] == '*') {
            at++;
        }
        return at == wild.length;
    }

    /** True if a name is one that writers use for what is no table: {@code _delta_log}, {@code .staging}. */
    private static boolean isHidden(String name) {
        return name.startsWith("_") || name.startsWith(".");
    }

    private static List<String> namesOf(Location place) {
        return place.path().equals("/")
                ? List.of()
                : Arrays.asList(place.path().substring(1).split("/", -1));
    }

    /** The same names with one {@code **} in place of several in a row, which say no more and cost much. */
    private static List<String> simplified(List<String> names) {
        List<String> simple = new ArrayList<>();
        for (String name : names) {
            boolean again = name.equals(ANY_DEPTH)
                    && !simple.isEmpty()
                    && simple.get(simple.size() - 1).equals(ANY_DEPTH);
            if (!again) {
                simple.add(name);
            }
        }
        return simple;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Glob glob && glob.pattern.equals(pattern);
    }

    @Override
    public int hashCode() {
        return pattern.hashCode();
    }

    @Override
    public String toString() {
        return pattern.toString();
    }
}
