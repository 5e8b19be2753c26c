/**
 * Data files in all formats: readers, writers, and atomic writing.
 *
 * <p>API: {@link BinaryMatrixReader}, {@link MatrixReader}, {@link MissingCode}, {@link NpyWriter},
 * {@link ReadOptions}, {@link TableLayout}.
 *
 * <p>SPI: {@link AtomicFile}, {@link ColumnarFormat}, {@link ColumnarTable}, {@link Compression},
 * {@link MatrixFormat}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.io;

import org.jspecify.annotations.NullMarked;
