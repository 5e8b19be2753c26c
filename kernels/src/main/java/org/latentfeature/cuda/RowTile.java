package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.cuda.driver.DeviceBuffer;

/**
 * Some of the rows that a call names.
 *
 * @param x all rows of the data, with 0 for what is missing
 * @param missing words of which entries of all rows are missing, or null if none is
 * @param list numbers of these rows, or null if they are {@code first} and those after it
 * @param first number of the first of them
 * @param count how many there are
 * @param at place of the first among all that the call names
 */
record RowTile(
    DeviceBuffer x,
    @Nullable DeviceBuffer missing,
    @Nullable DeviceBuffer list,
    int first,
    int count,
    int at) {}
