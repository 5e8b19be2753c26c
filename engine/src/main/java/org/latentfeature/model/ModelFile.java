package org.latentfeature.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.data.AtomicFile;
import org.latentfeature.data.DataException;

/**
 * A model in one file: an {@link Archive} of {@code manifest.json} and the arrays of its kind, each
 * an {@code .npy}, which {@code numpy.load} opens as it is. All of them hold {@code W.npy}.
 */
public final class ModelFile {

  private static final String MANIFEST = "manifest.json";

  private ModelFile() {}

  /**
   * Writes {@code model} to {@code path}. A model already there is replaced in one step, or, if
   * anything fails, stays as it is. Equal models make equal bytes.
   *
   * @throws DataException if the file cannot be written
   */
  public static void save(Model model, Path path) {
    Archive.write(path, entries(model));
  }

  /**
   * The bytes of the file that {@link #save} writes, for a caller that computes on one thread and
   * writes on another.
   */
  public static byte[] bytes(Model model) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      Archive.content(entries(model)).writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail as a device does", e);
    }
    return out.toByteArray();
  }

  private static Map<String, AtomicFile.Content> entries(Model model) {
    String manifest = ManifestJson.write(model.manifest());
    Map<String, AtomicFile.Content> entries = new LinkedHashMap<>();
    entries.put(MANIFEST, out -> out.write(manifest.getBytes(StandardCharsets.UTF_8)));
    entries.putAll(model.arrays());
    return entries;
  }

  /**
   * Reads a model of one kind and verifies its checksums.
   *
   * @throws WrongKindException if it is of another kind
   * @throws DataException if the file is missing, not a model, damaged, or written by a newer
   *     version
   */
  public static <M extends Model> M load(Path path, ModelKind<M> kind) {
    return load(path, List.of(kind));
  }

  /** The same of a model of any of {@code kinds}. */
  public static <M extends Model> M load(Path path, List<ModelKind<? extends M>> kinds) {
    try (Archive archive = Archive.open(path)) {
      Manifest manifest;
      try (InputStream in = archive.entry(MANIFEST)) {
        manifest = manifest(in.readAllBytes(), path);
      }
      for (ModelKind<? extends M> kind : kinds) {
        if (kind.name().equals(manifest.kind())) {
          return kind.reader().read(manifest, new SavedArrays(path, archive));
        }
      }
      throw new WrongKindException(
          path, manifest.kind(), kinds.stream().<String>map(ModelKind::name).toList());
    } catch (IOException e) {
      throw new DataException("cannot read " + path + ": " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new DataException(path + " contradicts itself: " + e.getMessage(), e);
    }
  }

  /**
   * Reads what a model says of itself, whatever its kind, and not its arrays, which are not
   * verified either.
   *
   * @throws DataException as {@link #load} does
   */
  public static Manifest manifest(Path path) {
    try {
      return manifest(Archive.read(path, MANIFEST), path);
    } catch (IOException e) {
      throw new DataException("cannot read " + path + ": " + e.getMessage(), e);
    }
  }

  private static Manifest manifest(byte[] json, Path path) {
    String text = new String(json, StandardCharsets.UTF_8);
    try {
      int version = ManifestJson.formatVersion(text);
      if (version > Manifest.CURRENT_FORMAT) {
        throw new DataException(
            path
                + " has format version "
                + version
                + "; this program reads versions up to "
                + Manifest.CURRENT_FORMAT
                + ": use a newer one");
      }
      return ManifestJson.read(text);
    } catch (DataException e) {
      throw e;
    } catch (RuntimeException e) {
      // Gson wraps what the record's constructor throws in several ways.
      throw new DataException(path + " has a manifest that cannot be read: " + e.getMessage(), e);
    }
  }
}
