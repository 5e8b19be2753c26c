package org.latentfeature.evidence.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.option.Writes;
import picocli.CommandLine.Option;

/** Where the table of an experiment goes. */
final class TableOption {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "TSV",
      description = "Write the table to this file (default: standard output).")
  @Writes
  @Nullable Path file;
}
