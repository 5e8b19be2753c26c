package org.latentfeature.study.many;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.FailingBackend;
import org.latentfeature.backend.contract.ForwardingBackend;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.DataException;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/** What a run of many fits leaves behind, and what it does when something goes wrong. */
@Tag("whole")
class ManyFitsTest {

  @TempDir Path folder = Path.of("");
  private Path list = Path.of("");
  private Path models = Path.of("");

  @BeforeEach
  void makeThreeProblems() throws IOException {
    models = folder.resolve("models");
    list = folder.resolve("list.txt");
    for (int i = 1; i <= 3; i++) {
      NpyWriter.write(
          SyntheticProblem.dense(40 + i, 12, 3, .2, i).x(), folder.resolve("x" + i + ".npy"));
    }
    Files.writeString(list, "x1.npy\nx2.npy\nx3.npy\n");
  }

  private static Backend open() {
    return new ReferenceProvider().open(Resources.ofThreads(1));
  }

  private static ManyOptions options(int jobs) {
    return ManyOptions.of("a test", ManyFitsTest::open, jobs);
  }

  private ManyFits.Summary run(Grid grid, int jobs) throws IOException {
    return new ManyFits(options(jobs))
        .run(ProblemList.read(list, grid), models, ManyFitsListener.SILENT);
  }

  private static void assertCounts(
      int fitted, int kept, int failed, int waiting, ManyFits.Summary summary) {
    assertEquals(
        List.of(fitted, kept, failed, waiting),
        List.of(
            summary.count(Outcome.Status.FITTED),
            summary.count(Outcome.Status.KEPT),
            summary.count(Outcome.Status.FAILED),
            summary.count(Outcome.Status.WAITING)),
        summary::toString);
  }

  /** The models' bytes by name. */
  private Map<String, Integer> contents() throws IOException {
    Map<String, Integer> all = new TreeMap<>();
    try (var files = Files.newDirectoryStream(models, "*.lfm")) {
      for (Path file : files) {
        all.put(String.valueOf(file.getFileName()), Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return all;
  }

  private List<String[]> table(String name) throws IOException {
    return Files.readAllLines(models.resolve(name)).stream().map(l -> l.split("\t", -1)).toList();
  }

  private String cell(int line, String column) throws IOException {
    List<String[]> table = table("results.tsv");
    return table.get(line)[Arrays.asList(table.get(0)).indexOf(column)];
  }

  @Test
  void aGridIsFittedInTheOrderOfTheList() throws IOException {
    ManyFits.Summary summary = run(Grid.of(2).withSeeds(List.of(5L, 6L)), 2);
    assertCounts(6, 0, 0, 0, summary);
    assertEquals(
        List.of(
            "x1-k2-seed5",
            "x1-k2-seed6",
            "x2-k2-seed5",
            "x2-k2-seed6",
            "x3-k2-seed5",
            "x3-k2-seed6"),
        table("results.tsv").stream().skip(1).map(line -> line[0]).toList());
    Manifest manifest =
        ModelFile.load(models.resolve("x2-k2-seed6.lfm"), LassoModel.KIND).manifest();
    assertEquals(6, manifest.seed());
    assertEquals("a test", manifest.software());
    assertEquals("x2.npy", cell(4, "data"));
    assertEquals("42", cell(4, "n"));
    assertEquals("12", cell(4, "d"));
    assertEquals("done", cell(4, "status"));
    assertEquals(Double.toString(manifest.rmse()), cell(4, "rmse"));
  }

  @Test
  void whatIsDoneIsKeptToTheLastByte() throws IOException {
    run(Grid.of(2), 1);
    Map<String, Integer> before = contents();
    String results = Files.readString(models.resolve("results.tsv"));
    assertCounts(0, 3, 0, 0, run(Grid.of(2), 2));
    assertEquals(before, contents());
    assertEquals(results, Files.readString(models.resolve("results.tsv")));
  }

  @Test
  void aGridMayGrow() throws IOException {
    run(Grid.of(2), 1);
    Map<String, Integer> before = contents();
    assertCounts(6, 3, 0, 0, run(Grid.of(2).withK(List.of(2, 3, 4)), 1));
    assertTrue(contents().entrySet().containsAll(before.entrySet()));
  }

  @Test
  void changedDataAreFittedAgain() throws IOException {
    run(Grid.of(2), 1);
    Map<String, Integer> before = contents();
    NpyWriter.write(SyntheticProblem.dense(42, 12, 3, .2, 99).x(), folder.resolve("x2.npy"));
    ManyFits.Summary summary = run(Grid.of(2), 1);
    assertCounts(1, 2, 0, 0, summary);
    assertTrue(String.valueOf(summary.outcomes().get(1).again()).contains("data"));
    assertNotEquals(before.get("x2-k2-seed0.lfm"), contents().get("x2-k2-seed0.lfm"));
    assertEquals(before.get("x3-k2-seed0.lfm"), contents().get("x3-k2-seed0.lfm"));
  }

  @Test
  void aChangedOptionIsFittedAgain() throws IOException {
    Path table = Files.writeString(folder.resolve("t.csv"), "data,name,k\nx1.npy,a,2\nx2.npy,b,2");
    list = table;
    run(Grid.DEFAULT, 1);
    Files.writeString(table, "data,name,k\nx1.npy,a,2\nx2.npy,b,3");
    ManyFits.Summary summary = run(Grid.DEFAULT, 1);
    assertCounts(1, 1, 0, 0, summary);
    assertEquals("its k was 2 and is 3 now", summary.outcomes().get(1).again());
    assertEquals(3, ModelFile.load(models.resolve("b.lfm"), LassoModel.KIND).manifest().features());
  }

  @Test
  void anotherScaleIsFittedAgain() throws IOException {
    run(Grid.of(2), 1);
    ManyFits.Summary summary =
        new ManyFits(options(1).withReading(ReadOptions.DEFAULT.withScaleBy(.5)))
            .run(ProblemList.read(list, Grid.of(2)), models, ManyFitsListener.SILENT);
    assertCounts(3, 0, 0, 0, summary);
    assertEquals("its scale-by was 1.0 and is 0.5 now", summary.outcomes().get(0).again());
  }

  @Test
  void aDamagedModelIsFittedAgain() throws IOException {
    run(Grid.of(2), 1);
    Map<String, Integer> before = contents();
    Path file = models.resolve("x1-k2-seed0.lfm");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    ManyFits.Summary summary = run(Grid.of(2), 1);
    assertCounts(1, 2, 0, 0, summary);
    assertTrue(String.valueOf(summary.outcomes().get(0).again()).contains("not a model"));
    assertEquals(before.keySet(), contents().keySet());
    assertEquals(ModelFile.load(file, LassoModel.KIND).manifest().features(), 2);
  }

  @Test
  void oneThatFailsDoesNotStopTheOthers() throws IOException {
    Files.writeString(folder.resolve("zero.csv"), "0,0\n0,0\n0,0\n");
    Files.writeString(folder.resolve("text.csv"), "a,b\n1,2\n1,oh\n3,4\n");
    Files.writeString(list, "x1.npy\nmissing.npy\nzero.csv\nsmall.csv\ntext.csv\nx3.npy\n");
    Files.writeString(folder.resolve("small.csv"), "1,2\n");
    ManyFits.Summary summary = run(Grid.of(2), 2);
    assertCounts(2, 0, 4, 0, summary);
    assertEquals("done", cell(1, "status"));
    assertEquals("failed", cell(2, "status"));
    assertTrue(cell(2, "error").contains("missing.npy"));
    assertTrue(cell(3, "error").contains("zero"));
    assertTrue(cell(4, "error").contains("K is 2, but X has only 1 rows"), cell(4, "error"));
    assertTrue(cell(5, "error").contains("line 3"));
    assertEquals("done", cell(6, "status"));
    // What failed is tried again, and nothing else.
    Files.writeString(folder.resolve("small.csv"), "1,2\n2,5\n3,1\n");
    assertCounts(1, 2, 3, 0, run(Grid.of(2), 2));
  }

  /** Half a fit is none; those before it stay, and the next run fits the rest. */
  @Test
  void aDeviceThatDiesInTheMiddleFailsWhatIsLeft() throws IOException {
    List<Problem> problems = ProblemList.read(list, Grid.of(3));
    FailingBackend counted = new FailingBackend(Integer.MAX_VALUE);
    new ManyFits(ManyOptions.of("a test", () -> counted, 1))
        .run(problems.subList(0, 1), folder.resolve("one"), ManyFitsListener.SILENT);
    int one = Integer.MAX_VALUE - counted.left();
    ManyFits.Summary summary =
        new ManyFits(ManyOptions.of("a test", () -> new FailingBackend(one + one / 2), 1))
            .run(problems, models, ManyFitsListener.SILENT);
    assertCounts(1, 0, 2, 0, summary);
    assertEquals(1, contents().size());
    assertEquals(
        List.of("done", "failed", "failed"),
        List.of(cell(1, "status"), cell(2, "status"), cell(3, "status")));
    assertTrue(cell(2, "error").contains("the device is gone"));
    assertCounts(2, 1, 0, 0, run(Grid.of(3), 1));
  }

  @Test
  void aFailureOfTheProgramIsReportedToo() throws IOException {
    AtomicInteger loadings = new AtomicInteger();
    ManyOptions broken =
        ManyOptions.of(
            "a test",
            () ->
                new Wrapped(
                    () -> {
                      if (loadings.incrementAndGet() == 1) {
                        throw new IllegalStateException("the first loading breaks");
                      }
                    }),
            1);
    ManyFits.Summary summary =
        new ManyFits(broken)
            .run(ProblemList.read(list, Grid.of(2)), models, ManyFitsListener.SILENT);
    assertCounts(2, 0, 1, 0, summary);
    assertEquals("the first loading breaks", cell(1, "error"));
  }

  @Test
  void whatOneStopLeavesTheNextRunFinishes() throws IOException {
    AtomicInteger over = new AtomicInteger();
    List<Problem> problems = ProblemList.read(list, Grid.of(2).withSeeds(List.of(1L, 2L, 3L)));
    ManyFitsListener stopper =
        new ManyFitsListener() {
          @Override
          public void onOutcome(Problem problem, Outcome outcome) {
            over.incrementAndGet();
          }

          @Override
          public boolean goOn() {
            return over.get() < 4;
          }
        };
    ManyFits.Summary first = new ManyFits(options(2)).run(problems, models, stopper);
    int fitted = first.count(Outcome.Status.FITTED);
    assertTrue(fitted >= 4 && fitted < 9, first::toString);
    assertCounts(fitted, 0, 0, 9 - fitted, first);
    assertEquals(fitted, contents().size());
    assertTrue(table("results.tsv").stream().anyMatch(line -> List.of(line).contains("waiting")));
    Map<String, Integer> before = contents();
    ManyFits.Summary second =
        new ManyFits(options(2)).run(problems, models, ManyFitsListener.SILENT);
    assertCounts(9 - fitted, fitted, 0, 0, second);
    before.forEach(
        (name, bytes) -> {
          try {
            assertEquals(bytes, contents().get(name), name);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  /** Stops when so many problems are over. */
  private static ManyFitsListener after(int outcomes) {
    AtomicInteger over = new AtomicInteger();
    return new ManyFitsListener() {
      @Override
      public void onOutcome(Problem problem, Outcome outcome) {
        over.incrementAndGet();
      }

      @Override
      public boolean goOn() {
        return over.get() < outcomes;
      }
    };
  }

  @Test
  void whatWasDoneStaysDoneWhenAResumedRunIsStopped() throws IOException {
    Grid grid = Grid.of(2).withSeeds(List.of(1L, 2L, 3L));
    run(grid, 1);
    String results = Files.readString(models.resolve("results.tsv"));
    String stability = Files.readString(models.resolve("stability.tsv"));
    for (int stop = 0; stop <= 1; stop++) {
      ManyFits.Summary summary =
          new ManyFits(options(1)).run(ProblemList.read(list, grid), models, after(stop));
      assertCounts(0, 9, 0, 0, summary);
      assertEquals(results, Files.readString(models.resolve("results.tsv")));
      assertEquals(stability, Files.readString(models.resolve("stability.tsv")));
    }
  }

  @Test
  void whatWasNotDoneIsNotShownAsDone() throws IOException {
    Path table = Files.writeString(folder.resolve("t.csv"), "data,name\nx1.npy,a\nx2.npy,b");
    list = table;
    run(Grid.of(2), 1);
    // a is new, b has a model made with other options, c has one that is damaged.
    Files.writeString(models.resolve("c.lfm"), "half of a model");
    Files.writeString(table, "data,name,k\nx3.npy,a,2\nx2.npy,b,3\nx3.npy,c,2\nx1.npy,d,2");
    ManyFits.Summary summary =
        new ManyFits(options(1)).run(ProblemList.read(list, Grid.of(2)), models, after(1));
    // Models are written beside the next fit: on a slow disk that one is done as well.
    int fitted = summary.count(Outcome.Status.FITTED);
    assertTrue(fitted >= 1 && fitted < 4, summary::toString);
    assertCounts(fitted, 0, 0, 4 - fitted, summary);
    for (int row = 1; row <= 4; row++) {
      assertEquals(row <= fitted ? "done" : "waiting", cell(row, "status"));
    }
  }

  @Test
  void aStoppedFitOfChangedDataIsWaiting() throws IOException {
    run(Grid.of(2), 1);
    NpyWriter.write(SyntheticProblem.dense(42, 12, 3, .2, 99).x(), folder.resolve("x1.npy"));
    AtomicInteger asked = new AtomicInteger();
    ManyFitsListener inTheFirstFit =
        new ManyFitsListener() {
          @Override
          public void onOutcome(Problem problem, Outcome outcome) {}

          @Override
          public boolean goOn() {
            return asked.incrementAndGet() == 1;
          }
        };
    ManyFits.Summary summary =
        new ManyFits(options(1)).run(ProblemList.read(list, Grid.of(2)), models, inTheFirstFit);
    assertCounts(0, 2, 0, 1, summary);
    assertEquals("waiting", cell(1, "status"));
    assertEquals("done", cell(2, "status"));
  }

  @Test
  void aFolderIsForOneRunAtATime() throws IOException {
    List<Problem> problems = ProblemList.read(list, Grid.of(2));
    List<String> refusals = Collections.synchronizedList(new ArrayList<>());
    ManyFitsListener second =
        (problem, outcome) ->
            refusals.add(
                String.valueOf(
                    assertThrows(
                            DataException.class,
                            () ->
                                new ManyFits(options(1))
                                    .run(problems, models, ManyFitsListener.SILENT))
                        .getMessage()));
    new ManyFits(options(1)).run(problems, models, second);
    assertEquals(3, refusals.size());
    assertTrue(refusals.get(0).contains("in use by another run"), refusals::toString);
    assertCounts(0, 3, 0, 0, run(Grid.of(2), 1));
  }

  @Test
  void noMoreFitsThanTheMemoryHolds() throws IOException {
    // Backends that ask for 300 MiB, whatever is opened: a fit needs three of these, rows and twice
    // what its columns are searched in, and two at once exceed what is granted.
    AtomicInteger open = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Runnable opened = () -> most.accumulateAndGet(open.incrementAndGet(), Math::max);
    ManyOptions three =
        ManyOptions.of("a test", () -> new Wrapped(300L << 20, opened, open::decrementAndGet), 3)
            .withMemory(1500L << 20);
    List<Problem> problems =
        ProblemList.read(
            list, Grid.of(2).with("view", List.of("plain")).withSeeds(List.of(1L, 2L, 3L)));
    assertCounts(9, 0, 0, 0, new ManyFits(three).run(problems, models, ManyFitsListener.SILENT));
    assertEquals(1, most.get());
  }

  @Test
  void whatNeverFitsTheMemoryIsAFailure() throws IOException {
    NpyWriter.write(Matrix.allocate(1000, 1000), folder.resolve("x2.npy"));
    ManyFits.Summary summary =
        new ManyFits(options(2).withMemory(2 << 20))
            .run(ProblemList.read(list, Grid.of(2)), models, ManyFitsListener.SILENT);
    assertCounts(2, 0, 1, 0, summary);
    assertTrue(cell(2, "error").contains("2 MiB"), cell(2, "error"));
    assertTrue(cell(2, "error").contains("memory of ManyOptions"), cell(2, "error"));
  }

  @Test
  void withoutABackendThereIsNoRun() {
    ManyOptions none =
        ManyOptions.of(
            "a test",
            () -> {
              throw new IllegalStateException("no backend today");
            },
            2);
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () ->
                new ManyFits(none)
                    .run(ProblemList.read(list, Grid.of(2)), models, ManyFitsListener.SILENT));
    assertEquals("no backend today", e.getMessage());
  }

  @Test
  void aResampleIsFittedAsItsRowsWouldBe() throws IOException {
    Files.writeString(list, "x1.npy\n");
    run(Grid.of(2).withSeeds(List.of(3L)).withBootstraps(2), 1);
    Matrix x = MatrixReader.read(folder.resolve("x1.npy"), ReadOptions.DEFAULT).x();
    for (int b = 1; b <= 2; b++) {
      Manifest manifest =
          ModelFile.load(models.resolve("x1-k2-seed3-boot" + b + ".lfm"), LassoModel.KIND)
              .manifest();
      assertEquals(Integer.toString(b), manifest.options().get(FittedData.BOOTSTRAP));
      Matrix drawn = new Resample(x.rows(), 3, b).of(x);
      assertEquals(DataHash.sha256(drawn), manifest.dataHash());
      assertNotEquals(DataHash.sha256(x), manifest.dataHash());
    }
    assertCounts(0, 3, 0, 0, run(Grid.of(2).withSeeds(List.of(3L)).withBootstraps(2), 2));
  }

  @Test
  void featuresThatAreThereComeBackFromEverySeed() throws IOException {
    NpyWriter.write(SyntheticProblem.generate("syn0", 1).x(), folder.resolve("syn0.npy"));
    Files.writeString(list, "syn0.npy\nx1.npy\n");
    run(Grid.of(4).withSeeds(List.of(1L, 2L, 3L)).withBootstraps(1), 2);
    List<String[]> lines = table("stability.tsv");
    List<String> header = Arrays.asList(lines.get(0));
    List<String[]> syn0 = lines.stream().filter(l -> l[0].equals("syn0.npy")).toList();
    assertEquals(4, syn0.size());
    for (String[] line : syn0) {
      assertEquals("5", line[header.indexOf("fits")]);
      assertEquals(1, Double.parseDouble(line[header.indexOf("w_share")]));
      assertEquals(1, Double.parseDouble(line[header.indexOf("w_similarity")]), 1e-5);
      assertEquals(1, Double.parseDouble(line[header.indexOf("z_share")]));
      assertEquals(1, Double.parseDouble(line[header.indexOf("z_similarity")]), 0);
    }
    // With nothing to compare an old table would be wrong.
    Files.writeString(list, "syn0.npy\n");
    run(Grid.of(4), 1);
    assertFalse(Files.exists(models.resolve("stability.tsv")));
  }

  @Test
  void twoProblemsOfOneNameAreRefused() throws IOException {
    Problem one = ProblemList.read(list, Grid.of(2)).get(0);
    assertThrows(
        IllegalArgumentException.class,
        () -> new ManyFits(options(1)).run(List.of(one, one), models, ManyFitsListener.SILENT));
  }

  /** Bytes of whatever is equal between runs. */
  @Test
  void bytesOfModelsDifferInSecondsOnly() throws IOException {
    run(Grid.of(2), 1);
    Path other = folder.resolve("other");
    new ManyFits(options(3))
        .run(ProblemList.read(list, Grid.of(2)), other, ManyFitsListener.SILENT);
    for (int i = 1; i <= 3; i++) {
      var a = ModelFile.load(models.resolve("x" + i + "-k2-seed0.lfm"), LassoModel.KIND);
      var b = ModelFile.load(other.resolve("x" + i + "-k2-seed0.lfm"), LassoModel.KIND);
      assertEquals(a.z(), b.z());
      assertArrayEquals(a.w().values(), b.w().values(), 0);
      assertEquals(a.manifest().trace(), b.manifest().trace());
      assertEquals(a.manifest().options(), b.manifest().options());
    }
  }

  /** The reference backend that tells when rows are loaded and closed. */
  private static final class Wrapped extends ForwardingBackend {

    private final long bytes;
    private final Runnable opened;
    private final Runnable closed;

    Wrapped(Runnable opened) {
      this(1, opened, () -> {});
    }

    Wrapped(long bytes, Runnable opened, Runnable closed) {
      this.bytes = bytes;
      this.opened = opened;
      this.closed = closed;
    }

    @Override
    public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> limits) {
      return bytes;
    }

    @Override
    public ResidentRows load(Matrix x, long first, StopSignal stop) {
      if (isData(x.cols())) {
        opened.run();
      }
      return super.load(x, first, stop);
    }

    @Override
    protected void closed(ResidentRows rows) {
      if (isData(rows.cols())) {
        closed.run();
      }
    }

    /** Not rows that a fit makes of them, in as many columns as it has features at most. */
    private static boolean isData(int cols) {
      return cols > 2;
    }
  }
}
