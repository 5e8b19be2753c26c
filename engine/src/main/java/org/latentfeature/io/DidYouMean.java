package org.latentfeature.io;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** The word that was meant by one with a slip of the keyboard. */
public final class DidYouMean {

  /** Letters for each of which one slip is likely. */
  private static final int LETTERS_A_SLIP = 3;

  private DidYouMean() {}

  /**
   * A question to end a complaint with: the words among {@code known} that are nearest to {@code
   * word} by letters changed, left out, added or swapped, or that it begins.
   *
   * @param word that is unknown
   * @param known words
   * @return it, after a semicolon; empty if none is near
   */
  public static String of(String word, Collection<String> known) {
    String bare = bare(word);
    TreeMap<Integer, List<String>> near = new TreeMap<>();
    for (String candidate : known) {
      String other = bare(candidate);
      int slips = other.startsWith(bare) && bare.length() > 1 ? 1 : slips(bare, other);
      if (slips <= Math.max(1, bare.length() / LETTERS_A_SLIP) && slips < other.length()) {
        near.computeIfAbsent(slips, s -> new ArrayList<>()).add(candidate);
      }
    }
    return near.isEmpty()
        ? ""
        : "; did you mean " + String.join(" or ", near.firstEntry().getValue()) + "?";
  }

  /** Without the dashes of an option, its value and the difference of capitals. */
  private static String bare(String word) {
    return word.replaceFirst("^-+", "").replaceFirst("=.*", "").toLowerCase(Locale.ROOT);
  }

  /** Optimal string alignment distance: Levenshtein's, a swap of neighbours counting as one. */
  private static int slips(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int changed = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(d[i - 1][j - 1] + changed, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
