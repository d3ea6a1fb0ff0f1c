/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.Glob;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.format.TablePattern;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.TableRef;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns what was typed as TABLE into a table's name: {@code FORMAT:PATH}, or a plain path that is recognised by what
 * lives there. A place that Sluice cannot reach is refused by its scheme and never taken for a local path.
 */
final class Addresses {

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)", Pattern.DOTALL);
    private static final Set<String> FORMATS_TO_COME = Set.of("lance");
    private static final Set<String> S3 = Set.of("s3", "s3a", "s3n");

    /** How the names of buckets of S3 Express end, which keep neither the order of a listing nor a version of a file. */
    private static final String EXPRESS = "--x-s3";

    /** At most so many names are told of what is at an address instead of a table. */
    private static final int SHOWN = 20;

    /** At most so many names are looked at to say how many more there are. */
    private static final int LOOKED_AT = 1_000;

    private final Formats formats;
    private final Store store;
    private final Surroundings around;

    Addresses(Formats formats, Store store, Surroundings around) {
        this.formats = formats;
        this.store = store;
        this.around = around;
    }

    TableRef table(String typed) {
        if (typed.isBlank()) {
            throw new GateException(Fault.USAGE, "TABLE", "The address is empty.");
        }
        Matcher matcher = SCHEME.matcher(typed);
        if (!matcher.matches()) {
            return recognised(typed, place(typed, typed));
        }
        String scheme = matcher.group(1);
        String rest = matcher.group(2);
        if (formats.named(scheme).isPresent()) {
            return named(scheme, rest, typed);
        }
        return recognised(typed, unnamed(scheme, rest, typed));
    }

    /** Where a table, or a pattern, is that was typed without a format. */
    private Location unnamed(String scheme, String rest, String typed) {
        if (FORMATS_TO_COME.contains(scheme)) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    typed,
                    "Sluice does not maintain %s tables yet; it maintains %s.".formatted(scheme, formats.names()));
        }
        if (scheme.equals("file") || rest.startsWith("//") || isS3(scheme)) {
            return place(typed, typed);
        }
        throw new GateException(
                Fault.USAGE,
                typed,
                "There is no table format \"%s\"; there is %s. A path with a colon is written ./%s."
                        .formatted(scheme, formats.names(), typed));
    }

    /** The pattern that was typed; empty where it is the name of one table. */
    Optional<TablePattern> pattern(String typed) {
        return Glob.isWild(typed) && !isTable(typed) ? Optional.of(typedPattern(typed, Glob::of)) : Optional.empty();
    }

    /** Where a name without wild characters stands for its table, or for all tables below. */
    TablePattern estate(String typed) {
        return pattern(typed).orElseGet(() -> typedPattern(typed, Glob::below));
    }

    private TablePattern typedPattern(String typed, Function<Location, Glob> folders) {
        if (typed.isBlank()) {
            throw new GateException(Fault.USAGE, "PATTERN", "The address is empty.");
        }
        Matcher matcher = SCHEME.matcher(typed);
        if (!matcher.matches()) {
            return new TablePattern(Optional.empty(), typed, folders.apply(place(typed, typed)));
        }
        String scheme = matcher.group(1);
        String rest = matcher.group(2);
        if (formats.named(scheme).isPresent() && rest.isBlank()) {
            throw emptyAfter(scheme, typed);
        }
        return formats.named(scheme).isPresent()
                ? new TablePattern(Optional.of(scheme), rest, folders.apply(place(rest, typed)))
                : new TablePattern(Optional.empty(), typed, folders.apply(unnamed(scheme, rest, typed)));
    }

    /** A folder may have a star in its name. */
    private boolean isTable(String typed) {
        try {
            Matcher matcher = SCHEME.matcher(typed);
            boolean named = matcher.matches() && formats.named(matcher.group(1)).isPresent();
            return formats.livingAt(place(named ? matcher.group(2) : typed, typed))
                    .isPresent();
        } catch (GateException e) {
            return false;
        }
    }

    /** Where a table lies that may not be there; empty where only its catalog knows. */
    Optional<Location> place(String typed) {
        Matcher matcher = SCHEME.matcher(typed);
        if (typed.isBlank()) {
            return Optional.empty(); // refused with its reason where the table itself is asked for
        }
        if (!matcher.matches()) {
            return Optional.of(place(typed, typed));
        }
        String rest = matcher.group(2);
        Optional<TableFormat> format = formats.named(matcher.group(1));
        if (format.isEmpty()) {
            return Optional.of(unnamed(matcher.group(1), rest, typed));
        }
        return rest.isBlank() || format.get().isName(rest) ? Optional.empty() : Optional.of(place(rest, typed));
    }

    private TableRef named(String format, String address, String typed) {
        if (address.isBlank()) {
            throw emptyAfter(format, typed);
        }
        TableFormat known = formats.named(format).orElseThrow();
        if (known.isName(address)) {
            return new TableRef(format, address);
        }
        Location place = place(address, typed);
        known.meant(address, true).filter(meant -> !known.livesAt(place)).ifPresent(meant -> {
            throw new GateException(Fault.TABLE_NOT_FOUND, typed, "No table is there. " + meant);
        });
        return new TableRef(format, place.toString());
    }

    private static GateException emptyAfter(String format, String typed) {
        return new GateException(Fault.USAGE, typed, "The address after \"%s:\" is empty.".formatted(format));
    }

    /** What may have been meant by what was typed, at which no table was found; empty where nothing tells. */
    Optional<String> meant(String typed) {
        Matcher matcher = SCHEME.matcher(typed);
        boolean named = matcher.matches() && formats.named(matcher.group(1)).isPresent();
        return named
                ? formats.named(matcher.group(1)).orElseThrow().meant(matcher.group(2), true)
                : formats.all().stream()
                        .flatMap(format -> format.meant(typed, false).stream())
                        .findFirst();
    }

    /** The absolute location of what was typed; a place that Sluice does not reach is refused by its scheme. */
    private Location place(String address, String typed) {
        Matcher matcher = SCHEME.matcher(address);
        if (matcher.matches() && isS3(matcher.group(1))) {
            return bucket(address, matcher.group(2), typed);
        }
        if (matcher.matches()
                && matcher.group(2).startsWith("//")
                && !matcher.group(1).equals("file")) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    typed,
                    "Sluice does not reach %s:// yet; it reaches folders on this machine and s3://."
                            .formatted(matcher.group(1)));
        }
        try {
            return address.startsWith("file:") ? Location.parse(address) : Location.local(around.path(address));
        } catch (InvalidPathException e) {
            throw new GateException(Fault.USAGE, typed, "This is no path: %s.".formatted(e.getReason()), e);
        }
    }

    private static boolean isS3(String scheme) {
        return S3.contains(scheme.toLowerCase(Locale.ROOT));
    }

    private static Location bucket(String address, String rest, String typed) {
        if (!rest.matches("//[^/]+(/.*)?")) {
            throw new GateException(
                    Fault.USAGE, typed, "It names no bucket; an address on S3 is written s3://BUCKET/PATH.");
        }
        Location location = Location.parse(address);
        if (location.authority().endsWith(EXPRESS)) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    typed,
                    "%s is a directory bucket of S3 Express, which lists files in no order; Sluice does not reach it yet."
                            .formatted(location.authority()));
        }
        return location;
    }

    private TableRef recognised(String typed, Location location) {
        List<TableFormat> living = formats.all().stream()
                .filter(format -> format.livesAt(location))
                .toList();
        if (living.size() == 1) {
            return new TableRef(living.get(0).name(), location.toString());
        }
        if (living.isEmpty()) {
            String meant = meant(typed).map(" "::concat).orElse("");
            throw new GateException(Fault.TABLE_NOT_FOUND, location.toString(), whatIsThere(location) + meant);
        }
        throw new GateException(
                Fault.USAGE,
                typed,
                "Tables of several formats live there; name the one that is meant: %s."
                        .formatted(living.stream()
                                .map(format -> format.name() + ":" + typed)
                                .collect(Collectors.joining(" or "))));
    }

    private String whatIsThere(Location place) {
        if (store.find(place).isPresent()) {
            return "This is a file; a table is a folder.";
        }
        if (!store.holds(place)) {
            return "There is no such folder.";
        }
        List<Location> found = namesIn(place);
        if (found.isEmpty()) {
            return "The folder is empty.";
        }
        String names = found.stream().limit(SHOWN).map(this::described).collect(Collectors.joining(", "));
        String more = found.size() < LOOKED_AT ? " and %d more".formatted(found.size() - SHOWN) : " and many more";
        return "No table of a known format (%s) lives here; the folder holds %s%s."
                .formatted(formats.names(), names, found.size() > SHOWN ? more : "");
    }

    private List<Location> namesIn(Location place) {
        try (Stream<Location> folders = store.folders(place);
                Stream<StoredFile> files = store.listFrom(place, "")) {
            return Stream.concat(folders, files.map(StoredFile::location))
                    .limit(LOOKED_AT)
                    .sorted()
                    .toList();
        }
    }

    private String described(Location entry) {
        return formats.livingAt(entry)
                .map(format -> "%s (%s table)".formatted(entry.name(), format.name()))
                .orElseGet(entry::name);
    }
}
