package org.latentfeature.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.latentfeature.data.AtomicFile;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.NpyReader;
import org.latentfeature.data.NpyWriter;
import org.latentfeature.linalg.Dense;

/**
 * A factorisation in one file: an {@link Archive} of {@code manifest.json}, {@code Z.npy} (unsigned
 * bytes, N×K) and {@code W.npy} (doubles, K×D), which {@code numpy.load} opens as it is.
 */
public final class ModelFile {

  private static final String MANIFEST = "manifest.json";
  private static final String INCIDENCE = "Z.npy";
  private static final String DICTIONARY = "W.npy";

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
    entries.put(INCIDENCE, out -> NpyWriter.write(model.z(), out));
    entries.put(DICTIONARY, out -> NpyWriter.write(model.w(), out));
    return entries;
  }

  /**
   * Reads a model and verifies its checksums.
   *
   * @throws DataException if the file is missing, not a model, damaged, or written by a newer
   *     version
   */
  public static Model load(Path path) {
    try (Archive archive = Archive.open(path)) {
      Manifest manifest;
      try (InputStream in = archive.entry(MANIFEST)) {
        manifest = manifest(in.readAllBytes(), path);
      }
      if (!archive.has(INCIDENCE) || !archive.has(DICTIONARY)) {
        throw new DataException(
            path
                + " holds no Z and W: it is a model of kind "
                + manifest.kind()
                + ", not a factorisation");
      }
      BinaryMatrix z;
      try (InputStream in = archive.entry(INCIDENCE)) {
        z = NpyReader.readBinary(in, path + "[" + INCIDENCE + "]");
      }
      Dense w;
      try (InputStream in = archive.entry(DICTIONARY)) {
        w = NpyReader.readDense(in, path + "[" + DICTIONARY + "]");
      }
      return new Model(manifest, z, w);
    } catch (IOException e) {
      throw new DataException("cannot read " + path + ": " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new DataException(path + " contradicts itself: " + e.getMessage(), e);
    }
  }

  /**
   * Reads what a model says of itself, and not Z and W, which are not verified either.
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
