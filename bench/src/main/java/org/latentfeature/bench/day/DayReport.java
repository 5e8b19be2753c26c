package org.latentfeature.bench.day;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.latentfeature.data.DataException;

/**
 * The report of a day: JSON with an entry for each step, in the order in which they ran. What they
 * printed lies in a folder beside it, a file each.
 */
final class DayReport {

  private static final Gson JSON =
      new GsonBuilder()
          .serializeSpecialFloatingPointValues()
          .setPrettyPrinting()
          .disableHtmlEscaping()
          .create();

  private final Path file;
  private final Path folder;
  private final JsonObject content;
  private final JsonArray steps;

  private DayReport(Path file, JsonObject content, JsonArray steps) {
    this.file = file;
    this.content = content;
    this.steps = steps;
    String name = file.getFileName().toString();
    folder = file.resolveSibling(name.replaceFirst("\\.json$", "") + ".steps");
  }

  /** The report in {@code file}, to be continued; an empty one where there is no such file. */
  static DayReport in(Path file) throws IOException {
    JsonObject content = new JsonObject();
    content.add("steps", new JsonArray());
    if (Files.exists(file)) {
      content = read(file);
    }
    return new DayReport(file.toAbsolutePath(), content, content.getAsJsonArray("steps"));
  }

  private static JsonObject read(Path file) throws IOException {
    try {
      JsonElement content = JsonParser.parseString(Files.readString(file));
      if (content instanceof JsonObject object && object.get("steps") instanceof JsonArray) {
        return object;
      }
    } catch (JsonParseException e) {
      throw new DataException(notOne(file), e);
    }
    throw new DataException(notOne(file));
  }

  private static String notOne(Path file) {
    return file + " is there and is no report of gpu-day; name another file by --output";
  }

  Path file() {
    return file;
  }

  /** The file for what {@code step} prints, which comes next. */
  Path output(DayStep step) throws IOException {
    String name = "%02d-%s.txt".formatted(steps.size() + 1, step.name());
    return Files.createDirectories(folder).resolve(name);
  }

  /** The file for what the GPU says of itself in the meantime. */
  Path watch() throws IOException {
    return Files.createDirectories(folder)
        .resolve("clocks-from-%02d.csv".formatted(steps.size() + 1));
  }

  /** Adds what is said of a step, and writes the report, whole or not at all. */
  void add(Map<String, Object> step) throws IOException {
    steps.add(JSON.toJsonTree(step));
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, JSON.toJson(content) + "\n");
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
