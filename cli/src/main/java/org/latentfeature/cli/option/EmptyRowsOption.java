package org.latentfeature.cli.option;

import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.model.KnownRowsCoder;
import picocli.CommandLine.Option;

/** The option that decides how rows without a known entry are coded. */
public final class EmptyRowsOption {

  /** The values of the option. */
  public enum EmptyRows {
    error,
    zero
  }

  @Option(
      names = "--empty-rows",
      paramLabel = "WHAT",
      defaultValue = "error",
      description =
          "Rows without a known entry: error, or zero for no feature "
              + "(default: ${DEFAULT-VALUE}).")
  EmptyRows what = EmptyRows.error;

  /** Returns whether such rows get no feature; otherwise they are errors. */
  public boolean areZero() {
    return what == EmptyRows.zero;
  }

  /** Returns a coder that gives such rows no feature if the option says so, or else {@code all}. */
  public Coder applyTo(Coder all) {
    return areZero() ? new KnownRowsCoder(all) : all;
  }
}
