/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Access;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import dev.sluice.storage.s3.S3Addresses;
import dev.sluice.storage.s3.S3Storage;
import dev.sluice.storage.s3.S3Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * All stores as one: each call goes to the store that holds its location, by the scheme, and for S3 by the longest configured
 * prefix. A scheme that has no store is refused by name, and never taken for a local path.
 */
public final class Stores implements Store, AutoCloseable {

    private static final Map<String, String> NOT_SUPPORTED = Map.ofEntries(
            Map.entry("gs", "Google Cloud Storage"),
            Map.entry("az", "Azure Blob Storage"),
            Map.entry("abfs", "Azure Data Lake Storage"),
            Map.entry("abfss", "Azure Data Lake Storage"),
            Map.entry("wasb", "Azure Blob Storage"),
            Map.entry("wasbs", "Azure Blob Storage"),
            Map.entry("adl", "Azure Data Lake Storage"),
            Map.entry("hdfs", "HDFS"),
            Map.entry("viewfs", "HDFS"),
            Map.entry("oss", "Alibaba Cloud OSS by its own protocol"),
            Map.entry("dbfs", "the Databricks file system"),
            Map.entry("s3+ddb", "S3 with commits in DynamoDB"));

    private final LocalStore local = new LocalStore();
    private final List<S3Storage> storages;
    private final Optional<S3Storage> ofEnvironment;
    private final Optional<Store> otherwise;
    private final Map<S3Storage, S3Store> reached = new ConcurrentHashMap<>();

    /**
     * @param storages as the owner configured them
     * @param environment the process's variables, whose usual keys count where no configured prefix fits
     */
    public Stores(List<S3Storage> storages, Map<String, String> environment) {
        this(storages, S3Storage.ofEnvironment(environment), Optional.empty());
    }

    private Stores(List<S3Storage> storages, Optional<S3Storage> ofEnvironment, Optional<Store> otherwise) {
        this.storages = storages.stream()
                .sorted(Comparator.comparingInt((S3Storage storage) ->
                                storage.prefix().toString().length())
                        .reversed())
                .toList();
        this.ofEnvironment = ofEnvironment;
        this.otherwise = otherwise;
    }

    /**
     * What a catalog gave, before what the owner has.
     *
     * @param otherwise holds whatever lies at none of the storages; it is not closed with them
     */
    public static Stores before(Store otherwise, List<S3Storage> storages) {
        return new Stores(storages, Optional.empty(), Optional.of(otherwise));
    }

    /** Local files alone, and S3 by the usual variables. */
    public static Stores unconfigured() {
        return new Stores(List.of(), System.getenv());
    }

    /**
     * The settings that a location's store goes by; empty for a local file.
     *
     * @throws GateException with {@code TABLE_FEATURE_UNSUPPORTED} for a scheme without a store, with {@code CONFIG_INVALID}
     *     where nothing is configured for the location
     */
    public Optional<S3Storage> storageOf(Location location) {
        if (location.scheme().equals("file")) {
            return Optional.empty();
        }
        refuseUnsupported(location);
        Location canonical = S3Addresses.canonical(location);
        return Optional.of(storages.stream()
                .filter(storage -> storage.holds(canonical))
                .findFirst()
                .or(() -> ofEnvironment)
                .orElseThrow(() -> notConfigured(location)));
    }

    private static void refuseUnsupported(Location location) {
        String scheme = location.scheme();
        if (!S3Addresses.isOne(location)) {
            String name = NOT_SUPPORTED.get(scheme);
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    location.toString(),
                    name == null
                            ? "Files at \"%s:\" cannot be reached; local paths and s3:// can.".formatted(scheme)
                            : "%s (%s:) is not supported yet; local paths and s3:// are.".formatted(name, scheme));
        }
        S3Addresses.refuseExpress(location);
    }

    private static GateException notConfigured(Location location) {
        return new GateException(
                Fault.CONFIG_INVALID,
                location.toString(),
                ("Nothing says how to reach it. Name its bucket under `storage:`, as in `- { prefix: s3://%s/, region: …,"
                                + " credentials: { type: profile, profile: … } }` (other types: static, web-identity,"
                                + " container, assume-role, default-chain, anonymous), or set AWS_ACCESS_KEY_ID and"
                                + " AWS_SECRET_ACCESS_KEY, with AWS_REGION or AWS_ENDPOINT_URL.")
                        .formatted(location.authority()));
    }

    private Store of(Location location) {
        if (otherwise.isPresent() && !isGiven(location)) {
            return otherwise.get();
        }
        Optional<S3Storage> storage = storageOf(location);
        return storage.isPresent() ? reached.computeIfAbsent(storage.get(), S3Store::new) : local;
    }

    private boolean isGiven(Location location) {
        if (!S3Addresses.isOne(location)) {
            return false;
        }
        Location canonical = S3Addresses.canonical(location);
        return storages.stream().anyMatch(storage -> storage.holds(canonical));
    }

    @Override
    public Stream<StoredFile> list(Location folder) {
        return of(folder).list(folder);
    }

    @Override
    public Stream<StoredFile> listFrom(Location folder, String from) {
        return of(folder).listFrom(folder, from);
    }

    @Override
    public Stream<Location> folders(Location folder) {
        return of(folder).folders(folder);
    }

    @Override
    public Optional<StoredFile> find(Location file) {
        return of(file).find(file);
    }

    @Override
    public boolean holds(Location folder) {
        return of(folder).holds(folder);
    }

    @Override
    public StoreInput open(Location file) {
        return of(file).open(file);
    }

    @Override
    public StoreOutput create(Location file) {
        return of(file).create(file);
    }

    @Override
    public List<StoredFile> unfinished(Location file) {
        return of(file).unfinished(file);
    }

    @Override
    public Access access(Location place) {
        return of(place).access(place);
    }

    /** A table may name places that nothing is configured for; they have no other name that could be known. */
    @Override
    public Location realPlace(Location folder) {
        return folder.isLocal() ? of(folder).realPlace(folder) : folder;
    }

    @Override
    public Optional<Bucket> unproven(Location place) {
        return of(place).unproven(place);
    }

    @Override
    public PutOutcome putIfAbsent(Location file, byte[] content) {
        return of(file).putIfAbsent(file, content);
    }

    @Override
    public void replace(Location file, byte[] content) {
        of(file).replace(file, content);
    }

    /** Each store deletes its own; the outcomes come in the order given all the same. */
    @Override
    public List<DeleteOutcome> delete(List<Location> files) {
        Map<Store, List<Location>> byStore = new LinkedHashMap<>();
        files.forEach(file ->
                byStore.computeIfAbsent(of(file), store -> new ArrayList<>()).add(file));
        if (byStore.size() <= 1) {
            return byStore.entrySet().stream()
                    .flatMap(entry -> entry.getKey().delete(entry.getValue()).stream())
                    .toList();
        }
        Map<Location, DeleteOutcome> outcomes = new HashMap<>();
        byStore.forEach(
                (store, own) -> store.delete(own).forEach(outcome -> outcomes.putIfAbsent(outcome.file(), outcome)));
        return files.stream().map(outcomes::get).toList();
    }

    @Override
    public void close() {
        reached.values().forEach(S3Store::close);
        reached.clear();
    }
}
