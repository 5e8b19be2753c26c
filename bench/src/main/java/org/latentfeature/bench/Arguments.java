package org.latentfeature.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;

/** Arguments of a measurement: {@code --name value} pairs and plain words, in any order. */
final class Arguments {

  private final Map<String, String> options = new TreeMap<>();
  private final List<String> words = new ArrayList<>();

  /**
   * Sorts {@code args}.
   *
   * @param known names of the options that the measurement takes besides {@code backend}, {@code
   *     threads}, {@code device} and {@code precision}
   * @throws IllegalArgumentException for an unknown option, or one without a value
   */
  Arguments(String[] args, String... known) {
    List<String> names = new ArrayList<>(List.of(known));
    names.add("backend");
    names.add("threads");
    names.add("device");
    names.add("precision");
    for (int i = 0; i < args.length; i++) {
      if (!args[i].startsWith("--")) {
        words.add(args[i]);
        continue;
      }
      String name = args[i].substring(2);
      if (!names.contains(name)) {
        throw new IllegalArgumentException(
            "there is no option --" + name + "; there are --" + String.join(", --", names));
      }
      if (++i == args.length) {
        throw new IllegalArgumentException("--" + name + " needs a value");
      }
      options.put(name, args[i]);
    }
  }

  /** The one plain word that a measurement needs. */
  String word(String what) {
    if (words.size() != 1) {
      throw new IllegalArgumentException("this measurement takes one " + what);
    }
    return words.get(0);
  }

  /** The plain words that a measurement needs, at least one. */
  List<String> words(String what) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("this measurement takes at least one " + what);
    }
    return List.copyOf(words);
  }

  /** The value of an option that is an integer of at least {@code least}. */
  int integer(String name, int fallback, int least) {
    String text = options.get(name);
    if (text == null) {
      return fallback;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Answered below, as an integer that is too small.
    }
    throw new IllegalArgumentException(
        "--" + name + " is " + text + "; it must be an integer of at least " + least);
  }

  /** The value of an option, or {@code fallback}. */
  String text(String name, String fallback) {
    return options.getOrDefault(name, fallback);
  }

  /** Opens the backend that {@code --backend} names with its threads, device and precision. */
  Backends.Choice openBackend() {
    return openBackend(0, 0);
  }

  /**
   * Opens the backend that {@code --backend} names, with {@code threads} threads unless the command
   * line gives another number.
   *
   * @param threads default of {@code --threads}
   * @param least smallest number that {@code --threads} accepts
   */
  Backends.Choice openBackend(int threads, int least) {
    Resources resources =
        new Resources(integer("threads", threads, least), integer("device", 0, 0), precision());
    return Backends.open(text("backend", Backends.AUTO), resources);
  }

  private Precision precision() {
    String name = text("precision", "single");
    for (Precision precision : Precision.values()) {
      if (precision.name().equalsIgnoreCase(name)) {
        return precision;
      }
    }
    throw new IllegalArgumentException(
        "--precision is " + name + "; it must be single, tf32 or bf16");
  }
}
