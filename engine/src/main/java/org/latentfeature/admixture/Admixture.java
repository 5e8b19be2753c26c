package org.latentfeature.admixture;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.latentfeature.admixture.AdmixtureOptions.Method;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.LoadedData;

/**
 * The admixture model: individual i has g_ij ~ Binomial(2, (ZW)_ji) copies of an allele at locus j,
 * with frequencies Z in [0, 1] and shares W whose columns lie on the simplex.
 */
public final class Admixture {

  /** Rounds of least squares before those of the likelihood. */
  private static final int LEAST_SQUARES = 10;

  private final AlleleCounts counts;
  private final AdmixtureOptions options;
  private final Backend backend;
  private final WorkListener listener;
  private final StopSignal stop;

  private Admixture(
      AlleleCounts counts,
      AdmixtureOptions options,
      Backend backend,
      WorkListener listener,
      StopSignal stop) {
    this.counts = counts;
    this.options = options;
    this.backend = backend;
    this.listener = listener;
    this.stop = stop;
  }

  /**
   * Fits the model.
   *
   * @param backend whose threads the rounds share; it computes the moments of eigenpairs
   * @param listener receives the number of rounds
   * @param stop ends the fit with the best so far
   * @throws DataException naming an individual or a locus without a known genotype, or if there are
   *     fewer individuals than populations
   * @throws IllegalArgumentException if there are no such eigenpairs
   * @throws StoppedException if there is nothing yet to end with
   */
  public static AdmixtureEstimate fit(
      AlleleCounts counts,
      AdmixtureOptions options,
      Backend backend,
      WorkListener listener,
      StopSignal stop) {
    requireKnown(counts, options.populations());
    return ofKnown(counts, options, backend, listener, stop);
  }

  /** {@link #fit} of genotypes of which some may have been taken away. */
  static AdmixtureEstimate ofKnown(
      AlleleCounts counts,
      AdmixtureOptions options,
      Backend backend,
      WorkListener listener,
      StopSignal stop) {
    return new Admixture(counts, options, backend, listener, stop).fit();
  }

  /**
   * The estimate that the method comes to from some shares.
   *
   * @param shares W, K×N, to start from
   */
  public static AdmixtureEstimate from(
      Dense shares,
      AlleleCounts counts,
      AdmixtureOptions options,
      Backend backend,
      StopSignal stop) {
    return new Admixture(counts, options, backend, WorkListener.SILENT, stop).from(shares, 0);
  }

  private static void requireKnown(AlleleCounts counts, int k) {
    if (counts.individuals() < k) {
      throw new DataException(
          "there are %d individuals for %d populations; fit fewer populations"
              .formatted(counts.individuals(), k));
    }
    boolean[] known = new boolean[counts.individuals()];
    for (int j = 0; j < counts.loci(); j++) {
      boolean isKnown = false;
      for (int i = 0; i < known.length; i++) {
        boolean is = counts.get(i, j) != AlleleCounts.MISSING;
        known[i] |= is;
        isKnown |= is;
      }
      if (!isKnown) {
        throw new DataException("locus " + (j + 1) + " has no known genotype; remove it");
      }
    }
    for (int i = 0; i < known.length; i++) {
      if (!known[i]) {
        throw new DataException("individual " + (i + 1) + " has no known genotype; remove it");
      }
    }
  }

  private AdmixtureEstimate fit() {
    if (options.method() == Method.EIGENPAIRS) {
      return eigenpairs();
    }
    @Nullable AdmixtureEstimate best = null;
    for (int start = 0; start < options.starts(); start++) {
      try {
        AdmixtureEstimate found = from(randomShares(start), start);
        best = best == null || found.logLikelihood() > best.logLikelihood() ? found : best;
      } catch (StoppedException e) {
        if (best == null) {
          throw e;
        }
      }
      if (stop.isSet()) {
        break;
      }
    }
    return Objects.requireNonNull(best);
  }

  /** Shares drawn uniformly from the simplex, K×N. */
  private Dense randomShares(int start) {
    return Simplex.random(
        options.populations(),
        counts.individuals(),
        new RandomStream(options.seed(), "ancestral start " + start));
  }

  private AlternatingRounds ascent(AlleleLoss loss) {
    int threads = Math.max(1, backend.info().threads());
    return new AlternatingRounds(counts, options.populations(), loss, threads, stop);
  }

  private AdmixtureEstimate from(Dense shares, int start) {
    Climb squares = new Climb(AlleleLoss.SQUARES, start);
    Ancestry begun = new Ancestry(squares.ascent.frequencies(shares), shares, Double.NaN);
    if (options.method() == Method.ALS) {
      return squares.run(begun);
    }
    for (int round = 0; round < LEAST_SQUARES; round++) {
      begun = squares.ascent.round(begun);
    }
    return new Climb(AlleleLoss.LIKELIHOOD, start).run(begun);
  }

  private AdmixtureEstimate estimate(Ancestry at, int rounds, boolean converged) {
    double logLikelihood =
        new AlternatingRounds(
                counts,
                options.populations(),
                AlleleLoss.LIKELIHOOD,
                Math.max(1, backend.info().threads()),
                StopSignal.NEVER)
            .value(at);
    return new AdmixtureEstimate(at.frequencies(), at.shares(), logLikelihood, rounds, converged);
  }

  private AdmixtureEstimate eigenpairs() {
    Dense shares;
    try (LoadedData data = new LoadedData(backend, EigenpairShares.halves(counts))) {
      shares = EigenpairShares.of(data, options.populations(), options.seed(), stop).shares();
    }
    Simplex.project(shares, AlternatingRounds.LEAST);
    Dense frequencies = ascent(AlleleLoss.SQUARES).frequencies(shares);
    return estimate(new Ancestry(frequencies, shares, Double.NaN), 0, true);
  }

  /** Rounds from one start, with an extrapolation after every two. */
  private final class Climb {

    private final AlternatingRounds ascent;
    private final int start;
    private int rounds;

    Climb(AlleleLoss loss, int start) {
      ascent = ascent(loss);
      this.start = start;
    }

    AdmixtureEstimate run(Ancestry from) {
      Ancestry best = round(from);
      boolean converged = false;
      try {
        while (!converged && isMore()) {
          Ancestry first = best;
          Ancestry second = round(first);
          best = second;
          if (!isMore()) {
            break;
          }
          Ancestry third = round(second);
          best = third;
          converged = third.value() - second.value() < options.tolerance();
          if (!converged && isMore()) {
            Ancestry far = round(Ancestry.extrapolated(first, second, third));
            best = far.value() > third.value() ? far : third;
          }
        }
      } catch (StoppedException e) {
        return estimate(best, rounds, false);
      }
      return estimate(best, rounds, converged);
    }

    private boolean isMore() {
      return rounds < options.rounds();
    }

    private Ancestry round(Ancestry at) {
      Ancestry next = ascent.round(at);
      rounds++;
      listener.onWork(
          "K = %d, start %d of %d, round %d"
              .formatted(options.populations(), start + 1, options.starts(), rounds),
          rounds,
          0);
      return next;
    }
  }
}
