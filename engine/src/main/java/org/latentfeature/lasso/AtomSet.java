package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Factorisation.Products;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.ResidentRows;

/**
 * The atoms of a convex fit with their weights, mirrored by a resident Z, and the statistics for
 * the corrective step: H = ZᵀZ, B = ZᵀX and P = BBᵀ.
 *
 * <p>Weights are c_k = ‖v_k‖/(μN), the paper's c divided by Nτ; then V = diag(c) (I + H diag(c))⁻¹
 * B, and the penalty's only parameter is μ.
 */
final class AtomSet {

  private final int rows;
  private final Factorisation steps;
  private final Incidence resident;
  private List<BitVector> atoms = new ArrayList<>();
  private Dense gram = new Dense(0, 0);
  private Dense cross;
  private Dense crossGram = new Dense(0, 0);
  private double[] weights = new double[0];

  /** No atoms, of N×D {@code rows}; owns {@code resident}, which it empties. */
  AtomSet(ResidentRows rows, Factorisation steps, Incidence resident) {
    this.rows = rows.rows();
    this.steps = steps;
    this.resident = resident;
    cross = new Dense(0, rows.cols());
    resident.replace(BinaryMatrix.empty(this.rows));
  }

  /** The atoms on the device. */
  Incidence resident() {
    return resident;
  }

  /** Number of atoms. */
  int size() {
    return atoms.size();
  }

  BinaryMatrix toMatrix() {
    return BinaryMatrix.ofColumns(rows, atoms);
  }

  boolean contains(BitVector atom) {
    return atoms.contains(atom);
  }

  /** H = ZᵀZ. */
  Dense gram() {
    return gram;
  }

  /** B = ZᵀX. */
  Dense cross() {
    return cross;
  }

  /** P = BBᵀ. */
  Dense crossGram() {
    return crossGram;
  }

  /** The weights c, one per atom; not a copy. */
  double[] weights() {
    return weights;
  }

  void setWeights(double[] c) {
    weights = c.clone();
  }

  /** Appends atoms with weight 0. */
  void add(List<BitVector> added) {
    int m = atoms.size();
    resident.append(added);
    add(added, steps.products(resident, m));
  }

  /**
   * Appends atoms z with weight 0 whose Aᵀz is known, A the residual of V: Xᵀz = Aᵀz + VᵀZᵀz takes
   * no reading of X.
   *
   * @param sums Aᵀz of each, q×D
   */
  void addFound(List<BitVector> added, Dense sums, Dense v) {
    int m = atoms.size();
    Dense dots = dots(added);
    Dense before = new Dense(added.size(), m);
    for (int i = 0; i < before.rows(); i++) {
      for (int j = 0; j < m; j++) {
        before.set(i, j, dots.get(i, j));
      }
    }
    resident.append(added);
    add(added, new Products(dots, m == 0 ? sums : sums.plus(before.times(v))));
  }

  /** Appends atoms with weight 0 whose rows of {@link #cross} are set by {@link #setCross}. */
  void addUnknown(List<BitVector> added) {
    resident.append(added);
    add(added, new Products(dots(added), new Dense(added.size(), cross.cols())));
  }

  private Dense dots(List<BitVector> added) {
    List<BitVector> all = new ArrayList<>(atoms);
    all.addAll(added);
    Dense dots = new Dense(added.size(), all.size());
    for (int i = 0; i < dots.rows(); i++) {
      for (int j = 0; j < dots.cols(); j++) {
        dots.set(i, j, added.get(i).dot(all.get(j)));
      }
    }
    return dots;
  }

  /** Replaces B, and with it P = BBᵀ. */
  void setCross(Dense b, Algebra algebra) {
    cross = b;
    crossGram = algebra.multiplyTransposed(b, b);
  }

  private void add(List<BitVector> added, Products products) {
    int m = atoms.size();
    atoms.addAll(added);
    cross = cross.appendRows(products.cross());
    gram = extend(gram, m, (i, j) -> products.gram().get(i - m, j));
    Dense all = cross;
    crossGram = extend(crossGram, m, (i, j) -> all.rowDot(i, all, j));
    weights = Arrays.copyOf(weights, atoms.size());
  }

  /** An entry (i, j) with j &lt;= i. */
  private interface Entry {
    double at(int i, int j);
  }

  private Dense extend(Dense old, int m, Entry entry) {
    Dense grown = new Dense(atoms.size(), atoms.size());
    for (int i = 0; i < grown.rows(); i++) {
      for (int j = 0; j <= i; j++) {
        double v = i < m ? old.get(i, j) : entry.at(i, j);
        grown.set(i, j, v);
        grown.set(j, i, v);
      }
    }
    return grown;
  }

  /** Drops the atoms of weight 0. */
  void eliminate() {
    int[] kept = new int[atoms.size()];
    int count = 0;
    for (int k = 0; k < atoms.size(); k++) {
      if (weights[k] > 0) {
        kept[count++] = k;
      }
    }
    if (count == atoms.size()) {
      return;
    }
    kept = Arrays.copyOf(kept, count);
    resident.retain(kept);
    List<BitVector> left = new ArrayList<>(count);
    double[] c = new double[count];
    for (int k = 0; k < count; k++) {
      left.add(atoms.get(kept[k]));
      c[k] = weights[kept[k]];
    }
    atoms = left;
    weights = c;
    gram = gram.selectBlock(kept);
    crossGram = crossGram.selectBlock(kept);
    cross = cross.selectRows(kept);
  }
}
