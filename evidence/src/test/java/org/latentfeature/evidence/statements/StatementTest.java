package org.latentfeature.evidence.statements;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.DataException;

/** The statements, and the numbers that they take from tables. */
class StatementTest {

  @TempDir Path folder;

  @Test
  void aFigureIsANumberOfTheLinesThatMeetItsConditions() throws IOException {
    Files.createDirectories(folder.resolve("some"));
    Files.writeString(
        folder.resolve("some/table.tsv"),
        "model\tk\tvalue\nfinite\t5\t1\nfinite\t10\t3\nfinite\t20\t8\ninfinite\t10\t100\nfinite\t30\t\n");
    String where = " value of some/table.tsv where model=finite, k>5.0";
    assertEquals(5.5, Statistic.parse("mean" + where).in(folder).orElseThrow());
    assertEquals(5.5, Statistic.parse("median" + where).in(folder).orElseThrow());
    assertEquals(
        5.5, Statistic.parse("median value of some/table.tsv").in(folder).orElseThrow(), "of four");
    assertEquals(3, Statistic.parse("least" + where).in(folder).orElseThrow());
    assertEquals(
        51.5,
        Statistic.parse("mean value of some/table.tsv where k=10.0").in(folder).orElseThrow());
    assertEquals(
        100,
        Statistic.parse("mean value of some/table.tsv where model!=finite")
            .in(folder)
            .orElseThrow());
    assertEquals(
        4.5,
        Statistic.parse("mean value of some/table.tsv where k!=10, model=finite")
            .in(folder)
            .orElseThrow());
    assertTrue(Statistic.parse("least value of some/table.tsv where k=7").in(folder).isEmpty());
    assertTrue(Statistic.parse("least value of other/table.tsv").in(folder).isEmpty());
    assertThrows(
        DataException.class, () -> Statistic.parse("least worth of some/table.tsv").in(folder));
    for (String wrong : List.of("mode value of a/b", "mean value", "mean value of a/b where k")) {
      assertThrows(IllegalArgumentException.class, () -> Statistic.parse(wrong));
    }
  }

  /** Every table, figure, theorem and algorithm of the papers that an experiment can check. */
  @Test
  void noPlaceOfThePapersIsLeftOut() {
    Set<String> places =
        Statement.all().stream()
            .map(s -> s.place().replaceAll(", (Syn|barbara|tabletop|YaleFace|Yeast).*", ""))
            .collect(Collectors.toSet());
    assertEquals(
        Set.of(
            "Yen et al. 2017, Figure 1",
            "Yen et al. 2017, Figure 2",
            "Yen et al. 2017, Figure 3",
            "Yen et al. 2017, Theorem 3",
            "Zhang & Paisley 2016, Proposition 1",
            "Zhang & Paisley 2016, Algorithm 1",
            "Zhang & Paisley 2016, Table 1",
            "Zhang & Paisley 2016, Figure 3",
            "Jaffe et al. 2018, Figure 2",
            "Jaffe et al. 2018, admixture"),
        places);
    for (Statement s : Statement.all()) {
      assertTrue(
          s.ours().isPresent() || s.published().isPresent() || !s.remark().isEmpty(), s::claim);
    }
  }

  /** The page is of the last run, which a person copies there; its words are the program's. */
  @Test
  void thePageHasEveryStatementInOrder() throws IOException {
    List<String> lines =
        Files.readAllLines(Path.of("../docs/statements.md")).stream()
            .filter(line -> line.matches("\\| [A-Z].*\\d{4}, .*"))
            .toList();
    List<Statement> all = Statement.all();
    assertEquals(all.size(), lines.size());
    for (int i = 0; i < lines.size(); i++) {
      Statement s = all.get(i);
      String start = "| %s | %s | %s |".formatted(s.place(), s.claim(), s.printed());
      assertTrue(lines.get(i).startsWith(start), lines.get(i));
      assertTrue(lines.get(i).endsWith("| " + s.remark() + " |"), lines.get(i));
    }
  }

  /** Twice the same line would count a result twice. */
  @Test
  void noStatementStandsTwice() {
    Set<String> seen = new HashSet<>();
    for (Statement s : Statement.all()) {
      assertTrue(seen.add(s.place() + s.claim()), s.place() + ": " + s.claim());
    }
  }

  @Test
  void theTableHasWhatWasFoundAndSaysWhatWasNotRun() throws IOException {
    Files.createDirectories(folder.resolve("figure1"));
    Files.writeString(
        folder.resolve("figure1/figure1.tsv"),
        "n\tp\tfrequency\n1000\t0.1\t0.01\n1000\t0.5\t0.002\n1000\t0.9\t0.004\n100\t0.5\t1\n");
    assertEquals(2, Statement.write(Statement.all(), folder));
    String text = Files.readString(folder.resolve("statements.md"));
    assertEquals(Statement.all().size() + 2, text.lines().count());
    assertTrue(text.lines().anyMatch(l -> l.contains("above .1 | almost 0 |  | 0.003 |")), text);
    assertTrue(text.contains("| not run |"), text);
    try (Stream<String> lines = Files.lines(folder.resolve("statements.tsv"))) {
      assertEquals(Statement.all().size() + 1, lines.count());
    }
  }
}
