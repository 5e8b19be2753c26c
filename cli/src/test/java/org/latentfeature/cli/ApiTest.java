package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What each package says of its public types is true: which are for programs (API), which for
 * backends and estimators (SPI), and that the others are internal. docs/house.md says what each of
 * them promises.
 */
class ApiTest {

  /** Of the engine, so that a reader sees what there is. */
  private static final int MOST_TYPES = 110;

  private static final String ROOT = "org.latentfeature.";

  private static final Pattern LIST = Pattern.compile("<p>(API|SPI): ([^.]*)\\.");
  private static final Pattern LINK = Pattern.compile("\\{@link (\\w+)}");
  private static final Pattern REST =
      Pattern.compile("<p>(?:What else is public is internal|Internal)\\.");

  /** What a package's Javadoc says. */
  record Room(String name, Path folder, Set<String> api, Set<String> spi, String text) {

    static Room of(Path info) throws IOException {
      String text = Files.readString(info).replaceAll("\\n \\* ?", " ");
      Matcher name = Pattern.compile("(?m)^package ([\\w.]+);").matcher(text);
      assertTrue(name.find(), () -> info + " has no package");
      return new Room(
          name.group(1), info.resolveSibling(""), listed("API", text), listed("SPI", text), text);
    }

    private static Set<String> listed(String kind, String text) {
      Set<String> names = new TreeSet<>();
      Matcher lists = LIST.matcher(text);
      while (lists.find()) {
        if (lists.group(1).equals(kind)) {
          Matcher links = LINK.matcher(lists.group(2));
          while (links.find()) {
            names.add(links.group(1));
          }
        }
      }
      return names;
    }

    /** Its public types, but for those within others. */
    Set<String> open() throws IOException {
      Set<String> names = new TreeSet<>();
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          String type = file.getFileName().toString().replace(".java", "");
          Pattern declared =
              Pattern.compile(
                  "(?m)^public [\\w -]*(?:class|interface|record|enum) " + type + "\\b");
          if (declared.matcher(Files.readString(file)).find()) {
            names.add(type);
          }
        }
      }
      return names;
    }

    Stream<String> wrong() throws IOException {
      Set<String> open = open();
      Set<String> named = new TreeSet<>(api);
      named.addAll(spi);
      List<String> wrong = new ArrayList<>();
      named.stream()
          .filter(type -> !open.contains(type))
          .forEach(type -> wrong.add(name + " names " + type + ", which is not public there"));
      api.stream()
          .filter(spi::contains)
          .forEach(type -> wrong.add(name + " names " + type + " twice"));
      if (!open.isEmpty() && !named.containsAll(open) != REST.matcher(text).find()) {
        wrong.add(name + " does not say, or says in vain, that something public is internal");
      }
      return wrong.stream();
    }
  }

  static List<Room> packages(String module) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
      List<Room> packages = new ArrayList<>();
      for (Path info : files.filter(f -> f.endsWith("package-info.java")).sorted().toList()) {
        packages.add(Room.of(info));
      }
      return packages;
    }
  }

  @Test
  void everyPackageSaysWhatIsForWhom() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (String module :
        List.of("engine", "cpu-fallback", "kernels", "formats", "reports", "cli", "evidence")) {
      for (Room p : packages(module)) {
        p.wrong().forEach(wrong::add);
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void whatProgramsNeedIsFew() throws IOException {
    int count = 0;
    for (Room p : packages("engine")) {
      count += p.api().size();
    }
    int types = count;
    assertTrue(types <= MOST_TYPES, () -> types + " types are API");
  }

  /** Whoever calls or implements what is open needs nothing internal. */
  @Test
  void openTypesMentionOpenTypesOnly() throws Exception {
    Set<String> open = new TreeSet<>();
    for (Room p : packages("engine")) {
      Stream.concat(p.api().stream(), p.spi().stream()).forEach(t -> open.add(p.name() + "." + t));
    }
    Set<String> wrong = new TreeSet<>();
    for (String name : open) {
      for (Class<?> type : withNested(Class.forName(name))) {
        for (Class<?> mentioned : mentioned(type)) {
          Class<?> top = mentioned;
          while (top.getEnclosingClass() != null) {
            top = top.getEnclosingClass();
          }
          if (top.getName().startsWith(ROOT) && !open.contains(top.getName())) {
            wrong.add(type.getName() + " mentions " + top.getName());
          }
        }
      }
    }
    assertEquals(Set.of(), wrong);
  }

  private static List<Class<?>> withNested(Class<?> type) {
    List<Class<?>> all = new ArrayList<>();
    all.add(type);
    for (Class<?> nested : type.getDeclaredClasses()) {
      if (isOpen(nested.getModifiers())) {
        all.addAll(withNested(nested));
      }
    }
    return all;
  }

  private static boolean isOpen(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static Set<Class<?>> mentioned(Class<?> type) {
    Set<Class<?>> found = new TreeSet<>((a, b) -> a.getName().compareTo(b.getName()));
    add(type.getGenericSuperclass(), found);
    Arrays.stream(type.getGenericInterfaces()).forEach(t -> add(t, found));
    for (Field field : type.getDeclaredFields()) {
      if (isOpen(field.getModifiers())) {
        add(field.getGenericType(), found);
      }
    }
    List<Executable> calls = new ArrayList<>();
    calls.addAll(List.of(type.getDeclaredConstructors()));
    calls.addAll(List.of(type.getDeclaredMethods()));
    for (Executable call : calls) {
      if (isOpen(call.getModifiers()) && !call.isSynthetic()) {
        Arrays.stream(call.getGenericParameterTypes()).forEach(t -> add(t, found));
        Arrays.stream(call.getGenericExceptionTypes()).forEach(t -> add(t, found));
        if (call instanceof Method method) {
          add(method.getGenericReturnType(), found);
        }
      }
    }
    return found;
  }

  private static void add(Type type, Set<Class<?>> found) {
    if (type instanceof Class<?> plain) {
      found.add(plain.isArray() ? base(plain) : plain);
    } else if (type instanceof ParameterizedType generic) {
      add(generic.getRawType(), found);
      Arrays.stream(generic.getActualTypeArguments()).forEach(t -> add(t, found));
    } else if (type instanceof WildcardType any) {
      Arrays.stream(any.getUpperBounds()).forEach(t -> add(t, found));
      Arrays.stream(any.getLowerBounds()).forEach(t -> add(t, found));
    } else if (type instanceof GenericArrayType array) {
      add(array.getGenericComponentType(), found);
    }
  }

  private static Class<?> base(Class<?> array) {
    return array.isArray() ? base(array.getComponentType()) : array;
  }
}
