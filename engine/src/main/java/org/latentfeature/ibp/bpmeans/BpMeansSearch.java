package org.latentfeature.ibp.bpmeans;

import java.util.List;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;

/**
 * BP-means from many seedings, then from exchanges of features of the best result: the lowest ‖X −
 * Z A‖² for K features at most, or, given λ², the lowest ‖X − Z A‖² + λ²K.
 */
public final class BpMeansSearch {

  /** More than a refinement takes before it stops. */
  private static final int ROUNDS = 200;

  /** Exchanges begin anew after one that lowers the objective by a larger share. */
  private static final double GAIN = 1e-9;

  private final Request request;
  private final RowResiduals residuals;
  private final BpSeeding seeding;
  private @Nullable Factors best;

  /**
   * The problem of a search: the rows, the limit of K or its price λ², and the number of restarts.
   *
   * @param x N×D
   * @param refinement on these rows, of codes of up to K columns
   * @param k maximum K
   * @param lambda2 λ², in squared units of {@code x}; 0 for K as large as it may be
   * @param start codes that the first restart begins with, of up to K columns; null for a seeding
   * @param restarts number of seedings, and maximum number of exchanges after them
   * @param seed of the seedings
   */
  public record Request(
      Matrix x,
      CodeRefinement refinement,
      int k,
      double lambda2,
      @Nullable BinaryMatrix start,
      int restarts,
      long seed) {}

  /** A search that has not begun. */
  public BpMeansSearch(Request request) {
    this.request = request;
    residuals = new RowResiduals(request.x().rows(), request.x().cols());
    seeding = new BpSeeding(residuals, request.seed());
  }

  /** Bytes of a search of an X with {@code rows} × {@code cols} entries on the host. */
  public static long bytesNeeded(int rows, int cols) {
    return (long) rows * (cols * (long) Float.BYTES + 2 * Double.BYTES);
  }

  /**
   * Runs all restarts, then as many exchanges of features of the best ({@link Exchanges}) at most.
   *
   * @param found hears of each result that is better than those before, and of its number, from 1:
   *     that of its restart, or of its exchange after these
   * @throws org.latentfeature.base.progress.StoppedException once {@code stop} is set; {@link
   *     #best} is then the best of what was finished
   */
  public void run(StopSignal stop, ObjIntConsumer<Factors> found) {
    for (int restart = 0; restart < request.restarts(); restart++) {
      stop.check();
      if (keep(ended(seeded(restart)))) {
        found.accept(best(), restart + 1);
      }
    }
    while (keep(ended(best()))) {
      found.accept(best(), request.restarts());
    }
    exchange(stop, found);
  }

  /** As many descents from exchanges of the best as there were restarts. */
  private void exchange(StopSignal stop, ObjIntConsumer<Factors> found) {
    List<Exchanges.Start> starts = Exchanges.of(best());
    int next = 0;
    for (int n = 0; n < request.restarts() && next < starts.size(); n++) {
      stop.check();
      double before = objective(best());
      int number = request.restarts() + n;
      if (keep(ended(exchanged(starts.get(next), number)))) {
        found.accept(best(), number + 1);
      }
      next++;
      if (objective(best()) < before * (1 - GAIN)) {
        starts = Exchanges.of(best());
        next = 0;
      } else if (request.lambda2() == 0) {
        // A second pass draws other rows.
        next %= starts.size();
      }
    }
  }

  /** Returns whether a restart has ended, so that there is a {@link #best}. */
  public boolean hasBest() {
    return best != null;
  }

  /**
   * The best so far; it has no features if none is worth λ².
   *
   * @throws IllegalStateException before the end of the first restart
   */
  public Factors best() {
    if (best == null) {
      throw new IllegalStateException("no restart has ended");
    }
    return best;
  }

  /** ‖X − Z A‖² + λ²K of {@code factors}. */
  public double objective(Factors factors) {
    return factors.squaredError() + request.lambda2() * factors.z().cols();
  }

  private boolean keep(Factors candidate) {
    Factors known = best;
    if (known != null && !(objective(candidate) < objective(known))) {
      return false;
    }
    best = candidate;
    return true;
  }

  private Factors seeded(int restart) {
    BinaryMatrix start = request.start();
    if (restart == 0 && start != null) {
      return request.refinement().run(start);
    }
    return refined(seeding.seeds(request.x(), request.k(), request.lambda2(), restart));
  }

  /**
   * Refines the factors that an exchange starts from. With K fixed, rows of the residual become the
   * features that are missing.
   */
  private Factors exchanged(Exchanges.Start start, int number) {
    Factors coded = request.refinement().run(start.z(), start.a(), ROUNDS);
    return request.lambda2() > 0
        ? coded
        : refined(seeding.more(request.x(), Deaths.withoutEmpty(coded), request.k(), number));
  }

  /** Refined from the codes that fit {@code seeds} best. */
  private Factors refined(GrowingFactors seeds) {
    return seeds.features() == 0
        ? request.refinement().empty()
        : request.refinement().run(seeds.z(), seeds.a(), ROUNDS);
  }

  private Factors ended(Factors start) {
    if (request.lambda2() > 0) {
      return new FreeRounds(request.refinement(), residuals, request.k(), request.lambda2())
          .run(request.x(), start);
    }
    // A refinement stops at a small gain, which may come before a large one.
    Factors known = start;
    Factors next = request.refinement().descend(known);
    while (next.squaredError() < known.squaredError()) {
      known = next;
      next = request.refinement().descend(known);
    }
    return Deaths.withoutEmpty(known);
  }
}
