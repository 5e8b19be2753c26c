package org.latentfeature.spark;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendUnavailableException;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.estimator.Accepts;
import org.latentfeature.fit.estimator.Checkpoints;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.scale.Samplable;
import scala.Option;

/**
 * Fits X ≈ Z W, Z binary, to the rows of a dataset. The driver fits a sample of the rows; executors
 * code all rows for its dictionary and send sums, and codes and dictionary follow each other until
 * the error no longer falls (docs/spark.md). Each round sends W, 8KD bytes, to each executor, and
 * brings 8(K² + KD) from each partition. Markov latent feature models are fitted likewise, their
 * rows as paths. With {@linkplain #setSample sample} {@code all} the executors run the convex fit
 * of the lasso over all rows instead.
 *
 * <p>The same dataset, options, seed and number of partitions give the same bits, whatever
 * executors are lost meanwhile, if Spark computes the rows of a partition again as they were.
 */
public final class LatentFeatures extends Estimator<LatentFeaturesModel>
    implements DefaultParamsWritable {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = System.getLogger(LatentFeatures.class.getName());

  private final String uid;
  private final Columns columns;
  private final IntParam k;
  private final LongParam seed;
  private final Param<String> estimator;
  private final StringArrayParam options;
  private final Param<String> sample;
  private final BooleanParam certify;
  private final Param<String> backend;
  private final Param<String> checkpointPath;
  private final IntParam checkpointInterval;

  /** An estimator with a name of its own. */
  public LatentFeatures() {
    this(Identifiable$.MODULE$.randomUID("latentFeatures"));
  }

  /** Creates an estimator with the name {@code uid}. */
  public LatentFeatures(String uid) {
    this.uid = uid;
    columns = Columns.of(this);
    k = new IntParam(this, "k", "number of features", ParamCheck.positive("K"));
    seed = new LongParam(this, "seed", "of random choices");
    estimator = new Param<>(this, "estimator", "fits the sample: lasso, cumulants or another one");
    options = new StringArrayParam(this, "options", "of the estimator, such as method=path");
    sample =
        new Param<>(
            this, "sample", "rows that the driver fits: auto, or a number; all for a fit over all");
    certify = new BooleanParam(this, "certify", "whether a fit of all rows proves its gap");
    backend = new Param<>(this, "backend", "auto, openblas, java or cuda");
    checkpointPath =
        new Param<>(this, "checkpointPath", "file from which a fit goes on; empty for none");
    checkpointInterval =
        new IntParam(
            this,
            "checkpointInterval",
            "rounds between checkpoints",
            ParamCheck.positive("checkpointInterval"));
    setDefault(columns.features(), Columns.FEATURES);
    setDefault(columns.output(), Columns.OUTPUT);
    setDefault(columns.empty(), Columns.ERROR);
    setDefault(seed, 0L);
    setDefault(estimator, Estimators.DEFAULT);
    setDefault(options, new String[0]);
    setDefault(sample, SampleSize.AUTO.toString());
    setDefault(certify, false);
    setDefault(backend, Backends.AUTO);
    setDefault(checkpointPath, "");
    setDefault(checkpointInterval, 5);
  }

  /** Reads an estimator that was saved by {@code write}. */
  public static MLReader<LatentFeatures> read() {
    return new MLReader<>() {
      @Override
      public LatentFeatures load(String path) {
        var metadata = SavedFolders.metadata(path, sparkSession(), LatentFeatures.class);
        LatentFeatures found = new LatentFeatures(metadata.uid());
        metadata.getAndSetParams(found, Option.empty());
        return found;
      }
    };
  }

  /** Loads an estimator that was saved at {@code path}. */
  public static LatentFeatures load(String path) {
    return read().load(path);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Name of the column with the rows of X. */
  public Param<String> featuresCol() {
    return columns.features();
  }

  /** Name of the column of codes that the model adds. */
  public Param<String> outputCol() {
    return columns.output();
  }

  /** Returns the parameter that decides how the model treats rows without a known entry. */
  public Param<String> emptyRows() {
    return columns.empty();
  }

  /** {@inheritDoc} */
  @Override
  public String explainParam(Param<?> param) {
    if (!param.equals(options)) {
      return super.explainParam(param);
    }
    // Spark would show the array's address.
    String words = String.join(", ", getOrDefault(options));
    return "%s: %s (default: none%s)"
        .formatted(options.name(), options.doc(), words.isEmpty() ? "" : ", current: " + words);
  }

  /** Number of features, K. */
  public IntParam k() {
    return k;
  }

  /** Seed. */
  public LongParam seed() {
    return seed;
  }

  /** Name of the engine's estimator that fits the sample. */
  public Param<String> estimator() {
    return estimator;
  }

  /** Its options, {@code name=value} each. */
  public StringArrayParam options() {
    return options;
  }

  /** Rows of the sample. */
  public Param<String> sample() {
    return sample;
  }

  /** Returns the parameter that decides whether a fit of all rows proves its optimality gap. */
  public BooleanParam certify() {
    return certify;
  }

  /** Backend of the executors; the driver takes another one if it cannot run there. */
  public Param<String> backend() {
    return backend;
  }

  /** File of the checkpoint. */
  public Param<String> checkpointPath() {
    return checkpointPath;
  }

  /** Rounds of refinement between two checkpoints. */
  public IntParam checkpointInterval() {
    return checkpointInterval;
  }

  /** Sets the column of rows, vectors or arrays of numbers; {@value Columns#FEATURES} otherwise. */
  public LatentFeatures setFeaturesCol(String name) {
    set(columns.features(), name);
    return this;
  }

  /** Sets the column of codes; {@value Columns#OUTPUT} otherwise. */
  public LatentFeatures setOutputCol(String name) {
    set(columns.output(), name);
    return this;
  }

  /**
   * Sets what the model makes of rows without a known entry; a fit takes none.
   *
   * @param what as for {@link LatentFeaturesModel#setEmptyRows}
   * @return this estimator
   * @throws IllegalArgumentException if it is nothing that model takes
   */
  public LatentFeatures setEmptyRows(String what) {
    set(columns.empty(), what);
    return this;
  }

  /** Sets the number of features, which has no default. */
  public LatentFeatures setK(int count) {
    set(k, count);
    return this;
  }

  /** Sets the seed; 0 otherwise. */
  public LatentFeatures setSeed(long number) {
    set(seed, number);
    return this;
  }

  /** Sets the engine's estimator that fits the sample; {@code lasso} otherwise. */
  public LatentFeatures setEstimator(String name) {
    set(estimator, name);
    return this;
  }

  /** Sets its options, {@code name=value} each, such as {@code method=path}. */
  public LatentFeatures setOptions(String... words) {
    set(options, words);
    return this;
  }

  /**
   * Sets the rows of the sample: {@code auto}, which takes more while that pays, or a number. With
   * {@code all} nothing is sampled: the executors run the convex fit of the lasso over all rows, in
   * rounds, of which there are hundreds. It is the fit with a {@linkplain #setCertify certificate}.
   */
  public LatentFeatures setSample(String size) {
    set(sample, size);
    return this;
  }

  /**
   * Sets whether a fit of all rows proves its optimality gap, {@link
   * LatentFeaturesModel#certificate}; false otherwise. The proof continues the convex fit until it
   * levels out, and so takes about as many rounds as the fit, up to several times as many.
   */
  public LatentFeatures setCertify(boolean isProven) {
    set(certify, isProven);
    return this;
  }

  /** Sets the backend; {@code auto} otherwise. */
  public LatentFeatures setBackend(String name) {
    set(backend, name);
    return this;
  }

  /**
   * Sets a file, in any file system that Spark reaches, where a fit leaves its dictionary every few
   * rounds. A fit of the same rows and options that finds it goes on from there, and removes it
   * when it is done. It has the same bits as one that was never cut off if the codes are exact, K
   * at most 20.
   */
  public LatentFeatures setCheckpointPath(String file) {
    set(checkpointPath, file);
    return this;
  }

  /** Sets the rounds of refinement between two checkpoints; 5 otherwise. */
  public LatentFeatures setCheckpointInterval(int rounds) {
    set(checkpointInterval, rounds);
    return this;
  }

  /**
   * {@inheritDoc}
   *
   * @throws DataException naming the column and its type, if it has no rows of X
   */
  @Override
  public StructType transformSchema(StructType schema) {
    VectorColumn.of(schema, getOrDefault(columns.features()));
    return Columns.with(schema, getOrDefault(columns.output()));
  }

  @Override
  public LatentFeatures copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /**
   * Fits a model to all rows of {@code rows}.
   *
   * @return a model whose dictionary and error are those of all rows, and which keeps the codes of
   *     at most 10,000 of them, chosen by the seed
   * @throws DataException naming the partition and the row of a vector that no fit takes
   * @throws IllegalArgumentException if an option is unknown, K is not set, or there are fewer rows
   *     than features
   */
  @Override
  public LatentFeaturesModel fit(Dataset<?> rows) {
    transformSchema(rows.schema());
    if (!isDefined(k)) {
      throw new IllegalArgumentException("the number of features is not set; call setK");
    }
    String name = getOrDefault(estimator);
    if (!(Estimators.named(name) instanceof Samplable<?, ?> samplable)) {
      throw new IllegalArgumentException(
          "estimator %s cannot be extended from a sample to all rows; use one of %s"
              .formatted(
                  name,
                  Estimators.all().stream()
                      .filter(Samplable.class::isInstance)
                      .map(org.latentfeature.fit.estimator.Estimator::name)
                      .collect(Collectors.joining(", "))));
    }
    SampleSize size = SampleSize.parse(getOrDefault(sample));
    boolean isProven = (Boolean) getOrDefault(certify);
    if (isProven && !size.equals(SampleSize.ALL)) {
      throw new IllegalArgumentException(
          "a certificate is of a fit of all rows, but sample is %s; set sample to all, or drop certify"
              .formatted(size));
    }
    StoredModel fitted =
        size.equals(SampleSize.ALL)
            ? fittedToAll(name, isProven, words(samplable), rows)
            : fitted(samplable, size, words(samplable), rows);
    LatentFeaturesModel model = new LatentFeaturesModel(uid, fitted);
    return copyValues(model.setParent(this), extractParamMap());
  }

  private StoredModel fittedToAll(
      String name, boolean isProven, Map<String, String> words, Dataset<?> dataset) {
    LassoOptions options =
        AllRowsFit.options(
            name,
            getOrDefault(checkpointPath),
            (Integer) getOrDefault(k),
            words,
            (Long) getOrDefault(seed));
    try (Backend driver = driver();
        PartitionedRows rows = rows(dataset, options, new PartitionedRows.Allowed(true, false))) {
      return StoredModel.of(AllRowsFit.of(rows, driver, options, isProven), rows.figures());
    }
  }

  private PartitionedRows rows(
      Dataset<?> dataset, FitOptions options, PartitionedRows.Allowed allowed) {
    VectorColumn column = VectorColumn.of(dataset.schema(), getOrDefault(columns.features()));
    return new PartitionedRows(
        dataset, column, getOrDefault(backend), options.k(), options.seed(), allowed);
  }

  private <O extends FitOptions, M extends Model> StoredModel fitted(
      Samplable<O, M> samplable, SampleSize size, Map<String, String> words, Dataset<?> dataset) {
    FitRequest<O, M> request =
        samplable
            .request((Integer) getOrDefault(k), words)
            .with((Long) getOrDefault(seed), null)
            .withListener(new LoggedSteps())
            .withSample(size);
    PartitionedRows.Allowed allowed =
        new PartitionedRows.Allowed(request.accepts(Accepts.SPARSE), samplable.samplesMissing());
    String place = getOrDefault(checkpointPath);
    Configuration hadoop = dataset.sparkSession().sparkContext().hadoopConfiguration();
    Path file = place.isEmpty() ? null : FileCheckpoints.writable(place, hadoop);
    try (Backend driver = driver();
        PartitionedRows rows = rows(dataset, request.options(), allowed)) {
      int interval = (Integer) getOrDefault(checkpointInterval);
      FileCheckpoints<M> kept =
          file == null
              ? null
              : new FileCheckpoints<>(
                  file, hadoop, interval, samplable.kind(), request.options(), rows);
      Checkpoints<M> checkpoints = kept == null ? Checkpoints.none() : kept;
      M model = samplable.fitSample(rows, driver, request.withCheckpoints(checkpoints)).toModel();
      if (kept != null) {
        kept.remove();
      }
      return StoredModel.of(model, rows.figures());
    }
  }

  private Map<String, String> words(Samplable<?, ?> estimated) {
    return OptionWords.read(getOrDefault(options), params(), estimated);
  }

  /** The executors' backend; another one on a driver that lacks their GPU. */
  private Backend driver() {
    String name = getOrDefault(backend);
    try {
      return Backends.open(name, 0).backend();
    } catch (BackendUnavailableException e) {
      if (Backends.providers().stream().noneMatch(known -> known.name().equals(name))) {
        throw e;
      }
      Backend other = Backends.auto();
      LOG.log(
          Level.INFO,
          "the driver fits the sample on the backend {0}: {1}",
          other.info().name(),
          e.getMessage());
      return other;
    }
  }
}
