/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.engine.Engine;
import dev.sluice.core.format.Formats;

class EmbeddedEngineTest extends EngineContract {

    @Override
    protected Engine engine(Formats formats) {
        return new EmbeddedEngine(formats);
    }
}
