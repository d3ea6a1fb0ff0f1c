/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
    private static final Set<String> FORMATS_TO_COME = Set.of("iceberg", "lance");
    private static final int SHOWN = 20;

    private final Formats formats;
    private final Surroundings around;

    Addresses(Formats formats, Surroundings around) {
        this.formats = formats;
        this.around = around;
    }

    TableRef table(String typed) {
        if (typed.isBlank()) {
            throw new GateException(Fault.USAGE, "TABLE", "The address is empty.");
        }
        Matcher matcher = SCHEME.matcher(typed);
        if (!matcher.matches()) {
            return recognised(typed, local(typed, typed));
        }
        String scheme = matcher.group(1);
        String rest = matcher.group(2);
        if (formats.named(scheme).isPresent()) {
            return named(scheme, rest, typed);
        }
        if (FORMATS_TO_COME.contains(scheme)) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    typed,
                    "Sluice does not maintain %s tables yet; it maintains %s.".formatted(scheme, formats.names()));
        }
        if (scheme.equals("file") || rest.startsWith("//")) {
            return recognised(typed, local(typed, typed));
        }
        throw new GateException(
                Fault.USAGE,
                typed,
                "There is no table format \"%s\"; there is %s. A path with a colon is written ./%s."
                        .formatted(scheme, formats.names(), typed));
    }

    private TableRef named(String format, String address, String typed) {
        if (address.isBlank()) {
            throw new GateException(Fault.USAGE, typed, "The address after \"%s:\" is empty.".formatted(format));
        }
        return new TableRef(format, local(address, typed).toString());
    }

    /** The absolute location of a local path; everything with another scheme is refused. */
    private Location local(String address, String typed) {
        Matcher matcher = SCHEME.matcher(address);
        if (matcher.matches()
                && matcher.group(2).startsWith("//")
                && !matcher.group(1).equals("file")) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    typed,
                    "Sluice does not reach %s:// yet; it reaches folders on this machine.".formatted(matcher.group(1)));
        }
        try {
            return address.startsWith("file:") ? Location.parse(address) : Location.local(around.path(address));
        } catch (InvalidPathException e) {
            throw new GateException(Fault.USAGE, typed, "This is no path: %s.".formatted(e.getReason()), e);
        }
    }

    private TableRef recognised(String typed, Location location) {
        List<TableFormat> living = formats.all().stream()
                .filter(format -> format.livesAt(location))
                .toList();
        if (living.size() == 1) {
            return new TableRef(living.get(0).name(), location.toString());
        }
        if (living.isEmpty()) {
            throw new GateException(Fault.TABLE_NOT_FOUND, location.toString(), whatIsThere(Path.of(location.path())));
        }
        throw new GateException(
                Fault.USAGE,
                typed,
                "Tables of several formats live there; name the one that is meant: %s."
                        .formatted(living.stream()
                                .map(format -> format.name() + ":" + typed)
                                .collect(Collectors.joining(" or "))));
    }

    private String whatIsThere(Path path) {
        if (!Files.exists(path)) {
            return "There is no such folder.";
        }
        if (!Files.isDirectory(path)) {
            return "This is a file; a table is a folder.";
        }
        try (Stream<Path> entries = Files.list(path)) {
            List<String> names = entries.map(entry -> described(entry)).sorted().toList();
            if (names.isEmpty()) {
                return "The folder is empty.";
            }
            String more = names.size() > SHOWN ? " and %d more".formatted(names.size() - SHOWN) : "";
            return "No table of a known format (%s) lives here; the folder holds %s%s."
                    .formatted(formats.names(), names.stream().limit(SHOWN).collect(Collectors.joining(", ")), more);
        } catch (IOException e) {
            throw new GateException(Fault.STORAGE, path.toString(), "The folder cannot be listed.", e);
        }
    }

    private String described(Path entry) {
        String name = String.valueOf(entry.getFileName());
        return Files.isDirectory(entry)
                ? formats.livingAt(Location.local(entry))
                        .map(format -> "%s (a %s table)".formatted(name, format.name()))
                        .orElse(name)
                : name;
    }
}
