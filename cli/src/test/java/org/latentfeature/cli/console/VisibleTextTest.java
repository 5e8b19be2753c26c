package org.latentfeature.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Run;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.model.Archive;
import org.latentfeature.io.CsvWriter;
import org.latentfeature.lasso.LassoModel;

/** Nothing that comes with a file or an argument reaches the terminal as a command to it. */
class VisibleTextTest {

  private static final String SHOWN =
      "a\\u001b[2Jb\\u0007c\\u0008d\\u007fe\\u009b31mf\\u202eg\\u2066h\\u200fi\\u061cj\\u2028k\\u0000l";

  @TempDir Path folder;

  @Test
  void everyUnseenCharacterIsWrittenOut() {
    assertEquals(SHOWN, VisibleText.lines(HostileText.ALL));
    assertEquals(SHOWN + "\\u000a\\u0009\\u000d", VisibleText.line(HostileText.ALL + "\n\t\r"));
    assertEquals("a\tb\nc\r\nd\\u000de", VisibleText.lines("a\tb\nc\r\nd\re"));
    String letters = "é λ ‖X‖² 日本 \ud83d\ude00 שלום";
    assertEquals(letters, VisibleText.line(letters));
    for (int c = 0; c <= 0xffff; c++) {
      String text = Character.toString(c);
      boolean unseen = HostileText.UNSEEN.matcher(text).matches();
      assertEquals(!unseen, VisibleText.lines(text).equals(text), Integer.toHexString(c));
    }
  }

  @Test
  void aWriterPassesNothingHoweverItIsGiven() throws IOException {
    StringWriter all = new StringWriter();
    VisibleWriter out = new VisibleWriter(all);
    out.write(HostileText.ALL);
    out.write(HostileText.ALL.toCharArray());
    out.write(HostileText.ALL, 0, HostileText.ALL.length());
    HostileText.ALL.chars().forEach(c -> new PrintWriter(out, true).write(c));
    new PrintWriter(out, true).append(HostileText.ALL).flush();
    assertEquals(SHOWN.repeat(5), all.toString());
    all.getBuffer().setLength(0);
    out.write("\rnow 1\r2");
    assertEquals("\rnow 1\\u000d2", all.toString());
  }

  private Path data() {
    Path file = folder.resolve("x" + HostileText.ALL.replace("\u0000", "") + ".csv");
    CsvWriter.write(
        Matrix.of(new float[][] {{1, 0}, {0, 1}, {1, 1}, {3, 1}}),
        List.of(HostileText.ALL, "line\nline\u202e"),
        file);
    return file;
  }

  @Test
  void namesOfColumnsAndFilesAreShownAndJsonKeepsThem() throws IOException {
    Path data = data();
    Path model = folder.resolve("m\u001b[1m.lfm");
    HostileText.isHarmless(Run.lfm("fit", data, "-k", 1, "-o", model, "--backend", "java", "-v"))
        .succeeds();
    Run told = HostileText.isHarmless(Run.lfm("info", model)).succeeds();
    assertTrue(told.out().contains(SHOWN + ", line\\u000aline\\u202e"), told::toString);
    Run exact = HostileText.isHarmless(Run.lfm("info", model, "--json")).succeeds();
    JsonArray names = exact.json().getAsJsonArray("column_names");
    assertEquals(HostileText.ALL, names.get(0).getAsString());
    assertEquals("line\nline\u202e", names.get(1).getAsString());
    Files.writeString(folder.resolve("other.csv"), "p\u0007,q\n1,2\n");
    HostileText.isHarmless(
            Run.lfm("transform", model, folder.resolve("other.csv"), "-o", folder.resolve("Z.npy")))
        .fails("p\\u0007");
  }

  @Test
  void listsAndStackTracesAreShown() throws IOException {
    Path list = folder.resolve("list.txt");
    Files.writeString(list, "no\u001b[31m.npy\nno\u202e.npy\n");
    Run run = Run.lfm("fit-many", list, "-k", 1, "-o", folder.resolve("many"), "-v");
    assertEquals(1, run.status(), run::toString);
    assertTrue(HostileText.isHarmless(run).err().contains("\\u001b[31m"), run::toString);
    assertTrue(run.err().contains("\tat "), run::toString);
  }

  @Test
  void aModelOfAnUnknownKindCannotSpeak() throws IOException {
    Path model = folder.resolve("model.lfm");
    Run.lfm("fit", data(), "-k", 1, "-o", model, "--backend", "java").succeeds();
    String kind = "\"kind\": \"" + LassoModel.KIND.name();
    String manifest;
    try (ZipFile zip = new ZipFile(model.toFile());
        InputStream in = zip.getInputStream(zip.getEntry("manifest.json"))) {
      manifest = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertTrue(manifest.contains(kind), manifest);
    String evil = manifest.replace(kind, "\"kind\": \"evil\\u001b[2J\\u202e");
    Path strange = folder.resolve("strange.lfm");
    Archive.write(
        strange, Map.of("manifest.json", out -> out.write(evil.getBytes(StandardCharsets.UTF_8))));
    HostileText.isHarmless(Run.lfm("info", strange))
        .fails("kind is \"evil", "words joined by hyphens");
  }

  /** Whatever prints past the command line's own writers prints past the filter. */
  @Test
  void nothingPrintsElsewhere() throws IOException {
    Pattern elsewhere = Pattern.compile("System\\.(out|err|console)|FileDescriptor\\.(out|err)");
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      List<String> printing =
          sources
              .filter(Files::isRegularFile)
              .filter(file -> elsewhere.matcher(read(file)).find())
              // Progress bars move the cursor.
              .filter(file -> !read(file).contains("ConsoleProgressBarConsumer"))
              .map(file -> file.getFileName().toString())
              .toList();
      assertEquals(List.of("Lfm.java"), printing);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
