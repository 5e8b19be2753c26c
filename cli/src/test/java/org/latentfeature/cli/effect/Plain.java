package org.latentfeature.cli.effect;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Results in a form that shows what was computed: without times, and without the words of an
 * option, which may stand in a result though nothing came of them.
 *
 * @param option its name, with hyphens
 * @param echoes its values
 */
record Plain(String option, Set<String> echoes) {

  private static final Pattern WORD = Pattern.compile("[\\w.+-]+");

  /** A line of an answer, or a number with its unit. */
  private static final Pattern TIME =
      Pattern.compile("(?m)^\\S*(second|memory)\\S* .*$|[0-9][0-9.,]* ?(s|ms|min|seconds)\\b");

  private static final Pattern CLOCK =
      Pattern.compile("seconds|_time|_ms|created|fitted_at|uptime|memory|version");

  /** A file by the ending of its name; of a model the arrays, or a field of its manifest. */
  String file(String name, byte[] content, String field) {
    if (name.endsWith(".lfm")) {
      return model(content, field);
    }
    return name.matches(".*\\.(npy|npz|png)")
        ? "" + Arrays.hashCode(content)
        : text(new String(content, UTF_8), field);
  }

  /**
   * JSON as lines of a field each, a table without columns of times, any other text without times.
   */
  String text(String text, String field) {
    if (text.startsWith("{")) {
      return lines(JsonParser.parseString(text), field);
    }
    return masked(text.contains("\t") ? table(text) : TIME.matcher(text).replaceAll(""));
  }

  private String lines(JsonElement json, String field) {
    List<String> lines = new ArrayList<>();
    flatten("", json, lines);
    return lines.stream()
        .filter(line -> line.startsWith("." + field))
        .collect(Collectors.joining("\n"));
  }

  private void flatten(String path, JsonElement json, List<String> lines) {
    String last = path.replaceFirst(".*\\.", "");
    if (CLOCK.matcher(last).find()) {
      return;
    }
    if (json.isJsonObject()) {
      json.getAsJsonObject()
          .entrySet()
          .forEach(entry -> flatten(path + "." + entry.getKey(), entry.getValue(), lines));
    } else if (json.isJsonArray()) {
      IntStream.range(0, json.getAsJsonArray().size())
          .forEach(i -> flatten(path + "[" + i + "]", json.getAsJsonArray().get(i), lines));
    } else if (!last.replace('_', '-').equals(option)) {
      lines.add(path + " " + masked(json.toString()));
    }
  }

  private static String table(String text) {
    List<String> names = List.of(text.lines().findFirst().orElse("").split("\t", -1));
    return text.lines()
        .map(
            line -> {
              String[] cells = line.split("\t", -1);
              return IntStream.range(0, cells.length)
                  .filter(i -> i >= names.size() || !CLOCK.matcher(names.get(i)).find())
                  .mapToObj(i -> cells[i])
                  .collect(Collectors.joining("\t"));
            })
        .collect(Collectors.joining("\n"));
  }

  private String masked(String text) {
    String left = WORD.matcher(text).replaceAll(word -> isEcho(word.group()) ? "" : word.group());
    return left.replace(" ", "");
  }

  private boolean isEcho(String word) {
    return echoes.contains(word) || echoes.stream().anyMatch(echo -> isSameNumber(echo, word));
  }

  private static boolean isSameNumber(String one, String other) {
    return isNumber(one) && isNumber(other) && Double.parseDouble(one) == Double.parseDouble(other);
  }

  private static boolean isNumber(String word) {
    return word.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
  }

  private String model(byte[] content, String field) {
    StringBuilder text = new StringBuilder();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(content))) {
      for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
        byte[] entry = zip.readAllBytes();
        if (e.getName().endsWith(".npy") && field.isEmpty()) {
          text.append(e.getName()).append(' ').append(Arrays.hashCode(entry)).append('\n');
        } else if (e.getName().equals("manifest.json") && !field.isEmpty()) {
          text.append(text(new String(entry, UTF_8), field));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
