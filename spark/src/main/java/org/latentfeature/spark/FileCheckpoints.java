package org.latentfeature.spark;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.estimator.Checkpoints;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelKind;

/**
 * Checkpoints of a fit: one model file, in any file system that Spark reaches, which the fit of the
 * same rows with the same options goes on from, and removes when it is done.
 *
 * @param <M> the models
 */
final class FileCheckpoints<M extends Model> implements Checkpoints<M> {

  /** Name of the figure of the number of partitions, which only a checkpoint has. */
  private static final String PARTITIONS = "partitions";

  private static final String WAY_OUT = "delete it, or set another checkpointPath";

  private final Path file;
  private final Configuration hadoop;
  private final int interval;
  private final ModelKind<M> kind;
  private final FitOptions options;
  private final PartitionedRows rows;
  private int rounds;

  /**
   * Checkpoints of the fit of {@code rows} by these options.
   *
   * @param file where they are
   * @param interval rounds between two of them
   */
  FileCheckpoints(
      Path file,
      Configuration hadoop,
      int interval,
      ModelKind<M> kind,
      FitOptions options,
      PartitionedRows rows) {
    this.file = file;
    this.hadoop = hadoop;
    this.interval = interval;
    this.kind = kind;
    this.options = options;
    this.rows = rows;
  }

  /**
   * Checks that a fit, which may take hours until its first checkpoint, can write one.
   *
   * @param place where checkpoints are to be
   * @return its path
   * @throws DataException if no file can be written there
   */
  static Path writable(String place, Configuration hadoop) {
    try {
      Path file = new Path(place);
      FileSystem system = file.getFileSystem(hadoop);
      if (system.exists(file) && system.getFileStatus(file).isDirectory()) {
        throw new DataException(
            "checkpointPath is %s, a folder; name a file in it, such as %s"
                .formatted(place, new Path(file, "checkpoint.lfm")));
      }
      Path probe = file.suffix(".probe");
      system.create(probe, true).close();
      system.delete(probe, false);
      return file;
    } catch (IOException | IllegalArgumentException e) {
      throw new DataException(
          "no checkpoint can be written to checkpointPath %s: %s; set it to a file in a folder where the driver may write, or to nothing"
              .formatted(place, e.getMessage()),
          e);
    }
  }

  @Override
  public @Nullable M left() {
    try {
      return file.getFileSystem(hadoop).exists(file) ? checked(read()) : null;
    } catch (IOException e) {
      throw new DataException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private M read() {
    try {
      return StoredModel.read(hadoop, file).load(kind);
    } catch (DataException e) {
      throw new DataException(
          "the fit cannot go on from its checkpoint: %s; %s".formatted(e.getMessage(), WAY_OUT), e);
    }
  }

  private M checked(M left) {
    Manifest manifest = left.manifest();
    // Other options may follow from K.
    require("K", Integer.toString(options.k()), Integer.toString(manifest.features()));
    options
        .words()
        .forEach(
            (name, value) ->
                require(name, value, manifest.options().getOrDefault(name, "not set")));
    require("seed", Long.toString(options.seed()), Long.toString(manifest.seed()));
    requirePartitions(manifest.figures().get(PARTITIONS));
    require("number of rows", "%,d".formatted(rows.rows()), "%,d".formatted(manifest.fittedRows()));
    if (!rows.kept().hash().equals(manifest.dataHash())) {
      throw another("it was made from other rows, or from these in another order", WAY_OUT);
    }
    return left;
  }

  private void require(String what, String here, String there) {
    if (!here.equals(there)) {
      throw another("its %s is %s, here it is %s".formatted(what, there, here), WAY_OUT);
    }
  }

  private void requirePartitions(@Nullable Double there) {
    int here = rows.blocks().getNumPartitions();
    if (there != null && there.intValue() != here) {
      throw another(
          "it was made from %,d partitions, here there are %,d".formatted(there.intValue(), here),
          "divide the rows into %,d as then, %s".formatted(there.intValue(), WAY_OUT));
    }
  }

  private DataException another(String difference, String wayOut) {
    return new DataException(
        "the checkpoint %s is of another fit: %s; %s".formatted(file, difference, wayOut));
  }

  @Override
  public boolean isDue() {
    return (rounds + 1) % interval == 0;
  }

  @Override
  public void offer(Supplier<Fitted<M>> soFar) {
    boolean isDue = isDue();
    rounds++;
    if (isDue) {
      Map<String, Double> figures = new TreeMap<>(rows.figures());
      figures.put(PARTITIONS, (double) rows.blocks().getNumPartitions());
      StoredModel.of(soFar.get().toModel(), figures).write(hadoop, file);
    }
  }

  /** Removes the file: the fit is done. */
  void remove() {
    try {
      file.getFileSystem(hadoop).delete(file, false);
    } catch (IOException e) {
      throw new DataException(
          "cannot remove the checkpoint %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
