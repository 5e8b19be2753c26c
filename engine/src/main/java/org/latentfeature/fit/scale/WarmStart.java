package org.latentfeature.fit.scale;

import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.FactorCoder;
import org.latentfeature.step.Factorisation.Products;

/**
 * Codes of rows for the dictionary of an earlier model, where a fit to these rows may begin. Of its
 * features those stay that some row has, and at most K of them: the weakest go, one at a time, by
 * how much the squared error would grow.
 *
 * @param z codes of the rows, N×K₀
 * @param kept places in the dictionary of the K₀ features, ascending
 */
public record WarmStart(BinaryMatrix z, List<Integer> kept) {

  /** Keeps an unmodifiable copy. */
  public WarmStart {
    kept = List.copyOf(kept);
  }

  /**
   * Codes the rows of {@code data}.
   *
   * @param w dictionary, with the columns of the data
   * @param most maximum number of features, K
   * @param seed of the second starts of codes
   */
  public static WarmStart of(LoadedData data, Dense w, int most, long seed) {
    BinaryMatrix z = FactorCoder.encode(data, w, seed);
    int[] used = IntStream.range(0, w.rows()).filter(k -> z.column(k).count() > 0).toArray();
    BinaryMatrix some = z.select(used);
    if (used.length <= most) {
      return new WarmStart(some, IntStream.of(used).boxed().toList());
    }
    Dense gram = FittedSums.gram(some);
    Products sums = new Products(gram, gram.times(w.selectRows(used)));
    int[] strongest = WeakFeatures.strongest(sums, most);
    List<Integer> kept = IntStream.of(strongest).map(k -> used[k]).boxed().toList();
    return new WarmStart(
        FactorCoder.encode(data, WeakFeatures.dictionary(sums, strongest), seed), kept);
  }
}
