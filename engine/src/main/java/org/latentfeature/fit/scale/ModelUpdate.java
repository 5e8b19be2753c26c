package org.latentfeature.fit.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataException;
import org.latentfeature.data.DataFacts;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.LearnedColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.factor.LeastSquares;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.fit.factor.Regularisation;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.scale.AddedRows.State;

/**
 * Rows added to a factorisation without the rows of its fit (docs/update.md). Of these, whose codes
 * stay, the model knows what a dictionary needs: H = ZᵀZ, ZᵀX = HW, and for another dictionary W +
 * Δ the squared error E + ⟨Δ, HΔ⟩. The new rows are coded; codes of new rows and the least-squares
 * dictionary of all rows follow each other until no code changes. Features that only new rows have
 * are added if they shorten the description of these rows. Features keep their numbers and names;
 * new ones come after them.
 *
 * <p>That is exact if no entry was missing in the fit. Otherwise the missing entries of its rows
 * count as what the model says of them, which holds W where it is.
 *
 * @param model of all rows
 * @param rows number of rows added
 * @param features number of features added
 * @param fittedBefore root mean square of the residual of the rows of the fit, in its model
 * @param fitted the same in the updated model; estimated where {@code isExact} is false
 * @param addedBefore the same of the added rows, as the model before codes them
 * @param added the same in the updated model
 * @param rounds number of dictionaries until the codes settled
 * @param isExact whether no entry was missing in the fit
 */
public record ModelUpdate<M extends FactorModel>(
    M model,
    int rows,
    int features,
    double fittedBefore,
    double fitted,
    double addedBefore,
    double added,
    int rounds,
    boolean isExact) {

  /** Features that are added at most unless told otherwise. */
  public static final int USUAL = 8;

  /**
   * Updates {@code model} by {@code x} (M×D), rows in the units of {@link Model#transform}, with up
   * to {@value #USUAL} new features.
   *
   * @throws DataException as the other one
   */
  public static <M extends FactorModel> ModelUpdate<M> of(Backend backend, M model, Matrix x) {
    Rows rows = model.fitted(x, model.units());
    Provenance from =
        new Provenance(
            FitOrigin.software(), backend.info(), FittedData.of(new Dataset(rows, null), Map.of()));
    try (LoadedData data = new LoadedData(backend, rows)) {
      return of(data, model, from, USUAL, 0, WorkListener.SILENT);
    }
  }

  /**
   * Updates {@code model}.
   *
   * @param data M×D, the rows to add, in the units of the fit, NaN where an entry is missing
   * @param from what the model remembers of them; the ids of all rows must differ
   * @param most number of features that are added at most; with rows that are sparse or stay in
   *     their file, and with dictionaries that are not free, none is
   * @param seed of the second starts of codes and of the search for features
   * @param listener receives the progress
   * @throws DataException if {@code model} cannot be {@linkplain #require updated}, a row has no
   *     known entry, or a row's id is missing or another row's
   * @throws IllegalArgumentException if {@code data} does not have D columns
   */
  public static <M extends FactorModel> ModelUpdate<M> of(
      LoadedData data, M model, Provenance from, int most, long seed, WorkListener listener) {
    require(model, "the model");
    return of(estimator(model), data, model, from, most, seed, listener);
  }

  /**
   * Checks that {@code model} holds what an update needs.
   *
   * @param name of the model in messages
   * @return the model
   * @throws DataException naming its kind and the way out, if it does not
   */
  public static FactorModel require(Model model, String name) {
    String other = model instanceof FactorModel factors ? other(factors) : null;
    if (other != null) {
      throw new DataException(
          "%s was %s%s, so that the sums of its rows do not follow from Z and W; fit all rows again"
              .formatted(name, Phrase.FITTED_WITH, other));
    }
    if (!LearnedColumns.of(model.w()).areAll()) {
      throw new DataException(
          "%s has columns of which its fit knew no entry, and nothing of W is known there; fit all rows again"
              .formatted(name));
    }
    if (model instanceof FactorModel factors
        && Estimators.of(model) instanceof Extendable<?, ?> extendable) {
      if (extendable.isLeastSquares()) {
        return factors;
      }
      throw new DataException(
          "%s is a model of kind %s, whose W is not the least-squares dictionary of Z, so that the sums of its rows are not known; fit all rows again"
              .formatted(name, model.manifest().kind()));
    }
    throw new DataException(
        "%s is a model of kind %s, whose features have weights: what its rows add to a new fit is not known from it; fit all rows again"
            .formatted(name, model.manifest().kind()));
  }

  /** The option of the fit that new rows cannot follow; null if there is none. */
  private static @Nullable String other(FactorModel model) {
    String variation = model.variation();
    return variation != null
        ? variation
        : Stream.of("ridge", Regularisation.BIT_COST, FactorModel.ORDER)
            .filter(model.manifest().options()::containsKey)
            .findFirst()
            .orElse(null);
  }

  @SuppressWarnings("unchecked") // As require has seen.
  private static <M extends FactorModel> Extendable<?, M> estimator(M model) {
    Estimator<?, M> estimator = Estimators.of(model);
    return (Extendable<?, M>) estimator;
  }

  private static <O extends FitOptions, M extends FactorModel> ModelUpdate<M> of(
      Extendable<O, M> estimator,
      LoadedData data,
      M model,
      Provenance from,
      int most,
      long seed,
      WorkListener listener) {
    long start = System.nanoTime();
    UpdatedManifest manifest = new UpdatedManifest(model.manifest(), from);
    List<String> ids = manifest.ids();
    Rows x = data.source();
    requireRows(x, model, ids == null ? 0 : ids.size());
    LeastSquares leastSquares = estimator.leastSquares(options(estimator, model.manifest()));
    int room = leastSquares == LeastSquares.FREE && x instanceof Matrix ? Math.max(0, most) : 0;
    int k = model.w().rows();
    FittedSums sums = new FittedSums(model);
    State found;
    try (AddedRows rows = new AddedRows(data, sums, leastSquares, k + room, seed)) {
      listener.onWork("coding rows", 0, 0);
      found = rows.coded(model.w());
      if (room > 0) {
        listener.onWork("looking for new features", 0, 0);
        found = new NewFeatures(x.matrix(), rows, data.backend(), k, room, seed).find(found);
      }
    }
    double fitted = sums.squaredError(found.w());
    long known = x.facts().known();
    boolean isWhole = sums.isExact() && x.facts().missing() == 0;
    Manifest after =
        manifest.manifest(
            found.w().rows(),
            Math.sqrt((fitted + found.squaredError()) / (sums.known() + known)),
            isWhole ? -1 : sums.known() + known,
            found.settled() ? Ending.CONVERGED : Ending.STEP_LIMIT,
            (System.nanoTime() - start) / 1e9);
    return new ModelUpdate<>(
        estimator.extended(model, after, joined(model.z(), found.z()), found.w()),
        x.rows(),
        found.w().rows() - k,
        model.manifest().rmse(),
        Math.sqrt(fitted / sums.known()),
        Math.sqrt(found.before() / known),
        Math.sqrt(found.squaredError() / known),
        found.rounds(),
        sums.isExact());
  }

  private static void requireRows(Rows x, FactorModel model, int named) {
    if (x.cols() != model.w().cols()) {
      throw new IllegalArgumentException(
          "X has %,d columns, but the model has %,d".formatted(x.cols(), model.w().cols()));
    }
    if (named > 0 && named != model.z().rows() + x.rows()) {
      throw new IllegalArgumentException(
          "%,d ids for %,d rows".formatted(named - model.z().rows(), x.rows()));
    }
    DataFacts facts = x.facts().requireFiniteOrMissing("X").requireKnownRows();
    if (facts.largest() > 0) {
      PreparedData.requireSingle(facts.largest());
    }
  }

  /** The options of the fit. */
  private static <O extends FitOptions> O options(Extendable<O, ?> estimator, Manifest manifest) {
    Map<String, String> words = new TreeMap<>(manifest.options());
    words.keySet().removeIf(name -> estimator.table().find(name) == null);
    return estimator.table().read(estimator.defaults(Math.max(1, manifest.features())), words);
  }

  /** The codes of the fit, then those of the added rows, in columns of both. */
  private static BinaryMatrix joined(BinaryMatrix fitted, BinaryMatrix added) {
    BitVector none = BitVector.ones(fitted.rows()).complement();
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < added.cols(); k++) {
      BitVector former = k < fitted.cols() ? fitted.column(k) : none;
      columns.add(BitVector.concat(List.of(former, added.column(k))));
    }
    return BinaryMatrix.ofColumns(fitted.rows() + added.rows(), columns);
  }

  @Override
  public String toString() {
    return "%,d rows and %,d features added: %s".formatted(rows, features, model);
  }
}
