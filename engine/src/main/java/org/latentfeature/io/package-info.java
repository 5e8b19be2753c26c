/**
 * Every format of file that holds data: readers, writers, and files that are whole or not there.
 *
 * <p>API: {@link BinaryMatrixReader}, {@link MatrixReader}, {@link MissingCode}, {@link NpyWriter},
 * {@link ReadOptions}, {@link TableLayout}.
 *
 * <p>SPI: {@link AtomicFile}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.io;

import org.jspecify.annotations.NullMarked;
