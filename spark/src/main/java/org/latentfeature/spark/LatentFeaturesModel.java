package org.latentfeature.spark;

import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.DenseMatrix;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.DataException;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.fit.scale.SampledFit;
import scala.Option;

/**
 * A model of latent features that codes rows on executors. Inside it is one of the engine's ({@link
 * #model}): {@link #writeLfm} writes it for the command line, and {@link #readLfm} takes models
 * that were fitted there, of any kind.
 */
public final class LatentFeaturesModel extends Model<LatentFeaturesModel> implements MLWritable {

  private static final long serialVersionUID = 1L;
  private static final String FILE = "model.lfm";

  private final String uid;
  private final StoredModel stored;
  private final Columns columns;
  private final Param<String> reconstruction;
  private final Param<String> backend;
  private transient org.latentfeature.fit.model.@Nullable Model model;

  LatentFeaturesModel(String uid, StoredModel stored) {
    this.uid = uid;
    this.stored = stored;
    columns = Columns.of(this);
    reconstruction =
        new Param<>(this, "reconstructionCol", "column of reconstructed rows, to be added");
    backend = new Param<>(this, "backend", "auto, openblas, java or cuda");
    setDefault(columns.features(), Columns.FEATURES);
    setDefault(columns.output(), Columns.OUTPUT);
    setDefault(columns.empty(), Columns.ERROR);
    setDefault(reconstruction, "reconstruction");
    setDefault(backend, Backends.AUTO);
  }

  /**
   * A model that {@link #writeLfm} or {@code lfm} wrote.
   *
   * @throws DataException if the file is missing, damaged or no model
   */
  public static LatentFeaturesModel readLfm(Path file) {
    return new LatentFeaturesModel(
        Identifiable$.MODULE$.randomUID("latentFeatures"), StoredModel.read(file));
  }

  /** Reads a model that was saved by {@link #write}. */
  public static MLReader<LatentFeaturesModel> read() {
    return new MLReader<>() {
      @Override
      public LatentFeaturesModel load(String path) {
        var metadata = SavedFolders.metadata(path, sparkSession(), LatentFeaturesModel.class);
        LatentFeaturesModel found =
            new LatentFeaturesModel(
                metadata.uid(),
                StoredModel.read(hadoop(sparkSession().sparkContext()), file(path)));
        metadata.getAndSetParams(found, Option.empty());
        return found;
      }
    };
  }

  /** Loads a model that was saved at {@code path}. */
  public static LatentFeaturesModel load(String path) {
    return read().load(path);
  }

  /** Writes parameters and model into a folder, in any file system that Spark reaches. */
  @Override
  public MLWriter write() {
    LatentFeaturesModel written = this;
    return new MLWriter() {
      @Override
      public void saveImpl(String path) {
        DefaultParamsWriter$.MODULE$.saveMetadata(
            written, path, sparkSession(), Option.empty(), Option.empty());
        stored.write(hadoop(sparkSession().sparkContext()), file(path));
      }
    };
  }

  private static Configuration hadoop(org.apache.spark.SparkContext spark) {
    return spark.hadoopConfiguration();
  }

  private static org.apache.hadoop.fs.Path file(String folder) {
    return new org.apache.hadoop.fs.Path(folder, FILE);
  }

  /**
   * Writes the model as a file that every command of {@code lfm} takes. The codes in it are those
   * of the rows that the fit kept; its dictionary and its error are those of all rows.
   *
   * @param file on the driver's machine, replaced if it exists
   * @throws DataException if it cannot be written
   */
  public void writeLfm(Path file) {
    ModelFile.save(model(), file);
  }

  /** The engine's model. */
  public synchronized org.latentfeature.fit.model.Model model() {
    org.latentfeature.fit.model.Model known = model;
    if (known == null) {
      known = stored.load();
      model = known;
    }
    return known;
  }

  /** W, K×D. */
  public Matrix dictionary() {
    Dense w = model().w();
    return new DenseMatrix(w.rows(), w.cols(), w.values(), true);
  }

  /** Root mean square of the residual, over all rows of the fit. */
  public double rmse() {
    return model().manifest().rmse();
  }

  /** Rounds over all rows that the fit took: each sent W, or as much, and brought sums back. */
  public long rounds() {
    Manifest of = model().manifest();
    Double counted = of.figures().get(AllRowsFit.ROUNDS);
    return counted == null ? SampledFit.rounds(of) : counted.longValue();
  }

  /**
   * The figures of the certificate, by name: {@code gap}, {@code objective}, {@code lower_bound}
   * and others, as {@code lfm fit --certify} has them; empty if none was {@linkplain
   * LatentFeatures#setCertify asked for}.
   */
  public Map<String, Double> certificate() {
    return LassoModel.proven(model().manifest());
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Name of the column with the rows of X. */
  public Param<String> featuresCol() {
    return columns.features();
  }

  /** Name of the column of codes. */
  public Param<String> outputCol() {
    return columns.output();
  }

  /**
   * Returns the parameter that decides how {@link #transform} treats rows without a known entry.
   */
  public Param<String> emptyRows() {
    return columns.empty();
  }

  /** Name of the column that {@link #reconstruct} adds. */
  public Param<String> reconstructionCol() {
    return reconstruction;
  }

  /** Backend of the executors. */
  public Param<String> backend() {
    return backend;
  }

  /** Sets the column of rows, vectors or arrays of numbers. */
  public LatentFeaturesModel setFeaturesCol(String name) {
    set(columns.features(), name);
    return this;
  }

  /** Sets the column of codes. */
  public LatentFeaturesModel setOutputCol(String name) {
    set(columns.output(), name);
    return this;
  }

  /**
   * Sets what {@link #transform} makes of rows without a known entry, all NaN or null.
   *
   * @param what {@value Columns#ERROR}, which is the default, ends it; {@value Columns#ZERO} gives
   *     them no feature
   * @return this model
   * @throws IllegalArgumentException if it is neither
   */
  public LatentFeaturesModel setEmptyRows(String what) {
    set(columns.empty(), what);
    return this;
  }

  /** Sets the column that {@link #reconstruct} adds; {@code reconstruction} otherwise. */
  public LatentFeaturesModel setReconstructionCol(String name) {
    set(reconstruction, name);
    return this;
  }

  /** Sets the backend of the executors. */
  public LatentFeaturesModel setBackend(String name) {
    set(backend, name);
    return this;
  }

  @Override
  public StructType transformSchema(StructType schema) {
    VectorColumn.of(schema, getOrDefault(columns.features()));
    return Columns.with(schema, getOrDefault(columns.output()));
  }

  @Override
  public LatentFeaturesModel copy(ParamMap extra) {
    return copyValues(new LatentFeaturesModel(uid, stored), extra).setParent(parent());
  }

  /**
   * Adds the column of codes: vectors of K zeros and ones, or of weights, sparse where that is
   * shorter. By partition, not by row. Entries that are NaN, or null in an array, are missing; rows
   * of which all are, see {@link #setEmptyRows}.
   *
   * @throws DataException naming the column, if it has no rows of X; once Spark runs it, naming the
   *     partition and the row that cannot be coded
   */
  @Override
  public Dataset<Row> transform(Dataset<?> rows) {
    VectorColumn column = VectorColumn.of(rows.schema(), getOrDefault(columns.features()));
    boolean isZero = getOrDefault(columns.empty()).equals(Columns.ZERO);
    return with(
        rows,
        column,
        RowRules.coded(column.name(), model().w().cols(), isZero),
        getOrDefault(columns.output()),
        ModelWork::codes);
  }

  /**
   * Adds the column of reconstructions: of each row's codes the D entries that the model says it
   * has.
   *
   * @param coded with the column of codes, as {@link #transform} leaves it
   */
  public Dataset<Row> reconstruct(Dataset<?> coded) {
    VectorColumn column = VectorColumn.ofCodes(coded.schema(), getOrDefault(columns.output()));
    return with(
        coded,
        column,
        RowRules.codes(column.name(), model().w().rows()),
        getOrDefault(reconstruction),
        ModelWork::reconstructions);
  }

  private Dataset<Row> with(
      Dataset<?> rows, VectorColumn vectors, RowRules rules, String added, ModelWork.Kind work) {
    StructType schema = Columns.with(rows.schema(), added);
    Broadcast<StoredModel> sent =
        JavaSparkContext.fromSparkContext(rows.sparkSession().sparkContext()).broadcast(stored);
    String name = getOrDefault(backend);
    int at = rows.schema().length();
    return rows.toDF()
        .select(functions.col("*"), vectors.vectors().as(uid))
        .mapPartitions(
            (MapPartitionsFunction<Row, Row>)
                some ->
                    new AddedVectors(some, at, rules, work.of(new ModelWork(sent.value(), name))),
            Encoders.row(schema));
  }
}
