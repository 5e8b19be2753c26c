package org.latentfeature.fit.estimator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixBlocks;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Model;
import org.latentfeature.lasso.estimator.LassoEstimator;
import org.latentfeature.step.coding.Codes;

/**
 * Fits give the bits that are recorded in {@code same-results.tsv}: a change that is to keep every
 * result shows here if it did not. After one that is to change them, copy {@code
 * target/same-results.tsv} over the record, and say in the commit's message why they changed.
 */
@Tag("whole")
class SameResultsTest {

  private static final int SEEDS = 3;

  private static final int K = 4;

  /** So much that every estimator ends at another factorisation. */
  private static final double NOISE = .8;

  /** Makes the rows of a seed. */
  @FunctionalInterface
  private interface Source {
    Rows rows(int seed);
  }

  private static Matrix dense(int seed) {
    return SyntheticProblem.dense(200, 12, K, NOISE, seed).x();
  }

  private static Matrix wide(int seed) {
    return SyntheticProblem.patches(60, 12, K, 4, NOISE, seed).x();
  }

  private static Matrix positive(int seed) {
    SyntheticProblem p = SyntheticProblem.dense(200, 12, K, NOISE, seed);
    Dense w = p.w().copy();
    Arrays.setAll(w.values(), i -> Math.abs(w.values()[i]));
    return Codes.binary(p.z()).times(w);
  }

  private static Matrix missing(int seed) {
    Matrix x = dense(seed);
    RandomStream random = new RandomStream(seed, "missing entries");
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        if (random.nextDouble() < .1) {
          x.set(i, j, Float.NaN);
        }
      }
    }
    return x;
  }

  private static SparseRows sparse(int seed) {
    Matrix x = SyntheticProblem.patches(200, 20, K, 3, 0, seed).x();
    int[] start = new int[x.rows() + 1];
    int[] column = new int[x.rows() * x.cols()];
    float[] value = new float[column.length];
    int count = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        if (x.get(i, j) != 0) {
          column[count] = j;
          value[count++] = x.get(i, j);
        }
      }
      start[i + 1] = count;
    }
    return SparseRows.of(
        x.rows(), x.cols(), start, Arrays.copyOf(column, count), Arrays.copyOf(value, count));
  }

  private static FileRows file(int seed) {
    return new FileRows(new MatrixBlocks(dense(seed)), 1 << 12, WorkListener.SILENT);
  }

  private static Weights weights() {
    double[] rows = new double[200];
    Arrays.setAll(rows, i -> 1 + i % 3);
    return new Weights(rows, null, false);
  }

  /** Two features of other rows. */
  private FactorModel start() {
    return new LassoEstimator().fit(backend, dense(SEEDS), K - 2).toModel();
  }

  private final Map<String, String> hashes = new TreeMap<>();

  private final Backend backend = new ReferenceProvider().open(Resources.DEFAULT);

  private void fit(String name, Estimator<?, ?> estimator, Source source, String... words) {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i < words.length; i += 2) {
      options.put(words[i], words[i + 1]);
    }
    fit(name, estimator.request(K, options), source);
  }

  private void fit(String name, FitRequest<?, ?> request, Source source) {
    for (int seed = 0; seed < SEEDS; seed++) {
      hashes.put(name + " " + seed, hash(fit(request, source, seed)));
    }
  }

  private <O extends FitOptions, M extends Model> Model fit(
      FitRequest<O, M> request, Source source, int seed) {
    try (LoadedData data = new LoadedData(backend, source.rows(seed))) {
      return request.with(seed, null).fit(data).toModel();
    }
  }

  private static String hash(Model model) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (double value : model.w().values()) {
        digest.update(ByteBuffer.allocate(Double.BYTES).putDouble(0, value));
      }
      Codes codes = model.codes();
      if (codes != null) {
        for (double[] row : codes.toArray()) {
          for (double value : row) {
            digest.update(ByteBuffer.allocate(Double.BYTES).putDouble(0, value));
          }
        }
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static String recorded() {
    try (InputStream in = SameResultsTest.class.getResourceAsStream("same-results.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void fitsGiveTheRecordedBits() throws IOException {
    Estimator<?, ?> lasso = new LassoEstimator();
    fit("lasso", lasso, SameResultsTest::dense);
    fit("lasso of wide rows", lasso, SameResultsTest::wide);
    fit("lasso of missing entries", lasso, SameResultsTest::missing);
    fit("lasso of sparse rows", lasso, SameResultsTest::sparse);
    FitRequest<?, ?> request = lasso.request(K, Map.of());
    fit("lasso of a sample", request.withSample(SampleSize.of(90)), SameResultsTest::dense);
    fit("lasso of a file", request, SameResultsTest::file);
    fit("lasso under weights", request.withWeights(weights()), SameResultsTest::dense);
    fit("lasso from a start", request.withStart(start()), SameResultsTest::dense);
    fit(
        "lasso that is stopped",
        lasso.request(K, Map.of("method", "path")).withListener(event -> event.features() < K - 1),
        SameResultsTest::dense);
    fit("lasso of the path", lasso, SameResultsTest::dense, "method", "path");
    fit("lasso of the paper", lasso, SameResultsTest::dense, "method", "paper");
    fit("lasso with an intercept", lasso, SameResultsTest::dense, "intercept", "true");
    fit("lasso of positive features", lasso, SameResultsTest::positive, "nonnegative", "true");
    fit("robust lasso", lasso, SameResultsTest::dense, "robust", "true");
    for (Estimator<?, ?> other : Estimators.all()) {
      if (!other.name().equals(lasso.name())) {
        fit(other.name(), other, SameResultsTest::dense);
      }
    }
    backend.close();
    StringBuilder lines = new StringBuilder();
    hashes.forEach((name, hash) -> lines.append(name).append('\t').append(hash).append('\n'));
    Files.writeString(Path.of("target", "same-results.tsv"), lines);
    assertEquals(recorded(), lines.toString());
  }
}
