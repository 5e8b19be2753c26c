package org.latentfeature.spark;

import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.model.Manifest;
import org.latentfeature.model.Model;
import org.latentfeature.model.ModelKind;
import org.latentfeature.scale.Checkpoints;

/**
 * Checkpoints of a fit: one model file, in any file system that Spark reaches, which the fit of the
 * same rows with the same options goes on from, and removes when it is done.
 *
 * @param <M> the models
 */
final class FileCheckpoints<M extends Model> implements Checkpoints<M> {

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

  @Override
  public @Nullable M left() {
    try {
      return file.getFileSystem(hadoop).exists(file)
          ? checked(StoredModel.read(hadoop, file).load(kind))
          : null;
    } catch (IOException e) {
      throw new DataException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private M checked(M left) {
    Manifest manifest = left.manifest();
    options
        .words()
        .forEach(
            (name, value) ->
                require(name, value, manifest.options().getOrDefault(name, "not set")));
    require("seed", Long.toString(options.seed()), Long.toString(manifest.seed()));
    require("fingerprint of the rows", rows.kept().hash(), manifest.dataHash());
    return left;
  }

  private void require(String what, String here, String there) {
    if (!here.equals(there)) {
      throw new DataException(
          "the checkpoint %s is of another fit: its %s is %s, here it is %s; delete it, or set another checkpointPath"
              .formatted(file, what, there, here));
    }
  }

  @Override
  public void offer(Supplier<M> soFar) {
    if (++rounds % interval == 0) {
      StoredModel.of(soFar.get()).write(hadoop, file);
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
