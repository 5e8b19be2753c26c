package org.latentfeature.cli;

import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One command line, and what must be true of every one: it ends soon, with little memory; it either
 * answers or complains in one sentence; it changes no file but those that it was told to write.
 */
final class FuzzCase {

  private static final double MOST_CPU_SECONDS = 10;
  private static final int MOST_WALL_SECONDS = 100;
  private static final long MOST_BYTES = 300L << 20;
  private static final int LONGEST_SENTENCE = 700;

  /** Controls but for line ends and tabs, and those that turn the direction of text. */
  private static final Pattern RAW =
      Pattern.compile(
          "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f\\x80-\\x9f"
              + "\\x{200e}\\x{200f}\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]");

  private static final Pattern NAN = Pattern.compile("\\bNaN\\b");

  private static final Pattern HELP = Pattern.compile(" (-h|--help)");

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final String name;
  private final Path home;
  private final List<String> words;
  private final boolean refused;

  /**
   * A case.
   *
   * @param home its folder, with the files that it reads
   * @param words of the command line
   * @param refused whether it must be refused
   */
  FuzzCase(String name, Path home, List<String> words, boolean refused) {
    this.name = name;
    this.home = home;
    this.words = words;
    this.refused = refused;
  }

  void run(FuzzFailures failures) throws IOException {
    Map<Path, byte[]> before = files();
    AtomicReference<Run> ended = new AtomicReference<>();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    long[] bytes = new long[1];
    Thread thread =
        new Thread(
            () -> {
              long start = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
              try {
                ended.set(Run.lfm(words.toArray()));
              } catch (Throwable e) {
                thrown.set(e);
              }
              bytes[0] = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - start;
            },
            name);
    thread.setDaemon(true);
    thread.start();
    String stack = await(thread);
    Map<Path, byte[]> after = files();
    if (stack != null) {
      failures.add("does not end", this + "\n" + stack);
      return;
    }
    Run run = ended.get();
    if (run == null) {
      StackTraceElement[] where = Objects.requireNonNull(thrown.get()).getStackTrace();
      failures.add("throws " + thrown.get(), this + "\n" + lines(where));
      return;
    }
    if (bytes[0] > MOST_BYTES) {
      failures.add("takes much memory", "%,d bytes: %s".formatted(bytes[0], this));
    }
    judge(run, failures);
    compare(before, after, run.status(), failures);
    if (!Files.exists(home.resolve("out"))) {
      clean(after);
    }
  }

  /** Its stack if it takes too long; null once it has ended. */
  private static @Nullable String await(Thread thread) {
    try {
      for (int i = 0; i < MOST_WALL_SECONDS; i++) {
        thread.join(TimeUnit.SECONDS.toMillis(1));
        if (!thread.isAlive()) {
          return null;
        }
        if (THREADS.getThreadCpuTime(thread.getId()) > MOST_CPU_SECONDS * 1e9) {
          break;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String stack = lines(thread.getStackTrace());
    thread.interrupt();
    return stack;
  }

  private static String lines(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .limit(12)
        .map(frame -> "    " + frame)
        .collect(Collectors.joining("\n"));
  }

  private void judge(Run run, FuzzFailures failures) {
    String err = run.err();
    String said = this + " says " + run;
    if (run.status() < 0 || run.status() > 2) {
      failures.add("status", said);
    }
    if (err.contains("internal error")) {
      failures.add("internal error", said);
    } else if (err.contains("\tat ") && !words.contains("-v") && !words.contains("--verbose")) {
      failures.add("stack trace", said);
    }
    if (RAW.matcher(err).find() || RAW.matcher(run.out()).find()) {
      failures.add("raw control characters", said);
    }
    List<String> sentences = err.lines().filter(line -> line.startsWith("lfm: ")).toList();
    if (run.status() == 0) {
      if (refused) {
        failures.add("takes what is wrong", said);
      }
      // Help may speak of it.
      if (!HELP.matcher(String.join(" ", words)).find() && NAN.matcher(run.out()).find()) {
        failures.add("answers NaN", said);
      }
      if (!sentences.isEmpty()) {
        failures.add("complains and succeeds", said);
      }
      if (words.contains("--json")
          && !HELP.matcher(String.join(" ", words)).find()
          && !isJson(run.out())) {
        failures.add("no JSON", said);
      }
    } else {
      if (sentences.size() != 1) {
        failures.add("not one sentence", said);
      } else if (sentences.get(0).length() > LONGEST_SENTENCE) {
        failures.add("a long sentence", said);
      }
      if (run.status() == 2 && !err.contains("--help")) {
        failures.add("wrong use without help", said);
      }
    }
  }

  private static boolean isJson(String text) {
    try {
      return JsonParser.parseString(text).isJsonObject();
    } catch (JsonParseException e) {
      return false;
    }
  }

  private void compare(
      Map<Path, byte[]> before, Map<Path, byte[]> after, int status, FuzzFailures failures)
      throws IOException {
    before.forEach(
        (file, bytes) -> {
          // What is named as an output alone may be replaced, by a whole result.
          boolean replaced = status == 0 && isOutputAlone(file);
          if (!replaced && !Arrays.equals(bytes, after.get(file))) {
            failures.add("changes its input", file.getFileName() + ": " + this);
          }
        });
    // Of many fits those that succeed are kept, whatever becomes of the others.
    boolean many = words.contains("fit-many");
    for (Path file : after.keySet()) {
      if (!before.containsKey(file)) {
        boolean told = words.stream().anyMatch(word -> isOutput(word, file));
        boolean left = file.toString().endsWith(".tmp");
        if (left || !told || (status != 0 && !many)) {
          failures.add("leaves a file", file.getFileName() + ": " + this);
        } else if (!isReadable(file)) {
          failures.add("writes what cannot be read", file.getFileName() + ": " + this);
        }
      }
    }
  }

  private boolean isOutputAlone(Path file) {
    int first = words.indexOf(file.toString());
    return first > 0
        && first == words.lastIndexOf(file.toString())
        && List.of("-o", "--output").contains(words.get(first - 1));
  }

  private static boolean isOutput(String word, Path file) {
    return word.endsWith(file.toString())
        || (word.contains("/") && file.toString().matches(Pattern.quote(word) + "\\.\\d+\\.[PQ]"))
        || (word.contains("/") && file.startsWith(word.substring(word.indexOf('/'))));
  }

  /** Models and matrices are read again. */
  private static boolean isReadable(Path file) throws IOException {
    String end = file.toString();
    if (end.endsWith(".lfm")) {
      return Run.lfm("info", file).status() == 0;
    }
    return file.endsWith(".fit-many.lock") || Files.size(file) > 0;
  }

  private Map<Path, byte[]> files() throws IOException {
    Map<Path, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(home)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(file, Files.readAllBytes(file));
      }
    }
    return files;
  }

  private static void clean(Map<Path, byte[]> files) throws IOException {
    for (Path file : files.keySet()) {
      Files.deleteIfExists(file);
    }
  }

  @Override
  public String toString() {
    return name + ": lfm " + String.join(" ", words);
  }
}
