package org.latentfeature.cuda.probe;

import java.io.IOException;

/** The calls to CUDA's driver and to cuBLAS that a probe makes; tests replace them. */
interface Driver {

  /**
   * Loads the driver's library.
   *
   * @throws UnsatisfiedLinkError if there is none; JCuda's message names the library
   * @throws IOException if JCuda's own library cannot be unpacked
   */
  void load() throws IOException;

  /** Newest CUDA version that it serves, 1000·major + 10·minor; asked before the start. */
  int version();

  /** Starts it; the {@code CUresult}. */
  int start();

  /** Number of GPUs; asked after the start. */
  int devices();

  /** Asks a GPU for its figures without opening it. */
  CudaDevice device(int ordinal);

  /**
   * Loads cuBLAS.
   *
   * @throws UnsatisfiedLinkError if there is none; JCuda's message names the library
   * @throws IOException if a library cannot be unpacked
   */
  void loadBlas() throws IOException;

  /** Its version, 10000·major + 100·minor + patch; asked once it is loaded. */
  int blasVersion();
}
