/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The store port for S3 and services that speak as S3 does, on the AWS SDK's client.
 *
 * <p>The records say what an owner can set; {@link dev.sluice.storage.s3.S3Store} is the store. Knows core's packages
 * {@code fault}, {@code secret} and {@code store} only.
 */
@NullMarked
package dev.sluice.storage.s3;

import org.jspecify.annotations.NullMarked;
