package org.latentfeature.fit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.io.DidYouMean;
import org.latentfeature.io.Excerpt;

/**
 * The options of one estimator's fits, in the order in which they are set: an option comes after
 * those it depends on. In addition, every estimator has {@value FitOptions#K}, {@value
 * FitOptions#SEED} and {@value FitOptions#TIME_LIMIT}.
 *
 * @param options without those three, each with its default
 */
public record OptionTable<O extends FitOptions>(List<FitOption<O, ?>> options) {

  /** Keeps an unmodifiable copy. */
  public OptionTable {
    options = List.copyOf(options);
  }

  /**
   * A table.
   *
   * @param defaults of which each option that has no default in words has its own
   * @param options in their order
   */
  public OptionTable(O defaults, List<FitOption<O, ?>> options) {
    this(options.stream().<FitOption<O, ?>>map(option -> option.of(defaults)).toList());
  }

  /**
   * The options of {@code of} as models store them: all except the seed, which the manifest stores
   * separately.
   */
  public Map<String, String> words(O of) {
    Map<String, String> words = new TreeMap<>();
    for (FitOption<O, ?> option : options) {
      String word = option.word(of);
      if (word != null) {
        words.put(option.name(), word);
      }
    }
    words.put(FitOptions.K, Integer.toString(of.k()));
    Duration limit = of.timeLimit();
    if (limit != null) {
      words.put(FitOptions.TIME_LIMIT, Double.toString(limit.toNanos() / 1e9));
    }
    return words;
  }

  /**
   * {@code defaults} with the values of {@code words}, except K, which the defaults have.
   *
   * @throws IllegalArgumentException if an option is unknown or its value invalid
   */
  public O read(O defaults, Map<String, String> words) {
    words.keySet().forEach(this::requireKnown);
    O read = defaults;
    for (FitOption<O, ?> option : options) {
      String word = stated(option, words);
      if (word != null) {
        read = option.read(read, word);
      }
    }
    return read;
  }

  private static @Nullable String stated(FitOption<?, ?> option, Map<String, String> words) {
    String stated = words.get(option.name());
    for (Map.Entry<String, String> alias : option.aliases().entrySet()) {
      String word = words.get(alias.getKey());
      if (word != null && stated != null) {
        throw new OptionException(
            option.name(), "and %s set the same option; drop one".formatted(alias.getKey()));
      }
      stated = word == null ? stated : alias.getValue() + word;
    }
    return stated;
  }

  /** The option of that name or alias; null if there is none. */
  public @Nullable FitOption<O, ?> find(String name) {
    return options.stream()
        .filter(option -> option.name().equals(name) || option.aliases().containsKey(name))
        .findAny()
        .orElse(null);
  }

  /** All names, including aliases. */
  public Stream<String> names() {
    return options.stream()
        .flatMap(o -> Stream.concat(Stream.of(o.name()), o.aliases().keySet().stream()));
  }

  /**
   * The other options.
   *
   * @param names of those that are left out
   * @return a table without them
   */
  public OptionTable<O> without(Set<String> names) {
    return new OptionTable<>(options.stream().filter(o -> !names.contains(o.name())).toList());
  }

  /** Returns this table with one more option, the last. */
  public OptionTable<O> with(FitOption<O, ?> more) {
    return new OptionTable<>(Stream.concat(options.stream(), Stream.of(more)).toList());
  }

  /**
   * Checks that there is an option.
   *
   * @param name of it, or an alias
   * @throws IllegalArgumentException listing all names, if there is none
   */
  public void requireKnown(String name) {
    if (find(name) == null) {
      throw new IllegalArgumentException(
          options.isEmpty()
              ? "there is no option %s, nor any other; drop it".formatted(Excerpt.of(name))
              : "there is no option %s; choose one of %s%s"
                  .formatted(
                      Excerpt.of(name),
                      options.stream().map(FitOption::name).collect(Collectors.joining(", ")),
                      DidYouMean.of(name, names().toList())));
    }
  }
}
