package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Workload;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.EmptyRowsOption;
import org.latentfeature.cli.option.MatrixOutput;
import org.latentfeature.cli.option.MemoryOption;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.TableOptions;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.Model;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.CsvWriter;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.step.coding.Codes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm transform}: the features of new rows. */
@Command(
    name = "transform",
    description = {
      "Compute the codes of rows: which features each row of X has.",
      "Rows are prepared as those of the fit. The codes are exact for models of up to 20 "
          + "features; for more, each row's search may give up, and proven_rows counts the rows of "
          + "which no code is better. A Markov model gives each row's features in their likeliest order on a path, for up to 8 of them, with the "
          + "posterior means of their weights.",
      "Bits that the known entries of a row leave open are off; undetermined_bits counts them.",
      "In .csv, columns have the names of features (see 'lfm name'; f1, f2, … without), and rows "
          + "their ids, if X has them (--ids), in a first column without a header.",
      "The table of a model with weights has a header and a line for each feature of a "
          + "row: row, step, feature, counted from 1, its name if any feature has one, and weight; "
          + "then the row's ids and labels, if X has them. A row without features has no line."
    },
    footer = {
      "",
      "Examples:",
      "  ${COMMAND-FULL-NAME} model.lfm new.npy -o Z.npy",
      "  ${COMMAND-FULL-NAME} walks.lfm new.npy -o paths.csv --weights C.npy"
    })
public final class TransformCommand implements Callable<Integer> {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Write to this file the incidence matrix Z, .npy or .csv; for a model with weights, "
              + "the table of features, .csv or .tsv.")
  @Writes
  @Nullable Path output;

  @Option(
      names = "--weights",
      paramLabel = "FILE",
      converter = MatrixOutput.Converter.class,
      description =
          "Write the weights to this file, .npy or .csv: a row for each row of X, K columns.")
  @Writes
  @Nullable MatrixOutput weights;

  @Option(
      names = "--soft",
      paramLabel = "FILE",
      converter = MatrixOutput.Converter.class,
      description =
          "Write soft codes to this file, .npy or .csv: a row for each row of X, and for each of "
              + "the K features the probability that the row has it, by mean field, or by the posterior "
              + "of a model of 'lfm ibp fit' (binary factorisations only).")
  @Writes
  @Nullable MatrixOutput soft;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin ModelRows files = new ModelRows();
  @Mixin TableOptions table = new TableOptions();
  @Mixin EmptyRowsOption emptyRows = new EmptyRowsOption();
  @Mixin MemoryOption memory = new MemoryOption();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (output == null && weights == null && soft == null) {
      throw new ParameterException(
          command.commandLine(), "nothing to write; pass --output, --weights or --soft");
    }
    files.reading.check();
    table.check();
    backends.check();
    Model fitted = Estimators.load(files.model);
    boolean isWeighted = Estimators.of(fitted).isWeighted();
    if (soft != null) {
      SoftModel.require(fitted, files.model);
    }
    MatrixOutput incidence = output == null || isWeighted ? null : matrix(output);
    Dataset rows = files.read(fitted, table, emptyRows.areZero(), memory.most(), reporting);
    Workload work = Workload.coding(rows.rows().rows(), rows.rows().cols(), fitted.w().rows());
    try (Backend backend = backends.open(reporting, work)) {
      reporting.course().onWork("coding rows", 0, 0);
      Stopwatch watch = Stopwatch.start();
      Coder coder = emptyRows.applyTo(fitted.coder(backend, seed.seed));
      if (rows.rows() instanceof FileRows file
          && incidence != null
          && !incidence.csv()
          && weights == null
          && soft == null) {
        Tally tally = new Tally();
        Coder.Quality quality = write(coder, file, fitted.w().rows(), incidence.path(), tally);
        Answer answer = new Answer().with("incidence", incidence.path().toString());
        FileReadings.add(file, answer);
        noteProven(quality.proven(), file.rows(), answer);
        reporting.answer(
            tally
                .addTo(answer, file.rows(), fitted.w().rows())
                .with("rmse_noisy", quality.rmse())
                .with("seconds", watch.seconds())
                .with("backend", backend.info().name()));
        return CommandLine.ExitCode.OK;
      }
      CodedRows coded = coder.code(rows.rows(), reporting.course());
      Codes codes = coded.codes();
      Codes probabilities = soft == null ? null : coder.soft(rows.x(), coded, reporting.course());
      double seconds = watch.seconds();
      List<String> labels = fitted.manifest().featureLabels();
      Answer answer = new Answer();
      if (incidence != null) {
        incidence.write(codes.z(), labels, rows.ids());
        answer.with("incidence", incidence.path().toString());
      } else if (output != null) {
        writeTable(coded, fitted.manifest(), rows.labels(), output);
        answer.with("paths", output.toString());
      }
      if (weights != null) {
        weights.write(matrix(codes), labels, rows.ids());
        answer.with("weights", weights.path().toString());
      }
      if (soft != null && probabilities != null) {
        soft.write(matrix(probabilities), labels, rows.ids());
        answer.with("soft", soft.path().toString());
      }
      Tally tally = new Tally();
      tally.add(codes.z());
      tally.addTo(answer, rows.rows().rows(), codes.z().cols());
      noteProven(coded.proven(), coded.count(), answer);
      if (coded.undetermined() > 0) {
        double bits = (double) codes.z().rows() * codes.z().cols();
        answer
            .with("undetermined_bits", coded.undetermined())
            .with("undetermined_share", coded.undetermined() / bits);
      }
      reporting.answer(
          answer
              .with(isWeighted ? "rmse" : "rmse_noisy", coded.rmse())
              .with("seconds", seconds)
              .with("backend", backend.info().name()));
    }
    return CommandLine.ExitCode.OK;
  }

  /** How many rows have the best of all codes, surely. */
  private void noteProven(OptionalLong proven, int rows, Answer answer) {
    if (proven.isEmpty()) {
      return;
    }
    if (proven.getAsLong() < rows) {
      reporting.note(
          "the codes of %,d of %,d rows are the best that the search found, not proven to be the best of all"
              .formatted(rows - proven.getAsLong(), rows));
    }
    answer.with("proven_rows", proven.getAsLong());
  }

  /** Writes the codes as they are found; none are kept. */
  private Coder.Quality write(Coder coder, FileRows x, int features, Path file, Tally tally) {
    AtomicReference<Coder.@Nullable Quality> quality = new AtomicReference<>();
    AtomicFile.write(
        file,
        out -> {
          NpyWriter.beginBits(x.rows(), features, out);
          quality.set(
              coder.code(
                  x,
                  some -> {
                    NpyWriter.writeRows(some, out);
                    tally.add(some);
                  },
                  reporting.course()));
        });
    return Objects.requireNonNull(quality.get());
  }

  /** How many features rows have. */
  private static final class Tally {

    private long ones;
    private long empty;

    void add(BinaryMatrix z) {
      long[] any = new long[BitVector.wordCount(z.rows())];
      for (BitVector column : z.columns()) {
        ones += column.count();
        for (int word = 0; word < any.length; word++) {
          any[word] |= column.word(word);
        }
      }
      empty += z.rows() - BitVector.ofWords(z.rows(), any).count();
    }

    Answer addTo(Answer answer, int rows, int features) {
      return answer
          .with("rows", rows)
          .with("features", features)
          .with("features_per_row", (double) ones / rows)
          .with("empty_rows", empty);
    }
  }

  private MatrixOutput matrix(Path file) {
    try {
      return new MatrixOutput.Converter().convert(file.toString());
    } catch (CommandLine.TypeConversionException e) {
      throw new ParameterException(command.commandLine(), "--output: " + e.getMessage(), e);
    }
  }

  private static Matrix matrix(Codes codes) {
    Matrix all = Matrix.allocate(codes.z().rows(), codes.z().cols());
    for (int i = 0; i < all.rows(); i++) {
      for (int k = 0; k < all.cols(); k++) {
        all.set(i, k, (float) codes.weight(i, k));
      }
    }
    return all;
  }

  private static void writeTable(
      CodedRows coded, Manifest model, Map<String, List<String>> labels, Path file) {
    List<String> header = new ArrayList<>(List.of("row", "step", "feature"));
    if (model.featureNames() != null) {
      header.add("name");
    }
    header.add("weight");
    header.addAll(labels.keySet());
    CsvWriter.write(
        header,
        () ->
            IntStream.range(0, coded.count())
                .boxed()
                .flatMap(
                    i ->
                        IntStream.range(0, coded.features(i).length)
                            .mapToObj(a -> line(coded, model, labels, i, a)))
                .iterator(),
        file);
  }

  private static List<String> line(
      CodedRows coded, Manifest model, Map<String, List<String>> labels, int i, int a) {
    int feature = coded.features(i)[a];
    List<String> cells = new ArrayList<>();
    cells.add(Integer.toString(i + 1));
    cells.add(Integer.toString(a + 1));
    cells.add(Integer.toString(feature + 1));
    if (model.featureNames() != null) {
      cells.add(model.featureName(feature));
    }
    cells.add(Double.toString(coded.weight(i, a)));
    labels.values().forEach(label -> cells.add(label.get(i)));
    return cells;
  }
}
