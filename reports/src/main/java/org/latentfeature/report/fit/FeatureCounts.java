package org.latentfeature.report.fit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.metrics.DescriptionLength;
import org.latentfeature.lasso.PathResult;

/** How well each number of features does, and which of them describes the data shortest. */
public final class FeatureCounts {

  private final DescriptionLength length;
  private final List<Count> counts = new ArrayList<>();

  /**
   * One number of features.
   *
   * @param features K
   * @param rmse ‖X − Z W‖ / √(ND)
   * @param svdBound what no Z and W with K features can be below; NaN where unknown
   * @param bits the {@link DescriptionLength}
   */
  public record Count(int features, double rmse, double svdBound, double bits) {}

  /** Creates counts of features for factorisations of {@code x}, N×D, without any yet. */
  public FeatureCounts(Rows x) {
    length = new DescriptionLength(x);
  }

  /**
   * Returns the counts of a path, none if it is null; at the K of the model the model replaces the
   * path's result, if it has the lower error.
   */
  static FeatureCounts of(@Nullable PathResult path, ReportedFit fit, Residuals residuals) {
    FeatureCounts counts = new FeatureCounts(fit.x());
    if (path != null) {
      counts.add(path);
      counts.improve(fit.codes().z(), fit.w(), residuals.rmse());
    }
    return counts;
  }

  private void improve(BinaryMatrix z, Dense w, double rmse) {
    counts.replaceAll(
        count ->
            count.features() == z.cols() && rmse < count.rmse()
                ? new Count(z.cols(), rmse, count.svdBound(), bits(z, w))
                : count);
  }

  /** Adds every point of a path. */
  public void add(PathResult path) {
    for (PathResult.Point point : path.points()) {
      counts.add(new Count(point.k(), point.rmse(), point.svdBound(), bits(point.z(), point.w())));
    }
  }

  /** The description length of one factorisation. Reads X once. */
  public double bits(BinaryMatrix z, Dense w) {
    return length.bits(z, w);
  }

  /** Returns all counts in the order in which they were added. */
  public List<Count> all() {
    return List.copyOf(counts);
  }

  /** The one with the shortest description; null if nothing was added. */
  public @Nullable Count shortest() {
    return counts.stream().min(Comparator.comparing(Count::bits)).orElse(null);
  }

  /**
   * Returns whether even the shortest description is no shorter than that of X without any feature.
   */
  public boolean nothingIsShorter() {
    Count shortest = shortest();
    return shortest != null && shortest.bits() >= length.bitsOfNothing();
  }

  /** Bits that a description saves over that of X without any feature. */
  public double saved(double bits) {
    return length.bitsOfNothing() - bits;
  }
}
