/**
 * The software CUDA device: a driver and a cuBLAS for tests, built by g++ when the tests run, on
 * which the same kernels and the same host code run with every access checked. See {@code
 * src/test/native/README.md}.
 */
@NullMarked
package org.latentfeature.cuda.software;

import org.jspecify.annotations.NullMarked;
