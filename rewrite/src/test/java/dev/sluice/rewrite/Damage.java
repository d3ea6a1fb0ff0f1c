/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.rewrite.Anatomy.Chunk;
import dev.sluice.rewrite.Anatomy.Page;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What was done to a file. */
final class Damage {

    private final Kind kind;
    private final byte[] bytes;
    private final int from;
    private final int to;

    private Damage(Kind kind, byte[] bytes, int from, int to) {
        this.kind = kind;
        this.bytes = bytes;
        this.from = from;
        this.to = to;
    }

    Kind kind() {
        return kind;
    }

    /** The file as it is now. */
    byte[] bytes() {
        return bytes;
    }

    /** The first byte that may differ. */
    int from() {
        return from;
    }

    /** Behind the last byte that may differ, where all else lies where it lay. */
    int to() {
        return to;
    }

    /** What disks, networks and programs do to files. */
    enum Kind {
        BIT("one bit flipped"),
        BYTE("one byte changed"),
        ZEROES("a range of zeroes"),
        ONES("a few bytes of 0xFF"),
        REPEATED("a range overwritten by another"),
        END_MISSING("the end cut off"),
        MIDDLE_MISSING("a range taken out"),
        PAGES_SWAPPED("two pages swapped"),
        CHUNKS_SWAPPED("two columns' bytes swapped"),
        FOOTER_OF_ANOTHER("the footer of another file");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** @param others files whose footers may be taken */
    static Damage of(Specimen specimen, Anatomy anatomy, List<Specimen> others, Random random) {
        byte[] bytes = specimen.bytes();
        int place = anatomy.anyPlace(random);
        Kind kind = kind(random);
        return switch (kind) {
            case BIT -> {
                bytes[place] ^= (byte) (1 << random.nextInt(8));
                yield new Damage(kind, bytes, place, place + 1);
            }
            case BYTE -> {
                bytes[place] ^= (byte) (1 + random.nextInt(255));
                yield new Damage(kind, bytes, place, place + 1);
            }
            case ZEROES -> filled(kind, bytes, place, range(bytes, place, random), (byte) 0);
            case ONES -> filled(kind, bytes, place, Math.min(bytes.length, place + 1 + random.nextInt(5)), (byte) -1);
            case REPEATED -> {
                int end = range(bytes, place, random);
                int source = random.nextInt(bytes.length - (end - place) + 1);
                System.arraycopy(specimen.bytes(), source, bytes, place, end - place);
                yield new Damage(kind, bytes, place, end);
            }
            case END_MISSING -> new Damage(kind, Arrays.copyOf(bytes, place), place, bytes.length);
            case MIDDLE_MISSING -> {
                int end = range(bytes, place, random);
                yield new Damage(kind, joined(bytes, 0, place, end, bytes.length), place, bytes.length);
            }
            case PAGES_SWAPPED -> pagesSwapped(bytes, anatomy, random);
            case CHUNKS_SWAPPED -> {
                Chunk one = anatomy.anyChunk(random);
                Chunk other = anatomy.anyChunk(random);
                yield swapped(kind, bytes, one.start(), one.end(), other.start(), other.end());
            }
            case FOOTER_OF_ANOTHER -> footerOf(others.get(random.nextInt(others.size())), bytes, anatomy);
        };
    }

    private static Kind kind(Random random) {
        Kind[] all = Kind.values();
        return random.nextInt(5) < 2 ? Kind.BIT : all[random.nextInt(all.length)];
    }

    private static int range(byte[] bytes, int from, Random random) {
        int longest = random.nextInt(4) == 0 ? bytes.length / 4 : 64;
        return Math.min(bytes.length, from + 1 + random.nextInt(longest));
    }

    private static Damage filled(Kind kind, byte[] bytes, int from, int to, byte value) {
        Arrays.fill(bytes, from, to, value);
        return new Damage(kind, bytes, from, to);
    }

    private static Damage pagesSwapped(byte[] bytes, Anatomy anatomy, Random random) {
        List<Page> pages = anatomy.anyChunk(random).pages();
        Page one = pages.get(random.nextInt(pages.size()));
        Page other = random.nextInt(3) == 0 ? anatomy.anyPage(random) : pages.get(random.nextInt(pages.size()));
        return swapped(Kind.PAGES_SWAPPED, bytes, one.start(), one.end(), other.start(), other.end());
    }

    /** The bytes between the two move if they are of different lengths; nothing else does. */
    private static Damage swapped(Kind kind, byte[] bytes, int from, int to, int otherFrom, int otherTo) {
        if (from > otherFrom) {
            return swapped(kind, bytes, otherFrom, otherTo, from, to);
        }
        if (to > otherFrom) {
            return new Damage(kind, bytes, from, from); // one and the same
        }
        return new Damage(
                kind,
                joined(bytes, 0, from, otherFrom, otherTo, to, otherFrom, from, to, otherTo, bytes.length),
                from,
                otherTo);
    }

    private static Damage footerOf(Specimen other, byte[] bytes, Anatomy anatomy) {
        byte[] donor = other.bytes();
        int length = 8
                + (donor[donor.length - 8] & 0xFF)
                + ((donor[donor.length - 7] & 0xFF) << 8)
                + ((donor[donor.length - 6] & 0xFF) << 16);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, anatomy.footer());
        out.write(donor, donor.length - length, length);
        return new Damage(Kind.FOOTER_OF_ANOTHER, out.toByteArray(), anatomy.footer(), bytes.length);
    }

    /** Ranges one behind the other, each given by where it begins and ends. */
    private static byte[] joined(byte[] bytes, int... ranges) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        for (int range = 0; range < ranges.length; range += 2) {
            out.write(bytes, ranges[range], ranges[range + 1] - ranges[range]);
        }
        return out.toByteArray();
    }

    /** Where it is, for people. */
    String where() {
        return "%s, bytes %d to %d".formatted(kind, from, to);
    }
}
