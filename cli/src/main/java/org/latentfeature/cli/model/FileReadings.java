package org.latentfeature.cli.model;

import org.latentfeature.cli.console.Answer;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;

/** Reports how often, and how much, rows that stay in their file were read. */
public final class FileReadings {

  private FileReadings() {}

  /** Adds to {@code answer} how often and how much of {@code x} was read, if it is in a file. */
  public static void add(Rows x, Answer answer) {
    if (x instanceof FileRows file) {
      answer.with("passes", file.passes()).with("bytes_read", file.bytesRead());
    }
  }

  /** Closes the file of {@code x}, if it is in one. */
  public static void close(Rows x) {
    if (x instanceof FileRows file) {
      file.close();
    }
  }
}
