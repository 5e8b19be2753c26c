package org.latentfeature.spark;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.Factorisation.Products;
import org.latentfeature.step.WorstRows;
import org.latentfeature.step.WorstRows.RowError;

/** Sums over coded rows, 8(K² + KD) bytes, and 12 for each row of large error. */
final class PackedCodeSums implements Addend<PackedCodeSums> {

  private static final long serialVersionUID = 1L;

  private final int k;
  private final double[] gram;
  private final double[] cross;
  private final int most;
  private final int[] worst;
  private final double[] errors;
  private final long count;
  private final double sum;
  private final double squares;
  private final long changed;
  private final long proven;

  PackedCodeSums(CodeSums sums) {
    k = sums.products().gram().rows();
    gram = sums.products().gram().values();
    cross = sums.products().cross().values();
    WorstRows rows = sums.worst();
    most = rows.most();
    worst = rows.rows().stream().mapToInt(RowError::row).toArray();
    errors = rows.rows().stream().mapToDouble(RowError::error).toArray();
    count = rows.count();
    sum = rows.sum();
    squares = rows.squares();
    changed = sums.changed();
    proven = sums.proven();
  }

  /** The sums. */
  CodeSums sums() {
    List<RowError> rows = new ArrayList<>();
    for (int i = 0; i < worst.length; i++) {
      rows.add(new RowError(worst[i], errors[i]));
    }
    return new CodeSums(
        new Products(Dense.wrap(k, k, gram), Dense.wrap(k, cross.length / k, cross)),
        new WorstRows(most, rows, count, sum, squares),
        changed,
        proven);
  }

  @Override
  public PackedCodeSums plus(PackedCodeSums later) {
    return new PackedCodeSums(sums().plus(later.sums()));
  }
}
