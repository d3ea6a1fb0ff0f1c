/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;
import software.amazon.awssdk.services.sts.auth.StsWebIdentityTokenFileCredentialsProvider;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** The keys of a storage, as the SDK asks for them at each request, and renewed before they expire. */
final class CredentialSource implements AutoCloseable {

    private static final String SESSION = "sluice";

    /** The SDK wants keys also where somebody else signs; these are never used. */
    private static final AwsCredentials NOBODY = AwsBasicCredentials.create("nobody", "nothing");

    private final S3Storage storage;
    private final List<AutoCloseable> open = new ArrayList<>();
    private final AwsCredentialsProvider provider;

    CredentialSource(S3Storage storage) {
        this.storage = storage;
        this.provider = provider(storage.credentials());
    }

    AwsCredentialsProvider provider() {
        return provider;
    }

    private AwsCredentialsProvider provider(Credentials credentials) {
        return switch (credentials.kind()) {
            case STATIC -> given((Credentials.Static) credentials);
            case PROFILE -> closing(profile((Credentials.Profile) credentials));
            case WEB_IDENTITY -> closing(webIdentity((Credentials.WebIdentity) credentials));
            case CONTAINER -> closing(ContainerCredentialsProvider.builder().build());
            case ASSUME_ROLE -> closing(role((Credentials.AssumeRole) credentials));
            case DEFAULT_CHAIN -> closing(DefaultCredentialsProvider.builder().build());
            case ANONYMOUS -> AnonymousCredentialsProvider.create();
            case LENT -> lent((Credentials.Lent) credentials);
            case SIGNATURES -> () -> NOBODY;
        };
    }

    private <T extends AwsCredentialsProvider> T closing(T found) {
        if (found instanceof SdkAutoCloseable closeable) {
            open.add(closeable);
        }
        return found;
    }

    private static AwsCredentialsProvider given(Credentials.Static keys) {
        return () -> revealed(keys);
    }

    private static AwsCredentialsProvider lent(Credentials.Lent credentials) {
        return () -> revealed(credentials.keys().get());
    }

    private static AwsCredentials revealed(Credentials.Static keys) {
        String accessKey = keys.accessKey().reveal();
        String secretKey = keys.secretKey().reveal();
        return keys.sessionToken()
                .<AwsCredentials>map(token -> AwsSessionCredentials.create(accessKey, secretKey, token.reveal()))
                .orElseGet(() -> AwsBasicCredentials.create(accessKey, secretKey));
    }

    private static ProfileCredentialsProvider profile(Credentials.Profile profile) {
        ProfileCredentialsProvider.Builder builder =
                ProfileCredentialsProvider.builder().profileName(profile.name());
        profile.file()
                .ifPresent(file -> builder.profileFile(ProfileFile.builder()
                        .content(file)
                        .type(ProfileFile.Type.CONFIGURATION)
                        .build()));
        return builder.build();
    }

    private AwsCredentialsProvider webIdentity(Credentials.WebIdentity identity) {
        String arn = identity.arn()
                .or(SdkSystemSetting.AWS_ROLE_ARN::getStringValue)
                .orElseThrow(() ->
                        Settings.invalid("credentials.arn", "No role is named, here or by the variable AWS_ROLE_ARN."));
        Path token = identity.tokenFile()
                .or(() -> SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE
                        .getStringValue()
                        .map(Path::of))
                .orElseThrow(() -> Settings.invalid(
                        "credentials.token-file",
                        "No file is named, here or by the variable AWS_WEB_IDENTITY_TOKEN_FILE."));
        return StsWebIdentityTokenFileCredentialsProvider.builder()
                .stsClient(sts(AnonymousCredentialsProvider.create()))
                .roleArn(arn)
                .roleSessionName(identity.sessionName().orElse(SESSION))
                .webIdentityTokenFile(token)
                .build();
    }

    private AwsCredentialsProvider role(Credentials.AssumeRole role) {
        return StsAssumeRoleCredentialsProvider.builder()
                .stsClient(sts(provider(role.source())))
                .refreshRequest(request -> request.roleArn(role.arn())
                        .roleSessionName(role.sessionName().orElse(SESSION))
                        .externalId(role.externalId().orElse(null)))
                .build();
    }

    /** Its own HTTP client: the last to be closed would otherwise close it under the storage's. */
    private StsClient sts(AwsCredentialsProvider asking) {
        SdkHttpClient http = S3Clients.http(storage);
        open.add(http);
        StsClientBuilder builder = StsClient.builder()
                .httpClient(http)
                .region(S3Clients.region(storage))
                .credentialsProvider(asking);
        storage.stsEndpoint().ifPresent(builder::endpointOverride);
        StsClient client = builder.build();
        open.add(client);
        return client;
    }

    /** Lets go of it all, the last that was opened first. */
    @Override
    public void close() {
        for (int i = open.size() - 1; i >= 0; i--) {
            ((SdkAutoCloseable) open.get(i)).close();
        }
    }
}
