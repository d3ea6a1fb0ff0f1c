/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service whose certificate only its owner has signed. */
class TrustTest {

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final Location FILE = Location.parse("s3://lake/a");

    @TempDir
    private Path folder;

    private HttpsServer service;

    @BeforeEach
    void start() throws Exception {
        Path store = folder.resolve("keys.p12");
        keytool(
                "-genkeypair",
                "-keyalg",
                "RSA",
                "-alias",
                "s3",
                "-dname",
                "CN=s3",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                "changeit");
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "s3",
                "-keystore",
                store.toString(),
                "-storepass",
                "changeit",
                "-file",
                folder.resolve("ca.pem").toString());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        service = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.setHttpsConfigurator(new HttpsConfigurator(context));
        service.createContext("/", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        service.start();
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    @Test
    void is_reached_where_the_file_of_its_certificate_is_named() {
        try (S3Store store = new S3Store(on(RefusalsTest.trusting(folder.resolve("ca.pem"))))) {
            assertThat(store.find(FILE)).isEmpty();
        }
    }

    @Test
    void is_not_trusted_otherwise_and_has_surely_written_nothing() {
        try (S3Store store = new S3Store(on(S3Storage.at(Location.parse("s3://lake"), Emulated.keys())))) {
            assertThatThrownBy(() -> store.putIfAbsent(FILE, new byte[1]))
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                    .hasMessageContaining("No safe connection to https://127.0.0.1:")
                    .hasMessageContaining("set `ca-file` for s3://lake/.");
        }
    }

    private S3Storage on(S3Storage storage) {
        return storage.on(URI.create("https://127.0.0.1:" + service.getAddress().getPort()))
                .within(Emulated.IMPATIENT);
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
