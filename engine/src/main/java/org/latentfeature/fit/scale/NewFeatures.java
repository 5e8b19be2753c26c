package org.latentfeature.fit.scale;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.metrics.DescriptionLength;
import org.latentfeature.fit.model.FeatureOrder;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.scale.AddedRows.State;

/**
 * Features that added rows have and no row of the fit has. The default estimator proposes some,
 * fitted to what the rows leave unexplained; of these the ones stay that shorten the {@link
 * DescriptionLength} of the added rows: the one that explains least is dropped, again and again,
 * and the shortest description of all is kept.
 */
final class NewFeatures {

  /** Fewer rows than these tell of no feature. */
  private static final int LEAST_ROWS = 4;

  /** Features that are proposed at once, a power of two. */
  private static final int PROPOSED = 8;

  private final Matrix x;
  private final AddedRows rows;
  private final Backend backend;
  private final int present;
  private final int most;
  private final long seed;
  private final DescriptionLength length;

  /**
   * For the added rows {@code x}.
   *
   * @param present number of features of the fit
   * @param most maximum number of others
   */
  NewFeatures(Matrix x, AddedRows rows, Backend backend, int present, int most, long seed) {
    this.x = x;
    this.rows = rows;
    this.backend = backend;
    this.present = present;
    this.most = most;
    this.seed = seed;
    length = new DescriptionLength(x);
  }

  /** {@code from} with the features that it needs, numbered by what they explain. */
  State find(State from) {
    Described best = described(from);
    Described before;
    do {
      before = best;
      best = doubling(best);
    } while (best.features() == before.features() + PROPOSED);
    return ordered(best.state(), from.before());
  }

  /**
   * Tries 1, 2, 4 and then 8 proposed features, as long as all of fewer are needed: usually one fit
   * shows that there is nothing to find.
   */
  private Described doubling(Described from) {
    Described best = from;
    for (int k = 1; k <= PROPOSED; k *= 2) {
      int wanted = Math.min(Math.min(k, x.rows()), present + most - from.features());
      if (x.rows() < LEAST_ROWS || wanted <= best.features() - from.features()) {
        break;
      }
      Described more = accepted(from, proposed(from.state(), wanted));
      if (more.bits() < best.bits()) {
        best = more;
      }
      if (more.features() < from.features() + wanted) {
        break;
      }
    }
    return best;
  }

  /** A state and its description's bits. */
  private record Described(State state, double bits) {

    int features() {
      return state.w().rows();
    }
  }

  private Described described(State state) {
    return new Described(state, length.bits(state.z(), state.w()));
  }

  /** The features of a fit to X − Z W, of the columns of which anything is known. */
  private Dense proposed(State state, int k) {
    KnownColumns known = KnownColumns.of(x);
    int[] columns = IntStream.range(0, x.cols()).filter(j -> known.known(j) > 0).toArray();
    Matrix rest = rest(state, columns);
    if (rest.facts().largest() == 0) {
      return new Dense(0, x.cols());
    }
    Dense found = features(Estimators.named(Estimators.DEFAULT), rest, k);
    Dense w = new Dense(found.rows(), x.cols());
    for (int i = 0; i < w.rows(); i++) {
      for (int c = 0; c < columns.length; c++) {
        w.set(i, columns[c], found.get(i, c));
      }
    }
    return w;
  }

  private <O extends FitOptions, M extends Model> Dense features(
      Estimator<O, M> estimator, Matrix rest, int k) {
    try (LoadedData data = new LoadedData(backend, rest)) {
      return estimator.request(k, Map.of()).plain().with(seed, null).fit(data).toModel().w();
    }
  }

  private Matrix rest(State state, int[] columns) {
    Matrix rest = Matrix.allocate(x.rows(), columns.length);
    float[] row = new float[x.cols()];
    float[] some = new float[columns.length];
    double[] model = new double[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      Arrays.fill(model, 0);
      for (int k = 0; k < state.z().cols(); k++) {
        if (state.z().get(i, k)) {
          Dense.addScaled(model, 0, state.w().values(), k * model.length, model.length, 1);
        }
      }
      for (int c = 0; c < some.length; c++) {
        some[c] = (float) (row[columns[c]] - model[columns[c]]);
      }
      rest.setRow(i, some);
    }
    return rest;
  }

  /** {@code from} with those of {@code proposed} that shorten the description; itself if none. */
  private Described accepted(Described from, Dense proposed) {
    if (proposed.rows() == 0) {
      return from;
    }
    int old = from.features();
    Described best = from;
    State trial = rows.coded(from.state().w().appendRows(proposed));
    while (trial.w().rows() > old) {
      int rarest = rarest(trial, old);
      boolean isRare = trial.z().column(rarest).count() < LEAST_ROWS;
      Described tried = described(trial);
      if (tried.bits() < best.bits() && !isRare) {
        best = tried;
      }
      int dropped = isRare ? rarest : weakest(trial, old);
      int[] kept = IntStream.range(0, trial.w().rows()).filter(k -> k != dropped).toArray();
      trial = rows.retained(trial, kept);
    }
    return best;
  }

  /** The feature from {@code old} on that explains least, n‖w‖². */
  private static int weakest(State state, int old) {
    int[] order = FeatureOrder.of(state.w(), counts(state));
    return IntStream.range(0, order.length)
        .map(i -> order[order.length - 1 - i])
        .filter(k -> k >= old)
        .findFirst()
        .orElseThrow();
  }

  private static int rarest(State state, int old) {
    double[] counts = counts(state);
    return IntStream.range(old, counts.length)
        .reduce((a, b) -> counts[b] < counts[a] ? b : a)
        .orElseThrow();
  }

  private static double[] counts(State state) {
    return state.z().columns().stream().mapToDouble(column -> column.count()).toArray();
  }

  private State ordered(State state, double before) {
    int[] byWorth = FeatureOrder.of(state.w(), counts(state));
    int[] order =
        IntStream.concat(
                IntStream.range(0, present), IntStream.of(byWorth).filter(k -> k >= present))
            .toArray();
    return new State(
        state.z().select(order),
        state.w().selectRows(order),
        before,
        state.squaredError(),
        state.rounds(),
        state.settled());
  }
}
