package org.latentfeature.lasso;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.OptionException;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.ValueType;
import org.latentfeature.fit.factor.Regularisation;
import org.latentfeature.fit.identifiability.Preference;
import org.latentfeature.lasso.LassoOptions.Corrective;

/** The options of the latent feature lasso, by name. */
public final class LassoOptionTable {

  private static final ValueType<Penalty> PENALTY =
      new ValueType<>(
          Penalty.class,
          "a number",
          true,
          Penalty::parse,
          (Function<Penalty, String>) Penalty::words);

  private static final ValueType<Reduction> REDUCTION =
      new ValueType<>(
          Reduction.class, "auto, none or a number", false, Reduction::parse, Reduction::word);

  private static final ValueType<LassoOptions.View> VIEW =
      new ValueType<>(
          LassoOptions.View.class,
          "one of "
              + Arrays.stream(LassoOptions.View.values())
                  .map(LassoOptions.View::word)
                  .collect(Collectors.joining(", ")),
          false,
          LassoOptionTable::view,
          LassoOptions.View::word);

  private static final ValueType<Double> L1 =
      new ValueType<>(
          Double.class,
          "none, auto or a number above 0",
          false,
          LassoOptionTable::penaltyOnW,
          (Function<Double, String>) LassoOptionTable::word);

  public static final OptionTable<LassoOptions> ALL =
      new OptionTable<>(
          LassoOptions.of(1),
          List.of(
              FitOption.<LassoOptions, Penalty>of(
                      "penalty",
                      "MU",
                      PENALTY,
                      "Penalty μ of the convex fit, in the units of X; relative R, a share between 0 and 1 "
                          + "of the smallest penalty that excludes every feature; or lambda L tau T, the two "
                          + "penalties of Yen et al.",
                      LassoOptions::penalty,
                      (o, v) -> requirePossible(o.withPenalty(v)))
                  .unset("default")
                  .otherwise(
                      "a decreasing sequence derived from the data; with method paper: the best of relative 0.05, 0.03 and 0.02")
                  .alias("relative-penalty", "relative ")
                  .tag(LassoOptionTable::tag),
              FitOption.of(
                  "method",
                  "METHOD",
                  ValueType.of(Method.class),
                  "Algorithm: best, path, lasso or paper. best: columns verified in "
                      + "the span of X, cumulants, both of these and short chains, until "
                      + "one explains X as the ground truth would. path: feature by "
                      + "feature. lasso: the convex fit, rounded; exact for data with "
                      + "exact features. paper: the algorithm as published, for "
                      + "comparison: slower, nothing refined",
                  LassoOptions::method,
                  LassoOptionTable::method),
              variant(
                  "robust",
                  "Keep outliers from shaping the features. Residuals beyond 1.345 "
                      + "standard deviations of the noise count by their size, not its "
                      + "square (Huber's loss)",
                  Variant::robust,
                  Variant::withRobust),
              variant(
                  "nonnegative",
                  "Require W ≥ 0: features only add",
                  Variant::nonnegative,
                  Variant::withNonnegative),
              variant(
                  "intercept",
                  "Fit X ≈ ZW + b, with a row b that all rows have. z and 1 − z are "
                      + "then the same feature; the model has the one that fewer rows have",
                  Variant::intercept,
                  Variant::withIntercept),
              FitOption.<LassoOptions, Double>of(
                      "l1",
                      "L",
                      L1,
                      "Penalty 2L·Σ|W|, for a sparse W. A number in units of X times the "
                          + "root of its rows; auto: 1.5 σ √(N/2), by the noise σ",
                      o -> o.variant().l1() == 0 ? null : Double.valueOf(o.variant().l1()),
                      (o, v) -> o.withVariant(o.variant().withL1(v)))
                  .otherwise("none")
                  .minor(),
              FitOption.<LassoOptions, Variant.RowOrder>of(
                      "order",
                      "WHAT",
                      ValueType.of(Variant.RowOrder.class),
                      "Order of the rows: none, or rows for order in time. In time, "
                          + "features seldom switch from a row to the next, by rates that are "
                          + "learned",
                      o -> o.variant().isOrdered() ? o.variant().order() : null,
                      (o, v) -> o.withVariant(o.variant().withOrder(v)))
                  .otherwise("none")
                  .minor(),
              FitOption.<LassoOptions, LassoOptions.View>of(
                      "view",
                      "NAME",
                      VIEW,
                      "View of X to search: plain, centred, scaled, clipped, or auto. "
                          + "centred: less an intercept of each column, as option intercept. "
                          + "scaled: columns in units of their noise. clipped: without "
                          + "outlying entries, as option robust. Several are joined, as "
                          + "centred+scaled. auto: plain; where its cheap searches do not "
                          + "settle, the first other view in which they do",
                      o -> o.view() == LassoOptions.View.AUTO ? null : o.view(),
                      LassoOptions::withView)
                  .otherwise("auto")
                  .minor(),
              FitOption.<LassoOptions, Preference>of(
                      "prefer",
                      "CHOICE",
                      ValueType.of(Preference.class),
                      "Which factorisation to take if several of a size give the same ZW: simplest, "
                          + "fewest, shortest, nested or any. There are several where other binary "
                          + "columns lie in the span of Z. simplest: the shortest W ≥ 0, otherwise "
                          + "the shortest description of Z and W. fewest: ones in Z. shortest: sum "
                          + "of the squares of W. nested: features that are nested or disjoint",
                      o -> o.prefer() == Preference.SIMPLEST ? null : o.prefer(),
                      LassoOptions::withPrefer)
                  .otherwise("simplest")
                  .minor(),
              FitOption.<LassoOptions, Corrective>of(
                      "corrective",
                      "SOLVER",
                      ValueType.of(Corrective.class),
                      "Solver of the corrective step: newton, bcd or proximal. proximal "
                          + "is the paper's",
                      LassoOptions::corrective,
                      LassoOptions::withCorrective)
                  .otherwise("newton; with method paper: proximal")
                  .minor(),
              FitOption.<LassoOptions, Reduction>of(
                      "reduce",
                      "R",
                      REDUCTION,
                      "Number of singular vectors that the search sees. The convex fit "
                          + "and the path see X by its leading ones, at least K; W is fitted "
                          + "to X itself. auto: as many as the spectrum asks for; none: X as "
                          + "it is",
                      LassoOptions::reduce,
                      LassoOptionTable::reduce)
                  .otherwise("auto; with method paper: none")
                  .minor(),
              FitOption.<LassoOptions, LassoOptions.EmptyColumns>of(
                      FitOptions.EMPTY_COLUMNS,
                      "WHAT",
                      ValueType.of(LassoOptions.EmptyColumns.class),
                      "Columns without a known entry: error or drop. drop: the others "
                          + "are fitted, and these keep their places with NaN in W",
                      o -> o.dropsEmptyColumns() ? o.emptyColumns() : null,
                      LassoOptions::withEmptyColumns)
                  .otherwise("error")
                  .minor(),
              FitOption.<LassoOptions, Double>of(
                      "sweep-tolerance",
                      "SHARE",
                      ValueType.NUMBER,
                      "Relative gain of a sweep, between 0 and 1, below which sweeping stops",
                      o -> o.search().sweepTolerance(),
                      (o, v) -> o.withSearch(search(v, counts(o.search()))))
                  .otherwise("0.001; with method paper: almost 0")
                  .minor(),
              count(0, "rank", "Length of the unit vectors of the relaxation", "8"),
              count(1, "max-sweeps", "Maximum number of sweeps of a greedy step", "100"),
              count(
                  2,
                  "hyperplanes",
                  "Number of random roundings of a greedy step",
                  "64 or more, by K"),
              count(
                  3,
                  "candidates",
                  "Maximum number of features that a greedy step adds",
                  "8 to 24, by K"),
              count(
                  4,
                  "polish-passes",
                  "Maximum number of passes of single flips over the rows",
                  "20"),
              FitOption.<LassoOptions, Integer>of(
                      "max-steps",
                      "N",
                      ValueType.WHOLE,
                      "Maximum number of greedy steps of a convex fit",
                      LassoOptions::maxSteps,
                      LassoOptions::withMaxSteps)
                  .otherwise("1000; with method paper: 300")
                  .minor(),
              FitOption.<LassoOptions, Double>of(
                      "ridge",
                      "KAPPA",
                      ValueType.NUMBER,
                      "Ridge of W: each of its entries is shrunk as by so many known entries of 0 "
                          + "(X with missing entries only)",
                      LassoOptions::ridge,
                      LassoOptions::withRidge)
                  .otherwise("estimated from the residual")
                  .minor(),
              FitOption.<LassoOptions, Double>of(
                      Regularisation.BIT_COST,
                      "LAMBDA",
                      ValueType.NUMBER,
                      "Cost of each feature of a row, in squared units of X: what it must take off "
                          + "the row's squared error (X with missing entries only)",
                      o -> o.bitCost() == 0 ? null : o.bitCost(),
                      LassoOptions::withBitCost)
                  .otherwise("0")
                  .minor()));

  private static LassoOptions.@Nullable View view(String text) {
    return Arrays.stream(LassoOptions.View.values())
        .filter(v -> v.word().equalsIgnoreCase(text.replace('_', '+')))
        .findAny()
        .orElse(null);
  }

  private LassoOptionTable() {}

  private static @Nullable Double penaltyOnW(String text) {
    if (text.equals("none")) {
      return 0.0;
    }
    if (text.equals("auto")) {
      return Double.NaN;
    }
    Double value = ValueType.NUMBER.parse().apply(text);
    return value != null && value > 0 ? value : null;
  }

  private static String word(double penalty) {
    return Double.isNaN(penalty) ? "auto" : penalty == 0 ? "none" : Double.toString(penalty);
  }

  private static FitOption<LassoOptions, Boolean> variant(
      String name,
      String what,
      Function<Variant, Boolean> get,
      BiFunction<Variant, Boolean, Variant> set) {
    return FitOption.<LassoOptions>flag(
            name,
            what,
            o -> get.apply(o.variant()) ? true : null,
            (o, v) -> o.withVariant(set.apply(o.variant(), v)))
        .otherwise("false")
        .minor();
  }

  /** Number {@code at} of those that say how hard each greedy step looks. */
  private static FitOption<LassoOptions, Integer> count(
      int at, String name, String what, String otherwise) {
    return FitOption.<LassoOptions, Integer>of(
            name,
            "N",
            ValueType.WHOLE,
            what,
            o -> counts(o.search())[at],
            (o, v) -> {
              int[] counts = counts(o.search());
              counts[at] = v;
              return o.withSearch(search(o.search().sweepTolerance(), counts));
            })
        .otherwise(otherwise)
        .minor();
  }

  private static int[] counts(SearchOptions s) {
    return new int[] {s.rank(), s.maxSweeps(), s.hyperplanes(), s.candidates(), s.polishPasses()};
  }

  private static SearchOptions search(double tolerance, int... counts) {
    return new SearchOptions(counts[0], tolerance, counts[1], counts[2], counts[3], counts[4]);
  }

  /** All of the method's own defaults; a penalty is none. */
  private static LassoOptions method(LassoOptions options, Method method) {
    LassoOptions own = LassoOptions.of(options.k(), method);
    return requirePossible(
        own.withPenalty(options.penalty())
            .withVariant(options.variant())
            .withView(options.view())
            .withPrefer(
                options.prefer() == LassoOptions.of(1).prefer() ? own.prefer() : options.prefer())
            .withSeed(options.seed())
            .withEmptyColumns(options.emptyColumns())
            .withTimeLimit(options.timeLimit()));
  }

  private static LassoOptions reduce(LassoOptions options, Reduction value) {
    if (options.method() == Method.PAPER && !value.equals(Reduction.NONE)) {
      throw new OptionException(
          "reduce",
          "is %s, but method paper fits X as it is; drop one of the two".formatted(value));
    }
    return options.withReduce(value);
  }

  private static LassoOptions requirePossible(LassoOptions options) {
    if (options.method() == Method.PATH && options.penalty() != null) {
      throw new OptionException(
          "method", "path has no convex fit and so no penalty; drop one of the two");
    }
    return options;
  }

  private static String tag(@Nullable Penalty penalty) {
    if (penalty instanceof Penalty.Relative p) {
      return "relative" + number(p.share());
    }
    if (penalty instanceof Penalty.LambdaTau p) {
      return "lambda" + number(p.lambda()) + "-tau" + number(p.tau());
    }
    return penalty instanceof Penalty.Absolute p ? "mu" + number(p.mu()) : "default";
  }

  private static String number(double value) {
    return Double.toString(value).replaceFirst("\\.0$", "");
  }
}
