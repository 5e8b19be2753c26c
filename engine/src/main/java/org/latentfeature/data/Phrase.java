package org.latentfeature.data;

/**
 * A phrase of messages that names an argument of a caller, mostly as the way out of a failure. It
 * is said as a Java program needs it; who shows messages to users that call no method, such as
 * those of a command line, replaces each phrase by the words for the same there.
 *
 * <p>No phrase is part of another, and none is so plain that it could stand in a message by chance.
 */
public enum Phrase {
  /** Sparse rows should be read as dense ones. */
  DENSE("read X dense"),
  /** Rows in a file or sparse ones should be a matrix in memory. */
  DENSE_IN_MEMORY("read X into a dense matrix in memory"),
  /** Rows that are read block by block should be in memory. */
  MEMORY("read all of X into memory"),
  /** Fits at once should be allowed more memory. */
  LARGER_MEMORY("a larger memory of ManyOptions"),
  /** Some rows should be fitted in place of all. */
  SAMPLE("fit a sample of the rows"),
  /** All rows should be fitted at once. */
  NO_SAMPLE("fit all rows at once, not a sample"),
  /** A backend with steps over sparse rows should be opened. */
  SPARSE_BACKEND("open the backend openblas or java"),
  /** Entries may be missing. */
  MISSING("allow missing entries (MissingCode.NAN)"),
  /** Precedes the number or text that marks a missing entry in a file. */
  MISSING_CODE("pass the missing code"),
  /** Rows without a known entry should be coded as having no feature. */
  EMPTY_ROWS("wrap the coder in a KnownRowsCoder"),
  /** Columns without a known entry should be left out of the fit. */
  EMPTY_COLUMNS("set the option empty-columns to drop"),
  /** Entries should be multiplied by a constant when they are read. */
  SCALE_BY("as ReadOptions.scaleBy does"),
  /** The first line of a table names its columns. */
  HEADER("Header.PRESENT"),
  /** The first line of a table is data. */
  NO_HEADER("Header.ABSENT"),
  /** The column of a table that names the rows. */
  IDS("TableLayout.ids"),
  /** The columns of a table with labels of the rows. */
  LABELS("TableLayout.labels"),
  /** The columns of a table that are not read. */
  DROPPED("TableLayout.dropped"),
  /** A column of a table should be no part of X. */
  EXCLUDED("through the TableLayout"),
  /** Each line of a table is one entry. */
  TRIPLETS("TableLayout.triplets"),
  /** The columns of a table of entries in their order. */
  ENTRY_COLUMNS("TableLayout.entryColumns"),
  /** Each line of a table is a row. */
  NO_TRIPLETS("a TableLayout of rows"),
  /** The format of a file, whatever its extension. */
  FORMAT("ReadOptions.format"),
  /** The number of columns of sparse rows. */
  COLUMNS("ReadOptions.columns"),
  /** Who reads alleles as numbers. */
  GENOTYPES("for a GenotypeReader"),
  /** The standard deviation of the noise should be given. */
  SIGMA("give sigma, its standard deviation"),
  /** The patches of a picture should be smaller. */
  PATCH("choose a smaller side of the patches"),
  /** The value of white pixels should be given. */
  WHITE("pass the value of white pixels"),
  /** Precedes the option that a model was fitted with. */
  FITTED_WITH("fitted with the option "),
  /** X should not be reduced to its leading singular vectors. */
  NO_REDUCE("leave the option reduce at auto"),
  /** The search should have more time. */
  TIME_LIMIT("raise the time limit"),
  /** Chains should begin at random. */
  RANDOM_START("set the option start to random"),
  /** Features of Markov models should be learned batch by batch. */
  STOCHASTIC("Inference.Stochastic"),
  /** Markov models should learn their number of features. */
  INFINITE("the option infinite"),
  /** Codes should be what the model has, not probabilities. */
  NOT_SOFT("take the weights themselves"),
  /** The number of resamples of each of many fits. */
  BOOTSTRAPS("Grid.bootstraps");

  private final String words;

  Phrase(String words) {
    this.words = words;
  }

  /** The words of messages for a Java program. */
  @Override
  public String toString() {
    return words;
  }
}
