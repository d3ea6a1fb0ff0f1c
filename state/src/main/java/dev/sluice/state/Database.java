/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import dev.sluice.core.fault.GateException;
import java.sql.Connection;
import java.sql.SQLException;

/** One kind of database: all that differs between kinds, so that tables and statements are written once. */
interface Database {

    /** True if there is something to read; false as long as nothing was ever written. */
    boolean exists();

    /**
     * Connects, making the database where there is none; read-only where it may only be read.
     *
     * @throws GateException with {@code STORAGE} if it cannot be made
     */
    Connection connect() throws SQLException;

    /** The version of the tables in it, 0 for none. */
    int version(Connection connection) throws SQLException;

    /** Sets the version of the tables, as part of the transaction that is going on. */
    void version(Connection connection, int version) throws SQLException;

    /** What to throw for what the driver threw, in plain words. */
    GateException refusal(SQLException cause);

    /** Where it lives, for messages. */
    @Override
    String toString();
}
