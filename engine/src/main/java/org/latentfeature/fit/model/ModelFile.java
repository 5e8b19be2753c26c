package org.latentfeature.fit.model;

import com.google.gson.stream.MalformedJsonException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.data.DataException;
import org.latentfeature.io.AtomicFile;

/**
 * A model in one file: an {@link Archive} of {@code manifest.json} and the arrays of its kind, each
 * an {@code .npy}, which {@code numpy.load} reads. Every model file has {@code W.npy}.
 */
public final class ModelFile {

  private static final String MANIFEST = "manifest.json";

  /** Bytes of a manifest that is read however small it is packed: about a million columns. */
  private static final long MOST_MANIFEST = 16L << 20;

  /** How many times its packed size a larger manifest may have: names of columns are much alike. */
  private static final long MOST_RATIO = 40;

  /**
   * Maximum bytes of a manifest of format 1, which is read as a tree of objects, many times as
   * large as its text.
   */
  private static final long MOST_FORMAT_1 = 4L << 20;

  /** Models of more codes are compressed fast: one second's worth of the other way. */
  private static final long LARGE = 1L << 24;

  private static final int LONGEST_COMPLAINT = 150;

  private ModelFile() {}

  /**
   * Writes {@code model} to {@code path}. An existing model is replaced atomically, or stays
   * unchanged if writing fails. The same model gives the same bytes.
   *
   * @throws DataException if the file cannot be written
   */
  public static void save(Model model, Path path) {
    AtomicFile.write(path, content(model));
  }

  /**
   * The bytes of the file that {@link #save} writes, for a caller that computes on one thread and
   * writes on another.
   */
  public static byte[] bytes(Model model) {
    return bytes(model, model.manifest());
  }

  /**
   * Writes {@code model} as {@link #save} does, with other names of its features.
   *
   * @param names of the K features, empty for one without
   * @throws IllegalArgumentException as {@link Manifest#withFeatureNames}
   * @throws DataException if the file cannot be written
   */
  public static void saveNamed(Model model, List<String> names, Path path) {
    AtomicFile.write(path, content(model, model.manifest().withFeatureNames(names)));
  }

  /**
   * The bytes of a file with other provenance than the model's own.
   *
   * @param model whose arrays they hold
   * @param manifest that stands for its own
   * @return what {@link #bytes(Model)} returns, but for the manifest
   */
  public static byte[] bytes(Model model, Manifest manifest) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      content(model, manifest).writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    return out.toByteArray();
  }

  private static AtomicFile.Content content(Model model) {
    return content(model, model.manifest());
  }

  private static AtomicFile.Content content(Model model, Manifest manifest) {
    boolean isLarge = (long) manifest.rows() * manifest.features() > LARGE;
    return Archive.content(
        entries(model, manifest), isLarge ? Archive.Packing.FAST : Archive.Packing.SMALL);
  }

  private static Map<String, AtomicFile.Content> entries(Model model, Manifest manifest) {
    String text = ManifestJson.write(manifest);
    Map<String, AtomicFile.Content> entries = new LinkedHashMap<>();
    entries.put(MANIFEST, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    entries.putAll(model.arrays());
    List<String> ids = manifest.rowIds();
    if (ids != null && model.codes() != null) {
      entries.put(RowIds.ENTRY, RowIds.content(ids));
    }
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

  /** Reads a model of any of {@code kinds} and verifies its checksums. */
  public static <M extends Model> M load(Path path, List<ModelKind<? extends M>> kinds) {
    try (Archive archive = Archive.open(path)) {
      Manifest manifest = manifest(archive, path);
      for (ModelKind<? extends M> kind : kinds) {
        if (kind.name().equals(manifest.kind())) {
          return kind.reader()
              .read(
                  manifest.withRowIds(RowIds.read(archive, path)), new SavedArrays(path, archive));
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
   * Reads the manifest of a model of any kind, without reading or verifying its arrays.
   *
   * @throws DataException as {@link #load} does
   */
  public static Manifest manifest(Path path) {
    try (Archive archive = Archive.open(path)) {
      return manifest(archive, path);
    } catch (IOException e) {
      throw new DataException("cannot read " + path + ": " + e.getMessage(), e);
    }
  }

  private static Manifest manifest(Archive archive, Path path) throws IOException {
    requireSize(archive, path, Math.max(MOST_MANIFEST, MOST_RATIO * archive.packedSize(MANIFEST)));
    try {
      int version;
      try (Reader text = text(archive)) {
        version = ManifestJson.formatVersion(text);
      }
      if (version > Manifest.CURRENT_FORMAT) {
        throw new DataException(
            path
                + " has format version "
                + version
                + "; this version of lfm reads format versions up to "
                + Manifest.CURRENT_FORMAT
                + ": use a newer lfm");
      }
      if (version == 1) {
        requireSize(archive, path, MOST_FORMAT_1);
      }
      try (Reader text = text(archive)) {
        return ManifestJson.read(text, version);
      }
    } catch (DataException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new DataException(
          "%s has a manifest that cannot be read: %s; restore it from a copy"
              .formatted(path, complaint(e)),
          e);
    }
  }

  private static void requireSize(Archive archive, Path path, long most) {
    if (archive.size(MANIFEST) > most) {
      throw new DataException(
          "%s[%s] decompresses to %,d bytes, above the limit of %,d: restore the model from a copy"
              .formatted(path, MANIFEST, archive.size(MANIFEST), most));
    }
  }

  private static Reader text(Archive archive) throws IOException {
    return new InputStreamReader(archive.entry(MANIFEST), StandardCharsets.UTF_8);
  }

  /** Returns the message of the JSON reader on one line of limited length. */
  private static String complaint(Exception e) {
    String message = String.valueOf(e.getMessage());
    String line = message.lines().findFirst().orElse(message);
    if (e instanceof MalformedJsonException || e instanceof EOFException) {
      line = "it is not valid JSON" + line.substring(Math.max(0, line.indexOf(" at line")));
    }
    return line.length() <= LONGEST_COMPLAINT ? line : line.substring(0, LONGEST_COMPLAINT) + "…";
  }
}
