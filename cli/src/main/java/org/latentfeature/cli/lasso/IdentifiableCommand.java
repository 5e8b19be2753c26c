package org.latentfeature.cli.lasso;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.LayoutOptions;
import org.latentfeature.cli.option.MatrixOutput;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.columns.vertex.LeadingSpan;
import org.latentfeature.columns.vertex.SpanMargin;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.LearnedColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.identifiability.Combination;
import org.latentfeature.fit.identifiability.Dependence;
import org.latentfeature.fit.identifiability.DictionaryRank;
import org.latentfeature.fit.identifiability.Identifiability;
import org.latentfeature.fit.identifiability.SearchLimits;
import org.latentfeature.fit.identifiability.SpanCondition;
import org.latentfeature.fit.identifiability.SpanVector;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.WrongKindException;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.step.ResidentRows;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code lfm identifiable}: whether a factorisation is the only one, and if not, what else fits.
 */
@Command(
    name = "identifiable",
    description = {
      "Decide whether a factorisation ZW is unique.",
      "It is unique, up to the order of the features, if W has rank K and no other binary "
          + "column is a linear combination of Z's columns (Yen et al. 2017, Theorem 4). "
          + "Otherwise the other columns are listed as combinations of the features f1 … fK, "
          + "each with its number of rows; features that are combinations of others are listed "
          + "too.",
      "The result for Z is exact, unless the search stops early and leaves it undecided. "
          + "The rank of W is numerical: to a distance of "
          + DictionaryRank.TOLERANCE
          + " for features of norm 1. Where it is below K, the theorem does not decide. For a "
          + "file with Z alone, the result assumes that W has rank K. The exit status is 0 for "
          + "every result.",
      "margin is the squared distance from the span of Z to the nearest binary column "
          + "other than the features, for up to "
          + SpanMargin.MOST_DIMENSIONS
          + " features; 0 means that they are not unique. With --data, distances are from the "
          + "span of the K leading singular vectors of X, which noise moves away from Z, and "
          + "farthest is the distance of the K-th feature: the features stand out if farthest is "
          + "well below margin."
    },
    footer = {
      "",
      "Examples:",
      "  lfm identifiable model.lfm",
      "  lfm identifiable model.lfm --data X.npy",
      "  lfm identifiable Z.npy --most 100 -o others.npy --json"
    })
public final class IdentifiableCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "MODEL",
      description = "Model of 'lfm fit', or a binary matrix Z (.npy, .csv, …).")
  @Reads
  Path file;

  @Option(
      names = "--most",
      paramLabel = "M",
      defaultValue = "20",
      description = "Stop after this many other columns, at least 1 (default: ${DEFAULT-VALUE}).")
  int most;

  @Option(
      names = "--max-nodes",
      paramLabel = "NODES",
      defaultValue = "" + SearchLimits.DEFAULT_NODES,
      description =
          "Stop after this many partial columns, at least 1; the default takes about a minute "
              + "(default: ${DEFAULT-VALUE}).")
  long nodes;

  @Option(
      names = "--data",
      paramLabel = "X",
      description = "Noisy data: search for columns near their span instead of the span of Z.")
  @Reads
  @Nullable Path data;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      converter = MatrixOutput.Converter.class,
      description =
          "Write the other columns as a binary matrix, .npy or .csv; no file is written if "
              + "there are none.")
  @Writes
  @Nullable MatrixOutput output;

  @Mixin LayoutOptions layout = new LayoutOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    requireAtLeastOne("--most", most);
    requireAtLeastOne("--max-nodes", nodes);
    FactorModel model = MatrixReader.isNamedMatrix(file) ? null : factorisation();
    if (model != null && !layout.given().isEmpty()) {
      throw new Failure(
          "%s is a model, which defines its own columns; drop %s"
              .formatted(file, String.join(", ", layout.given())));
    }
    BinaryMatrix z =
        model == null
            ? BinaryMatrixReader.read(file, layout.applyTo(ReadOptions.DEFAULT))
            : model.z();
    if (z.cols() > SpanCondition.MAX_COLUMNS) {
      throw new Failure(
          ("%s has %,d features; uniqueness is decided for at most %,d: fit fewer, or pass a Z "
                  + "of fewer columns")
              .formatted(file, z.cols(), SpanCondition.MAX_COLUMNS));
    }
    try (Interruption interruption = Interruption.watch()) {
      return decide(model, z, interruption);
    }
  }

  /** Within the watch: once that ends, so may the JVM. */
  private int decide(@Nullable FactorModel model, BinaryMatrix z, Interruption interruption)
      throws IOException {
    try {
      SearchLimits limits = new SearchLimits(most, nodes);
      Identifiability found =
          SpanCondition.check(z, limits, interruption::isRequested, reporting.course());
      if (model != null) {
        found = found.given(DictionaryRank.of(LearnedColumns.of(model.w()).dictionary()));
      }
      write(found, model, z.rows());
      SpanMargin margin = margin(model, z, interruption::isRequested);
      reporting.answer(reporting.json ? json(found, z, margin) : text(found, z, margin));
      return interruption.isRequested() ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
    } catch (StoppedException e) {
      reporting.note("interrupted before the rank of Z was computed");
      return Interruption.EXIT_STATUS;
    }
  }

  private FactorModel factorisation() {
    Model model = Estimators.load(file);
    if (model instanceof FactorModel factors) {
      return factors;
    }
    throw new WrongKindException(file, model.manifest().kind(), List.of(LassoModel.KIND.name()));
  }

  /** Null where it would take too long, or an interruption ends it. */
  private @Nullable SpanMargin margin(@Nullable FactorModel model, BinaryMatrix z, StopSignal stop)
      throws IOException {
    try (Backend host = Backends.host(0)) {
      LeadingSpan span =
          data == null ? LeadingSpan.columns(z) : noisySpan(host, data, x(model, data), z, stop);
      return span.dimensions() < 1 || span.dimensions() > SpanMargin.MOST_DIMENSIONS
          ? null
          : SpanMargin.of(span, host.info().threads(), stop);
    } catch (StoppedException e) {
      return null;
    }
  }

  /** The data, read as the fit of {@code model} read its own; those of a bare Z as they stand. */
  private Matrix x(@Nullable FactorModel model, Path data) throws IOException {
    return model == null
        ? MatrixReader.read(data, ReadOptions.DEFAULT).x()
        : new ReadingOptions()
            .readFor(model, data, MissingCode.REFUSED, Long.MAX_VALUE, reporting)
            .x();
  }

  private static LeadingSpan noisySpan(
      Backend host, Path data, Matrix x, BinaryMatrix z, StopSignal stop) {
    x.facts().requireFinite(data.toString());
    if (x.rows() != z.rows() || z.cols() > Math.min(SpanMargin.MOST_DIMENSIONS, x.cols())) {
      throw new Failure(
          ("%s is %,d × %,d, the model has %,d rows and %,d features; --data needs the rows of "
                  + "the fit, at least as many columns as features, and at most %d features")
              .formatted(data, x.rows(), x.cols(), z.rows(), z.cols(), SpanMargin.MOST_DIMENSIONS));
    }
    try (LoadedData loaded = new LoadedData(host, x)) {
      ResidentRows rows = loaded.rows(List.of(), stop);
      Spectrum spectrum = Spectrum.of(rows, host.algebra(), stop);
      return LeadingSpan.linear(host, rows, spectrum, z.cols(), stop);
    }
  }

  private void requireAtLeastOne(String option, long value) {
    if (value < 1) {
      throw new ParameterException(
          command.commandLine(), option + " is " + value + "; it must be at least 1");
    }
  }

  private void write(Identifiability found, @Nullable FactorModel model, int rows) {
    if (output == null) {
      return;
    }
    if (found.others().isEmpty()) {
      reporting.note("there is no other column to write: " + output.path() + " is not written");
      return;
    }
    output.write(
        BinaryMatrix.ofColumns(rows, found.others().stream().map(SpanVector::column).toList()),
        IntStream.rangeClosed(1, found.others().size()).mapToObj(i -> "other" + i).toList(),
        model == null ? null : model.manifest().rowIds());
  }

  private static Answer text(Identifiability found, BinaryMatrix z, @Nullable SpanMargin margin) {
    Answer answer =
        new Answer()
            .with("result", words(found, z.cols()))
            .with("rows", z.rows())
            .with("features", z.cols())
            .with("rank", found.rank());
    found.dictionaryRank().ifPresent(rank -> answer.with("rank of W", rank + " numerically"));
    for (Dependence d : found.dependences()) {
      answer.with("f" + (d.column() + 1) + " equals", d.combination());
    }
    if (margin != null) {
      answer.with("farthest", margin.farthest()).with("margin", next(margin));
    }
    int count = found.others().size();
    answer.with("other columns", (found.complete() ? "" : "at least ") + count);
    for (int i = 0; i < count; i++) {
      SpanVector other = found.others().get(i);
      answer.with(
          "  " + (i + 1),
          String.format(
              Locale.ROOT,
              "%s  (%,d row%s)",
              other.combination(),
              other.column().count(),
              other.column().count() == 1 ? "" : "s"));
    }
    return answer;
  }

  /** Null where there is no other column. */
  private static @Nullable Double next(SpanMargin margin) {
    return Double.isFinite(margin.next()) ? margin.next() : null;
  }

  private static String words(Identifiability found, int features) {
    return switch (found.verdict()) {
      case UNIQUE -> "unique";
      case UNIQUE_IF_FULL_RANK -> "unique if W has rank " + features;
      case RANK_DEFICIENT ->
          "not decided by Theorem 4: W has rank %d < %d, so rows of X can have several codes"
              .formatted(found.dictionaryRank().orElseThrow(), features);
      case NOT_UNIQUE -> "not unique";
      case UNDECIDED -> "undecided: the search stopped early; raise --max-nodes";
    };
  }

  private static Answer json(Identifiability found, BinaryMatrix z, @Nullable SpanMargin margin) {
    List<Object> dependences = new ArrayList<>();
    for (Dependence d : found.dependences()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("feature", d.column() + 1);
      entry.putAll(entries(d.combination()));
      dependences.add(entry);
    }
    List<Object> others = new ArrayList<>();
    for (SpanVector other : found.others()) {
      Map<String, Object> entry = entries(other.combination());
      entry.put("rows", other.column().count());
      others.add(entry);
    }
    return new Answer()
        .with("answer", found.verdict().name().toLowerCase(Locale.ROOT))
        .with("rows", z.rows())
        .with("features", z.cols())
        .with("rank", found.rank())
        .with("dictionary_rank", rankOrNull(found.dictionaryRank()))
        .with("farthest", margin == null ? null : margin.farthest())
        .with("margin", margin == null ? null : next(margin))
        .with("dependences", dependences)
        .with("others", others)
        .with("complete", found.complete())
        .with("nodes", found.nodes());
  }

  private static @Nullable Integer rankOrNull(OptionalInt rank) {
    return rank.isPresent() ? rank.getAsInt() : null;
  }

  private static Map<String, Object> entries(Combination c) {
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("combination", c.toString());
    entries.put("numerators", c.numerators());
    entries.put("denominator", c.denominator());
    return entries;
  }
}
