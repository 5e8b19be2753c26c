package org.latentfeature.io;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.data.SyntheticRows;

/** Rows of a synthetic meter as the table that its reader would leave. */
public final class MeterTable {

  private static final LocalDateTime FIRST = LocalDateTime.of(2024, 1, 1, 0, 0);

  private MeterTable() {}

  /**
   * Writes a line for each row: its time, a minute after the one before, and the watts of channels
   * 1 to D.
   *
   * @param drawn of which no row of X is read yet
   * @param file .csv
   */
  public static void write(SyntheticRows drawn, Path file) {
    int cols = drawn.w().cols();
    List<String> header = new ArrayList<>(List.of("time"));
    for (int j = 1; j <= cols; j++) {
      header.add("channel" + j);
    }
    float[] row = new float[cols];
    Iterable<List<String>> lines =
        () -> IntStream.range(0, drawn.rows()).mapToObj(i -> line(drawn, i, row)).iterator();
    CsvWriter.write(header, lines, file);
  }

  private static List<String> line(SyntheticRows drawn, int i, float[] row) {
    drawn.x(i, row);
    List<String> line = new ArrayList<>(List.of(FIRST.plusMinutes(i).toString()));
    for (float watts : row) {
      line.add(Float.toString(watts));
    }
    return line;
  }
}
