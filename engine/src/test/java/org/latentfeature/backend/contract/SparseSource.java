package org.latentfeature.backend.contract;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendOver;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/** A backend that takes every matrix as sparse rows, so that contracts hold for these. */
public record SparseSource(BackendProvider provider) implements ProviderOver {

  @Override
  public Backend open(Resources resources) {
    return over(provider.open(resources));
  }

  /** The same of an open backend. */
  static Backend over(Backend backend) {
    return new Converting(backend);
  }

  /** The entries of {@code x} that are not zero. */
  public static SparseRows of(Matrix x) {
    int n = x.rows();
    int[] start = new int[n + 1];
    int[] column = new int[(int) x.size()];
    float[] value = new float[column.length];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < x.cols(); j++) {
        if (x.get(i, j) != 0) {
          column[at] = j;
          value[at++] = x.get(i, j);
        }
      }
      start[i + 1] = at;
    }
    return SparseRows.of(n, x.cols(), start, column, value);
  }

  private record Converting(Backend backend) implements BackendOver {

    @Override
    public boolean offers(Limits<?> limits) {
      return backend.sparse().offers(limits);
    }

    @Override
    public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
      List<? extends Limits<?>> offered = opened.stream().filter(this::offers).toList();
      return backend.sparse().bytesNeeded(rows, cols, offered);
    }

    @Override
    public ResidentRows load(Matrix x, long first, StopSignal stop) {
      return backend.load(of(x), first, stop);
    }
  }
}
