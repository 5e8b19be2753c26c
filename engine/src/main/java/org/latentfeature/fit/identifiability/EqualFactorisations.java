package org.latentfeature.fit.identifiability;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * The choice among factorisations that no error tells apart. Where the span of Z holds binary
 * vectors beside its columns, Z W = (Z T)(T⁻¹ W) for every regular T whose Z T is binary: a mixture
 * of ten clusters is as well ten sums of clusters. Of these the one is taken that {@link
 * Preference} names. Columns are exchanged for other vectors of the span while its cost falls, from
 * Z itself, from the fewest ones (a matroid, of which the greedy choice is exact) and from random
 * bases.
 */
public final class EqualFactorisations {

  /** Name of the figure of the binary vectors in the span of Z beside its columns. */
  public static final String OTHERS = "others_in_span";

  /** A wider Z is not looked at: its exact basis would take seconds. */
  public static final int MAX_COLUMNS = 64;

  /** Negative entries of W count so much more than others, in squares, where none should be. */
  private static final double NEGATIVE = 1000;

  /** W counts as nonnegative with this share of its squares below 0, as noise leaves it. */
  private static final double NOISE = 1e-3;

  /** A cost falls if it does by more than rounding. */
  private static final double LESS = 1e-7;

  private static final int MAX_STARTS = 10;

  private EqualFactorisations() {}

  /**
   * One of several equal factorisations.
   *
   * @param z incidence, N×K
   * @param w dictionary, K×D
   * @param others binary vectors in the span of Z that are neither 0 nor one of its columns
   * @param complete whether no more of them than these can be there
   */
  public record Choice(BinaryMatrix z, Dense w, int others, boolean complete) {}

  /**
   * Chooses among the factorisations of the size and the product of {@code z} and {@code w}. Equal
   * arguments give equal choices.
   *
   * @param z incidence, N×K
   * @param w dictionary, K×D, by least squares
   * @param squaredError ‖X − Z W‖², by which entries of W are negative or 0 with noise
   * @param preference which of them
   * @param nonnegative whether W is to be constrained to W ≥ 0
   * @param seed of the random bases
   * @param stop ends the choice with the arguments
   * @return the choice; empty if no binary vector was found in the span beside the columns of
   *     {@code z}, these depend on each other, or they are more than {@link #MAX_COLUMNS}
   */
  public static Optional<Choice> choose(
      BinaryMatrix z,
      Dense w,
      double squaredError,
      Preference preference,
      boolean nonnegative,
      long seed,
      StopSignal stop) {
    SpanCandidates all =
        z.cols() > MAX_COLUMNS || z.cols() == 0 ? null : SpanCandidates.of(z, stop);
    if (all == null) {
      return Optional.empty();
    }
    int others = all.combinations().size() - z.cols();
    if (preference == Preference.ANY) {
      return Optional.of(new Choice(z, w, others, all.complete()));
    }
    Descent descent =
        new Descent(
            all,
            SpanBasis.of(all, w, squaredError / w.cols() / Math.max(1, z.rows() - z.cols())),
            preference,
            nonnegative,
            stop);
    int[] members = descent.best(seed);
    BinaryMatrix chosen =
        BinaryMatrix.ofColumns(
            z.rows(),
            IntStream.of(members)
                .mapToObj(
                    c ->
                        c < z.cols()
                            ? z.column(c)
                            : SpanCondition.column(z, all.combinations().get(c)))
                .toList());
    return Optional.of(new Choice(chosen, descent.dictionary(members), others, all.complete()));
  }

  /** Exchanges of columns while a cost falls. */
  private static final class Descent {

    private final SpanBasis columns;
    private final CodeLengths lengths;
    private final Preference preference;
    private final boolean nonnegative;
    private final StopSignal stop;

    private final double parameters;

    /** Σ w² of Z as it is. */
    private final double start;

    /** A pair that crosses costs so much where none should: more than any code. */
    private final double pair;

    /** True if W ≥ 0 decides before the length of codes does. */
    private boolean isBySign;

    Descent(
        SpanCandidates all,
        SpanBasis columns,
        Preference preference,
        boolean nonnegative,
        StopSignal stop) {
      this.columns = columns;
      this.preference = preference;
      this.nonnegative = nonnegative;
      this.stop = stop;
      BitVector[] entries =
          IntStream.range(0, columns.candidates()).mapToObj(all::column).toArray(BitVector[]::new);
      lengths = new CodeLengths(entries, all.counts());
      parameters = columns.w().values().length;
      start = columns.w().squaredNorm();
      pair =
          100
              * (IntStream.of(all.counts()).asDoubleStream().sum() * columns.w().rows()
                  + parameters);
      isBySign = preference == Preference.SIMPLEST;
    }

    /** The members of the best basis. */
    int[] best(long seed) {
      SpanBasis found = bestOfStarts(seed);
      if (isBySign && found.negative() > NOISE * found.w().squaredNorm()) {
        isBySign = false;
        found = bestOfStarts(seed);
      }
      return found.members();
    }

    /** T⁻¹ W for these members, from W without what many exchanges round. */
    Dense dictionary(int[] members) {
      SpanBasis fresh = columns.greedy(members);
      int[] places = fresh.members();
      int[] order =
          IntStream.of(members)
              .map(c -> IntStream.range(0, places.length).filter(j -> places[j] == c).sum())
              .toArray();
      return fresh.w().selectRows(order);
    }

    private SpanBasis bestOfStarts(long seed) {
      RandomStream random = new RandomStream(seed, "equal factorisations");
      int size = columns.candidates();
      int starts = (int) Math.min(MAX_STARTS, 2 + 20_000 / Math.pow(size, 1.5));
      SpanBasis best = columns.copy();
      double least = descend(best);
      for (int start = 1; start < starts && !stop.isSet(); start++) {
        SpanBasis next = columns.greedy(start == 1 ? fewest() : shuffled(random));
        double cost = descend(next);
        if (isLess(cost, least)) {
          best = next;
          least = cost;
        }
      }
      return best;
    }

    private int[] fewest() {
      return IntStream.range(0, columns.candidates())
          .boxed()
          .sorted(Comparator.comparingInt(lengths::ones))
          .mapToInt(c -> c)
          .toArray();
    }

    private int[] shuffled(RandomStream random) {
      int[] order = IntStream.range(0, columns.candidates()).toArray();
      for (int i = order.length - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int at = order[i];
        order[i] = order[j];
        order[j] = at;
      }
      return order;
    }

    private static boolean isLess(double cost, double than) {
      return cost < than - LESS * Math.abs(than);
    }

    /** Exchanges one column at a time, the one that gains most; returns the cost. */
    private double descend(SpanBasis basis) {
      boolean isSigned = nonnegative || isBySign;
      double cost = cost(basis.members(), basis.w().squaredNorm(), basis.negative());
      while (!stop.isSet()) {
        double[][] gram = basis.gram();
        double least = cost;
        int place = -1;
        int taken = -1;
        for (int j = 0; j < basis.members().length; j++) {
          int[] members = basis.members().clone();
          for (int c = 0; c < basis.candidates(); c++) {
            if (c == basis.members()[j] || !basis.admits(j, c)) {
              continue;
            }
            members[j] = c;
            double length = basis.length(gram, j, c);
            double next = cost(members, length, 0);
            if (isSigned && isLess(next, least)) {
              next = cost(members, length, basis.negative(j, c));
            }
            if (isLess(next, least)) {
              least = next;
              place = j;
              taken = c;
            }
          }
        }
        if (place < 0) {
          break;
        }
        basis.exchange(place, taken);
        cost = least;
      }
      return cost;
    }

    /** The cost of a choice; more negative entries of W never lower it. */
    private double cost(int[] members, double length, double negative) {
      double squares = length + (nonnegative || isBySign ? NEGATIVE * negative : 0);
      if (isBySign) {
        return squares;
      }
      return switch (preference) {
        case FEWEST ->
            IntStream.of(members).mapToDouble(lengths::ones).sum() + squares / (squares + start);
        case SHORTEST -> squares;
        case NESTED -> lengths.crossing(members) * pair + code(members, squares);
        case SIMPLEST, ANY -> code(members, squares);
      };
    }

    /** Nats of Z, and KD/2 log ‖W‖². */
    private double code(int[] members, double squares) {
      return lengths.of(members) + parameters / 2 * Math.log(squares);
    }
  }
}
