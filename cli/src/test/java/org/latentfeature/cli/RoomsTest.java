package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plan of the house: a room (a package) may use rooms on the floors below its own, and no
 * other; a wing (a folder at the top) may use those before it. Modules are held apart by the build;
 * within one, this test reads the imports.
 */
class RoomsTest {

  /** The package of all others. */
  private static final String DOOR = "";

  /** The folders at the top of the engine, from the ground up. */
  private static final List<String> WINGS =
      List.of(
          "base",
          "data",
          "io",
          "step",
          "backend",
          "fit",
          "columns",
          "markov",
          "spectral",
          "admixture",
          "ibp",
          "lasso",
          "study",
          DOOR);

  /** From the ground up. */
  private static final List<Floor> FLOORS =
      List.of(
          new Floor("numbers, and how work is reported and stopped: without data")
              .with("base.linalg", "base.random", "base.progress"),
          new Floor("data know no file").with("data"),
          new Floor("files know data, and nothing that computes with them").with("io"),
          new Floor("what a row is explained by is plain mathematics: no thread, no device")
              .with("step.coding"),
          new Floor("steps do not know who takes them, nor what for").with("step"),
          new Floor("what CPU backends share, and rows in parts, know no backend")
              .with("backend.cpu", "backend.blocks"),
          new Floor("steps over sparse rows are for any CPU backend").with("backend.sparse"),
          new Floor("backends know steps, and no outer loop").with("backend"),
          new Floor("the reference is one backend among others").with("backend.reference"),
          new Floor("what fits have in common knows no estimator").with("fit"),
          new Floor("the saved file knows no estimator").with("fit.model"),
          new Floor("mathematics beside the estimators, used by some of them")
              .with(
                  "lasso.relaxation",
                  "fit.metrics",
                  "io.image",
                  "fit.identifiability",
                  "fit.sequence",
                  "io.genome"),
          new Floor("what factorisations have in common does not know what finds them")
              .with("fit.factor"),
          new Floor("the face of an estimator knows none").with("fit.estimator"),
          new Floor("fits of a sample know no estimator, only what can be extended")
              .with("fit.scale"),
          new Floor("estimators are neighbours that do not know each other")
              .with(
                  "markov",
                  "ibp.bpmeans",
                  "columns.subspace",
                  "columns.cumulant",
                  "columns.vertex",
                  "columns.difference"),
          new Floor("tensor eigenpairs are tried beside other ways to columns").with("spectral"),
          new Floor("shares of populations may come from tensor eigenpairs").with("admixture"),
          new Floor("posteriors start from as many features as the spectrum shows").with("ibp"),
          new Floor("variational inference ends with the posteriors that chains sample")
              .with("ibp.variational"),
          new Floor("the lasso asks chains of the buffet process last").with("lasso"),
          new Floor("variants of the squared error know the lasso that they go through")
              .with("lasso.variant"),
          new Floor("the lasso's estimator fits by its variants, too").with("lasso.estimator"),
          new Floor("what is built of fits")
              .with("study.many", "markov.denoise", "study.order", "study.profile"),
          new Floor("the door names every estimator").with(DOOR),
          new Floor("what a person sees knows no command").with("cli.console"),
          new Floor("help knows options by their names alone").with("cli.help"),
          new Floor("options know no command that has them").with("cli.option"),
          new Floor("commands for any model know those of no estimator").with("cli.model"),
          new Floor("wings do not know each other")
              .with(
                  "cli.lasso",
                  "cli.markov",
                  "cli.many",
                  "cli.picture",
                  "cli.spectral",
                  "cli.admixture",
                  "cli.ibp"),
          new Floor("the command line itself: everything hangs from it").with("cli"),
          new Floor("what experiments share knows none of them").with("evidence"),
          new Floor("the methods of others do not know what they are compared with")
              .with("evidence.rivals"),
          new Floor("experiments do not know each other, nor the command that runs them")
              .with(
                  "evidence.figures",
                  "evidence.denoising",
                  "evidence.genomes",
                  "evidence.ratings",
                  "evidence.recovery",
                  "evidence.spectral",
                  "evidence.statements"),
          new Floor("commands of experiments").with("evidence.command"));

  private static final Pattern IMPORT =
      Pattern.compile(
          "^import (?:static )?org\\.latentfeature\\.([a-z.]+)\\.[A-Z]", Pattern.MULTILINE);

  @Test
  void everyImportLeadsDown() throws IOException {
    List<String> found = new ArrayList<>();
    found.addAll(wrong(Path.of("../engine/src/main/java")));
    found.addAll(wrong(Path.of("src/main/java")));
    found.addAll(wrong(Path.of("../evidence/src/main/java")));
    assertEquals(List.of(), found);
  }

  @Test
  void wrongImportsAreNamedWithTheReason(@TempDir Path sources) throws IOException {
    write(sources, "columns/cumulant", "import org.latentfeature.markov.MarkovModel;");
    write(sources, "data", "import static org.latentfeature.io.NpyReader.read;");
    write(sources, "study/many", "import org.latentfeature.lasso.LassoModel;");
    write(sources, "columns/vertex", "import org.latentfeature.lasso.relaxation.Rounding;");
    write(sources, "attic", "import org.latentfeature.data.Matrix;");
    assertEquals(
        List.of(
            "attic/A.java is in a room that has no floor: give it one in RoomsTest",
            "columns/cumulant/A.java imports from markov: estimators are neighbours that "
                + "do not know"
                + " each other",
            "columns/vertex/A.java imports from lasso.relaxation, of a later wing",
            "data/A.java imports from io: data know no file"),
        wrong(sources));
  }

  /** Rows are asked of whoever has them loaded: no estimator keeps a matrix. */
  @Test
  void noEstimatorHasAFieldOfTypeMatrix() throws IOException {
    Pattern field = Pattern.compile("^  (?:private |final )+Matrix ", Pattern.MULTILINE);
    List<String> found = new ArrayList<>();
    for (String room :
        List.of(
            "lasso",
            "markov",
            "columns/cumulant",
            "columns/vertex",
            "spectral",
            "ibp",
            "ibp/bpmeans",
            "ibp/variational")) {
      Path folder = Path.of("../engine/src/main/java/org/latentfeature", room);
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          if (field.matcher(Files.readString(file)).find()) {
            found.add(file.toString());
          }
        }
      }
    }
    assertEquals(List.of(), found);
  }

  /** A reader of the papers finds each idea by the name of a folder. */
  @Test
  void theTopOfTheEngineIsItsWings() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../engine/src/main/java/org/latentfeature"))) {
      List<String> folders =
          files.filter(Files::isDirectory).map(f -> f.getFileName().toString()).sorted().toList();
      assertEquals(WINGS.stream().filter(w -> !w.equals(DOOR)).sorted().toList(), folders);
    }
  }

  /** So that a name in a message, a comment or a trace means one thing. */
  @Test
  void everyNameStandsOnce() throws IOException {
    Map<String, Path> files = new TreeMap<>();
    List<String> twice = new ArrayList<>();
    try (Stream<Path> all = Files.walk(Path.of(".."), 12)) {
      for (Path file : all.filter(RoomsTest::isMainSource).sorted().toList()) {
        Path other = files.putIfAbsent(String.valueOf(file.getFileName()), file);
        if (other != null) {
          twice.add(file + " and " + other);
        }
      }
    }
    assertTrue(files.size() > 400, () -> files.size() + " sources");
    assertEquals(List.of(), twice);
  }

  private static boolean isMainSource(Path file) {
    String name = file.toString().replace(File.separatorChar, '/');
    // The estimator of Spark has the name of the door, which it is there.
    return name.contains("/src/main/java/")
        && !name.endsWith("/spark/LatentFeatures.java")
        && name.endsWith(".java")
        && !name.endsWith("/package-info.java");
  }

  private static void write(Path sources, String room, String line) throws IOException {
    Path folder = Files.createDirectories(sources.resolve("org/latentfeature").resolve(room));
    Files.writeString(folder.resolve("A.java"), line + "\nfinal class A {}\n");
  }

  private static List<String> wrong(Path sources) throws IOException {
    Path root = sources.resolve("org/latentfeature");
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files = all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      String name = root.relativize(file).toString().replace(File.separatorChar, '/');
      int slash = name.lastIndexOf('/');
      String room = slash < 0 ? DOOR : name.substring(0, slash).replace('/', '.');
      int own = floor(room);
      if (own < 0) {
        found.add(name + " is in a room that has no floor: give it one in RoomsTest");
        continue;
      }
      Matcher imports = IMPORT.matcher(Files.readString(file));
      while (imports.find()) {
        String used = imports.group(1);
        int floor = floor(used);
        // What has no floor is of another module.
        if (!used.equals(room) && floor >= own) {
          found.add("%s imports from %s: %s".formatted(name, used, FLOORS.get(own).reason()));
        } else if (WINGS.contains(wing(room))
            && WINGS.indexOf(wing(used)) > WINGS.indexOf(wing(room))) {
          found.add("%s imports from %s, of a later wing".formatted(name, used));
        }
      }
    }
    return found;
  }

  private static String wing(String room) {
    return room.replaceFirst("\\..*", "");
  }

  private static int floor(String room) {
    for (int i = 0; i < FLOORS.size(); i++) {
      if (FLOORS.get(i).rooms().contains(room)) {
        return i;
      }
    }
    return -1;
  }

  private record Floor(String reason, List<String> rooms) {

    Floor(String reason) {
      this(reason, List.of());
    }

    Floor with(String... rooms) {
      return new Floor(reason, List.of(rooms));
    }
  }
}
