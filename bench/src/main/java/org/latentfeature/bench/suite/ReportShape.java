package org.latentfeature.bench.suite;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks that JSON has all components of a record. Gson itself takes null or nought for what is
 * missing.
 */
final class ReportShape {

  private ReportShape() {}

  /**
   * Compares {@code json} with a record of numbers, texts, truths, records, lists and maps.
   *
   * @return the first thing that is missing or of another kind, as {@code setting.threads is
   *     missing}; null if nothing is
   */
  static @Nullable String fault(JsonElement json, Class<? extends Record> wanted) {
    return json.isJsonObject() ? members(json.getAsJsonObject(), wanted, "") : "it is no object";
  }

  private static @Nullable String members(JsonObject json, Class<?> wanted, String prefix) {
    for (RecordComponent component : wanted.getRecordComponents()) {
      JsonElement member = json.get(component.getName());
      boolean absent = member == null || member.isJsonNull();
      if (absent && component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        continue;
      }
      String fault = fault(member, component.getGenericType(), prefix + component.getName());
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  private static @Nullable String fault(@Nullable JsonElement json, Type wanted, String at) {
    if (json == null || json.isJsonNull()) {
      return at + " is missing";
    }
    if (wanted instanceof ParameterizedType of) {
      Type[] types = of.getActualTypeArguments();
      return of.getRawType() == List.class
          ? elements(json, types[0], at)
          : entries(json, types[1], at);
    }
    Class<?> type = (Class<?>) wanted;
    if (type.isRecord()) {
      return json.isJsonObject()
          ? members(json.getAsJsonObject(), type, at + ".")
          : at + " is no object";
    }
    return isOf(type, json) ? null : "%s is no %s: %s".formatted(at, name(type), json);
  }

  private static @Nullable String elements(JsonElement json, Type wanted, String at) {
    if (!json.isJsonArray()) {
      return at + " is no array";
    }
    for (int i = 0; i < json.getAsJsonArray().size(); i++) {
      String fault = fault(json.getAsJsonArray().get(i), wanted, "%s[%d]".formatted(at, i));
      if (fault != null) {
        return fault;
      }
    }
    return json.getAsJsonArray().isEmpty() ? at + " is empty" : null;
  }

  private static @Nullable String entries(JsonElement json, Type wanted, String at) {
    if (!json.isJsonObject()) {
      return at + " is no object";
    }
    for (Map.Entry<String, JsonElement> entry : json.getAsJsonObject().entrySet()) {
      String fault = fault(entry.getValue(), wanted, at + "." + entry.getKey());
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  private static boolean isOf(Class<?> type, JsonElement json) {
    if (!(json instanceof JsonPrimitive value)) {
      return false;
    }
    if (type == String.class) {
      return value.isString();
    }
    // Gson would cut an int's fraction off.
    return value.isNumber()
        && (type != int.class || value.getAsDouble() == (int) value.getAsDouble());
  }

  private static String name(Class<?> type) {
    if (type == String.class) {
      return "text";
    }
    return type == int.class ? "whole number" : "number";
  }
}
