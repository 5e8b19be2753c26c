package org.latentfeature.cli;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.markov.Inference;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovProblem;
import org.latentfeature.markov.TransitionPrior;

/** The commands of Markov latent feature models, on data drawn from one. */
class MarkovCommandsTest {

  private static final int ROWS = 300;
  private static final int COLUMNS = 12;
  private static final int FEATURES = 4;

  @TempDir Path folder;
  private Path x = Path.of("unset");
  private Path model = Path.of("unset");

  @BeforeEach
  void drawAProblem() {
    x = folder.resolve("X.npy");
    model = folder.resolve("model.lfm");
    NpyWriter.write(MarkovProblem.draw(ROWS, COLUMNS, FEATURES, 0.3, 3).x(), x);
  }

  private Run fit(Object... more) {
    Object[] first = {"markov", "fit", x, "-k", FEATURES, "-o", model, "--backend", "java"};
    Object[] words = new Object[first.length + more.length];
    System.arraycopy(first, 0, words, 0, first.length);
    System.arraycopy(more, 0, words, first.length, more.length);
    return Run.lfm(words);
  }

  private JsonObject fitted(Object... more) {
    Object[] words = new Object[more.length + 1];
    System.arraycopy(more, 0, words, 0, more.length);
    words[more.length] = "--json";
    return fit(words).succeeds().json();
  }

  @Test
  void aFitLearnsTheNoiseAndSavesTheModel() {
    JsonObject answer = fitted("--seed", 1);
    assertEquals(
        List.of(
            "model",
            "features",
            "rmse",
            "used",
            "sigma",
            "lower_bound",
            "ended",
            "steps",
            "seconds",
            "backend"),
        answer.keySet().stream().toList());
    assertEquals(0.3, answer.get("sigma").getAsDouble(), .06);
    assertEquals(FEATURES, answer.get("used").getAsInt());
    assertEquals("converged", answer.get("ended").getAsString());
    MarkovModel saved = ModelFile.load(model, MarkovModel.KIND);
    assertEquals(FEATURES, saved.w().rows());
    assertEquals(1, saved.manifest().seed());
    assertEquals(answer.get("steps").getAsInt(), saved.manifest().trace().size());
    assertEquals(
        answer.get("sigma").getAsDouble(), Math.sqrt(saved.parameters().variance()), 1e-15);
  }

  @Test
  void progressTellsOfTheLowerBound() {
    Run run = fit("-v");
    List<String> steps =
        run.succeeds().err().lines().filter(line -> line.contains("batch step ")).toList();
    assertTrue(steps.size() > 2, run::toString);
    double before = Double.NEGATIVE_INFINITY;
    for (String step : steps) {
      double bound = Double.parseDouble(step.replaceFirst(".*, lower bound (\\S+)", "$1"));
      assertTrue(bound >= before, () -> step + " falls");
      before = bound;
    }
    assertEquals("", fit("-q").succeeds().err());
  }

  @Test
  void everyOptionReachesTheModel() {
    fitted(
        "--stochastic",
        "--batch=40",
        "--iterations=7",
        "--infinite",
        "--alpha=2",
        "--gamma=3",
        "--lambda=0.5",
        "--eta=0.25",
        "--sigma=0.75",
        "--gain=paper",
        "--update=paper",
        "--kappa=0.6",
        "--delay=4",
        "--longest=2",
        "--shortest=1",
        "--seed=9",
        "--time-limit=60",
        "--scale-by=0.5");
    MarkovModel saved = ModelFile.load(model, MarkovModel.KIND);
    assertEquals(
        "{alpha=2.0, batch=40, delay=4.0, eta=0.25, gain=paper, gamma=3.0, inference=stochastic,"
            + " infinite=true, iterations=7, k=4, kappa=0.6, lambda=0.5, longest=2, scale-by=0.5,"
            + " shortest=1, sigma=0.75, time-limit=60.0, update=paper}",
        saved.manifest().options().toString());
    assertEquals(9, saved.manifest().seed());
    assertEquals(7, saved.manifest().trace().size());
    assertEquals(0.75 * 0.75, saved.parameters().variance());
  }

  @Test
  void theHelpStatesTheDefaultsOfTheEstimator() {
    String help = Run.lfm("markov", "fit", "--help").succeeds().out().replaceAll("\\s+", " ");
    MarkovOptions defaults = MarkovOptions.of(FEATURES);
    Inference.Stochastic batches = Inference.Stochastic.DEFAULT;
    for (Object value :
        List.of(
            "features or transitions; at least 1 (default: " + defaults.inference().iterations(),
            "rows per batch; at least 1 (stochastic inference only) (default: " + batches.batch(),
            String.format(
                Locale.ROOT,
                "(t + t0)^-κ; at least 0 (stochastic inference only) (default: %.0f)",
                batches.delay()),
            "at most 1 (stochastic inference only) (default: " + batches.kappa(),
            "1 … 32 (default: " + defaults.coding().longest(),
            "(default: " + defaults.coding().gain().name().toLowerCase(Locale.ROOT),
            "(default: " + batches.update().name().toLowerCase(Locale.ROOT))) {
      assertTrue(help.contains(value.toString()), () -> value + " is not in " + help);
    }
    // K + 1, finite, that of the data for η, and 1 for γ and λ.
    assertEquals(FEATURES + 1, defaults.transitions().concentration(FEATURES));
    assertFalse(defaults.transitions().infinite());
    assertNull(defaults.eta());
    assertEquals(1, defaults.lambda());
    assertEquals(1.0, TransitionPrior.INFINITE.gamma());
  }

  @Test
  void equalSeedsGiveEqualModels() {
    fitted("--seed", 5, "--stochastic", "--batch", 50, "--iterations", 20);
    MarkovModel one = ModelFile.load(model, MarkovModel.KIND);
    fitted("--seed", 5, "--stochastic", "--batch", 50, "--iterations", 20);
    MarkovModel two = ModelFile.load(model, MarkovModel.KIND);
    assertEquals(one.w().squaredNorm(), two.w().squaredNorm());
    assertEquals(one.parameters().variance(), two.parameters().variance());
    assertEquals(one.manifest().trace(), two.manifest().trace());
  }

  @Test
  void aTimeLimitEndsWithAModel() {
    JsonObject answer = fitted("--time-limit", 1e-9);
    assertEquals("time limit", answer.get("ended").getAsString());
    assertEquals(0, answer.get("steps").getAsInt(), "not even the first is done");
    ModelFile.load(model, MarkovModel.KIND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "auto"})
  void transformWritesPathsAndWeights(String backend) throws IOException {
    fitted();
    Path paths = folder.resolve("paths.csv");
    Path weights = folder.resolve("C.npy");
    JsonObject answer =
        Run.lfm(
                "markov",
                "transform",
                model,
                x,
                "-o",
                paths,
                "--weights",
                weights,
                "--backend",
                backend,
                "--json")
            .succeeds()
            .json();
    Matrix c = MatrixReader.read(weights, ReadOptions.DEFAULT).x();
    assertEquals(ROWS, c.rows());
    assertEquals(FEATURES, c.cols());
    List<String> lines = Files.readAllLines(paths);
    assertEquals("row,step,feature,weight", lines.get(0));
    int visits = lines.size() - 1;
    assertEquals(visits, Math.round(ROWS * answer.get("features_per_row").getAsDouble()));
    boolean[] seen = new boolean[ROWS];
    int row = 0;
    int step = 0;
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      int i = Integer.parseInt(cells[0]);
      step = i == row ? step + 1 : 1;
      row = i;
      seen[i - 1] = true;
      assertEquals(step, Integer.parseInt(cells[1]), line);
      assertEquals(
          (float) Double.parseDouble(cells[3]), c.get(i - 1, Integer.parseInt(cells[2]) - 1), line);
    }
    int empty = 0;
    for (boolean has : seen) {
      empty += has ? 0 : 1;
    }
    assertEquals(empty, answer.get("empty_rows").getAsInt());

    // What is left of X is what the answer says, and not far from the noise.
    MarkovModel saved = ModelFile.load(model, MarkovModel.KIND);
    Matrix data = MatrixReader.read(x, ReadOptions.DEFAULT).x();
    double sum = 0;
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        double rest = data.get(i, j);
        for (int k = 0; k < FEATURES; k++) {
          rest -= c.get(i, k) * saved.w().get(k, j);
        }
        sum += rest * rest;
      }
    }
    double rmse = Math.sqrt(sum / (ROWS * COLUMNS));
    assertEquals(rmse, answer.get("rmse").getAsDouble(), 1e-5);
    assertEquals(0.3, rmse, .06);
  }

  @Test
  void theScaleOfTheFitIsTakenForNewRows() throws IOException {
    fitted("--scale-by", 100);
    Path one = folder.resolve("one.csv");
    Path two = folder.resolve("two.csv");
    Run.lfm("markov", "transform", model, x, "-o", one, "--backend", "java").succeeds();
    Matrix data = MatrixReader.read(x, ReadOptions.DEFAULT.withScaleBy(100)).x();
    NpyWriter.write(data, x);
    Run.lfm("markov", "transform", model, x, "-o", two, "--scale-by", 1, "--backend", "java")
        .succeeds();
    assertEquals(Files.readString(one), Files.readString(two));
  }

  @Test
  void standardisedColumnsAreThoseOfTheTrainingRows() throws IOException {
    Path table = folder.resolve("table.csv");
    StringBuilder text = new StringBuilder("a,b,c\n");
    RandomStream random = new RandomStream(1, "a test");
    for (int i = 0; i < 60; i++) {
      double shared = random.nextGaussian();
      text.append(1000 + 10 * (shared + .1 * random.nextGaussian())).append(',');
      text.append(-5 + shared + .1 * random.nextGaussian()).append(',');
      text.append(random.nextGaussian()).append('\n');
    }
    Files.writeString(table, text);
    x = table;
    Run.lfm(
            "markov",
            "fit",
            table,
            "-k",
            1,
            "-o",
            model,
            "--standardise",
            "--sigma",
            0.5,
            "--backend",
            "java")
        .succeeds();
    MarkovModel saved = ModelFile.load(model, MarkovModel.KIND);
    assertEquals("true", saved.manifest().options().get("standardise"));
    // One new row, at the training mean of each column: nothing is left to explain.
    Path mean = folder.resolve("mean.csv");
    var columns = saved.standardisation();
    assertTrue(columns != null);
    Files.writeString(
        mean, "a,b,c\n%s,%s,%s\n".formatted(columns.mean(0), columns.mean(1), columns.mean(2)));
    Path paths = folder.resolve("paths.csv");
    JsonObject answer =
        Run.lfm("markov", "transform", model, mean, "-o", paths, "--json").succeeds().json();
    assertEquals(0, answer.get("rmse").getAsDouble(), 1e-4);
  }

  @Test
  void missingEntriesAreLeftOut() throws IOException {
    Matrix data = MatrixReader.read(x, ReadOptions.DEFAULT).x();
    Matrix holed = Matrix.allocate(ROWS, COLUMNS);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        holed.set(i, j, (i + j) % 10 == 0 ? -999 : data.get(i, j));
      }
    }
    NpyWriter.write(holed, x);
    Run told = fit("--missing", -999).succeeds();
    assertTrue(told.err().contains("360 missing values"), told::toString);
    MarkovModel saved = ModelFile.load(model, MarkovModel.KIND);
    assertEquals("-999.0", saved.manifest().options().get("missing"));
    assertEquals(0.3, Math.sqrt(saved.parameters().variance()), .06);
    // The model remembers the code.
    Path paths = folder.resolve("paths.csv");
    JsonObject answer =
        Run.lfm("markov", "transform", model, x, "-o", paths, "--json").succeeds().json();
    assertEquals(0.3, answer.get("rmse").getAsDouble(), .06);
    // Where NaN is the code, -999 is a number, and one that no feature explains.
    Run.lfm("markov", "transform", model, x, "-o", paths, "--missing", "nan", "--json").succeeds();
  }

  @Test
  void scoreFindsRowsOfTheModelMoreProbableThanNoise() {
    fitted();
    Path fresh = folder.resolve("fresh.npy");
    Matrix drawn = MarkovProblem.draw(2 * ROWS, COLUMNS, FEATURES, 0.3, 3).x();
    // The first rows are those of the fit.
    int[] later = IntStream.range(ROWS, 2 * ROWS).toArray();
    NpyWriter.write(drawn.selectRows(later), fresh);
    JsonObject answer = Run.lfm("markov", "score", model, fresh, "--json").succeeds().json();
    double found = answer.get("log_likelihood").getAsDouble();
    double best = answer.get("null_best_log_likelihood").getAsDouble();
    double plain = answer.get("null_log_likelihood").getAsDouble();
    assertTrue(found > best && best > plain, answer::toString);
    assertEquals(ROWS, answer.get("rows").getAsInt());
    assertEquals(2000, answer.get("samples").getAsInt());
    int sets = answer.get("distinct_sets").getAsInt();
    assertTrue(sets > 1 && sets <= 1 << FEATURES, answer::toString);
    assertEquals(answer, Run.lfm("markov", "score", model, fresh, "--json").json());
    JsonObject other =
        Run.lfm("markov", "score", model, fresh, "--seed", 1, "--json").succeeds().json();
    assertNotEquals(found, other.get("log_likelihood").getAsDouble());
    assertEquals(found, other.get("log_likelihood").getAsDouble(), .3);

    // N(0, s² I), and at the s² that suits the rows best.
    double variance = ModelFile.load(model, MarkovModel.KIND).parameters().variance();
    double sum = 0;
    for (int i = ROWS; i < 2 * ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        sum += (double) drawn.get(i, j) * drawn.get(i, j);
      }
    }
    double mean = sum / ROWS;
    double log = Math.log(2 * Math.PI);
    assertEquals(
        -.5 * (COLUMNS * (log + Math.log(variance)) + mean / variance), plain, 1e-6 * -plain);
    assertEquals(-.5 * COLUMNS * (log + Math.log(mean / COLUMNS) + 1), best, 1e-6 * -best);
  }

  @Test
  void infoShowsFiguresOfTheKind() {
    fitted();
    for (Object[] words :
        List.of(new Object[] {"info", model}, new Object[] {"markov", "info", model})) {
      String text = Run.lfm(words).succeeds().out();
      assertTrue(text.contains("markov-latent-features"), text);
      assertTrue(text.contains("\n  lower bound "), text);
      assertTrue(text.contains("\n  variance "), text);
    }
    JsonObject json = Run.lfm("info", model, "--json").succeeds().json();
    assertEquals(FEATURES, json.getAsJsonObject("figures").get("used").getAsInt());
    assertEquals("batch", json.get("method").getAsString());
  }

  @Test
  void infoShowsTheFirstOfManyColumns() throws IOException {
    String names = IntStream.range(0, 25).mapToObj(j -> "c" + j).collect(joining(","));
    Path wide = folder.resolve("wide.csv");
    Files.writeString(wide, names + "\n" + "1,".repeat(24) + "2\n" + "3,".repeat(24) + "4\n");
    Run.lfm("markov", "fit", wide, "-k", 1, "-o", model, "--backend", "java").succeeds();
    String text = Run.lfm("info", model).succeeds().out();
    assertTrue(text.contains(", c19 and 5 more"), text);
    assertFalse(text.contains("c20"), text);
    JsonObject json = Run.lfm("info", model, "--json").succeeds().json();
    assertEquals(25, json.getAsJsonArray("column_names").size());
  }

  @Test
  void plotAndExportTakeItAsAnyModel() throws IOException {
    fitted();
    Path sheet = folder.resolve("sheet.png");
    Run.lfm("plot", model, "--image", "3x4", "-o", sheet).succeeds();
    assertTrue(Files.size(sheet) > 500);
    Path w = folder.resolve("W.npy");
    Run.lfm("export", model, "--w", w).succeeds();
    assertEquals(
        (float) ModelFile.load(model, MarkovModel.KIND).w().get(2, 5),
        MatrixReader.read(w, ReadOptions.DEFAULT).x().get(2, 5));
    Path z = folder.resolve("Z.npy");
    Run.lfm("export", model, "--z", z).fails("model.lfm", "stores no Z", "lfm transform");
    assertFalse(Files.exists(z));
  }

  @Test
  void commandsOfAnyModelNeedNoTwinInTheGroup() throws IOException {
    fitted();
    Path one = folder.resolve("one.csv");
    Path two = folder.resolve("two.csv");
    Run.lfm("transform", model, x, "-o", one, "--backend", "java").succeeds();
    Run.lfm("markov", "transform", model, x, "-o", two, "--backend", "java").succeeds();
    assertEquals(Files.readString(one), Files.readString(two));
    assertEquals(
        Run.lfm("markov", "score", model, x, "--json").succeeds().out(),
        Run.lfm("score", model, x, "--json").succeeds().out());
    Path z = folder.resolve("Z.npy");
    NpyWriter.write(BinaryMatrix.empty(3), z);
    Run.lfm("score", model, x, "--z", z).fails("model.lfm", "weights", "drop --z");
  }

  /** What is made of the weights leaves what coding says that it leaves. */
  @Test
  void weightsAreReconstructed() throws IOException {
    fitted();
    Path weights = folder.resolve("C.npy");
    Path hat = folder.resolve("Xhat.npy");
    double rmse =
        Run.lfm("transform", model, x, "--weights", weights, "--json")
            .succeeds()
            .json()
            .get("rmse")
            .getAsDouble();
    Run.lfm("reconstruct", model, weights, "-o", hat).succeeds();
    Matrix given = MatrixReader.read(x, ReadOptions.DEFAULT).x();
    Matrix made = MatrixReader.read(hat, ReadOptions.DEFAULT).x();
    double sum = 0;
    for (int i = 0; i < given.rows(); i++) {
      for (int j = 0; j < given.cols(); j++) {
        sum += Math.pow(given.get(i, j) - made.get(i, j), 2);
      }
    }
    assertEquals(rmse, Math.sqrt(sum / given.size()), 1e-5 * rmse);
    Run.lfm("reconstruct", model, x, "-o", hat).fails("12 columns", "4 features", "--weights");
  }

  /** The table of an estimator's options is the only place that says what a fit was told. */
  @Test
  void anyEstimatorIsFittedByItsName() {
    Path other = folder.resolve("other.lfm");
    fitted("--infinite", "--gamma", 2, "--iterations", 4);
    Run.lfm(
            "fit",
            x,
            "--estimator",
            "markov",
            "-k",
            FEATURES,
            "-o",
            other,
            "--set",
            "infinite=true",
            "--set",
            "gamma=2",
            "--set",
            "iterations=4")
        .succeeds();
    MarkovModel one = ModelFile.load(model, MarkovModel.KIND);
    MarkovModel two = ModelFile.load(other, MarkovModel.KIND);
    assertEquals(one.manifest().options(), two.manifest().options());
    assertEquals(one.manifest().trace(), two.manifest().trace());
    Run.lfm("fit", x, "--estimator", "markov", "-k", 2, "-o", other, "--set", "batch=3")
        .isWrongUse("batch applies to stochastic inference only");
    Run.lfm("fit", x, "--estimator", "markov", "-k", 2, "-o", other, "--penalty", 1)
        .isWrongUse("penalty");
  }

  /** One estimator, one model, whichever command; its options are columns of a list. */
  @Test
  void manyAreFittedAsOneIs() throws IOException {
    fitted("--infinite", "--sigma", 0.5, "--seed", 2);
    Path list = folder.resolve("list.csv");
    Files.writeString(
        list, "data;estimator;k;sigma;infinite\n" + "X.npy;markov;" + FEATURES + ";0,5;true\n");
    Path models = folder.resolve("models");
    Object[] many = {"fit-many", list, "-o", models, "--seeds", "2,3", "--jobs", 1, "--json"};
    assertEquals(2, Run.lfm(many).succeeds().json().get("fitted").getAsInt());
    assertEquals(2, Run.lfm(many).succeeds().json().get("kept").getAsInt());
    MarkovModel one = ModelFile.load(model, MarkovModel.KIND);
    MarkovModel same =
        ModelFile.load(models.resolve("X-markov-k4-seed2-infinite-sigma0.5.lfm"), MarkovModel.KIND);
    assertEquals(one.manifest().options(), same.manifest().options());
    assertEquals(one.manifest().rmse(), same.manifest().rmse(), 1e-6);
    List<String> table = Files.readAllLines(models.resolve("results.tsv"));
    assertTrue(
        table.get(0).contains("\testimator\tk\tseed\tinference\titerations\t"), table::toString);
    assertTrue(table.get(1).contains("\tmarkov\t4\t2\tbatch\t500\t"), table::toString);
    // Such models keep no Z to compare, but W.
    List<String> stability = Files.readAllLines(models.resolve("stability.tsv"));
    assertEquals(1 + FEATURES, stability.size());
    assertTrue(stability.get(1).endsWith("\t\t"), stability::toString);
  }

  @Tag("whole")
  @Test
  void commandsOfOneKindSayWhatOthersCanUse() {
    Run.lfm("fit", x, "-k", 2, "-o", model, "--backend", "java").succeeds();
    Run.lfm("markov", "graph", model, "-o", folder.resolve("g.svg"))
        .fails("model.lfm is a model of kind latent-feature-lasso", "see 'lfm --help'");
    fitted();
    Run.lfm("identifiable", model)
        .fails("model.lfm is a model of kind markov", "see 'lfm markov --help'");
  }
}
