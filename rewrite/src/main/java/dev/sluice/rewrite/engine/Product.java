/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The name that every output carries. */
final class Product {

    private static final String CREATED_BY = "sluice version " + version() + " (build 0)";

    private Product() {}

    /** In the form that readers parse to find out about the bugs of writers. */
    static String createdBy() {
        return CREATED_BY;
    }

    private static String version() {
        Properties properties = new Properties();
        try (InputStream stream = Product.class.getResourceAsStream("product.properties")) {
            properties.load(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
