package org.latentfeature.cli.effect;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.OptionSpec;

/** The words that an option takes of a command line. */
final class OptionWords {

  private static final Pattern DEFAULT = Pattern.compile("\\(default: ([^ ;)]+)\\)");

  private OptionWords() {}

  /** The words but for those of this option; with {@code --set}, of the same setting. */
  static List<String> without(List<String> words, OptionSpec spec, List<String> option) {
    List<String> left = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      if (!isOf(spec, words.get(i))) {
        left.add(words.get(i));
      } else if (spec.arity().min() > 0) {
        i++;
        if (spec.isMultiValue() && !key(words.get(i)).equals(key(option.get(1)))) {
          left.addAll(words.subList(i - 1, i + 1));
        }
      }
    }
    return left;
  }

  private static boolean isOf(OptionSpec spec, String word) {
    return List.of(spec.names()).contains(word.replaceFirst("=.*", ""))
        || (spec.negatable() && word.replaceFirst("--no-", "--").equals(spec.longestName()));
  }

  private static String key(String setting) {
    return setting.contains("=") ? setting.replaceFirst("=.*", "") : "";
  }

  /** The names of the option, and its values, in both runs and by default: what only echoes it. */
  static Set<String> echoes(Effect effect) {
    Set<String> echoes = new TreeSet<>();
    List<String> words = effect.option();
    OptionSpec spec = effect.spec();
    echoes.addAll(List.of(spec.names()));
    words.forEach(word -> addValue(word, echoes));
    for (int i = 0; i + 1 < effect.base().size(); i++) {
      if (isOf(spec, effect.base().get(i)) && spec.arity().min() > 0) {
        addValue(effect.base().get(i + 1), echoes);
      }
    }
    Matcher usual = DEFAULT.matcher(String.join(" ", spec.description()));
    if (usual.find()) {
      addValue(usual.group(1), echoes);
    }
    return echoes;
  }

  private static void addValue(String word, Set<String> values) {
    values.addAll(
        List.of(
            word.replaceFirst("^--?[^=]*=?", "").replaceFirst("^[a-z0-9-]+=", "").split(",", -1)));
    values.remove("");
  }
}
