package org.latentfeature.fit.factor;

import java.util.List;
import java.util.function.Consumer;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.DataFacts;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;

/**
 * The rows that a fit runs on, and its errors in units of the original data: {@link PreparedData}
 * themselves, their {@link SpectralReduction}, or a sample of the rows of either.
 */
public final class FitRows implements AutoCloseable {

  private final PreparedData prepared;
  private final LoadedData loaded;
  private final double share;
  private final double squaredNorm;
  private final double dropped;
  private final double sine;
  private final int noisyCols;

  private FitRows(
      PreparedData prepared,
      LoadedData loaded,
      double share,
      double squaredNorm,
      double dropped,
      double sine,
      int noisyCols) {
    this.prepared = prepared;
    this.loaded = loaded;
    this.share = share;
    this.squaredNorm = squaredNorm;
    this.dropped = dropped;
    this.sine = sine;
    this.noisyCols = noisyCols;
  }

  /** All rows of {@code prepared}, as they are. */
  static FitRows of(PreparedData prepared) {
    return new FitRows(
        prepared, prepared.fitted(), 1, prepared.squaredNorm(), 0, 0, prepared.noisyCols());
  }

  /** All rows of {@code prepared}, reduced. */
  static FitRows of(PreparedData prepared, SpectralReduction reduction) {
    return new FitRows(
        prepared,
        reduction.rows(),
        1,
        prepared.squaredNorm(),
        reduction.dropped(),
        reduction.sine(),
        reduction.noisyCols() > 0
            ? Math.min(reduction.noisyCols(), prepared.noisyCols())
            : prepared.noisyCols());
  }

  /** A copy of the rows with the indices {@code kept}, which the caller closes. */
  public FitRows sample(int[] kept) {
    Rows rows = loaded.source().selectRows(kept);
    double part = (double) kept.length / loaded.source().rows();
    double rest = dropped * part;
    return new FitRows(
        prepared,
        new LoadedData(loaded.backend(), rows),
        share * part,
        rows.facts().squaredNorm() + rest,
        rest,
        sine,
        noisyCols);
  }

  /** The data that they come from. */
  public PreparedData prepared() {
    return prepared;
  }

  /** The rows. */
  public LoadedData loaded() {
    return loaded;
  }

  /** Share of the entries that are known, ρ: 1 if none is missing. */
  public double known() {
    DataFacts facts = loaded.source().facts();
    return (double) facts.known() / loaded.source().size();
  }

  /** ‖X‖² of the prepared data, including what a spectral reduction drops. */
  public double squaredNorm() {
    return squaredNorm;
  }

  /**
   * The squared error on the prepared data of a factorisation of these rows of that error: what a
   * spectral reduction drops is added.
   */
  public double whole(double squaredError) {
    return squaredError + dropped;
  }

  /**
   * Returns the most that the sine of the angle between the K leading singular vectors of the
   * prepared data and these rows may be: 1 if no gap follows them, 0 if the rows have them whole.
   */
  public double sine() {
    return sine;
  }

  /**
   * Returns how many columns have noise: of sparse rows that are reduced, the number of columns of
   * equal noise of which K vectors hide as large a share.
   */
  public int noisyCols() {
    return noisyCols;
  }

  /** The root mean square of such an error on the original data, in their units. */
  public double rmse(double squaredError) {
    return prepared.rmse(whole(squaredError) / share);
  }

  /** 1/(2N) of such an error on the original data, in their units. */
  public double objective(double squaredError) {
    double scale = prepared.scale();
    return whole(squaredError) / (2 * loaded.source().rows() * scale * scale);
  }

  /**
   * Factorisations of these rows, in their order, refined on the prepared data.
   *
   * @param listener each of them that is better than the one before
   */
  public List<Factors> settle(List<Factors> found, StopSignal stop, Consumer<Factors> listener) {
    int most = found.stream().mapToInt(f -> f.z().cols()).max().orElse(1);
    Incidence.Limits columns = new Incidence.Limits(most);
    Factorisation.Limits limits = new Factorisation.Limits(most);
    ResidentRows rows = prepared.fitted().rows(List.of(columns, limits), stop);
    try (Opened opened = new Opened(rows, stop)) {
      Incidence codes = opened.open(columns);
      CodeRefinement refinement =
          new CodeRefinement(prepared.fitted(), rows, opened.open(limits), codes, listener);
      return found.stream().map(f -> refinement.run(f.z())).toList();
    }
  }

  /** Gives back the rows of a sample; others are the prepared data's. */
  @Override
  public void close() {
    loaded.close();
  }
}
