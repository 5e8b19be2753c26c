package org.latentfeature.evidence.figures;

/** The parts of the paper's section 6 that are run again. */
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

  /** Returns whether this part shows synthetic data sets, or else real ones. */
  boolean shows(boolean synthetic) {
    return this == TABLE_TIMES || synthetic == (this == FIGURE2);
  }
}
