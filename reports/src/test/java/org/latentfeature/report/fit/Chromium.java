package org.latentfeature.report.fit;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A headless Chromium that is driven by its DevTools protocol. Events of all pages are kept until
 * they are taken.
 */
final class Chromium implements AutoCloseable {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
  private static final Pattern ADDRESS = Pattern.compile("DevTools listening on (ws://\\S+)");
  private static final int SECONDS = 30;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonObject>> pending = new ConcurrentHashMap<>();
  private final List<JsonObject> events = new CopyOnWriteArrayList<>();

  /** The browser's program on the PATH, if there is one. */
  static Optional<Path> program() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return NAMES.stream()
        .flatMap(
            name -> List.of(path.split(File.pathSeparator)).stream().map(f -> Path.of(f, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts {@code program}, which keeps its files in {@code folder}. */
  Chromium(Path program, Path folder) throws Exception {
    process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                // Containers run it as root, and it opens nothing but the tests' own pages.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + folder,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      URI address =
          CompletableFuture.supplyAsync(() -> address(process.errorReader()))
              .get(SECONDS, TimeUnit.SECONDS);
      socket =
          HttpClient.newHttpClient()
              .newWebSocketBuilder()
              .buildAsync(address, new Listener())
              .get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException | InterruptedException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static URI address(BufferedReader errors) {
    StringBuilder said = new StringBuilder();
    try {
      for (String line = errors.readLine(); line != null; line = errors.readLine()) {
        Matcher found = ADDRESS.matcher(line);
        if (found.find()) {
          return URI.create(found.group(1));
        }
        said.append(line).append('\n');
      }
    } catch (IOException e) {
      said.append(e);
    }
    throw new IllegalStateException("Chromium ended before it listened:\n" + said);
  }

  /** Sends a command and waits for its result; {@code session} is null for the browser's own. */
  JsonObject send(@Nullable String session, String method, JsonObject parameters) throws Exception {
    int number = numbers.incrementAndGet();
    JsonObject message = new JsonObject();
    message.addProperty("id", number);
    message.addProperty("method", method);
    message.add("params", parameters);
    if (session != null) {
      message.addProperty("sessionId", session);
    }
    CompletableFuture<JsonObject> reply = new CompletableFuture<>();
    pending.put(number, reply);
    socket.sendText(message.toString(), true).get(SECONDS, TimeUnit.SECONDS);
    JsonObject answer = reply.get(SECONDS, TimeUnit.SECONDS);
    if (answer.has("error")) {
      throw new IllegalStateException(method + ": " + answer.get("error"));
    }
    return answer.getAsJsonObject("result");
  }

  /** The parameters of the events of this name so far. */
  List<JsonObject> events(String session, String method) {
    return events.stream()
        .filter(
            e ->
                e.get("method").getAsString().equals(method)
                    && e.has("sessionId")
                    && e.get("sessionId").getAsString().equals(session))
        .map(e -> e.getAsJsonObject("params"))
        .toList();
  }

  /** Ends the browser and waits for its processes, which write to its folder until then. */
  @Override
  public void close() {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    // Asked to, it removes what it keeps in its folder; ended by a signal it may not.
    socket.sendText("{\"id\":0,\"method\":\"Browser.close\"}", true).join();
    for (ProcessHandle each : all) {
      each.onExit().completeOnTimeout(each, SECONDS, TimeUnit.SECONDS).join();
    }
    socket.abort();
    process.destroyForcibly();
  }

  private final class Listener implements WebSocket.Listener {

    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        JsonObject message = JsonParser.parseString(text.toString()).getAsJsonObject();
        text.setLength(0);
        CompletableFuture<JsonObject> reply =
            message.has("id") ? pending.remove(message.get("id").getAsInt()) : null;
        if (reply != null) {
          reply.complete(message);
        } else {
          events.add(message);
        }
      }
      from.request(1);
      return null;
    }
  }
}
