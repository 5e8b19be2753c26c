package org.latentfeature.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.backend.AtomSearch.ScoredAtom;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedSession;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.SessionLimits;
import org.latentfeature.cuda.PaperModel.Setting;
import org.latentfeature.cuda.software.SoftwareCounters;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.SyntheticProblem;

/** What each step of a fit asks of a card, counted on the software device. */
final class CountedSteps {

  /** So small that sweeps end by their number. */
  private static final double TOLERANCE = 1e-12;

  private static final int MOST_EXACT = 8;

  private CountedSteps() {}

  /**
   * One step.
   *
   * @param launches kernels, products and fills of memory
   * @param bytesIn that cross to the device
   * @param bytesOut that cross back
   * @param flops of products
   */
  record Counted(long launches, long bytesIn, long bytesOut, long flops) {

    Counted minus(Counted other) {
      return new Counted(
          launches - other.launches,
          bytesIn - other.bytesIn,
          bytesOut - other.bytesOut,
          flops - other.flops);
    }
  }

  /**
   * Residual, a sweep, rounding with the choice and the scores of candidates, a pass of flips of
   * one candidate, products, squared error, codes; in the blocks that {@code card} gets.
   */
  static List<Counted> of(Shape shape, Setting s, Card card) {
    SyntheticProblem p = SyntheticProblem.dense(shape.rows(), shape.cols(), s.features(), .1, 1);
    SessionLimits limits =
        SessionLimits.search(s.features() + s.candidates(), s.rank(), s.candidates(), s.planes());
    List<Counted> steps = new ArrayList<>();
    try (Backend backend = TestedDevice.inBlocksOf(card).open(Resources.DEFAULT);
        CheckedSession session = CheckedSession.open(backend, p.x(), limits)) {
      session.replace(p.z());
      steps.add(count(session, () -> session.residual(p.w())));
      session.sweep(s.rank(), TOLERANCE, 1, 1); // with what a new residual needs first
      Counted one = count(session, () -> session.sweep(s.rank(), TOLERANCE, 1, 1));
      steps.add(count(session, () -> session.sweep(s.rank(), TOLERANCE, 2, 1)).minus(one));
      List<BitVector> rounded = new ArrayList<>();
      steps.add(
          count(
              session,
              () ->
                  session.round(s.planes(), s.candidates(), 0, 2).stream()
                      .map(ScoredAtom::z)
                      .forEach(rounded::add)));
      // Far from a maximum, so that every pass flips.
      List<BitVector> features = p.z().columns().subList(0, 1);
      Counted unpolished = count(session, () -> session.polish(features, 0));
      steps.add(count(session, () -> session.polish(features, 1)).minus(unpolished));
      session.append(rounded);
      steps.add(count(session, () -> session.products(s.features())));
      session.retain(IntStream.range(0, s.features()).toArray());
      steps.add(count(session, () -> session.squaredError(p.w())));
      steps.add(count(session, () -> session.refine(p.w(), MOST_EXACT)));
    }
    return steps;
  }

  private static Counted count(CheckedSession session, Runnable step) {
    session.squaredNorm(); // waits for what is queued
    SoftwareDevice.resetCounters();
    step.run();
    SoftwareCounters spent = SoftwareDevice.counters();
    return new Counted(
        spent.launches() + spent.cublasCalls() + spent.memsets(),
        spent.toDevice().bytes(),
        spent.toHost().bytes(),
        spent.cublasFlops());
  }
}
