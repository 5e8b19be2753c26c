package org.latentfeature.fit.model;

import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.function.Function;

/** Whole numbers as they stand in JSON; Gson cuts those that are too long for their type. */
final class WholeNumber<N extends Number> extends TypeAdapter<N> {

  static final WholeNumber<Integer> INT = new WholeNumber<>(Integer::valueOf, Integer.SIZE);
  static final WholeNumber<Long> LONG = new WholeNumber<>(Long::valueOf, Long.SIZE);

  private final Function<String, N> parse;
  private final int bits;

  private WholeNumber(Function<String, N> parse, int bits) {
    this.parse = parse;
    this.bits = bits;
  }

  @Override
  public void write(JsonWriter out, N value) throws IOException {
    out.value(value);
  }

  @Override
  public N read(JsonReader in) throws IOException {
    String path = in.getPath();
    String type = "a whole number of at most %d bits".formatted(bits);
    if (in.peek() != JsonToken.NUMBER) {
      throw StrictMembers.wrong(path, in.peek().toString(), type);
    }
    String digits = in.nextString();
    try {
      return parse.apply(digits);
    } catch (NumberFormatException e) {
      throw StrictMembers.wrong(path, digits, type);
    }
  }
}
