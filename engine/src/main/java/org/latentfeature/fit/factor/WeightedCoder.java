package org.latentfeature.fit.factor;

import java.util.Arrays;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.Codes;

/**
 * Codes rows by the weights of their columns and, if the fit was robust, by Huber's loss: rows are
 * coded, residuals beyond the threshold cut back to it, and the rows coded again, which lowers the
 * loss until nothing changes.
 */
final class WeightedCoder implements Coder {

  private static final int MAX_ROUNDS = 20;

  private final FactorModel model;
  private final Backend backend;
  private final long seed;
  private final ModelCoding coding;
  private final Dense weighed;

  WeightedCoder(FactorModel model, Backend backend, long seed) {
    this.model = model;
    this.backend = backend;
    this.seed = seed;
    coding = new ModelCoding(model, seed);
    weighed = model.terms().weighed(model.w());
  }

  @Override
  public CodedRows code(Rows x, WorkListener listener) {
    if (x instanceof SparseRows sparse && !isRobust()) {
      return code(sparse, listener);
    }
    if (!(x instanceof Matrix dense)) {
      throw new DataException(
          "the model was %s%s, so that rows must be %sin memory; %s"
              .formatted(
                  Phrase.FITTED_WITH,
                  model.variation(),
                  isRobust() ? "dense and " : "",
                  Phrase.DENSE_IN_MEMORY));
    }
    return code(dense, listener);
  }

  /** As rows that stay sparse: the intercept is a feature that no row can be without. */
  private CodedRows code(SparseRows x, WorkListener listener) {
    x.facts().requireFinite("X");
    listener.onWork("coding rows", 0, 0);
    ColumnTerms terms = model.terms();
    Dense w = model.w();
    if (terms.intercept() == null) {
      SparseRows scaled = terms.weighed(x, 0);
      FactorCoder.Encoded encoded =
          FactorCoder.encode(backend, scaled, weighed, coding.of(x.rows()));
      return CodedRows.binary(encoded.z(), Rmse.noisy(x, encoded.z(), w))
          .withProven(encoded.proven());
    }
    double constant = constant(x);
    Dense columns = terms.weighed(terms.beside(w));
    Dense all = new Dense(columns.rows(), columns.cols() + 1);
    for (int k = 0; k < columns.rows(); k++) {
      for (int j = 0; j < columns.cols(); j++) {
        all.set(k, j, columns.get(k, j));
      }
    }
    all.set(w.rows(), w.cols(), (float) constant);
    RowCoding how =
        new ModelCoding(terms.besideAll(model.z()), FactorCoder.EXACT_COLUMNS + 1, seed)
            .of(x.rows());
    FactorCoder.Encoded encoded = FactorCoder.encode(backend, terms.weighed(x, constant), all, how);
    BinaryMatrix z = encoded.z().without(w.rows());
    return CodedRows.binary(z, terms.rmse(x, z, w)).withProven(encoded.proven());
  }

  /**
   * An entry of a further column of X and of the intercept alone: whatever the code of a row,
   * leaving out the intercept costs more than any sum of features can gain.
   */
  private double constant(SparseRows x) {
    double largest = 0;
    for (int i = 0; i < x.rows(); i++) {
      largest = Math.max(largest, x.squaredNorm(i));
    }
    double most = 0;
    double[] scale = model.terms().scale(x.cols());
    for (double s : scale) {
      most = Math.max(most, s);
    }
    double length = most * Math.sqrt(largest);
    Dense columns = model.terms().weighed(model.terms().beside(model.w()));
    for (int k = 0; k < columns.rows(); k++) {
      length += columns.rowNorm(k);
    }
    return 2 * length;
  }

  @Override
  public CodedRows code(Matrix x, WorkListener listener) {
    x.facts().requireFiniteOrMissing("X").requireKnownRows();
    listener.onWork("coding rows", 0, 0);
    FactorCoder.Encoded encoded = encode(x);
    BinaryMatrix z = encoded.z();
    if (x.facts().missing() == 0) {
      return proven(CodedRows.binary(z, Rmse.noisy(x, z, model.w())), encoded);
    }
    UndeterminedBits bits =
        UndeterminedBits.known(near(x, z), z, weighed, SoftCodes.variance(model));
    double rmse = Rmse.noisy(x, bits.z(), model.w());
    return proven(CodedRows.binary(bits.z(), rmse, z, bits.count()), encoded);
  }

  /** Searches prove nothing of Huber's loss. */
  private CodedRows proven(CodedRows coded, FactorCoder.Encoded encoded) {
    return isRobust() ? coded : coded.withProven(encoded.proven());
  }

  private boolean isRobust() {
    return !Double.isNaN(model.terms().threshold());
  }

  private FactorCoder.Encoded encode(Matrix x) {
    RowCoding how = coding.of(x.rows());
    Matrix scaled = model.terms().weighed(x);
    double threshold = model.terms().threshold();
    if (!isRobust()) {
      return FactorCoder.encode(backend, scaled, weighed, how);
    }
    BinaryMatrix z =
        FactorCoder.encode(backend, within(scaled, weighed, threshold), weighed, how).z();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      BinaryMatrix next =
          FactorCoder.encode(backend, cut(scaled, z, weighed, threshold), weighed, how).z();
      if (next.equals(z)) {
        break;
      }
      z = next;
    }
    return new FactorCoder.Encoded(z, 0);
  }

  /** The weighed rows, of a robust model with their residuals cut. */
  private Matrix near(Matrix x, BinaryMatrix z) {
    Matrix scaled = model.terms().weighed(x);
    double threshold = model.terms().threshold();
    return Double.isNaN(threshold) ? scaled : cut(scaled, z, weighed, threshold);
  }

  /** {@code x}, no further than the threshold from what any code can reach. */
  private static Matrix within(Matrix x, Dense w, double threshold) {
    double[] least = new double[w.cols()];
    double[] most = new double[w.cols()];
    for (int k = 0; k < w.rows(); k++) {
      for (int j = 0; j < w.cols(); j++) {
        least[j] += Math.min(0, w.get(k, j));
        most[j] += Math.max(0, w.get(k, j));
      }
    }
    Matrix out = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        double highest = most[j] + threshold;
        row[j] = (float) Math.min(highest, Math.max(least[j] - threshold, row[j]));
      }
      out.setRow(i, row);
    }
    return out;
  }

  /** Z W and the residuals up to the threshold. */
  private static Matrix cut(Matrix x, BinaryMatrix z, Dense w, double threshold) {
    Matrix out = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    double[] mean = new double[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      Arrays.fill(mean, 0);
      Rmse.addFeatures(mean, z, w, i, 1);
      for (int j = 0; j < row.length; j++) {
        double most = mean[j] + threshold;
        row[j] = (float) Math.min(most, Math.max(mean[j] - threshold, row[j]));
      }
      out.setRow(i, row);
    }
    return out;
  }

  @Override
  public Codes soft(Matrix x, CodedRows coded, WorkListener listener) {
    x.facts().requireFiniteOrMissing("X").requireKnownRows();
    listener.onWork("weighing the features of rows", 0, 0);
    BinaryMatrix z = coded.likeliest().z();
    return SoftCodes.of(model, weighed).ofRows(near(x, z), z, backend.info().threads());
  }
}
