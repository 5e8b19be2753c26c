package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.markov.MarkovModel;

/** Files that other programs write and that are nearly tables, as every command refuses them. */
class ForeignTablesTest {

  private static final String ROWS =
      IntStream.range(0, 12)
          .mapToObj(i -> String.format(Locale.ROOT, "%d.25,%d.5,-%d.75", i % 4, i % 3, i % 2))
          .collect(Collectors.joining("\n", "", "\n"));

  @TempDir Path folder = Path.of("");
  private Path model = Path.of("unset");

  @BeforeEach
  void fitAModel() throws IOException {
    model = folder.resolve("model.lfm");
    Path good = Files.writeString(folder.resolve("good.csv"), ROWS);
    Run.lfm("fit", good, "-k", 2, "-o", model, "--backend", "java").succeeds();
  }

  /** What is wrong, and what every command says of it. */
  private enum Foreign {
    ENDS(
        "x.csv",
        "a,b,c\n" + ROWS.replaceAll("(?m)$", ",").replaceAll(",\\z", ""),
        "end with a separator"),
    LATIN_1("x.csv", "größe,b,c\n" + ROWS, "iconv -f WINDOWS-1252 -t UTF-8"),
    PED("x.txt", "F I1 0 0 0 -9 A A C T\nF I2 0 0 0 -9 A G C C\n", "PLINK's .ped");

    private final String name;
    private final String text;
    private final String says;

    Foreign(String name, String text, String says) {
      this.name = name;
      this.text = text;
      this.says = says;
    }
  }

  @ParameterizedTest
  @EnumSource(Foreign.class)
  void everyCommandSaysTheSame(Foreign foreign) throws IOException {
    Path x =
        Files.write(
            folder.resolve(foreign.name),
            foreign.text.getBytes(
                foreign == Foreign.LATIN_1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8));
    Path out = folder.resolve("out.lfm");
    Path codes = folder.resolve("z.npy");
    List<Object[]> commands =
        List.of(
            new Object[] {"fit", x, "-k", 2, "-o", out},
            new Object[] {"fit", x, "-k", 2, "-o", out, "--missing", "nan"},
            new Object[] {"fit", x, "-k", 2, "-o", out, "--header"},
            new Object[] {"fit", x, "-k", 2, "-o", out, "--triplets"},
            new Object[] {"path", x, "--max-k", 2, "--table", folder.resolve("t.tsv")},
            new Object[] {"ibp", "fit", x, "-o", out},
            new Object[] {"markov", "fit", x, "-k", 2, "-o", out},
            new Object[] {"markov", "fit", x, "--genotypes", "-k", 2, "-o", out},
            new Object[] {"transform", model, x, "-o", codes},
            new Object[] {"score", model, x},
            new Object[] {"impute", model, x, "-o", folder.resolve("full.csv")},
            new Object[] {"report", model, x, "-o", folder.resolve("r.html")},
            new Object[] {"update", model, x, "-o", out});
    for (Object[] words : commands) {
      Run.lfm(words).fails(foreign.says, x.getFileName().toString());
      assertFalse(Files.exists(out));
      assertFalse(Files.exists(codes));
    }
    Path list = Files.writeString(folder.resolve("list.txt"), x + "\n");
    Run many = Run.lfm("fit-many", list, "-k", 1, "-o", folder.resolve("many"));
    assertEquals(1, many.status());
    assertTrue(many.err().contains(foreign.says), many::toString);
  }

  /** What other programs put around and between cells changes no model. */
  @Test
  void layoutsOfOtherProgramsAreReadAsThePlainOne() throws IOException {
    Map<String, String> layouts =
        Map.of(
            "blanks.txt", ROWS.replace(",", "   "),
            "comments.csv", "# exported\n" + ROWS + "# end\n",
            "excel.csv", "sep=;\n" + ROWS.replace(",", ";"),
            "r.txt", "a b c\n" + ROWS.replaceAll("(?m)^(?=.)", "s ").replace(",", " "),
            "times.csv", "when,a,b,c\n" + ROWS.replaceAll("(?m)^(?=.)", "2024-01-01 00:05,"));
    Path out = folder.resolve("out.lfm");
    double[] expected = ModelFile.load(model, LassoModel.KIND).w().values();
    for (Map.Entry<String, String> layout : layouts.entrySet()) {
      Path x = Files.writeString(folder.resolve(layout.getKey()), layout.getValue());
      Run.lfm("fit", x, "-k", 2, "-o", out, "--backend", "java").succeeds();
      assertArrayEquals(
          expected, ModelFile.load(out, LassoModel.KIND).w().values(), layout.getKey());
      Run.lfm("score", out, x, "--backend", "java").succeeds();
    }
  }

  @Test
  void aHeaderOfNumbersIsReadAsTheOptionSays() throws IOException {
    Path years = Files.writeString(folder.resolve("x.csv"), "2001,2002,2003\n" + ROWS);
    Path out = folder.resolve("out.lfm");
    Object[][] commands = {
      {"fit", years, "-k", 2, "-o", out},
      {"score", model, years},
      {"markov", "fit", years, "-k", 2, "-o", out}
    };
    for (Object[] words : commands) {
      Run.lfm(words).fails("line 1 of", "2001, 2002, 2003", "--header", "--no-header");
    }
    Run.lfm("fit", years, "-k", 2, "-o", out, "--header", "--backend", "java").succeeds();
    LassoModel fitted = ModelFile.load(out, LassoModel.KIND);
    assertEquals(12, fitted.z().rows());
    assertEquals(List.of("2001", "2002", "2003"), fitted.manifest().columnNames());
    Run.lfm("fit", years, "-k", 2, "-o", out, "--no-header", "--backend", "java").succeeds();
    assertEquals(13, ModelFile.load(out, LassoModel.KIND).z().rows());
  }

  @Test
  void yearsOverWholeNumbersAreTold() throws IOException {
    Path years =
        Files.writeString(folder.resolve("x.csv"), "2001,2002,2003\n4,5,9\n7,8,1\n1,2,2\n");
    Path out = folder.resolve("out.lfm");
    Run run = Run.lfm("fit", years, "-k", 1, "-o", out, "--backend", "java").succeeds();
    assertTrue(run.err().contains("is 2001, 2002, 2003, … and is read as data"), run::toString);
    assertEquals(4, ModelFile.load(out, LassoModel.KIND).z().rows());
  }

  @Test
  void lettersAreReadOnceTheyAreNumbers() throws IOException {
    String letters = "ID\ts_1\ts_2\tt_1\tt_2\nI1\tA\tA\tC\tT\nI2\tA\tG\tC\tC\nI3\tG\tG\tT\tT\n";
    Path x = Files.writeString(folder.resolve("x.tsv"), letters);
    Path out = folder.resolve("out.lfm");
    String wayOut = "write A as 1, C as 2, G as 3 and T as 4 for markov fit --genotypes";
    Object[] genotypes = {
      "markov", "fit", x, "--genotypes", "-k", 2, "--iterations", 3, "-o", out, "--backend", "java"
    };
    Run.lfm("fit", x, "-k", 2, "-o", out).fails("line 2, column 1", "\"I1\"", wayOut);
    Run.lfm(genotypes).fails("line 2, column 2 (\"s_1\")", "\"A\"", wayOut);
    Files.writeString(
        x,
        letters
            .replace("\tA", "\t1")
            .replace("\tC", "\t2")
            .replace("\tG", "\t3")
            .replace("\tT", "\t4"));
    Run.lfm(genotypes).succeeds();
    assertEquals(List.of("s", "t"), ModelFile.load(out, MarkovModel.KIND).manifest().columnNames());
  }
}
