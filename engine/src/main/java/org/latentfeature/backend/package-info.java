/**
 * Backends, which run the steps: discovery, resources, native code from a private folder, and the
 * plain-Java reference.
 *
 * <p>API: {@link Backend}, {@link BackendException}, {@link BackendInfo}, {@link
 * BackendUnavailableException}, {@link Backends}, {@link BlockedBackend}, {@link
 * OutOfBackendMemoryException}, {@link Resources}.
 *
 * <p>SPI: {@link BackendFailureException}, {@link BackendOver}, {@link BackendProvider}, {@link
 * CheckedRows}, {@link Device}, {@link DeviceGroup}, {@link HostMemory}, {@link NativeCache},
 * {@link OneThread}, {@link SparseBackend}, {@link Probe}, {@link StreamedBackend}, {@link
 * Workload}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.backend;

import org.jspecify.annotations.NullMarked;
