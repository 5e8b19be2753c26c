package org.latentfeature.bench.suite;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Report} as JSON. JMH has a format of its own, but no place in it for the machine and the
 * load, without which figures mean nothing later.
 */
final class ReportFile {

  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

  private ReportFile() {}

  static void write(Report report, Path file) {
    try {
      Files.writeString(file, GSON.toJson(report) + System.lineSeparator());
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a report back.
   *
   * @throws IllegalArgumentException if there is none in {@code file}
   */
  static Report read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no file " + file, e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
    }
    Report report = parse(file, text);
    if (report == null || report.setting() == null || report.measurements().isEmpty()) {
      throw noReport(file, "it holds no measurements");
    }
    return report;
  }

  private static @Nullable Report parse(Path file, String text) {
    try {
      return GSON.fromJson(text, Report.class);
    } catch (RuntimeException e) {
      // Gson throws this very class where a part is missing that a record's constructor wants.
      throw noReport(file, String.valueOf(e.getMessage()));
    }
  }

  private static IllegalArgumentException noReport(Path file, String why) {
    return new IllegalArgumentException(
        "%s is no result that lfm bench --json FILE wrote: %s".formatted(file, why));
  }
}
