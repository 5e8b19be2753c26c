package org.latentfeature.fit.model;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.reflect.TypeToken;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.io.AtomicFile;

/**
 * The names of the rows of a fit, an entry of the files of models that keep their codes: a JSON
 * array of N strings. Readers that do not know it pass over it.
 */
final class RowIds {

  static final String ENTRY = "ids.json";

  /** Bytes of ids that are read however small they are packed. */
  private static final long MOST = 64L << 20;

  /** How many times their packed size more of them may have: ids are much alike. */
  private static final long MOST_RATIO = 40;

  private static final String NO_LIST = "is not a list of names";

  private static final Gson GSON = new Gson();

  private RowIds() {}

  static AtomicFile.Content content(List<String> ids) {
    return out -> {
      Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
      GSON.toJson(ids, text);
      text.flush();
    };
  }

  /** Reads the row names in {@code archive}; null if there are none. */
  static @Nullable List<String> read(Archive archive, Path path) throws IOException {
    if (!archive.has(ENTRY)) {
      return null;
    }
    if (archive.size(ENTRY) > Math.max(MOST, MOST_RATIO * archive.packedSize(ENTRY))) {
      throw damaged(path, "decompresses to %,d bytes".formatted(archive.size(ENTRY)));
    }
    try (Reader text = new InputStreamReader(archive.entry(ENTRY), StandardCharsets.UTF_8)) {
      List<String> ids = GSON.fromJson(text, new TypeToken<List<String>>() {});
      if (ids != null && !ids.contains(null)) {
        return ids;
      }
    } catch (JsonParseException e) {
      throw new DataException(said(path, NO_LIST), e);
    }
    throw damaged(path, NO_LIST);
  }

  private static DataException damaged(Path path, String how) {
    return new DataException(said(path, how));
  }

  private static String said(Path path, String how) {
    return "%s[%s] %s; restore the model from a copy".formatted(path, ENTRY, how);
  }
}
