package org.latentfeature.fit.factor;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.LearnedColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.model.EntryRange;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.NumberText;
import org.latentfeature.step.coding.Codes;

/**
 * A factorisation X ≈ Z W with everything needed to repeat its fit. Its file stores Z as unsigned
 * bytes and W as doubles, NaN in columns that the fit did not know.
 */
public interface FactorModel extends Model {

  /** Name of Z in the file. */
  String INCIDENCE = "Z.npy";

  /** Name of W in the file. */
  String DICTIONARY = "W.npy";

  /** Name of the option of a view of X. */
  String VIEW = "view";

  /** Name of the option of rows in order of time. */
  String ORDER = "order";

  /** Incidence, N×K. */
  BinaryMatrix z();

  /**
   * The option by which W is another dictionary than that of least squares of X ≈ Z W, such as
   * {@code robust}; null if there is none.
   */
  default @Nullable String variation() {
    return Stream.of(
            "robust",
            "nonnegative",
            "intercept",
            "l1",
            FittedData.ROW_WEIGHTS,
            FittedData.COLUMN_WEIGHTS)
        .filter(manifest().options()::containsKey)
        .findFirst()
        .orElse(terms() == ColumnTerms.NONE ? null : VIEW);
  }

  /** Returns whether rows are in order of time, so that each is coded beside its neighbours. */
  default boolean isOrdered() {
    return manifest().options().containsKey(ORDER);
  }

  /** Returns the terms that the model has for each column beside W. */
  default ColumnTerms terms() {
    return ColumnTerms.NONE;
  }

  /**
   * Creates a model from its saved parts.
   *
   * @param <M> class of the model
   */
  @FunctionalInterface
  interface Maker<M extends FactorModel> {

    /**
     * The model.
     *
     * @param manifest how it was made
     * @param z incidence, N×K
     * @param w dictionary, K×D
     * @param terms what it has for each column beside W; {@link ColumnTerms#NONE} of most models
     * @throws IllegalArgumentException if they contradict each other
     */
    M make(Manifest manifest, BinaryMatrix z, Dense w, ColumnTerms terms);
  }

  /**
   * A kind of models with no other arrays than Z, W and those of {@link ColumnTerms}.
   *
   * @param name of the kind
   * @param maker makes the model
   */
  static <M extends FactorModel> ModelKind<M> kind(String name, Maker<M> maker) {
    return new ModelKind<>(
        name,
        (manifest, arrays) -> {
          requireFeatures(manifest);
          int k = manifest.features();
          return maker.make(
              manifest,
              arrays.array(INCIDENCE, manifest.rows(), k, EntryRange.BINARY).binary(),
              arrays.array(DICTIONARY, k, manifest.columns(), entries(manifest)).dense(),
              ColumnTerms.read(manifest, arrays));
        });
  }

  /**
   * Returns the range of entries that W may have: NaN only in whole columns, and only if the fit
   * was to drop columns without data.
   */
  private static EntryRange entries(Manifest manifest) {
    return FitOptions.DROP.equals(manifest.options().get(FitOptions.EMPTY_COLUMNS))
        ? EntryRange.COLUMNS_OR_NONE
        : EntryRange.SINGLE;
  }

  /**
   * Checks the shapes.
   *
   * @param z incidence, N×K
   * @param w dictionary, K×D
   * @throws IllegalArgumentException if the matrices and the manifest differ in shape, there are
   *     more features than rows, or W is NaN in all columns
   */
  static void requireShapes(Manifest manifest, BinaryMatrix z, Dense w) {
    requireFeatures(manifest);
    if (z.rows() != manifest.rows()
        || z.cols() != manifest.features()
        || w.rows() != manifest.features()
        || w.cols() != manifest.columns()) {
      throw new IllegalArgumentException(
          "Z is %d×%d and W is %d×%d, but the manifest says N = %d, K = %d, D = %d"
              .formatted(
                  z.rows(),
                  z.cols(),
                  w.rows(),
                  w.cols(),
                  manifest.rows(),
                  manifest.features(),
                  manifest.columns()));
    }
    if (LearnedColumns.of(w).count() == 0) {
      throw new IllegalArgumentException(
          "every entry of W is NaN, from feature 1, column 1 (counting from 1) on, so that nothing was learned");
    }
  }

  /**
   * Checks what can be checked before the matrices are read.
   *
   * @throws IllegalArgumentException if there are more features than rows
   */
  static void requireFeatures(Manifest manifest) {
    if (manifest.features() > manifest.rows()) {
      throw new IllegalArgumentException(
          "it has %d features of %d rows".formatted(manifest.features(), manifest.rows()));
    }
  }

  /** Returns {@code x} (M×D) without the intercept. */
  @Override
  default Matrix prepared(Matrix x) {
    return terms().without(x);
  }

  /** Returns {@code x} (M×D) with the intercept added. */
  @Override
  default Matrix restored(Matrix x) {
    return terms().with(x);
  }

  /**
   * For each row the binary codes of {@link FactorCoder#encode}; bits that the known entries of
   * their rows do not determine are off. Columns in which W is NaN say nothing.
   */
  @Override
  default Coder coder(Backend backend, long seed) {
    if (isOrdered()) {
      return new OrderedCoder(this, backend, seed);
    }
    if (terms() != ColumnTerms.NONE) {
      return new WeightedCoder(this, backend, seed);
    }
    LearnedColumns learned = LearnedColumns.of(w());
    Dense w = learned.dictionary();
    ModelCoding coding = new ModelCoding(this, seed);
    return new Coder() {
      @Override
      public CodedRows code(Matrix x, WorkListener listener) {
        return code((Rows) x, listener);
      }

      @Override
      public CodedRows code(Rows x, WorkListener listener) {
        Rows known = known(x);
        listener.onWork("coding rows", 0, 0);
        if (known instanceof FileRows) {
          requireHeld(known);
          return FactorCoder.code(backend, known, w, coding.of(known.rows()));
        }
        FactorCoder.Encoded encoded = encode(known);
        BinaryMatrix codes = encoded.z();
        if (known.facts().missing() == 0) {
          return CodedRows.binary(codes, Rmse.noisy(known, codes, w, backend.info().threads()))
              .withProven(encoded.proven());
        }
        double variance = SoftCodes.variance(FactorModel.this);
        UndeterminedBits bits = UndeterminedBits.known(known.matrix(), codes, w, variance);
        return CodedRows.binary(
                bits.z(),
                Rmse.noisy(known, bits.z(), w, backend.info().threads()),
                codes,
                bits.count())
            .withProven(encoded.proven());
      }

      /** Codes {@code x} (M×D) by W at the bit cost λ of the fit, if it had one. */
      private FactorCoder.Encoded encode(Rows x) {
        String paid = manifest().options().get(Regularisation.BIT_COST);
        if (paid == null || !(x instanceof Matrix)) {
          return FactorCoder.encode(backend, x, w, coding.of(x.rows()));
        }
        Regularisation costs = new Regularisation(null, NumberText.parse(paid));
        try (LoadedData data = new LoadedData(backend, x)) {
          return FactorCoder.encode(data, w, costs, coding.of(x.rows()));
        }
      }

      @Override
      public Codes soft(Matrix x, CodedRows coded, WorkListener listener) {
        x.facts().requireFiniteOrMissing("X");
        Matrix known = learned.of(x).matrix();
        listener.onWork("weighing the features of rows", 0, 0);
        return SoftCodes.of(FactorModel.this, w)
            .ofRows(known, coded.likeliest().z(), backend.info().threads());
      }

      @Override
      public Quality code(FileRows x, Sink sink, WorkListener listener) throws IOException {
        x.facts().requireFinite("X");
        learned.of(x);
        requireHeld(x);
        return FactorCoder.code(backend, x, w, coding.of(x.rows()), sink);
      }

      /** Rows in a file are coded as they are there. */
      private void requireHeld(Rows x) {
        if (x.facts().largest() > 0) {
          PreparedData.requireSingle(x.facts().largest());
        }
      }

      /** Returns the columns of {@code x} that the fit learned, once their entries are checked. */
      private Rows known(Rows x) {
        x.facts().requireFiniteOrMissing("X");
        Rows known = learned.of(x);
        known.facts().requireKnownRows();
        return known;
      }
    };
  }

  @Override
  default Codes codes() {
    return Codes.binary(z());
  }

  @Override
  default long[] uses() {
    return z().columns().stream().mapToLong(column -> column.count()).toArray();
  }

  @Override
  default Map<String, AtomicFile.Content> arrays() {
    Map<String, AtomicFile.Content> arrays = new LinkedHashMap<>();
    arrays.put(INCIDENCE, out -> NpyWriter.write(z(), out));
    arrays.put(DICTIONARY, out -> NpyWriter.write(w(), out));
    terms().addTo(arrays);
    return arrays;
  }
}
