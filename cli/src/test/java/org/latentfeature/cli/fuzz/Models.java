package org.latentfeature.cli.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Saved models, harmed inside, mostly with their check sums right. */
public final class Models {

  private static final String MANIFEST = "manifest.json";
  private static final String CHECKSUMS = "checksums.json";

  private Models() {}

  /** The model of this file with one harm. */
  public static byte[] harmed(Choice choice, byte[] model) throws IOException {
    if (choice.oneIn(8)) {
      return choice.harmed(model);
    }
    Map<String, byte[]> entries = Zips.entries(model);
    List<String> names = new ArrayList<>(entries.keySet());
    String name = choice.oneIn(2) ? MANIFEST : choice.of(names);
    byte[] content = Objects.requireNonNull(entries.remove(name));
    if (!choice.oneIn(10)) {
      entries.put(
          name,
          name.equals(MANIFEST)
              ? manifest(choice, content)
              : name.endsWith(".npy") ? array(choice, content) : choice.harmed(content));
    }
    if (!choice.oneIn(8) && entries.containsKey(CHECKSUMS) && !name.equals(CHECKSUMS)) {
      JsonObject sums = new JsonObject();
      entries.forEach(
          (entry, bytes) -> {
            if (!entry.equals(CHECKSUMS)) {
              sums.addProperty(entry, sha256(bytes));
            }
          });
      entries.put(CHECKSUMS, sums.toString().getBytes(StandardCharsets.UTF_8));
    }
    return Zips.of(entries, true);
  }

  /** A value of the array is an extreme, or the file is harmed. */
  private static byte[] array(Choice choice, byte[] file) {
    if (choice.oneIn(3)) {
      return choice.oneIn(2) ? NpyFiles.harmed(choice, false) : choice.harmed(file);
    }
    byte[] changed = file.clone();
    ByteBuffer values = ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN);
    int header = 10 + values.getShort(8);
    String type =
        new String(file, 0, header, ISO_8859_1).replaceAll("(?s).*'descr': '(.*?)'.*", "$1");
    float value =
        choice.of(Float.NaN, Float.POSITIVE_INFINITY, -1f, 0f, Float.MAX_VALUE, Float.MIN_VALUE);
    boolean wide = type.equals("<f8");
    int count = (file.length - header) / (wide ? 8 : 4);
    if (count == 0 || !(wide || type.equals("<f4"))) {
      return choice.harmed(file);
    }
    if (wide) {
      values.putDouble(header + 8 * choice.below(count), value);
    } else {
      values.putFloat(header + 4 * choice.below(count), value);
    }
    if (!Float.isFinite(value)) {
      choice.refuse();
    }
    return changed;
  }

  private static byte[] manifest(Choice choice, byte[] file) {
    JsonObject manifest =
        JsonParser.parseString(new String(file, StandardCharsets.UTF_8)).getAsJsonObject();
    JsonElement at = manifest;
    while (true) {
      if (at instanceof JsonObject object && object.size() > 0) {
        String key = choice.of(new ArrayList<>(object.keySet()));
        JsonElement inner = object.get(key);
        if (isLeaf(inner) || choice.oneIn(4)) {
          harm(choice, object, key);
          break;
        }
        at = inner;
      } else if (at instanceof JsonArray array && !array.isEmpty()) {
        int i = choice.below(array.size());
        if (isLeaf(array.get(i)) || choice.oneIn(4)) {
          array.set(i, value(choice));
          break;
        }
        at = array.get(i);
      } else {
        break;
      }
    }
    String text = manifest.toString();
    if (choice.oneIn(12)) {
      text = text.substring(0, text.length() - 1) + ", \"rows\": 3}";
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isLeaf(JsonElement element) {
    return !element.isJsonArray() && !element.isJsonObject();
  }

  private static void harm(Choice choice, JsonObject object, String key) {
    if (choice.oneIn(6)) {
      object.remove(key);
    } else {
      object.add(key, value(choice));
    }
  }

  private static JsonElement value(Choice choice) {
    return switch (choice.below(6)) {
      case 0 -> JsonNull.INSTANCE;
      case 1 -> new JsonArray();
      case 2 -> new JsonObject();
      case 3 -> new JsonPrimitive(choice.token());
      default ->
          new JsonPrimitive(
              choice.<Number>of(
                  0, -1, 1, 2, 1.5, 1e308, Integer.MAX_VALUE, 1L << 31, Long.MAX_VALUE, 1e-320));
    };
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
