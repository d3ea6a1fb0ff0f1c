/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * What a configuration file is made of: values with their places, the shapes that values are read by, and the sections
 * that shapes make up. One description of a section reads it, tells an editor of it, and writes its page.
 */
@NullMarked
package dev.sluice.app.config.shape;

import org.jspecify.annotations.NullMarked;
