/**
 * Formats that the libraries of others read: MATLAB's, HDF5 with AnnData's, and files compressed by
 * bzip2. They are found as services.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.formats;

import org.jspecify.annotations.NullMarked;
