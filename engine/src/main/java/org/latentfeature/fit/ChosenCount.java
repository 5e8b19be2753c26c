package org.latentfeature.fit;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A number of features that the data have chosen, and why (docs/number-of-features.md).
 *
 * @param features K; 0 if no feature was found
 * @param rule that decided: {@value #SPECTRAL}, {@value #SCALED}, {@value #SCALED_CLIPPED}, {@value
 *     #EQUAL_NOISE}, {@value #DIFFERENCES}, {@value #GAP}, {@value #EXACT}, {@value #HELD_OUT} or
 *     {@value #DESCRIPTION}
 * @param counts the number of features by each rule that was computed, by name
 * @param table the factorisations that were compared, for K = 0, 1, 2, …; empty if none was needed
 */
public record ChosenCount(
    int features, String rule, Map<String, Integer> counts, List<Candidate> table) {

  /** The rule that both spectral counts agree. */
  public static final String SPECTRAL = "spectral counts";

  /** The rule that both spectral counts of X with columns in units of their noise agree. */
  public static final String SCALED = "spectral counts of the scaled view";

  /** The rule that both agree if outlying entries are clipped and columns are scaled. */
  public static final String SCALED_CLIPPED = "spectral counts of the scaled+clipped view";

  /** The rule that long or wide X has as many eigenvalues above equal noise, centred or not. */
  public static final String EQUAL_NOISE = "eigenvalues above equal noise";

  /** The rule that so many differences of rows stand out from all others. */
  public static final String DIFFERENCES = "differences of rows";

  /** The rule that the singular values fall once, after so many. */
  public static final String GAP = "gap of the singular values";

  /** The rule of the least error on held-out entries, within one standard error. */
  public static final String HELD_OUT = "held-out entries";

  /** The rule that as many features as X has dimensions leave no error. */
  public static final String EXACT = "exact fit";

  /** The rule of the shortest description. */
  public static final String DESCRIPTION = "description length";

  /** Sentences of the rules, with the spectral counts at %s. */
  private static final Map<String, String> REASONS =
      Map.of(
          SPECTRAL,
          "%s",
          SCALED,
          "%s with columns in units of their noise",
          SCALED_CLIPPED,
          "%s with outlying entries clipped and columns in units of their noise",
          EQUAL_NOISE,
          "so many eigenvalues of X, centred or not, stand above noise that is equal (%s)",
          DIFFERENCES,
          "so many differences of rows stand out from all others (%s)",
          GAP,
          "the singular values fall far after it, and only there (%s)",
          EXACT,
          "they fit X without an error (%s)");

  /** Name of the count of singular values of X. */
  public static final String GAVISH_DONOHO = "gavish_donoho";

  /** Name of the count of eigenvalues of the covariance of X; absent if it is not reliable. */
  public static final String KRITCHMAN_NADLER = "kritchman_nadler";

  /** Name of the K with the shortest description. */
  public static final String SHORTEST = "description_length";

  /** Name of the K with the least error on held-out entries. */
  public static final String LEAST_HELD_OUT = "held_out_least";

  /** Name of the smallest K within one standard error of that. */
  public static final String WITHIN_ONE_ERROR = "held_out_one_standard_error";

  /**
   * Keeps unmodifiable copies.
   *
   * @throws IllegalArgumentException if there is no such rule, or the table does not have K where
   *     it decided
   */
  public ChosenCount {
    counts = Collections.unmodifiableMap(new TreeMap<>(counts));
    table = List.copyOf(table);
    boolean isCompared = rule.equals(HELD_OUT) || rule.equals(DESCRIPTION);
    if (!isCompared && !REASONS.containsKey(rule)) {
      throw new IllegalArgumentException("there is no rule '" + rule + "' to choose K by");
    }
    if (features < 0 || (isCompared && features >= table.size())) {
      throw new IllegalArgumentException(
          "%d features chosen from a table of %d rows".formatted(features, table.size()));
    }
    for (int k = 0; k < table.size(); k++) {
      if (table.get(k).features() != k) {
        throw new IllegalArgumentException(
            "row %d of the table is of %d features".formatted(k, table.get(k).features()));
      }
    }
  }

  /**
   * A factorisation that was compared with others.
   *
   * @param features K
   * @param rmse of the entries that it was fitted to
   * @param bits of its description, up to a constant that all share
   * @param heldOutRmse of the entries held out; NaN if there were none
   * @param standardError of the difference of {@code heldOutRmse} from the least in the table, over
   *     rows
   */
  public record Candidate(
      int features, double rmse, double bits, double heldOutRmse, double standardError) {}

  /** Why, in words: what follows {@code K = 14: } in a line about it. */
  public String reason() {
    if (features == 0) {
      return "X looks like noise (%s; no K up to %d %s)"
          .formatted(
              spectral(),
              table.size() - 1,
              rule.equals(HELD_OUT)
                  ? "predicts held-out entries better than none"
                  : "describes X in fewer bits than none");
    }
    String words = REASONS.get(rule);
    return words == null ? "held-out entries (" + heldOut() + ")" : words.formatted(spectral());
  }

  private String heldOut() {
    int least = counts.getOrDefault(LEAST_HELD_OUT, features);
    int shortest = counts.getOrDefault(SHORTEST, features);
    String standing =
        least == features ? "the least" : "within one standard error of " + features(least);
    String edge = features == table.size() - 1 ? ", the largest K tried" : "";
    return String.format(
        Locale.ROOT,
        "rmse %.3g, %s%s; the shortest description has %s; %s",
        table.get(features).heldOutRmse(),
        standing,
        edge,
        features(shortest),
        spectral());
  }

  private static String features(int count) {
    return count == 1 ? "1 feature" : count + " features";
  }

  private String spectral() {
    @Nullable Integer whole = counts.get(GAVISH_DONOHO);
    @Nullable Integer centred = counts.get(KRITCHMAN_NADLER);
    if (whole == null) {
      return "there are no spectral counts";
    }
    if (whole.equals(centred)) {
      return "both spectral counts are " + whole;
    }
    return "the spectral counts are %d, and %s of centred X"
        .formatted(whole, centred == null ? "unknown" : centred);
  }

  /** One line: K and the reason. */
  @Override
  public String toString() {
    return (features == 0 ? "no feature found: " : "K = " + features + ": ") + reason();
  }
}
