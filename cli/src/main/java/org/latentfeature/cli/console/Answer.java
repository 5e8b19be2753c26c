package org.latentfeature.cli.console;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Named values in an order, shown as aligned lines or as a JSON object. */
public final class Answer {

  /** JSON knows no NaN and no infinity: null stands for them. */
  private static final TypeAdapter<Double> FINITE_OR_NULL =
      new TypeAdapter<>() {
        @Override
        public void write(JsonWriter out, @Nullable Double value) throws IOException {
          if (value == null || !Double.isFinite(value)) {
            out.nullValue();
          } else {
            out.value(value);
          }
        }

        @Override
        public Double read(JsonReader in) {
          throw new UnsupportedOperationException("answers are only written");
        }
      };

  private static final Gson GSON =
      new GsonBuilder()
          .disableHtmlEscaping()
          .serializeNulls()
          .setPrettyPrinting()
          .registerTypeAdapter(double.class, FINITE_OR_NULL)
          .registerTypeAdapter(Double.class, FINITE_OR_NULL)
          .create();

  private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

  /** Adds a number, a string, a boolean, or what else Gson can write. */
  public Answer with(String name, @Nullable Object value) {
    values.put(name, value);
    return this;
  }

  String text() {
    return text("", width());
  }

  /** Length of the longest name of a value that there is. */
  int width() {
    return values.entrySet().stream()
        .filter(entry -> entry.getValue() != null)
        .mapToInt(entry -> entry.getKey().length())
        .max()
        .orElse(0);
  }

  /** Lines that begin with {@code indent}, with all values in one column. */
  String text(String indent, int width) {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) -> {
          if (value != null) {
            text.append(text.isEmpty() ? "" : System.lineSeparator());
            text.append(indent)
                .append(name)
                .append(" ".repeat(width - name.length() + 2))
                .append(VisibleText.line(String.valueOf(word(value))));
          }
        });
    return text.toString();
  }

  /** Six digits serve a reader; JSON has them all. */
  public static Object word(Object value) {
    if (!(value instanceof Double number) || !Double.isFinite(number) || number == 0) {
      return value;
    }
    BigDecimal rounded = new BigDecimal(number, new MathContext(6)).stripTrailingZeros();
    boolean plain = rounded.scale() <= 9 && rounded.precision() - rounded.scale() <= 12;
    return plain ? rounded.toPlainString() : rounded.toString();
  }

  /** Exact, and fit for a terminal: what it could not show is escaped as JSON does it. */
  String json() {
    return VisibleText.lines(GSON.toJson(values));
  }
}
