package org.latentfeature.cli.admixture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.cli.Run;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.fit.metrics.DictionaryError;
import org.latentfeature.io.GenotypeFile;
import org.latentfeature.io.MatrixReader;

class AdmixtureFitCommandTest {

  private static final int LOCI = 600;
  private static final int PEOPLE = 120;

  @TempDir Path folder;

  @BeforeEach
  void generate() {
    Run.lfm(
            "generate",
            "admixture",
            "--rows",
            LOCI,
            "--columns",
            PEOPLE,
            "-k",
            3,
            "--alpha",
            .2,
            "--drift",
            .2,
            "-o",
            folder)
        .succeeds();
  }

  private Path bed() {
    return folder.resolve("individuals.bed");
  }

  private Run fit(Path data, String stem, Object... more) {
    Object[] first = {
      "admixture", "fit", data, "-o", folder.resolve(stem), "--backend", "java", "--json"
    };
    Object[] words = new Object[first.length + more.length];
    System.arraycopy(first, 0, words, 0, first.length);
    System.arraycopy(more, 0, words, first.length, more.length);
    return Run.lfm(words);
  }

  private static JsonObject first(JsonObject answer) {
    return answer.getAsJsonArray("fits").get(0).getAsJsonObject();
  }

  /** Reads a file with blanks between six decimals, and nothing else. */
  private Dense read(String name) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(name));
    double[][] rows = new double[lines.size()][];
    for (int i = 0; i < rows.length; i++) {
      assertTrue(lines.get(i).matches("[01]\\.\\d{6}( [01]\\.\\d{6})*"), lines.get(i));
      String[] cells = lines.get(i).split(" ", -1);
      rows[i] = new double[cells.length];
      for (int a = 0; a < cells.length; a++) {
        rows[i][a] = Double.parseDouble(cells[a]);
      }
    }
    Dense matrix = new Dense(rows.length, rows[0].length);
    for (int i = 0; i < rows.length; i++) {
      for (int a = 0; a < rows[i].length; a++) {
        matrix.set(i, a, rows[i][a]);
      }
    }
    return matrix;
  }

  private Dense truth(String name) throws IOException {
    return MatrixReader.read(folder.resolve(name)).x().toDense();
  }

  @Test
  void sharesAndFrequenciesAreThoseOfTheProblem() throws IOException {
    JsonObject answer = fit(bed(), "ml", "-k", 3).succeeds().json();
    assertEquals(PEOPLE, answer.get("individuals").getAsInt());
    assertEquals(LOCI, answer.get("loci").getAsInt());
    Dense q = read("ml.3.Q");
    Dense p = read("ml.3.P");
    double error = DictionaryError.of(truth("W.npy"), q.transpose());
    assertTrue(error < 3e-3, "error " + error);
    double ofFrequencies = DictionaryError.of(truth("Z.npy").transpose(), p.transpose());
    assertTrue(ofFrequencies < 5e-3, "error " + ofFrequencies);
    fit(bed(), "als", "-k", 3, "--method", "als").succeeds();
    double als = DictionaryError.of(truth("W.npy"), read("als.3.Q").transpose());
    assertTrue(error <= als, error + " and " + als);
    fit(bed(), "pairs", "-k", 3, "--method", "eigenpairs").succeeds();
    assertEquals(PEOPLE, read("pairs.3.Q").rows());
    AlleleCounts counts = GenotypeFile.read(bed(), WorkListener.SILENT).counts();
    double sum = 0;
    for (int i = 0; i < PEOPLE; i++) {
      for (int j = 0; j < LOCI; j++) {
        int g = counts.get(i, j);
        double f = q.rowDot(i, p, j);
        sum += g == AlleleCounts.MISSING ? 0 : g * Math.log(f) + (2 - g) * Math.log(1 - f);
      }
    }
    // The files have six decimals.
    assertEquals(sum, first(answer).get("log_likelihood").getAsDouble(), 1);
  }

  @Tag("whole")
  @Test
  void crossValidationChoosesTheNumberOfPopulations() {
    JsonObject answer = fit(bed(), "cv", "-k", "2..4", "--cv").succeeds().json();
    assertEquals(3, answer.get("chosen").getAsInt());
    assertEquals(3, answer.getAsJsonArray("fits").size());
    double error = first(answer).get("cv_error").getAsDouble();
    assertTrue(error > .3 && error < .8, "error " + error);
    for (int k = 2; k < 5; k++) {
      assertTrue(Files.exists(folder.resolve("cv." + k + ".Q")));
    }
    assertTrue(fit(bed(), "no", "-k", 2).succeeds().json().get("chosen").isJsonNull());
  }

  /** Counts in a table give the files of those that PLINK packs. */
  @Test
  void aTableOfCountsIsTheSame() throws IOException {
    AlleleCounts counts = GenotypeFile.read(bed(), WorkListener.SILENT).counts();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < PEOPLE; i++) {
      for (int j = 0; j < LOCI; j++) {
        int g = counts.get(i, j);
        text.append(j > 0 ? "," : "").append(g == AlleleCounts.MISSING ? "NA" : "" + g);
      }
      text.append('\n');
    }
    Path table = Files.writeString(folder.resolve("counts.csv"), text);
    fit(bed(), "one", "-k", 2, "--rounds", 5).succeeds();
    fit(table, "other", "-k", 2, "--rounds", 5).succeeds();
    assertEquals(
        Files.readString(folder.resolve("one.2.Q")), Files.readString(folder.resolve("other.2.Q")));
    Path vcf = Files.writeString(folder.resolve("calls.vcf"), vcf(counts));
    fit(vcf, "calls", "-k", 2, "--rounds", 5).succeeds();
    assertEquals(
        Files.readString(folder.resolve("one.2.P")), Files.readString(folder.resolve("calls.2.P")));
    Path wrong = Files.writeString(folder.resolve("wrong.csv"), text + "3" + ",1".repeat(LOCI - 1));
    fit(wrong, "wrong", "-k", 2).fails("row 121, column 1 of", "is 3.0", "0, 1 or 2");
  }

  /** The same genotypes as PLINK's text and in two lines for each individual, and what is noted. */
  @Test
  void aFileOfStructureIsTheSame() throws IOException {
    AlleleCounts counts = GenotypeFile.read(bed(), WorkListener.SILENT).counts();
    StringBuilder ped = new StringBuilder();
    StringBuilder two = new StringBuilder();
    StringBuilder map = new StringBuilder();
    for (int i = 0; i < PEOPLE; i++) {
      StringBuilder line = new StringBuilder("f p" + i + " 0 0 1 2");
      StringBuilder[] alleles = {new StringBuilder(), new StringBuilder()};
      for (int j = 0; j < LOCI; j++) {
        int g = counts.get(i, j);
        line.append(g == AlleleCounts.MISSING ? " 0 0" : List.of(" G G", " A G", " A A").get(g));
        alleles[0].append(g == AlleleCounts.MISSING ? " -9" : g > 0 ? " 1" : " 2");
        alleles[1].append(g == AlleleCounts.MISSING ? " -9" : g > 1 ? " 1" : " 2");
      }
      ped.append(line).append('\n');
      two.append("p%d 7%s\np%d 7%s\n".formatted(i, alleles[0], i, alleles[1]));
    }
    for (int j = 0; j < LOCI; j++) {
      map.append("1 l%d 0 %d\n".formatted(j, j + 1));
    }
    Files.writeString(folder.resolve("x.map"), map);
    Path plink = Files.writeString(folder.resolve("x.ped"), ped);
    Path structure = Files.writeString(folder.resolve("x.str"), two);
    fit(plink, "plink", "-k", 2, "--rounds", 5).succeeds();
    Run run = fit(structure, "structure", "-k", 2, "--rounds", 5).succeeds();
    String note = "two lines for each individual, its name in column 1, its population in column 2";
    assertTrue(run.err().contains(note), run.err());
    for (String of : List.of("Q", "P")) {
      assertEquals(
          Files.readString(folder.resolve("plink.2." + of)),
          Files.readString(folder.resolve("structure.2." + of)));
    }
    run =
        Run.lfm(
            "markov",
            "fit",
            structure,
            "--genotypes",
            "-k",
            1,
            "--iterations",
            1,
            "--backend",
            "java",
            "-o",
            folder.resolve("m.lfm"));
    assertTrue(run.succeeds().err().contains(note), run.err());
  }

  private static String vcf(AlleleCounts counts) {
    StringBuilder text = new StringBuilder("##fileformat=VCFv4.2\n");
    text.append("#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT");
    for (int i = 0; i < PEOPLE; i++) {
      text.append("\ti").append(i);
    }
    for (int j = 0; j < LOCI; j++) {
      text.append("\n1\t").append(j + 1).append("\t.\tG\tA\t.\t.\t.\tGT");
      for (int i = 0; i < PEOPLE; i++) {
        String[] calls = {"./.", "0/0", "0|1", "1/1"};
        text.append('\t').append(calls[counts.get(i, j) - AlleleCounts.MISSING]);
      }
    }
    return text.append('\n').toString();
  }

  @Test
  void wrongUseIsNamed() throws IOException {
    fit(bed(), "x", "-k", "0").isWrongUse("populations is 0", "at least 1");
    fit(bed(), "x", "-k", "2,2").isWrongUse("names a number twice");
    fit(bed(), "x", "-k", "2", "--cv", "--folds", "1").isWrongUse("--folds is 1", "at least 2");
    fit(bed(), "x", "-k", "2", "--starts", "0").isWrongUse("starts is 0");
    fit(bed(), "x", "-k", "2", "--tolerance", "0").isWrongUse("tolerance is 0");
    fit(bed(), "x", "-k", "1", "--method", "eigenpairs").isWrongUse("--populations is 1");
    fit(bed(), "x", "-k", "2", "--folds", "3").isWrongUse("--folds is of --cv");
    for (String option : List.of("--starts", "--rounds", "--tolerance")) {
      fit(bed(), "x", "-k", "2", "--method", "eigenpairs", option, 7)
          .isWrongUse(option + " is of --method ml and als");
    }
    // No fit is made before the largest K is seen not to be one.
    fit(bed(), "x", "-k", "2..121").fails("has 120 individuals, fewer than 121 populations");
    fit(bed(), "none/x", "-k", "2").fails("none");
    Files.delete(folder.resolve("individuals.fam"));
    fit(bed(), "x", "-k", "2").fails("there is no individuals.fam beside");
    assertFalse(Files.exists(folder.resolve("x.2.Q")));
  }

  /** Fixed alleles of two populations have a second moment of rank 2. */
  @Test
  void whatIsFittedIsAnsweredBeforeAFailure() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 40; j++) {
        text.append(j > 0 ? "," : "").append((i < 3) == (j % 2 == 0) ? 2 : 0);
      }
      text.append('\n');
    }
    Path few = Files.writeString(folder.resolve("few.csv"), text);
    Run run = fit(few, "some", "-k", "2,4", "--method", "eigenpairs");
    run.fails("eigenvalue 3", "pass fewer populations");
    assertEquals(1, run.json().getAsJsonArray("fits").size());
    assertEquals(2, first(run.json()).get("k").getAsInt());
    assertTrue(Files.exists(folder.resolve("some.2.Q")));
    assertFalse(Files.exists(folder.resolve("some.4.Q")));
  }

  @Test
  void textNamesEachFit() {
    String text =
        Run.lfm(
                "admixture",
                "fit",
                bed(),
                "-k",
                "1,2",
                "-o",
                folder.resolve("t"),
                "--backend",
                "java")
            .succeeds()
            .out();
    assertTrue(text.contains("K = 1") && text.contains("K = 2"), text);
    assertTrue(text.contains("log_likelihood"), text);
  }
}
