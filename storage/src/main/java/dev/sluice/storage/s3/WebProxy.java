/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.secret.Secret;
import java.net.URI;
import java.util.Optional;

/**
 * The proxy that stands between here and the service.
 *
 * @param address scheme, host and port
 */
public record WebProxy(URI address, Optional<String> user, Optional<Secret> password) {

    public WebProxy {
        Settings.requireServer("proxy.address", address);
        if (address.getPort() < 0) {
            throw Settings.invalid("proxy.address", "\"%s\" has no port.".formatted(address));
        }
        Settings.requireText("proxy.user", user);
        if (user.isPresent() != password.isPresent()) {
            throw Settings.invalid("proxy", "A proxy takes a user and a password, or neither.");
        }
    }
}
