package org.latentfeature.backend.reference;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.AtomRanking;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.StepTally;

/** The greedy step as its definition says. */
final class ReferenceSearch implements AtomSearch {

  private final Matrix x;
  private final StepTally tally;
  private final StopSignal stop;
  private final Matrix residual;
  private final MixingMethod mixing;

  ReferenceSearch(HostRows rows, StopSignal stop) {
    x = rows.x();
    tally = rows.tally();
    this.stop = stop;
    residual = Matrix.allocate(x.rows(), x.cols());
    mixing = new MixingMethod(residual, stop);
  }

  static long bytesNeeded(int rows, int cols, Limits limits) {
    long residual = (long) rows * cols * Float.BYTES;
    long vectors = (long) rows * limits.rank() * Double.BYTES;
    long atoms = (long) rows * (limits.candidates() + limits.hyperplanes()) / Byte.SIZE;
    return residual + vectors + atoms;
  }

  @Override
  public double residual(Incidence z, Dense v) {
    long start = System.nanoTime();
    ResidualRow row = new ResidualRow(x, (IncidenceColumns) z, v);
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      stop.check(i);
      sum = row.load(i).addSquaresTo(sum);
      residual.setRow(i, row.values);
    }
    tally.add("residual", 2, 2.0 * x.size() * v.rows(), start);
    return sum;
  }

  @Override
  public Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed) {
    long start = System.nanoTime();
    Sweeps sweeps = mixing.sweep(rank, tolerance, maxSweeps, seed);
    int count = sweeps.objectives().size();
    tally.add("sweep", count + 1L, 4.0 * x.size() * rank * (count + 0.5), start);
    return sweeps;
  }

  @Override
  public Dense vectors() {
    return mixing.vectors();
  }

  @Override
  public List<ScoredAtom> round(int hyperplanes, int count, int passes, long seed) {
    long start = System.nanoTime();
    List<ScoredAtom> rounded = new ArrayList<>();
    for (BitVector atom : mixing.round(hyperplanes, seed)) {
      rounded.add(new ScoredAtom(atom, mixing.score(atom)));
    }
    List<BitVector> best = AtomRanking.best(rounded, count).stream().map(ScoredAtom::z).toList();
    tally.add("round", hyperplanes, 2.0 * x.size() * hyperplanes, start);
    return polish(best, passes);
  }

  @Override
  public List<ScoredAtom> polish(List<BitVector> atoms, int passes) {
    long start = System.nanoTime();
    long before = mixing.polishPasses();
    List<ScoredAtom> polished = new ArrayList<>();
    for (BitVector atom : atoms) {
      BitVector better = mixing.polish(atom, passes);
      polished.add(new ScoredAtom(better, mixing.score(better)));
    }
    long flips = mixing.polishPasses() - before;
    long sums = 2L * atoms.size(); // before, and for the score after
    tally.add("polish", flips + sums, 2.0 * x.size() * (flips + sums), start);
    return AtomRanking.best(polished, polished.size());
  }

  @Override
  public void close() {
    // The residual is the garbage collector's once this search is unreachable.
  }
}
