/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.TlsTrustManagersProvider;

/** The certificates that Java trusts, and those of the owner's file. */
final class Certificates {

    private Certificates() {}

    static TlsTrustManagersProvider read(Path file) {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            int number = 0;
            for (Certificate certificate : certificates(file)) {
                trusted.setCertificateEntry("owner-" + number++, certificate);
            }
            for (X509Certificate usual : usual().getAcceptedIssuers()) {
                trusted.setCertificateEntry("java-" + number++, usual);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            TrustManager[] managers = factory.getTrustManagers();
            return () -> managers;
        } catch (GeneralSecurityException | IOException e) {
            throw Settings.invalid("ca-file", "%s cannot be read: %s.".formatted(file, reason(e)));
        }
    }

    private static Collection<? extends Certificate> certificates(Path file)
            throws IOException, GeneralSecurityException {
        try (InputStream pem = Files.newInputStream(file)) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(pem);
            if (found.isEmpty()) {
                throw new IOException("it holds no certificate in PEM");
            }
            return found;
        }
    }

    private static X509TrustManager usual() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        @Nullable KeyStore java = null;
        factory.init(java);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager certificates) {
                return certificates;
            }
        }
        throw new GeneralSecurityException("Java has no certificates of its own");
    }

    private static String reason(Exception e) {
        return e instanceof NoSuchFileException ? "it does not exist" : String.valueOf(e.getMessage());
    }
}
