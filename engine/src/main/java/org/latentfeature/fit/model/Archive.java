package org.latentfeature.fit.model;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.reflect.TypeToken;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Sha256;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.Excerpt;
import org.latentfeature.io.InputFile;

/**
 * The container of every saved model, whatever its kind: a zip of named entries and, as the last
 * one, {@code checksums.json} with the SHA-256 of each. Equal entries give equal bytes. An entry is
 * verified when it is first read; unused entries are ignored. Use it from one thread; {@link
 * #close()} closes the file.
 */
public final class Archive implements Closeable {

  private static final String CHECKSUMS = "checksums.json";
  private static final int MAX_CHECKSUMS = 1 << 20;
  private static final int CHUNK = 1 << 16;
  private static final Gson JSON = new GsonBuilder().setPrettyPrinting().create();

  /** Any fixed time will do; the zip format has none before 1980. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private final Path path;
  private final ZipFile zip;
  private final Map<String, String> checksums;
  private final Set<String> verified = new HashSet<>();

  private Archive(Path path, ZipFile zip, Map<String, String> checksums) {
    this.path = path;
    this.zip = zip;
    this.checksums = checksums;
  }

  /**
   * Writes an archive in one step (see {@link AtomicFile}).
   *
   * @param entries content by name, written in the map's order
   * @throws DataException if it cannot be written
   */
  public static void write(Path path, Map<String, AtomicFile.Content> entries) {
    AtomicFile.write(path, content(entries, Packing.SMALL));
  }

  /** How entries are compressed. */
  enum Packing {
    /** To the fewest bytes, at some 13 MB a second. */
    SMALL,
    /** By the frequency of their bytes alone, sixteen times as fast. */
    FAST
  }

  private static final class Zip extends ZipOutputStream {
    Zip(OutputStream out, Packing packing) {
      super(out);
      def.setStrategy(packing == Packing.FAST ? Deflater.HUFFMAN_ONLY : Deflater.DEFAULT_STRATEGY);
    }

    /**
     * Frees the compressor's memory, and leaves the stream beneath open. A collector would come to
     * it late: with new memory for each of many models, most of their time went to its pages.
     */
    void end() {
      def.end();
    }
  }

  /** Returns the content that {@link #write} puts into the file. */
  static AtomicFile.Content content(Map<String, AtomicFile.Content> entries, Packing packing) {
    return out -> {
      Zip zip = new Zip(out, packing);
      try {
        Map<String, String> sums = new TreeMap<>();
        for (Map.Entry<String, AtomicFile.Content> e : entries.entrySet()) {
          begin(zip, e.getKey());
          DigestOutputStream body = new DigestOutputStream(zip, Sha256.digest());
          e.getValue().writeTo(body);
          sums.put(e.getKey(), HexFormat.of().formatHex(body.getMessageDigest().digest()));
        }
        begin(zip, CHECKSUMS);
        zip.write(JSON.toJson(sums).getBytes(StandardCharsets.UTF_8));
        zip.finish();
      } finally {
        zip.end();
      }
    };
  }

  /**
   * Opens an archive.
   *
   * @throws DataException if it is missing, not an archive, or its directory is not as it was
   *     written
   */
  public static Archive open(Path path) {
    InputFile.requireReadable(path);
    ZipFile zip = openZip(path);
    try {
      requireDisjoint(path, zip);
      return new Archive(path, zip, readChecksums(path, zip));
    } catch (IOException | RuntimeException e) {
      try {
        zip.close();
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e instanceof DataException d ? d : damaged(path, e.toString(), e);
    }
  }

  /** Returns whether there is an entry of that name. */
  public boolean has(String name) {
    return checksums.containsKey(name);
  }

  /**
   * Bytes of an entry's content.
   *
   * @throws DataException if there is none of that name
   */
  public long size(String name) {
    return directoryEntry(name).getSize();
  }

  /**
   * Bytes that an entry takes in the file.
   *
   * @throws DataException if there is none of that name
   */
  public long packedSize(String name) {
    return directoryEntry(name).getCompressedSize();
  }

  /**
   * The content of an entry, verified; the caller closes it.
   *
   * @throws DataException if there is none of that name, or it is not as it was written
   */
  public InputStream entry(String name) throws IOException {
    verify(name, in -> {});
    return unverified(name);
  }

  /**
   * Returns the content of an entry without verifying it, to check quickly whether it is worth
   * verifying; the caller closes it.
   */
  InputStream unverified(String name) throws IOException {
    return new BufferedInputStream(zip.getInputStream(directoryEntry(name)));
  }

  private ZipEntry directoryEntry(String name) {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null || !has(name)) {
      throw damaged(path, "it has no " + name, null);
    }
    return entry;
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }

  /** Looks at the content of an entry while it is verified. */
  @FunctionalInterface
  interface Check {
    /** Reads as much as it wants; a {@link DataException} says what is wrong. */
    void check(InputStream in) throws IOException;
  }

  /**
   * Reads an entry to its end, unless that was done before, and compares its checksum. Nothing is
   * kept: a small file that decompresses to a large one is checked with one buffer, in one pass.
   *
   * @param check its exception is thrown if the checksum is correct
   * @throws DataException if there is none of that name, or it is not as it was written
   */
  void verify(String name, Check check) throws IOException {
    ZipEntry entry = directoryEntry(name);
    if (verified.contains(name)) {
      return;
    }
    MessageDigest digest = Sha256.digest();
    DataException complaint = null;
    try (InputStream in =
        new DigestInputStream(new BufferedInputStream(zip.getInputStream(entry), CHUNK), digest)) {
      try {
        check.check(in);
      } catch (DataException e) {
        complaint = e;
      }
      byte[] chunk = new byte[CHUNK];
      // One that unpacks to more than its size has a checksum of its own by then.
      for (long left = entry.getSize(); left >= 0; ) {
        int got = in.read(chunk);
        if (got < 0) {
          break;
        }
        left -= got;
      }
    } catch (IOException e) {
      throw damaged(path, name + " cannot be unpacked (" + e.getMessage() + ")", e);
    }
    if (!HexFormat.of().formatHex(digest.digest()).equals(checksums.get(name))) {
      throw damaged(path, "the checksum of " + name + " differs", null);
    }
    if (complaint != null) {
      throw complaint;
    }
    verified.add(name);
  }

  /** Duplicate names, or entries that share bytes, could make a small file large. */
  private static void requireDisjoint(Path path, ZipFile zip) {
    Set<String> names = new HashSet<>();
    long packed = 0;
    for (ZipEntry entry : Collections.list(zip.entries())) {
      if (!names.add(entry.getName())) {
        throw damaged(path, "it has two entries " + Excerpt.of(entry.getName()), null);
      }
      packed += entry.getCompressedSize();
      if (packed > path.toFile().length()) {
        throw damaged(path, "its entries overlap", null);
      }
    }
  }

  private static ZipFile openZip(Path path) {
    try {
      return new ZipFile(path.toFile());
    } catch (ZipException e) {
      throw new DataException(
          path + " is not a model file, or is truncated (" + e.getMessage() + ")", e);
    } catch (IOException e) {
      throw new DataException("cannot read " + path + ": " + e.getMessage(), e);
    }
  }

  private static Map<String, String> readChecksums(Path path, ZipFile zip) throws IOException {
    ZipEntry entry = zip.getEntry(CHECKSUMS);
    if (entry == null) {
      throw new DataException(
          path + " is a ZIP file, but not a model file: it has no " + CHECKSUMS);
    }
    String text;
    try (InputStream in = zip.getInputStream(entry)) {
      text = new String(in.readNBytes(MAX_CHECKSUMS), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw damaged(path, CHECKSUMS + " cannot be unpacked (" + e.getMessage() + ")", e);
    }
    try {
      Map<String, String> sums = JSON.fromJson(text, new TypeToken<Map<String, String>>() {});
      if (sums != null && !sums.isEmpty()) {
        return new TreeMap<>(sums);
      }
    } catch (JsonParseException e) {
      throw damaged(path, CHECKSUMS + " is not valid JSON", e);
    }
    throw damaged(path, CHECKSUMS + " is empty", null);
  }

  private static DataException damaged(Path path, String how, @Nullable Throwable cause) {
    String message = path + " is damaged: " + how + "; restore it from a copy";
    return cause == null ? new DataException(message) : new DataException(message, cause);
  }

  private static void begin(ZipOutputStream zip, String name) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(TIME);
    zip.putNextEntry(entry);
  }
}
