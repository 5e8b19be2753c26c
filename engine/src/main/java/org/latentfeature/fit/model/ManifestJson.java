package org.latentfeature.fit.model;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Reader;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.latentfeature.fit.Ending;

/** The manifest as JSON. NaN and infinities, which JSON lacks, are written as strings. */
final class ManifestJson {

  private static final JsonPrimitive NAN = new JsonPrimitive("NaN");

  private static final Gson GSON =
      new GsonBuilder()
          .setPrettyPrinting()
          .disableHtmlEscaping()
          .registerTypeAdapter(int.class, WholeNumber.INT)
          .registerTypeAdapter(Integer.class, WholeNumber.INT)
          .registerTypeAdapter(long.class, WholeNumber.LONG)
          .registerTypeAdapter(double.class, new AnyDouble())
          .registerTypeAdapter(Double.class, new AnyDouble())
          .registerTypeAdapter(Ending.class, new EndingWord())
          .registerTypeHierarchyAdapter(
              Map.class,
              // Map.of iterates in another order in every JVM; equal manifests make equal bytes.
              (JsonSerializer<Map<String, ?>>)
                  (map, type, context) -> {
                    JsonObject object = new JsonObject();
                    new TreeMap<>(map).forEach((k, v) -> object.add(k, context.serialize(v)));
                    return object;
                  })
          .registerTypeAdapterFactory(
              new StrictMembers(Set.of("columnNames", "featureNames", "rowIds", "chosen")))
          .create();

  private ManifestJson() {}

  /**
   * {@code manifest} in the current format, whatever it was read from. The names of rows, which may
   * be many, are left to {@link RowIds}.
   */
  static String write(Manifest manifest) {
    return GSON.toJson(manifest.inCurrentFormat());
  }

  /**
   * The manifest that {@code text} describes; unknown members are ignored.
   *
   * @param version what {@link #formatVersion} says of it
   * @throws IOException or a RuntimeException if it describes none
   */
  static Manifest read(Reader text, int version) throws IOException {
    Manifest manifest = version == 1 ? ofFormat1(text) : of(new PooledReader(text));
    manifest.requireUsable();
    return manifest;
  }

  private static Manifest of(JsonReader in) throws IOException {
    Manifest manifest = GSON.getAdapter(Manifest.class).read(in);
    if (in.peek() != JsonToken.END_DOCUMENT) {
      throw new JsonParseException("there is text after its end");
    }
    return manifest;
  }

  /** In format 1 the penalty, NaN where there was none, and the certificate stood by themselves. */
  private static Manifest ofFormat1(Reader text) {
    JsonObject object = GSON.fromJson(text, JsonObject.class);
    JsonObject figures = new JsonObject();
    if (object.has("certificate")) {
      JsonObject proven = object.getAsJsonObject("certificate");
      proven.entrySet().forEach(e -> figures.add("certificate_" + e.getKey(), e.getValue()));
    }
    JsonElement mu = object.get("mu");
    if (mu == null) {
      throw new JsonParseException("it has no mu");
    }
    if (!mu.equals(NAN)) {
      figures.add("mu", mu);
    }
    object.add("figures", figures);
    return GSON.fromJson(object, Manifest.class);
  }

  /** The format version that {@code text} claims, whatever else is in it. */
  static int formatVersion(Reader text) throws IOException {
    return GSON.getAdapter(Version.class).read(new JsonReader(text)).formatVersion();
  }

  private record Version(int formatVersion) {}

  /** Keeps equal strings once, that names which compress well may not fill the heap. */
  private static final class PooledReader extends JsonReader {

    private final Map<String, String> pool = new HashMap<>();

    PooledReader(Reader in) {
      super(in);
    }

    @Override
    public String nextString() throws IOException {
      return pool.computeIfAbsent(super.nextString(), s -> s);
    }
  }

  private static final class AnyDouble extends TypeAdapter<Double> {

    private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

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
      if (in.peek() != JsonToken.STRING) {
        return in.nextDouble();
      }
      String path = in.getPath();
      String word = in.nextString();
      if (!NOT_FINITE.contains(word)) {
        throw StrictMembers.wrong(path, word, "a number");
      }
      return Double.valueOf(word);
    }
  }
}
