package org.latentfeature.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.fit.model.ModelKind;

/** The bytes of a model file: what Spark sends to executors and stores with a pipeline. */
final class StoredModel implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Name of the model in messages. */
  private final String name;

  private final byte[] file;

  private StoredModel(String name, byte[] file) {
    this.name = name;
    this.file = file;
  }

  /** A model with these figures beside its own. */
  static StoredModel of(Model model, Map<String, Double> figures) {
    return new StoredModel(
        "the model", ModelFile.bytes(model, model.manifest().withFigures(figures)));
  }

  /**
   * Reads a file of any file system that Spark reaches.
   *
   * @throws DataException if it cannot be read
   */
  static StoredModel read(Configuration hadoop, Path path) {
    try (FSDataInputStream in = path.getFileSystem(hadoop).open(path)) {
      return new StoredModel(path.toString(), in.readAllBytes());
    } catch (IOException e) {
      throw new DataException("cannot read %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  /** Reads a file of this machine. */
  static StoredModel read(java.nio.file.Path path) {
    return of(Estimators.load(path), Map.of());
  }

  /** Writes the file; an existing one is replaced once the new one is whole. */
  void write(Configuration hadoop, Path path) {
    try {
      Path part = path.suffix(".part");
      try (OutputStream out = path.getFileSystem(hadoop).create(part, true)) {
        out.write(file);
      }
      FileContext.getFileContext(path.getFileSystem(hadoop).makeQualified(path).toUri(), hadoop)
          .rename(part, path, Rename.OVERWRITE);
    } catch (IOException e) {
      throw new DataException("cannot write %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  /**
   * The model, of any kind.
   *
   * @throws DataException if it is damaged
   */
  Model load() {
    return load(Estimators::load);
  }

  /**
   * The model of one kind.
   *
   * @throws DataException if it is of another kind, or damaged
   */
  <M extends Model> M load(ModelKind<M> kind) {
    return load(path -> ModelFile.load(path, kind));
  }

  /** Through a file, since archives are read from files. */
  private <M extends Model> M load(Function<java.nio.file.Path, M> reader) {
    try {
      java.nio.file.Path copy = Files.createTempFile("lfm", ".lfm");
      try {
        Files.write(copy, file);
        return reader.apply(copy);
      } catch (DataException e) {
        // Nobody knows the copy, which is gone by the time the message is read.
        throw new DataException(String.valueOf(e.getMessage()).replace(copy.toString(), name), e);
      } finally {
        Files.delete(copy);
      }
    } catch (IOException e) {
      throw new DataException("cannot unpack a model: " + e.getMessage(), e);
    }
  }
}
