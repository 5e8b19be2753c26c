package org.latentfeature.bench.suite;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.io.AtomicFile;

/**
 * A {@link Report} as JSON. JMH has a format of its own, but no place in it for the machine and the
 * load, without which figures mean nothing later.
 */
final class ReportFile {

  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

  private ReportFile() {}

  /**
   * Writes it in one step (see {@link AtomicFile}), to a device or pipe as it is.
   *
   * @throws DataException if that fails
   */
  static void write(Report report, Path file) {
    String text = GSON.toJson(report) + System.lineSeparator();
    AtomicFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Returns whether {@code file} is a device or pipe, which keeps all that is ever written to it.
   */
  static boolean isStream(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  /**
   * Why {@link #write} to {@code file} would fail, as far as that can be known before; null if
   * nothing speaks against it.
   */
  static @Nullable String obstacle(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      return "it is a directory; name a file";
    }
    if (folder == null || !Files.isDirectory(folder)) {
      return "there is no directory " + folder + "; create it first";
    }
    boolean allowed =
        (!Files.exists(file) || Files.isWritable(file))
            && (isStream(file) || Files.isWritable(folder));
    return allowed ? null : "permission denied; name a file where you may write";
  }

  /**
   * Reads a report back.
   *
   * @throws IllegalArgumentException if there is none in {@code file}, or one that lacks something
   */
  static Report read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no file " + file, e);
    } catch (CharacterCodingException e) {
      throw noReport(file, "it is not UTF-8 text", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
    }
    try {
      JsonElement json = JsonParser.parseString(text);
      String fault = ReportShape.fault(json, Report.class);
      Report report = fault == null ? GSON.fromJson(json, Report.class) : null;
      if (report == null) {
        throw noReport(file, String.valueOf(fault), null);
      }
      requireTimes(file, report);
      return report;
    } catch (JsonParseException e) {
      // The first line is the fault with its place, the second an address of Gson's.
      String fault = String.valueOf(e.getMessage()).lines().findFirst().orElse("no JSON");
      throw noReport(file, fault, e);
    }
  }

  private static void requireTimes(Path file, Report report) {
    for (Measurement m : report.measurements()) {
      for (double seconds : m.seconds()) {
        if (!(seconds > 0 && Double.isFinite(seconds))) {
          throw noReport(
              file, "%s %s took %s seconds".formatted(m.step(), m.problem(), seconds), null);
        }
      }
    }
  }

  private static IllegalArgumentException noReport(
      Path file, String why, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "%s is no result that lfm bench --json FILE wrote, or is damaged: %s; measure again with --json, or leave --compare out"
            .formatted(file, why),
        cause);
  }
}
