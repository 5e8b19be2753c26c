package org.latentfeature.fit.model;

import java.util.Map;
import java.util.stream.IntStream;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.step.coding.Codes;

/** Codes the rows that know an entry; the others have no feature, and no part in a likelihood. */
public final class KnownRowsCoder implements Coder {

  private final Coder coder;

  /**
   * Around a coder that needs a known entry in each row.
   *
   * @param coder of the other rows
   */
  public KnownRowsCoder(Coder coder) {
    this.coder = coder;
  }

  @Override
  public CodedRows code(Matrix x, WorkListener listener) {
    int[] known = known(x);
    return known.length == x.rows()
        ? coder.code(x, listener)
        : coder.code(x.selectRows(known), listener).among(known, x.rows());
  }

  @Override
  public CodedRows code(Rows x, WorkListener listener) {
    return x instanceof Matrix dense ? code(dense, listener) : coder.code(x, listener);
  }

  @Override
  public Codes soft(Matrix x, CodedRows coded, WorkListener listener) {
    return coder.soft(x, coded, listener);
  }

  @Override
  public Map<String, Number> likelihood(Matrix x, int samples, WorkListener listener) {
    int[] known = known(x);
    return coder.likelihood(known.length == x.rows() ? x : x.selectRows(known), samples, listener);
  }

  private static int[] known(Matrix x) {
    BitVector empty = x.facts().emptyRows();
    return IntStream.range(0, x.rows()).filter(i -> !empty.get(i)).toArray();
  }
}
