package org.latentfeature.openblas;

import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.openblas.global.openblas_full;
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

/** OpenBLAS, one thread to each of its calls. */
final class OpenBlasBackend implements Backend {

  private final Blas blas;
  private final Capabilities<HostRows> capabilities;
  private final BackendInfo info;

  OpenBlasBackend(int threads) {
    blas = new Blas(threads);
    capabilities = capabilities(blas);
    info =
        new BackendInfo(
            "openblas",
            core(),
            blas.threads(),
            Map.of("openblas", version(), "java", System.getProperty("java.version")));
  }

  private static Capabilities<HostRows> capabilities(Blas blas) {
    return new Capabilities<HostRows>()
        .with(Incidence.Limits.class, IncidenceColumns::bytesNeeded, IncidenceColumns::of)
        .with(
            Factorisation.Limits.class,
            (rows, cols, limits) ->
                OpenBlasFactorisation.bytesNeeded(blas.threads(), rows, cols, limits),
            (rows, limits, stop) -> new OpenBlasFactorisation(blas.ofStep(), rows, limits, stop))
        .with(
            AtomSearch.Limits.class,
            (rows, cols, limits) -> OpenBlasSearch.bytesNeeded(blas.threads(), rows, cols, limits),
            (rows, limits, stop) -> new OpenBlasSearch(blas.ofStep(), rows, limits, stop))
        .with(
            Moments.Limits.class,
            OpenBlasMoments::bytesNeeded,
            (rows, limits, stop) -> new OpenBlasMoments(blas.ofStep(), rows, stop))
        .with(
            Projections.Limits.class,
            (rows, cols, limits) ->
                OpenBlasProjections.bytesNeeded(blas.threads(), rows, cols, limits),
            (rows, limits, stop) -> new OpenBlasProjections(blas.ofStep(), rows, limits, stop))
        .with(
            SoftFactorisation.Limits.class,
            SoftBlocks::bytesNeeded,
            (rows, limits, stop) ->
                new SoftBlocks(
                    rows, limits, new OpenBlasAlgebra(new Blas(1)), blas.threads(), stop))
        .with(
            PathCoder.Limits.class,
            (rows, cols, limits) ->
                OpenBlasPathCoder.bytesNeeded(blas.threads(), rows, cols, limits),
            (rows, limits, stop) -> new OpenBlasPathCoder(blas.ofStep(), rows, limits, stop));
  }

  static String version() {
    try (BytePointer config = openblas_full.openblas_get_config()) {
      String[] words = config.getString().split(" ", -1);
      return words.length > 1 ? words[1] : words[0];
    }
  }

  static String core() {
    try (BytePointer core = openblas_full.openblas_get_corename()) {
      return core.getString();
    }
  }

  @Override
  public BackendInfo info() {
    return info;
  }

  @Override
  public boolean offers(Limits<?> limits) {
    return capabilities.offers(limits);
  }

  @Override
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    return capabilities.bytesNeeded(rows, cols, opened);
  }

  @Override
  public long bytesAvailable() {
    return HostMemory.available();
  }

  @Override
  public Algebra algebra() {
    return new OpenBlasAlgebra(blas.ofStep());
  }

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    return new HostRows(x, first, capabilities);
  }

  @Override
  public Backend sparse() {
    return new SparseBackend(this, new SparseSteps(blas.threads()));
  }

  @Override
  public void close() {
    // The library stays loaded; what is opened on rows owns its memory.
  }

  @Override
  public String toString() {
    return info().toString();
  }
}
