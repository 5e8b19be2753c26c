package org.latentfeature.fit.model;

import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import org.latentfeature.fit.Ending;

/** Why a fit ended, as a word in JSON. */
final class EndingWord extends TypeAdapter<Ending> {

  @Override
  public void write(JsonWriter out, Ending ending) throws IOException {
    out.value(ending.toString());
  }

  @Override
  public Ending read(JsonReader in) throws IOException {
    String path = in.getPath();
    if (in.peek() != JsonToken.STRING) {
      throw StrictMembers.wrong(path, in.peek().toString(), "a word");
    }
    String word = in.nextString();
    try {
      return Ending.of(word);
    } catch (IllegalArgumentException e) {
      throw StrictMembers.wrong(path, word, Ending.words());
    }
  }
}
