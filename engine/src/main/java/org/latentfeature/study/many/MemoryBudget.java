package org.latentfeature.study.many;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.HostMemory;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.fit.estimator.FitRequest;

/**
 * The memory limit of all fits of a run together.
 *
 * @param host bytes of the machine's memory
 * @param card bytes of the GPU's memory; 0 if fits are in the machine's memory
 */
record MemoryBudget(long host, long card) {

  /**
   * Returns the memory that {@code backend} has for fits.
   *
   * @param limit bytes of this machine's memory that may be used; 0 for nine tenths of what is
   *     available
   */
  static MemoryBudget of(Backend backend, long limit) {
    long host = limit > 0 ? limit : HostMemory.available() / 10 * 9;
    return new MemoryBudget(host, hasItsOwn(backend) ? backend.bytesAvailable() / 16 * 15 : 0);
  }

  private static boolean hasItsOwn(Backend backend) {
    for (BackendProvider provider : Backends.providers()) {
      if (provider.name().equals(backend.info().name())) {
        return !provider.probe().devices().isEmpty();
      }
    }
    return false;
  }

  boolean hasCard() {
    return card > 0;
  }

  /**
   * Returns the maximum memory of one fit beside its data: its rows and steps; a copy of the data
   * without empty columns, or their reduction; the resample; and the model.
   */
  MemoryBudget need(Backend backend, MatrixShape x, FitRequest<?, ?> request, boolean resampled) {
    long device = request.bytesNeeded(backend, x.rows(), x.cols());
    long copies = resampled ? 2 * x.bytes() : x.bytes();
    long beside =
        Math.addExact(copies, ModelWriter.bytesHeld(x.rows(), x.cols(), request.options().k()));
    return hasCard()
        ? new MemoryBudget(beside, device)
        : new MemoryBudget(Math.addExact(beside, device), 0);
  }
}
