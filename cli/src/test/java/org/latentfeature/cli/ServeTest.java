package org.latentfeature.cli;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that one process answers, a line each. */
final class ServeTest {

  private static final Gson GSON = new Gson();

  @TempDir Path folder;

  private record Served(List<JsonObject> replies, String err) {}

  private static Served served(String... lines) throws Exception {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    ServeCommand.serve(
        Caller.of(new BufferedReader(new StringReader(String.join("\n", lines))), () -> {}),
        new PrintWriter(out, true),
        new PrintWriter(err, true));
    List<JsonObject> replies =
        out.toString().lines().map(line -> JsonParser.parseString(line).getAsJsonObject()).toList();
    return new Served(replies, err.toString());
  }

  private static String line(Object... words) {
    return GSON.toJson(Stream.of(words).map(Object::toString).toList());
  }

  private static int status(JsonObject reply) {
    return reply.get("status").getAsInt();
  }

  @Test
  void eachLineIsACommandAndGetsOneLine() throws Exception {
    Path x = Files.writeString(folder.resolve("x.csv"), "1,2\n3,1\n4,3\n0,0\n");
    Path model = folder.resolve("model.lfm");
    Served served =
        served(
            line("fit", x, "-k", 2, "-o", model, "--backend", "java", "--json"),
            "",
            line("info", model, "--json"),
            line("info", folder.resolve("none.lfm")),
            line("fit", x));
    assertEquals(4, served.replies().size());
    JsonObject fit = served.replies().get(0);
    assertEquals(0, status(fit), fit::toString);
    JsonObject answer = JsonParser.parseString(fit.get("out").getAsString()).getAsJsonObject();
    assertEquals(2, answer.get("features").getAsInt());
    assertEquals(0, status(served.replies().get(1)));
    JsonObject missing = served.replies().get(2);
    assertEquals(1, status(missing));
    assertTrue(missing.get("err").getAsString().contains("no such file"), missing::toString);
    assertEquals(2, status(served.replies().get(3)));
    assertTrue(served.err().contains("x.csv: 4 × 2"), "progress goes on as it comes");
  }

  @Test
  void whatIsNoCommandIsRefusedAndTheNextIsServed() throws Exception {
    List<String> wrong =
        List.of("fit x.csv", "{}", "[]", "[\"info\", null]", "null", "[\"serve\"]");
    for (String line : wrong) {
      Served served = served(line, line("--version"));
      JsonObject reply = served.replies().get(0);
      assertEquals(2, status(reply), line);
      assertTrue(reply.get("err").getAsString().startsWith("lfm: "), reply::toString);
      assertEquals(0, status(served.replies().get(1)), line);
    }
  }

  /** {@code lfm serve} in a process of its own. */
  private Process serving(Path scratch) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Lfm.class.getName(),
            "serve",
            "--scratch",
            scratch.toString())
        .start();
  }

  @Test
  void theEndOfInputStopsARunningCommandAndDeletesScratchFolders() throws Exception {
    Path scratch = Files.createDirectory(folder.resolve("lfm-scratch-1"));
    Process serving = serving(scratch);
    try (Writer in = serving.outputWriter()) {
      Path made = scratch.resolve("call");
      Run.lfm("generate", "dense", "--rows", 20000, "--columns", 200, "-k", 20, "-o", made)
          .succeeds();
      Path x = made.resolve("X.npy");
      String fit =
          line("fit", x, "-k", 60, "--method", "path", "--backend", "java", "-o", made + "/m.lfm");
      in.write(fit + "\n");
      in.flush();
      for (String said = ""; !said.contains("20,000 × 200"); ) {
        said = requireNonNull(serving.errorReader(StandardCharsets.UTF_8).readLine());
      }
    }
    assertTrue(serving.waitFor(20, TimeUnit.SECONDS), "the fit, which takes minutes, is stopped");
    assertEquals(0, serving.inputReader().lines().count(), "there is no answer");
    assertFalse(Files.exists(scratch));
  }

  @Test
  void theEndOfInputAfterTheLastAnswerIsAnOrdinaryEnd() throws Exception {
    Path scratch = Files.createDirectory(folder.resolve("lfm-scratch-1"));
    Process serving = serving(scratch);
    try (Writer in = serving.outputWriter()) {
      in.write(line("--version") + "\n");
      in.flush();
      String answer = serving.inputReader().readLine();
      assertEquals(0, status(JsonParser.parseString(answer).getAsJsonObject()));
      Files.createFile(Files.createDirectory(scratch.resolve("call")).resolve("x.npy"));
    }
    assertEquals(0, serving.waitFor());
    assertFalse(Files.exists(scratch));
  }

  @Test
  void onlyAFolderNamedForItCanBeAScratchFolder() throws Exception {
    Run.lfm("serve", "--scratch", folder).fails("--scratch", "would be deleted", "lfm-scratch-");
    Path file = Files.createFile(folder.resolve("lfm-scratch-file"));
    Run.lfm("serve", "--scratch", file).fails("--scratch", "is not a folder");
    assertTrue(Files.exists(file));
  }
}
