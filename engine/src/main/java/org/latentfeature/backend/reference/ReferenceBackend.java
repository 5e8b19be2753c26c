package org.latentfeature.backend.reference;

import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.HostMemory;
import org.latentfeature.backend.SparseBackend;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.backend.cpu.SoftBlocks;
import org.latentfeature.backend.sparse.SparseSteps;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Capabilities;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.SoftFactorisation;

/** One thread of plain Java. */
final class ReferenceBackend implements Backend {

  private static final Capabilities<HostRows> CAPABILITIES =
      new Capabilities<HostRows>()
          .with(Incidence.Limits.class, IncidenceColumns::bytesNeeded, IncidenceColumns::of)
          .with(
              Factorisation.Limits.class,
              (rows, cols, limits) -> 0,
              (rows, limits, stop) -> new ReferenceFactorisation(rows, stop))
          .with(
              AtomSearch.Limits.class,
              ReferenceSearch::bytesNeeded,
              (rows, limits, stop) -> new ReferenceSearch(rows, stop))
          .with(
              Moments.Limits.class,
              ReferenceMoments::bytesNeeded,
              (rows, limits, stop) -> new ReferenceMoments(rows, stop))
          .with(
              Projections.Limits.class,
              (rows, cols, limits) -> 0,
              (rows, limits, stop) -> new ReferenceProjections(rows, stop))
          .with(
              SoftFactorisation.Limits.class,
              SoftBlocks::bytesNeeded,
              (rows, limits, stop) -> new SoftBlocks(rows, limits, Algebra.JAVA, 1, stop))
          .with(
              PathCoder.Limits.class,
              ReferencePathCoder::bytesNeeded,
              (rows, limits, stop) -> new ReferencePathCoder(rows, stop));

  @Override
  public BackendInfo info() {
    return new BackendInfo(
        "java",
        System.getProperty("os.arch"),
        1,
        Map.of("java", System.getProperty("java.version")));
  }

  @Override
  public boolean offers(Limits<?> limits) {
    return CAPABILITIES.offers(limits);
  }

  @Override
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    return CAPABILITIES.bytesNeeded(rows, cols, opened);
  }

  @Override
  public long bytesAvailable() {
    return HostMemory.available();
  }

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    return new HostRows(x, first, CAPABILITIES);
  }

  @Override
  public Backend sparse() {
    return new SparseBackend(this, new SparseSteps(1));
  }

  @Override
  public void close() {
    // Holds nothing of its own.
  }

  @Override
  public String toString() {
    return info().toString();
  }
}
