package org.latentfeature.fit.model;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.io.Excerpt;

/**
 * Reads JSON without nulls: records with all of their members, and maps from strings, each once.
 * Gson would make 0 or null of what is missing. Messages name the member by its path.
 */
final class StrictMembers implements TypeAdapterFactory {

  private final Set<String> optional;

  /** All members are asked for but those of these names. */
  StrictMembers(Set<String> optional) {
    this.optional = Set.copyOf(optional);
  }

  @Override
  public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
    TypeAdapter<T> lenient = gson.getDelegateAdapter(this, type);
    TypeAdapter<T> strict = strict(gson, type, lenient);
    return new TypeAdapter<>() {
      @Override
      public void write(JsonWriter out, T value) throws IOException {
        lenient.write(out, value);
      }

      @Override
      public T read(JsonReader in) throws IOException {
        if (in.peek() == JsonToken.NULL) {
          throw new JsonParseException(name(in.getPath()) + " is null");
        }
        return strict.read(in);
      }
    };
  }

  @SuppressWarnings("unchecked") // T is the map.
  private <T> TypeAdapter<T> strict(Gson gson, TypeToken<T> type, TypeAdapter<T> lenient) {
    if (type.getRawType().isRecord()) {
      return new Members<>(gson, type);
    }
    return type.getRawType() == Map.class && type.getType() instanceof ParameterizedType map
        ? (TypeAdapter<T>)
            new Entries<>(gson.getAdapter(TypeToken.get(map.getActualTypeArguments()[1])))
        : lenient;
  }

  /** Returns the exception for a member that is not of its type. */
  static JsonParseException wrong(String path, String value, String type) {
    return new JsonParseException(
        "%s is %s; it must be %s".formatted(name(path), Excerpt.of(value), type));
  }

  private static JsonParseException twice(JsonReader in) {
    return new JsonParseException(name(in.getPath()) + " occurs twice");
  }

  private static String name(String path) {
    return path.equals("$") ? "it" : path.replaceFirst("^\\$\\.?", "");
  }

  /** A map; Gson's own does not know its keys when it complains of a value. */
  private static final class Entries<V> extends TypeAdapter<Map<String, V>> {

    private final TypeAdapter<V> adapter;

    Entries(TypeAdapter<V> adapter) {
      this.adapter = adapter;
    }

    @Override
    public void write(JsonWriter out, Map<String, V> value) {
      throw new UnsupportedOperationException("writing maps is not supported");
    }

    @Override
    public Map<String, V> read(JsonReader in) throws IOException {
      Map<String, V> map = new TreeMap<>();
      in.beginObject();
      while (in.hasNext()) {
        String key = in.nextName();
        if (map.put(key, adapter.read(in)) != null) {
          throw twice(in);
        }
      }
      in.endObject();
      return map;
    }
  }

  /** A record, member by member. */
  private final class Members<T> extends TypeAdapter<T> {

    private final Constructor<? super T> constructor;
    private final List<String> names = new ArrayList<>();
    private final List<TypeAdapter<?>> adapters = new ArrayList<>();

    Members(Gson gson, TypeToken<T> type) {
      RecordComponent[] components = type.getRawType().getRecordComponents();
      for (RecordComponent c : components) {
        names.add(c.getName());
        adapters.add(gson.getAdapter(TypeToken.get(c.getGenericType())));
      }
      try {
        constructor =
            type.getRawType()
                .getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
      } catch (NoSuchMethodException e) {
        throw new LinkageError("a record has its canonical constructor", e);
      }
      constructor.setAccessible(true);
    }

    @Override
    public void write(JsonWriter out, T value) {
      throw new UnsupportedOperationException("writing members is not supported");
    }

    @Override
    public T read(JsonReader in) throws IOException {
      @Nullable Object[] values = new @Nullable Object[names.size()];
      String path = in.getPath();
      in.beginObject();
      while (in.hasNext()) {
        String name = in.nextName();
        int at = names.indexOf(name);
        if (at < 0 || (optional.contains(name) && in.peek() == JsonToken.NULL)) {
          in.skipValue();
        } else if (values[at] != null) {
          throw twice(in);
        } else {
          values[at] = adapters.get(at).read(in);
        }
      }
      in.endObject();
      for (int i = 0; i < values.length; i++) {
        if (values[i] == null && !optional.contains(names.get(i))) {
          throw new JsonParseException(name(path) + " has no " + names.get(i));
        }
      }
      return make(values);
    }

    @SuppressWarnings("unchecked") // It is the constructor of T; Java has no word for that.
    private T make(@Nullable Object[] values) {
      try {
        return (T) constructor.newInstance(values);
      } catch (InvocationTargetException e) {
        // The record's own complaint, without all the arguments that Gson would add.
        if (e.getCause() instanceof RuntimeException own) {
          throw own;
        }
        throw new AssertionError("a record's constructor throws no other", e);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError("a record can be made", e);
      }
    }
  }
}
