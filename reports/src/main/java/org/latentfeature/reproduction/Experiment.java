package org.latentfeature.reproduction;

/** What of the paper's section 6 is run again. */
public enum Experiment {
  /** Errors against K on the synthetic data sets, whose truth is known. */
  FIGURE2("figure2", "Figure 2: synthetic data"),
  /** Errors against K on real data. */
  FIGURE3("figure3", "Figure 3: real data"),
  /** Seconds of every method on every data set, at one K each. */
  TABLE_TIMES("table-times", "Times");

  private final String word;
  private final String title;

  Experiment(String word, String title) {
    this.word = word;
    this.title = title;
  }

  /** Its name on the command line. */
  public String word() {
    return word;
  }

  String title() {
    return title;
  }

  /** Whether it shows data sets of this kind. */
  boolean shows(boolean synthetic) {
    return this == TABLE_TIMES || synthetic == (this == FIGURE2);
  }
}
