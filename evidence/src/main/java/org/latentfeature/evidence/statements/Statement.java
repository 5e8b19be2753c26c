package org.latentfeature.evidence.statements;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.latentfeature.evidence.TabTable;
import org.latentfeature.evidence.TextFile;

/**
 * A statement of a paper that an experiment checks.
 *
 * @param place paper and table, figure or theorem
 * @param claim of the paper, in our words
 * @param printed the paper's value; empty where it gives none
 * @param published of our fits by the paper's settings; nothing where they are not set apart
 * @param ours of our fits by default
 * @param remark what came of it, also where it fails
 */
public record Statement(
    String place,
    String claim,
    String printed,
    Optional<Statistic> published,
    Optional<Statistic> ours,
    String remark) {

  private static final String ALL = "statements.tsv";

  private static final List<String> NAMES =
      List.of("place", "claim", "printed", "published", "ours", "remark");

  /** All that are checked, in the order of the papers. */
  public static List<Statement> all() {
    try (InputStream in = Objects.requireNonNull(Statement.class.getResourceAsStream(ALL))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return TabTable.of(ALL, text.lines().toList(), NAMES).rows().stream()
          .map(
              row ->
                  new Statement(
                      row.text("place"),
                      row.text("claim"),
                      row.textOrNone("printed"),
                      figure(row.textOrNone("published")),
                      figure(row.textOrNone("ours")),
                      row.textOrNone("remark")))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(ALL + " cannot be read from the jar", e);
    }
  }

  private static Optional<Statistic> figure(String words) {
    return words.isEmpty() ? Optional.empty() : Optional.of(Statistic.parse(words));
  }

  /**
   * Writes them with what the experiments in {@code folder} found as statements.md, a table, and
   * statements.tsv, with all digits.
   *
   * @return the number of figures found
   * @throws org.latentfeature.data.DataException if a file cannot be written
   */
  public static int write(List<Statement> statements, Path folder) throws IOException {
    StringBuilder text =
        new StringBuilder(
            "| | statement | printed | ours, as published | ours, by default | |\n|---|---|---|---|---|---|\n");
    List<List<String>> lines = new ArrayList<>();
    lines.add(NAMES);
    int found = 0;
    for (Statement s : statements) {
      Optional<Double> published = value(s.published, folder);
      Optional<Double> ours = value(s.ours, folder);
      found += (published.isPresent() ? 1 : 0) + (ours.isPresent() ? 1 : 0);
      text.append("| ")
          .append(
              String.join(
                  " | ",
                  s.place,
                  s.claim,
                  s.printed,
                  words(s.published, published),
                  words(s.ours, ours),
                  s.remark))
          .append(" |\n");
      lines.add(
          List.of(
              s.place,
              s.claim,
              s.printed,
              published.map(TabTable::cell).orElse(""),
              ours.map(TabTable::cell).orElse(""),
              s.remark));
    }
    TextFile.write(folder.resolve("statements.md"), text.toString());
    TabTable.write(folder.resolve(ALL), lines);
    return found;
  }

  private static Optional<Double> value(Optional<Statistic> figure, Path folder)
      throws IOException {
    return figure.isEmpty()
        ? Optional.empty()
        : figure.get().in(folder).stream().boxed().findFirst();
  }

  private static String words(Optional<Statistic> figure, Optional<Double> value) {
    return figure.isEmpty() ? "" : value.map(Statement::word).orElse("not run");
  }

  /** Four digits. */
  private static String word(double value) {
    return Math.abs(value) < 1e-4 && value != 0
        ? String.format(Locale.ROOT, "%.1e", value)
        : new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }
}
