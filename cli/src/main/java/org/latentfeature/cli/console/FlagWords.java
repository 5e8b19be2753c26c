package org.latentfeature.cli.console;

import org.latentfeature.data.Phrase;

/** Messages of the engine, which name arguments of Java, in the words of the command line. */
public final class FlagWords {

  private FlagWords() {}

  /** Returns a message with flags in place of the engine's phrases. */
  public static String in(String message) {
    String words = message;
    for (Phrase phrase : Phrase.values()) {
      words = words.replace(phrase.toString(), of(phrase));
    }
    return words;
  }

  /** Returns the words with the flag; a switch, so that no phrase is forgotten. */
  private static String of(Phrase phrase) {
    return switch (phrase) {
      case DENSE -> "pass --dense";
      case DENSE_IN_MEMORY -> "pass --dense or more --memory";
      case MEMORY -> "raise --memory";
      case LARGER_MEMORY -> "a larger --memory";
      case SAMPLE -> "fit a sample (--sample)";
      case NO_SAMPLE -> "drop --sample";
      case SPARSE_BACKEND -> "use --backend openblas or java";
      case MISSING -> "pass --missing nan";
      case MISSING_CODE -> "pass --missing";
      case EMPTY_ROWS -> "pass --empty-rows zero";
      case EMPTY_COLUMNS -> "pass --empty-columns drop";
      case SCALE_BY -> "as --scale-by does";
      case HEADER -> "--header";
      case NO_HEADER -> "--no-header";
      case IDS -> "--ids";
      case LABELS -> "--labels";
      case DROPPED -> "--drop";
      case EXCLUDED -> "with --ids, --labels or --drop";
      case TRIPLETS -> "--triplets";
      case ENTRY_COLUMNS -> "--columns-as";
      case NO_TRIPLETS -> "--no-triplets";
      case COLUMNS -> "--columns";
      case FORMAT -> "--format";
      case GENOTYPES -> "for markov fit --genotypes";
      case SIGMA -> "give its standard deviation with --sigma";
      case PATCH -> "choose smaller patches with --patch";
      case WHITE -> "give white with --white";
      case FITTED_WITH -> "fitted with --";
      case NO_REDUCE -> "drop --reduce";
      case TIME_LIMIT -> "raise --time-limit";
      case RANDOM_START -> "pass --start random";
      case STOCHASTIC -> "--stochastic";
      case INFINITE -> "--infinite";
      case NOT_SOFT -> "drop --soft";
      case BOOTSTRAPS -> "--bootstrap";
    };
  }
}
