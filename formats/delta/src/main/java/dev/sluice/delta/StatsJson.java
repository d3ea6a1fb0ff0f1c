/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.core.table.DataFile;
import java.io.IOException;

/** The one number that Sluice takes from a file's statistics; the rest of the text is skipped, not parsed. */
final class StatsJson {

    private static final JsonFactory JSON = new JsonFactory();

    private StatsJson() {}

    /** The file's rows, deleted ones included, or {@link DataFile#UNKNOWN_ROWS} where the statistics do not say. */
    static long rows(String stats) {
        try (JsonParser parser = JSON.createParser(stats)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return DataFile.UNKNOWN_ROWS;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("numRecords") && parser.currentToken().isNumeric()) {
                    return parser.getLongValue();
                }
                parser.skipChildren();
            }
            return DataFile.UNKNOWN_ROWS;
        } catch (IOException e) {
            return DataFile.UNKNOWN_ROWS;
        }
    }
}
