package org.latentfeature.evidence.command;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.latentfeature.evidence.Worded;

/**
 * The columns of a table of records: each is a number or a word within the record or the records
 * that it consists of, by the name of its component, or what a method of the record computes from
 * them.
 *
 * @param <P> a record
 */
final class RecordColumns<P extends Record> {

  /** How a component is written and read. */
  private record Cell(Function<Object, Object> write, Function<String, Object> read) {}

  private final Class<P> type;
  private final List<String> names = new ArrayList<>();
  private final List<String> components = new ArrayList<>();
  private final Map<String, Cell> cells = new HashMap<>();

  /**
   * Columns in their order, such as {@code "features", "time_limit:timeLimit"}.
   *
   * @param columns their names; after a colon that of the component or method, if it is another
   */
  RecordColumns(Class<P> type, String... columns) {
    this.type = type;
    for (String column : columns) {
      String[] both = column.split(":", 2);
      names.add(both[0]);
      components.add(both[both.length - 1]);
    }
  }

  /** Writes and reads a component in this way. */
  <T> RecordColumns<P> with(
      String component, Class<T> of, Function<T, Object> write, Function<String, T> read) {
    cells.put(component, new Cell(value -> write.apply(of.cast(value)), read::apply));
    return this;
  }

  /** Reads a component that has no column as this value. */
  RecordColumns<P> constant(String component, Object value) {
    cells.put(component, new Cell(any -> value, none -> value));
    return this;
  }

  /** Returns the names of the columns. */
  List<String> names() {
    return names;
  }

  /** Returns a cell for each name: numbers, booleans, or words. */
  List<Object> cells(P point) {
    Map<String, Object> known = new HashMap<>();
    collect(point, known);
    return components.stream()
        .map(name -> known.containsKey(name) ? known.get(name) : computed(point, name))
        .toList();
  }

  private void collect(Record record, Map<String, Object> known) {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      String name = component.getName();
      Object value = call(component.getAccessor(), record);
      Cell cell = cells.get(name);
      if (cell != null) {
        known.put(name, cell.write().apply(value));
      } else if (value instanceof Record inner) {
        collect(inner, known);
      } else {
        known.put(name, value instanceof Worded choice ? choice.word() : value);
      }
    }
  }

  private Object computed(P point, String method) {
    try {
      return call(type.getMethod(method), point);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(type + " has nothing for a column " + method, e);
    }
  }

  /**
   * The record of these cells, as many as there are names; those that are computed are left alone.
   *
   * @throws IllegalArgumentException if they are those of no record
   */
  P point(List<String> texts) {
    Map<String, String> read = new HashMap<>();
    for (int j = 0; j < texts.size(); j++) {
      read.put(components.get(j), texts.get(j));
    }
    return built(type, read);
  }

  private <R extends Record> R built(Class<R> record, Map<String, String> texts) {
    RecordComponent[] parts = record.getRecordComponents();
    Object[] values =
        Arrays.stream(parts).map(part -> value(part.getName(), part.getType(), texts)).toArray();
    Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<R> constructor = record.getDeclaredConstructor(types);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw unchecked(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Object value(String name, Class<?> kind, Map<String, String> texts) {
    Cell cell = cells.get(name);
    String text = texts.getOrDefault(name, "");
    if (cell != null) {
      return cell.read().apply(text);
    }
    return kind.isRecord() ? built(kind.asSubclass(Record.class), texts) : parsed(kind, text);
  }

  private static Object parsed(Class<?> kind, String text) {
    if (kind == int.class) {
      return Integer.valueOf(text);
    } else if (kind == long.class) {
      return Long.valueOf(text);
    } else if (kind == double.class) {
      return Double.valueOf(text);
    } else if (kind.isEnum()) {
      return Arrays.stream(kind.getEnumConstants())
          .filter(choice -> choice instanceof Worded worded && worded.word().equals(text))
          .findAny()
          .orElseThrow(() -> new IllegalArgumentException("there is no " + text));
    }
    return text;
  }

  private static Object call(Method accessor, Record record) {
    try {
      return accessor.invoke(record);
    } catch (InvocationTargetException e) {
      throw unchecked(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static RuntimeException unchecked(InvocationTargetException e) {
    return e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
  }
}
