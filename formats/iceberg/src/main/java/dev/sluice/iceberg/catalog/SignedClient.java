/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.iceberg.rest.ParserContext;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTRequest;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.auth.AuthSession;
import org.apache.iceberg.rest.responses.ErrorResponse;

/** A client for a REST catalog that signs each request, after whatever else a session puts into it. */
final class SignedClient implements RESTClient {

    private final RESTClient client;
    private final RESTClient sending;
    private final RequestSignature signature;

    SignedClient(RESTClient client, RequestSignature signature) {
        this(client, AuthSession.EMPTY, signature);
    }

    private SignedClient(RESTClient client, AuthSession session, RequestSignature signature) {
        this.client = client;
        this.sending = client.withAuthSession(signature.after(session));
        this.signature = signature;
    }

    @Override
    public RESTClient withAuthSession(AuthSession session) {
        return new SignedClient(client.withAuthSession(session), session, signature);
    }

    @Override
    public void head(String path, Map<String, String> headers, Consumer<ErrorResponse> errorHandler) {
        sending.head(path, headers, errorHandler);
    }

    @Override
    public <T extends RESTResponse> T delete(
            String path, Class<T> responseType, Map<String, String> headers, Consumer<ErrorResponse> errorHandler) {
        return sending.delete(path, responseType, headers, errorHandler);
    }

    @Override
    public <T extends RESTResponse> T delete(
            String path,
            Map<String, String> queryParams,
            Class<T> responseType,
            Map<String, String> headers,
            Consumer<ErrorResponse> errorHandler) {
        return sending.delete(path, queryParams, responseType, headers, errorHandler);
    }

    @Override
    public <T extends RESTResponse> T get(
            String path,
            Map<String, String> queryParams,
            Class<T> responseType,
            Map<String, String> headers,
            Consumer<ErrorResponse> errorHandler) {
        return sending.get(path, queryParams, responseType, headers, errorHandler);
    }

    @Override
    public <T extends RESTResponse> T get(
            String path,
            Map<String, String> queryParams,
            Class<T> responseType,
            Map<String, String> headers,
            Consumer<ErrorResponse> errorHandler,
            ParserContext parserContext) {
        return sending.get(path, queryParams, responseType, headers, errorHandler, parserContext);
    }

    @Override
    public <T extends RESTResponse> T get(
            String path,
            Map<String, String> queryParams,
            Class<T> responseType,
            Map<String, String> headers,
            Consumer<ErrorResponse> errorHandler,
            Consumer<Map<String, String>> responseHeaders) {
        return sending.get(path, queryParams, responseType, headers, errorHandler, responseHeaders);
    }

    @Override
    public <T extends RESTResponse> T post(
            String path,
            RESTRequest body,
            Class<T> responseType,
            Map<String, String> headers,
            Consumer<ErrorResponse> errorHandler) {
        return sending.post(path, body, responseType, headers, errorHandler);
    }

    @Override
    public <T extends RESTResponse> T post(
            String path,
            RESTRequest body,
            Class<T> responseType,
            Map<String, String> headers,
            Consumer<ErrorResponse> errorHandler,
            Consumer<Map<String, String>> responseHeaders) {
        return sending.post(path, body, responseType, headers, errorHandler, responseHeaders);
    }

    @Override
    public <T extends RESTResponse> T post(
            String path,
            RESTRequest body,
            Class<T> responseType,
            Map<String, String> headers,
            Consumer<ErrorResponse> errorHandler,
            Consumer<Map<String, String>> responseHeaders,
            ParserContext parserContext) {
        return sending.post(path, body, responseType, headers, errorHandler, responseHeaders, parserContext);
    }

    @Override
    public <T extends RESTResponse> T postForm(
            String path,
            Map<String, String> formData,
            Class<T> responseType,
            Map<String, String> headers,
            Consumer<ErrorResponse> errorHandler) {
        return sending.postForm(path, formData, responseType, headers, errorHandler);
    }

    /** Closing one that was made by {@link #withAuthSession} closes nothing, as its maker goes on. */
    @Override
    public void close() throws IOException {
        client.close();
    }
}
