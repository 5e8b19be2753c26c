package org.latentfeature.fit.factor;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.RowCoding;

/** Alternates between codes given the dictionary and dictionary given the codes. */
public final class CodeRefinement {

  private static final int MAX_ROUNDS = 200;

  /**
   * Maximum columns for which each row's best code is found exactly; above it, codes change by
   * single flips.
   */
  private static final int EXACT_COLUMNS = 8;

  /** The alternation stops when a round lowers the squared error by a smaller share. */
  private static final double GAIN = 1e-5;

  /**
   * Cost of coding a row, in multiplications of a product that take as long: it does not depend on
   * the number of columns, and outweighs the products where there are few.
   */
  private static final double CODING = 500;

  /** Maximum K at which rows that are coded anew for another dictionary get their best codes. */
  private static final int EXACT_EXTENSION = 20;

  private final ResidentRows rows;
  private final Factorisation steps;
  private final Incidence codes;
  private final Dictionaries dictionaries;
  private final Consumer<Factors> found;
  private double work;

  /**
   * Works on {@code codes}, which it owns. Passes every factorisation to {@code found}, so that
   * none is lost when the steps are stopped.
   *
   * @param data the rows on the device
   */
  public CodeRefinement(
      LoadedData data,
      ResidentRows rows,
      Factorisation steps,
      Incidence codes,
      Consumer<Factors> found) {
    this(data, rows, steps, codes, LeastSquares.FREE, Regularisation.DEFAULT, found);
  }

  /** Works on {@code codes}, which it owns, with {@code costs} as part of every squared error. */
  public CodeRefinement(
      LoadedData data,
      ResidentRows rows,
      Factorisation steps,
      Incidence codes,
      Regularisation costs,
      Consumer<Factors> found) {
    this(data, rows, steps, codes, LeastSquares.FREE, costs, found);
  }

  /** Works on {@code codes}, which it owns, with dictionaries of {@code leastSquares}. */
  CodeRefinement(
      LoadedData data,
      ResidentRows rows,
      Factorisation steps,
      Incidence codes,
      LeastSquares leastSquares,
      Consumer<Factors> found) {
    this(data, rows, steps, codes, leastSquares, Regularisation.DEFAULT, found);
  }

  private CodeRefinement(
      LoadedData data,
      ResidentRows rows,
      Factorisation steps,
      Incidence codes,
      LeastSquares leastSquares,
      Regularisation costs,
      Consumer<Factors> found) {
    this.rows = rows;
    this.steps = costs.on(steps, data);
    this.codes = codes;
    dictionaries =
        new Dictionaries(steps, leastSquares, costs, data.source(), data.backend().algebra());
    this.found = found;
  }

  /**
   * Approximate cost of the rounds so far, in multiplications of a product: the clock of searches
   * that must be reproducible.
   */
  public double work() {
    return work;
  }

  /** The least-squares dictionary of {@code z}, without touching the codes. */
  public Factors fit(BinaryMatrix z) {
    codes.replace(z);
    Dense w = dictionary(null);
    return found(new Factors(z, w, steps.squaredError(codes, w)));
  }

  /**
   * {@code z} and a dictionary that need not be its least-squares one.
   *
   * @param w K×D
   */
  public Factors evaluate(BinaryMatrix z, Dense w) {
    codes.replace(z);
    return found(new Factors(z, w, steps.squaredError(codes, w)));
  }

  /** One feature that all rows have. */
  public Factors mean() {
    int n = rows.rows();
    return fit(BinaryMatrix.ofColumns(n, List.of(BitVector.ones(n))));
  }

  /** No feature at all. */
  public Factors empty() {
    return fit(BinaryMatrix.empty(rows.rows()));
  }

  /** The codes of {@code factors} on the device, until the next call. */
  public Incidence resident(Factors factors) {
    codes.replace(factors.z());
    return codes;
  }

  private Factors found(Factors factors) {
    found.accept(factors);
    return factors;
  }

  /** The least-squares dictionary of the resident codes. */
  private Dense dictionary(@Nullable Factors earlier) {
    int k = codes.columns();
    if (k == 0) {
      return new Dense(0, rows.cols());
    }
    work += rows.rows() * (k * (k + 2.0 * rows.cols()) + CODING);
    return dictionaries.of(codes, earlier);
  }

  /** Refines from {@code z} until nothing changes. Never raises the squared error. */
  public Factors run(BinaryMatrix z) {
    return run(z, MAX_ROUNDS);
  }

  /** {@link #run(BinaryMatrix)} for at most {@code rounds} rounds. */
  public Factors run(BinaryMatrix z, int rounds) {
    return descend(fit(z), rounds);
  }

  /** From the codes that {@code w} gives {@code z}, for at most {@code rounds} rounds. */
  public Factors run(BinaryMatrix z, Dense w, int rounds) {
    codes.replace(z);
    steps.refine(codes, w, EXACT_COLUMNS);
    return descend(fit(codes.toMatrix()), rounds);
  }

  /**
   * All rows coded anew for {@code w}, with the codes' least-squares dictionary. Up to {@value
   * #EXACT_EXTENSION} features each row's code is its best for {@code w}.
   *
   * @param w K×D
   * @param restarts random starts of each row above that
   * @param seed of these
   */
  public Factors encode(Dense w, int restarts, long seed) {
    steps.encode(codes, w, RowCoding.encoding(EXACT_EXTENSION, restarts, seed, 0));
    return fit(codes.toMatrix());
  }

  /**
   * Extends a dictionary that was found on other rows: rows coded anew and refinement in turn,
   * until coding anew gains nothing.
   *
   * @param w K×D
   * @param restarts as of {@link #encode}
   * @param seed as of {@link #encode}
   * @param gain share of the squared error; it stops when coding anew gains less
   */
  public Factors extend(Dense w, int restarts, long seed, double gain) {
    Factors best = encode(w, restarts, seed);
    while (true) {
      Factors refined = descend(best);
      Factors coded = encode(refined.w(), restarts, seed);
      if (coded.squaredError() >= (1 - gain) * refined.squaredError()) {
        return refined.orBetter(coded);
      }
      best = coded;
    }
  }

  /** Continues from {@code start} for at most {@code rounds} rounds. */
  public Factors descend(Factors start, int rounds) {
    codes.replace(start.z());
    Descent descent = new Descent(start);
    for (int round = 1; round <= rounds && codes.columns() > 0; round++) {
      if (!descent.round(round)) {
        break;
      }
    }
    return descent.end();
  }

  /**
   * Rounds of which some are evaluated: the error is one more reading of X. Where nothing is
   * missing no round raises it, and what a changed entry gained tells how much more there is to
   * gain.
   */
  private final class Descent {

    private Factors best;
    private Dense w;

    /** Rounds, and changed entries, since {@link #best}. */
    private int rounds;

    private long changed;
    private double gainOfEntry = Double.POSITIVE_INFINITY;

    Descent(Factors start) {
      best = start;
      w = start.w();
    }

    /** Round number {@code round}, from 1; returns whether to go on. */
    boolean round(int round) {
      long entries = steps.refine(codes, w, EXACT_COLUMNS);
      if (entries == 0) {
        return false;
      }
      w = dictionary(best);
      rounds++;
      changed += entries;
      boolean small = entries * gainOfEntry <= GAIN * best.squaredError();
      boolean due = Integer.bitCount(round) == 1 || dictionaries.followErrors();
      return !(small || due) || (evaluate() && !small);
    }

    /** Evaluates the present factorisation; returns whether its rounds gained enough to go on. */
    private boolean evaluate() {
      double error = steps.squaredError(codes, w);
      double gain = best.squaredError() - error;
      boolean enough = gain >= rounds * GAIN * best.squaredError();
      if (gain > 0) {
        gainOfEntry = gain / changed;
        best = found(new Factors(codes.toMatrix(), w, error));
      }
      rounds = 0;
      changed = 0;
      return enough && gain > 0;
    }

    Factors end() {
      if (rounds > 0) {
        evaluate();
      }
      return best;
    }
  }

  /** Continues from {@code start} until nothing changes. */
  public Factors descend(Factors start) {
    return descend(start, MAX_ROUNDS);
  }
}
