/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.page;

import java.util.ArrayList;
import java.util.List;

/**
 * Rectangles whose areas are as given numbers, laid out in a larger one so that each is as square as can be (after Bruls,
 * Huizing and van Wijk, Squarified Treemaps, 2000).
 */
final class Treemap {

    private Treemap() {}

    /** A rectangle, in the unit of the larger one. */
    record Rectangle(double x, double y, double width, double height) {}

    /**
     * @param values positive, largest first
     */
    static List<Rectangle> of(List<Double> values, double width, double height) {
        double sum = values.stream().mapToDouble(v -> v).sum();
        List<Rectangle> placed = new ArrayList<>();
        Rectangle free = new Rectangle(0, 0, width, height);
        int from = 0;
        while (from < values.size()) {
            double side = Math.min(free.width, free.height);
            int to = from + 1;
            while (to < values.size()
                    && worst(areas(values, from, to + 1, sum, width * height), side)
                            <= worst(areas(values, from, to, sum, width * height), side)) {
                to++;
            }
            free = place(areas(values, from, to, sum, width * height), free, placed);
            from = to;
        }
        return placed;
    }

    private static List<Double> areas(List<Double> values, int from, int to, double sum, double area) {
        return values.subList(from, to).stream().map(v -> v / sum * area).toList();
    }

    /** The longest ratio of sides in a strip along a side. */
    private static double worst(List<Double> strip, double side) {
        double sum = strip.stream().mapToDouble(v -> v).sum();
        double depth = sum / side;
        return strip.stream()
                .mapToDouble(area -> Math.max(depth * depth / area, area / (depth * depth)))
                .max()
                .orElse(Double.MAX_VALUE);
    }

    /** Lays a strip along the shorter side, and gives what is left free. */
    private static Rectangle place(List<Double> strip, Rectangle free, List<Rectangle> placed) {
        double sum = strip.stream().mapToDouble(v -> v).sum();
        boolean upright = free.width >= free.height;
        double depth = sum / (upright ? free.height : free.width);
        double at = upright ? free.y : free.x;
        for (double area : strip) {
            double length = area / depth;
            placed.add(upright ? new Rectangle(free.x, at, depth, length) : new Rectangle(at, free.y, length, depth));
            at += length;
        }
        return upright
                ? new Rectangle(free.x + depth, free.y, free.width - depth, free.height)
                : new Rectangle(free.x, free.y + depth, free.width, free.height - depth);
    }
}
