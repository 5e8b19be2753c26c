package org.latentfeature.cli.option;

import picocli.CommandLine.Option;

/** What becomes of rows without a known entry where rows are coded. */
public final class EmptyRowsOption {

  /** What it may be. */
  public enum EmptyRows {
    error,
    zero
  }

  @Option(
      names = "--empty-rows",
      paramLabel = "WHAT",
      defaultValue = "error",
      description =
          "What becomes of rows without a known entry: error, or zero for no feature (default: "
              + "${DEFAULT-VALUE}).")
  EmptyRows what = EmptyRows.error;

  /** Whether they have no feature; otherwise they are errors. */
  public boolean areZero() {
    return what == EmptyRows.zero;
  }
}
