/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.storage.s3.AccessNotGranted;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.ErrorHandlers;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.auth.AuthManager;
import org.apache.iceberg.rest.auth.AuthSession;
import org.apache.iceberg.rest.auth.OAuth2Properties;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a REST catalog is asked for the sake of one table's files: for signatures, for new keys. By a session of its own, as
 * Iceberg's does not show its own; opened at the first question, for the token that came with the table if one did.
 */
final class CatalogQuestions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogQuestions.class);

    static final Consumer<ErrorResponse> REFUSALS = ErrorHandlers.defaultErrorHandler();

    private final RestLine line;
    private Map<String, String> properties;
    private @Nullable Session session;

    /** @param properties of the catalog, and of the table before them */
    CatalogQuestions(RestLine line, Map<String, String> properties) {
        this.line = line;
        this.properties = properties;
    }

    private record Session(RESTClient client, AuthManager manager, AuthSession auth, RESTClient asking) {}

    /** As they came with the table at a later time, perhaps with another token. */
    synchronized void take(Map<String, String> newer) {
        boolean same = Objects.equals(token(properties), token(newer));
        properties = newer;
        if (!same) {
            close();
        }
    }

    private static @Nullable String token(Map<String, String> properties) {
        return properties.get(OAuth2Properties.TOKEN);
    }

    /** The catalog, in words. */
    String catalog() {
        return "the catalog " + line.name();
    }

    synchronized Map<String, String> properties() {
        return properties;
    }

    /** The whole address of an endpoint that the catalog names, in full or from its own address on. */
    String address(String base, String endpoint) {
        return RESTUtil.resolveEndpoint(
                properties().getOrDefault(base, properties().get(CatalogProperties.URI)), endpoint);
    }

    /**
     * @param what it is to do, as a sentence goes on after "did not"
     * @throws AccessNotGranted if it refused, or was not reached
     */
    <T> T ask(String what, Function<RESTClient, T> question) {
        try {
            return question.apply(open().asking());
        } catch (AccessNotGranted e) {
            throw e;
        } catch (NotAuthorizedException | ForbiddenException | BadRequestException e) {
            throw refused(what, false, e);
        } catch (RESTException e) {
            throw refused(what, true, e);
        } catch (RuntimeException e) {
            // What a catalog objects to comes as a plain exception of Java's where it names one, as Nessie does.
            throw refused(what, false, e);
        }
    }

    private AccessNotGranted refused(String what, boolean mayPass, RuntimeException e) {
        return new AccessNotGranted(
                "The catalog %s did not %s: %s".formatted(line.name(), what, e.getMessage()), mayPass, e);
    }

    private synchronized Session open() {
        Session opened = session;
        if (opened == null) {
            RESTClient client = line.client(properties);
            AuthManager manager = line.manager(properties);
            AuthSession auth = manager.catalogSession(client, RestLine.unsigned(properties));
            opened = new Session(client, manager, auth, client.withAuthSession(auth));
            session = opened;
        }
        return opened;
    }

    @Override
    public synchronized void close() {
        Session opened = session;
        session = null;
        if (opened != null) {
            opened.auth().close();
            opened.manager().close();
            try {
                opened.client().close();
            } catch (IOException e) {
                LOG.debug("A connection to a catalog was not closed", e);
            }
        }
    }
}
