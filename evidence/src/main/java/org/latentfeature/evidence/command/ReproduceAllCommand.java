package org.latentfeature.evidence.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.evidence.TextFile;
import org.latentfeature.evidence.statements.Statement;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm reproduce all}: the experiments of the papers, and a table of their statements. */
@Command(
    name = "all",
    description = {
      "Run the experiments of the papers, and write a table of all statements that they check.",
      "Each experiment writes to a directory of its name within DIR. statements.md and "
          + "statements.tsv have a line for each table, figure, theorem and printed number: what "
          + "the paper says, what fits by its settings give, what the defaults give, and what "
          + "came of it. --quick takes about ten minutes on two cores, --full hours. Experiments "
          + "on data that are not given are left out; their lines say so. A quick and a full run "
          + "need directories of their own.",
      "Ctrl-C stops the run and writes the table so far; the exit status is then 130. A "
          + "repeated run resumes: experiments that are finished are kept, unless their data or the "
          + "program have changed."
    },
    footer = {
      "",
      "Examples:",
      "  lfm reproduce all --quick -o all",
      "  lfm reproduce all --full --data data --images pictures --genomes individuals.csv -o all"
    })
final class ReproduceAllCommand implements Callable<Integer> {

  private static final String FINISHED = "finished.txt";
  private static final String KIND = "run.txt";

  /** The default fit and six other methods. */
  private static final String RIVALS =
      " --methods verified,cumulants,tensor-power,anneal,mf-binary,bp-means,variational";

  /**
   * An experiment and its arguments, {@code %s} standing for the input that it needs, {@code %d}
   * for a folder of data that are generated where there are none.
   *
   * @param name of its folder
   * @param experiment its command
   * @param table the file that it writes if its output is one; empty if that is a folder
   * @param input the option for what it reads; empty if it reads nothing
   * @param quick arguments of a quick run
   * @param full arguments of a full run
   */
  private record Step(
      String name, String experiment, String table, String input, String quick, String full) {}

  private static final List<Step> STEPS =
      List.of(
          new Step("figure1", "figure1", "figure1.tsv", "", "--trials 20", ""),
          new Step(
              "figure2",
              "figure2",
              "",
              "",
              "--data %d --seeds 1 --datasets Syn0,Syn2 --methods fit,paper-fit",
              "--data %d --seeds 5 --methods fit,paper-fit"),
          new Step(
              "figure3",
              "figure3",
              "",
              "--data",
              "--data %s --seeds 1 --methods fit,paper -k 4,14,15 --time-limit 20",
              "--data %s --seeds 3 --methods fit,path,paper"),
          new Step(
              "figure2-equal-time",
              "figure2",
              "",
              "",
              "--data %d --datasets Syn0,Syn2 -k 4,14 --time-limit 0.5" + RIVALS,
              "--data %d -k 2,4,8,14,24,35 --time-limit 3" + RIVALS),
          new Step(
              "figure3-equal-time",
              "figure3",
              "",
              "--data",
              "--data %s -k 4,14,15 --time-limit 0.5" + RIVALS,
              "--data %s -k 2,4,8,14,15,20 --time-limit 3" + RIVALS),
          new Step("risk", "risk", "", "", "--seeds 4", ""),
          new Step(
              "spectral-figure2",
              "spectral-figure2",
              "",
              "",
              "--seeds 5 --rows 1000,10000 --sigma 0.1,0.4 --methods paper,wls,ours,shl,als,oracle",
              ""),
          new Step("admixture", "admixture", "", "", "--seeds 2", ""),
          new Step("recovery", "recovery", "recovery.tsv", "", "--seeds 2", "--seeds 10"),
          new Step(
              "denoising", "denoising", "", "--images", "%s --images barbara --sigma 15,25", "%s"),
          new Step(
              "genomes",
              "genomes",
              "genomes.tsv",
              "--genomes",
              "%s --splits 2 -k 5,25,30",
              "%s --splits 20"),
          new Step(
              "genomes-paper",
              "genomes",
              "genomes.tsv",
              "--genomes",
              "%s --paper --methods finite,infinite --splits 2 -k 20,25,30",
              "%s --paper --methods finite,infinite --splits 20"));

  @Option(names = "--quick", description = "Take few seeds, splits and images (default).")
  boolean quick;

  @Option(names = "--full", description = "Take as many as the papers do.")
  boolean full;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description =
          "Run these experiments alone, by the names of their directories (default: all).")
  List<String> only = List.of();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Directory of the data sets of Yen et al. (default: data within the output directory, "
              + "with the synthetic ones generated).")
  @Reads
  @Nullable Path data;

  @Option(
      names = "--images",
      paramLabel = "DIR",
      description = "Directory of the images without noise; a quick run takes barbara.png alone.")
  @Reads
  @Nullable Path images;

  @Option(
      names = "--genomes",
      paramLabel = "TABLE",
      description = "Table of genotypes, as 'lfm reproduce genomes' reads it.")
  @Reads
  @Nullable Path genomes;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Write everything to this directory, created if missing.")
  @Writes(inDirectory = {"statements.md", "statements.tsv"})
  Path output = Path.of("");

  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (quick && full) {
      throw new ParameterException(
          command.commandLine(), "--quick and --full exclude each other; choose one");
    }
    List<String> names = STEPS.stream().map(Step::name).toList();
    for (String name : only) {
      if (!names.contains(name)) {
        throw new ParameterException(
            command.commandLine(),
            "--only is %s; there are %s".formatted(name, String.join(", ", names)));
      }
    }
    if (Files.exists(output) && !Files.isDirectory(output)) {
      throw new Failure(output + " is a file; name a directory");
    }
    Files.createDirectories(output);
    requireKind();
    int run = 0;
    int kept = 0;
    boolean interrupted = false;
    List<String> failed = new ArrayList<>();
    for (Step step : STEPS) {
      if (!only.isEmpty() && !only.contains(step.name())) {
        continue;
      }
      Optional<Path> input = input(step);
      if (!step.input().isEmpty() && input.isEmpty()) {
        reporting.note(step.name() + ": left out, without " + step.input());
        continue;
      }
      Path folder = Files.createDirectories(output.resolve(step.name()));
      List<String> words = words(step, input, folder);
      Path finished = folder.resolve(FINISHED);
      String line = String.join(" ", words);
      if (Files.exists(finished) && Files.readString(finished).equals(mark(line, input))) {
        kept++;
        continue;
      }
      Files.deleteIfExists(finished);
      reporting.note("lfm reproduce " + line);
      int status = experiment(step).execute(words.subList(1, words.size()).toArray(String[]::new));
      if (status == Interruption.EXIT_STATUS) {
        interrupted = true;
        break;
      }
      if (status == CommandLine.ExitCode.OK) {
        TextFile.write(finished, mark(line, input));
        run++;
      } else {
        failed.add(step.name());
      }
    }
    List<Statement> statements = Statement.all();
    int figures = Statement.write(statements, output);
    reporting.answer(
        new Answer()
            .with("table", output.resolve("statements.md").toString())
            .with("statements", statements.size())
            .with("figures", figures)
            .with("experiments_run", run)
            .with("experiments_kept", kept));
    if (interrupted) {
      return Interruption.EXIT_STATUS;
    }
    if (!failed.isEmpty()) {
      throw new Failure(
          "the table is written, but these experiments failed, for the reasons above: "
              + String.join(", ", failed));
    }
    return CommandLine.ExitCode.OK;
  }

  /** Tables of few and of many seeds would be mixed, or the many lost. */
  private void requireKind() throws IOException {
    Path file = output.resolve(KIND);
    String kind = full ? "full" : "quick";
    if (Files.exists(file) && !Files.readString(file).strip().equals(kind)) {
      throw new Failure(
          "%s holds a %s run; name another directory by -o for a %s one"
              .formatted(output, Files.readString(file).strip(), kind));
    }
    TextFile.write(file, kind + "\n");
  }

  /** The command, the program and the input of a finished experiment; others are run anew. */
  private static String mark(String line, Optional<Path> input) throws IOException {
    StringBuilder mark = new StringBuilder(line + "\n" + Version.software() + "\n");
    if (input.isPresent() && Files.exists(input.get())) {
      try (Stream<Path> files = Files.walk(input.get(), 1)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          mark.append(
              "%s %d %s%n".formatted(file, Files.size(file), Files.getLastModifiedTime(file)));
        }
      }
    }
    return mark.toString();
  }

  private Optional<Path> input(Step step) {
    return switch (step.input()) {
      case "--data" -> Optional.ofNullable(data);
      case "--images" -> Optional.ofNullable(images);
      case "--genomes" -> Optional.ofNullable(genomes);
      default -> Optional.empty();
    };
  }

  /** The name of the experiment's command and its arguments. */
  private List<String> words(Step step, Optional<Path> input, Path folder) throws IOException {
    List<String> words = new ArrayList<>(List.of(step.experiment()));
    for (String word : (full ? step.full() : step.quick()).split(" ", -1)) {
      switch (word) {
        case "" -> {} // There are no arguments.
        case "%s" -> words.add(input.orElseThrow().toString());
        case "%d" -> words.add(data == null ? generated().toString() : data.toString());
        default -> words.add(word);
      }
    }
    Path target = step.table().isEmpty() ? folder : folder.resolve(step.table());
    words.addAll(List.of("-o", target.toString(), "-q"));
    return words;
  }

  private Path generated() throws IOException {
    return Files.createDirectories(output.resolve("data"));
  }

  private CommandLine experiment(Step step) {
    CommandLine parent = Objects.requireNonNull(command.parent()).commandLine();
    // Its answer is in its folder; that of this command is the table.
    return Objects.requireNonNull(parent.getSubcommands().get(step.experiment()))
        .setExecutionStrategy(new CommandLine.RunLast())
        .setOut(new PrintWriter(Writer.nullWriter()));
  }
}
