package org.latentfeature.model;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The manifest as JSON. NaN and infinities, which JSON lacks, are written as strings. */
final class ManifestJson {

  private static final String VERSION = "formatVersion";
  private static final JsonPrimitive NAN = new JsonPrimitive("NaN");

  private static final Gson GSON =
      new GsonBuilder()
          .setPrettyPrinting()
          .disableHtmlEscaping()
          .registerTypeAdapter(double.class, new AnyDouble())
          .registerTypeAdapter(Double.class, new AnyDouble())
          .registerTypeHierarchyAdapter(
              Map.class,
              // Map.of iterates in another order in every JVM; equal manifests make equal bytes.
              (JsonSerializer<Map<String, ?>>)
                  (map, type, context) -> {
                    JsonObject object = new JsonObject();
                    new TreeMap<>(map).forEach((k, v) -> object.add(k, context.serialize(v)));
                    return object;
                  })
          .create();

  private ManifestJson() {}

  /** {@code manifest} in the current format, whatever it was read from. */
  static String write(Manifest manifest) {
    JsonObject object = GSON.toJsonTree(manifest).getAsJsonObject();
    object.addProperty(VERSION, Manifest.CURRENT_FORMAT);
    return GSON.toJson(object);
  }

  /**
   * The manifest that {@code text} describes; unknown members are ignored.
   *
   * @throws RuntimeException if it describes none
   */
  static Manifest read(String text) {
    JsonObject object = GSON.fromJson(text, JsonObject.class);
    if (object.get(VERSION).getAsInt() == 1) {
      gatherFigures(object);
    }
    return GSON.fromJson(object, Manifest.class);
  }

  /** In format 1 the penalty, NaN where there was none, and the certificate stood by themselves. */
  private static void gatherFigures(JsonObject object) {
    JsonObject figures = new JsonObject();
    if (object.has("certificate")) {
      JsonObject proven = object.getAsJsonObject("certificate");
      proven.entrySet().forEach(e -> figures.add("certificate_" + e.getKey(), e.getValue()));
    }
    JsonElement mu = object.get("mu");
    if (!mu.equals(NAN)) {
      figures.add("mu", mu);
    }
    object.add("figures", figures);
  }

  /** The format version that {@code text} claims, whatever else is in it. */
  static int formatVersion(String text) {
    return GSON.fromJson(text, Version.class).formatVersion();
  }

  private record Version(int formatVersion) {}

  private static final class AnyDouble extends TypeAdapter<Double> {

    @Override
    public void write(JsonWriter out, Double value) throws IOException {
      if (Double.isFinite(value)) {
        out.value(value);
      } else {
        out.value(value.toString());
      }
    }

    @Override
    public Double read(JsonReader in) throws IOException {
      return in.peek() == JsonToken.STRING
          ? Double.valueOf(in.nextString())
          : Double.valueOf(in.nextDouble());
    }
  }
}
