package org.latentfeature.cli.console;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.latentfeature.data.Phrase;

/**
 * Messages of the engine, which name arguments of Java and files, in the words of the command line.
 */
public final class FlagWords {

  /** Name of the temporary file that standard input is copied to, in a folder of its own. */
  public static final String STANDARD_INPUT = "standard-input";

  /** How the name of that folder begins; digits follow. */
  public static final String TEMPORARY_FOLDER = "lfm-";

  /** Said of the temporary file: its name would be none that the user knows. */
  private static final Pattern COPY =
      Pattern.compile(
          Pattern.quote(Path.of(System.getProperty("java.io.tmpdir")).toString())
              + "[/\\\\]"
              + TEMPORARY_FOLDER
              + "\\d+[/\\\\]"
              + STANDARD_INPUT);

  private FlagWords() {}

  /** Returns a message with flags in place of the engine's phrases, and standard input by name. */
  public static String in(String message) {
    String words = message;
    for (Phrase phrase : Phrase.values()) {
      words = words.replace(phrase.toString(), of(phrase));
    }
    return COPY.matcher(words).replaceAll("standard input");
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
