package org.latentfeature.backend.reference;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.backend.cpu.HostSession;
import org.latentfeature.coding.RowCoder;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.linalg.SymmetricEigenvalues;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.AtomRanking;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Moments;

/** Every step as its definition says, a row at a time, in double precision over float storage. */
final class ReferenceSession extends HostSession implements AtomSearch, Moments {

  private final float[] row;
  private Matrix residual;
  private MixingMethod mixing;

  ReferenceSession(Matrix x, StopSignal stop) {
    super(x, stop);
    row = new float[cols];
    residual = x;
    mixing = new MixingMethod(x, stop);
  }

  @Override
  public Products products(int from) {
    long start = System.nanoTime();
    int k = z.count();
    Dense cross = new Dense(k - from, cols);
    byte[] code = new byte[k];
    for (int i = 0; i < rows; i++) {
      stop.check(i);
      x.getRow(i, row);
      z.getRow(i, code);
      for (int c = from; c < k; c++) {
        if (code[c] != 0) {
          for (int j = 0; j < cols; j++) {
            cross.values()[(c - from) * cols + j] += row[j];
          }
        }
      }
    }
    Dense gram = z.gram(from);
    tally.add("products", 1, 2.0 * rows * cols * (k - from), start);
    return new Products(gram, cross);
  }

  @Override
  public double squaredError(Dense w) {
    long start = System.nanoTime();
    double sum = 0;
    byte[] code = new byte[w.rows()];
    for (int i = 0; i < rows; i++) {
      stop.check(i);
      loadResidualRow(i, w, code);
      for (float v : row) {
        sum += (double) v * v;
      }
    }
    tally.add("squared error", 1, 2.0 * rows * cols * w.rows(), start);
    return sum;
  }

  /** Leaves x_i − Wᵀz_i in {@code row}. */
  private void loadResidualRow(int i, Dense w, byte[] code) {
    x.getRow(i, row);
    z.getRow(i, code);
    for (int k = 0; k < code.length; k++) {
      if (code[k] != 0) {
        for (int j = 0; j < cols; j++) {
          row[j] -= (float) w.get(k, j);
        }
      }
    }
  }

  @Override
  public long refine(Dense w, int exactColumns) {
    long start = System.nanoTime();
    long changed =
        z.refine(0, rows, new RowCoder(w), (i, p) -> project(i, w, p), w.rows() <= exactColumns);
    stop.check();
    tally.add("refine", 1, 2.0 * rows * cols * w.rows(), start);
    return changed;
  }

  @Override
  public void encode(Dense w, int exactColumns, int restarts, long seed) {
    long start = System.nanoTime();
    z.clear(w.rows());
    boolean exact = w.rows() <= exactColumns;
    z.encode(0, rows, new RowCoder(w), (i, p) -> project(i, w, p), exact, restarts, seed);
    stop.check();
    tally.add("encode", 1, 2.0 * rows * cols * w.rows(), start);
  }

  private void project(int i, Dense w, double[] p) {
    x.getRow(i, row);
    for (int k = 0; k < p.length; k++) {
      double sum = 0;
      for (int j = 0; j < cols; j++) {
        sum += w.get(k, j) * row[j];
      }
      p[k] = sum;
    }
  }

  @Override
  public double residual(Dense v) {
    long start = System.nanoTime();
    if (residual == x) {
      residual = Matrix.allocate(rows, cols);
      mixing = new MixingMethod(residual, stop);
    }
    double sum = 0;
    byte[] code = new byte[v.rows()];
    for (int i = 0; i < rows; i++) {
      stop.check(i);
      loadResidualRow(i, v, code);
      residual.setRow(i, row);
      for (float a : row) {
        sum += (double) a * a;
      }
    }
    tally.add("residual", 2, 2.0 * rows * cols * v.rows(), start);
    return sum;
  }

  @Override
  public Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed) {
    long start = System.nanoTime();
    Sweeps sweeps = mixing.sweep(rank, tolerance, maxSweeps, seed);
    int count = sweeps.objectives().size();
    tally.add("sweep", count + 1L, 4.0 * rows * cols * rank * (count + 0.5), start);
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
    tally.add("round", hyperplanes, 2.0 * rows * cols * hyperplanes, start);
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
    tally.add("polish", flips + sums, 2.0 * rows * cols * (flips + sums), start);
    return AtomRanking.best(polished, polished.size());
  }

  @Override
  public Dense rowGram() {
    float[] other = new float[cols];
    Dense gram = new Dense(rows, rows);
    for (int i = 0; i < rows; i++) {
      stop.check();
      x.getRow(i, row);
      for (int m = 0; m <= i; m++) {
        x.getRow(m, other);
        double sum = 0;
        for (int j = 0; j < cols; j++) {
          sum += (double) row[j] * other[j];
        }
        gram.set(i, m, sum);
        gram.set(m, i, sum);
      }
    }
    return gram;
  }

  @Override
  public double[] squaredSingularValues() {
    return Moments.squares(
        SymmetricEigenvalues.of(rows <= cols ? rowGram() : columnGram(), stop::check));
  }

  private Dense columnGram() {
    Dense gram = new Dense(cols, cols);
    for (int i = 0; i < rows; i++) {
      stop.check(i);
      x.getRow(i, row);
      for (int a = 0; a < cols; a++) {
        for (int b = 0; b < cols; b++) {
          gram.values()[a * cols + b] += (double) row[a] * row[b];
        }
      }
    }
    return gram;
  }

  @Override
  public void close() {
    // The residual is the garbage collector's once this session is unreachable.
  }
}
