package org.latentfeature.cli.option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.model.FileUnits;
import org.latentfeature.fit.model.Model;
import org.latentfeature.io.MatrixFormat.Trait;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.TableLayout;
import org.latentfeature.io.TableLayout.Header;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How X is read. */
public final class ReadingOptions {

  @Option(
      names = "--scale-by",
      paramLabel = "C",
      description =
          "Multiply X by C while reading. For images of 0…255, "
              + "0.00392156862745098 gives 0…1 (default: the fit's, otherwise 1).")
  @Nullable Double scaleBy;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description =
          "Format of X, such as csv, npy or mtx. A wrong name lists all "
              + "formats. Standard input, which is -, needs it (default: the "
              + "extension).")
  @Nullable String format;

  @Option(
      names = "--entry",
      paramLabel = "NAME",
      description =
          "Array to read from an .npz, MATLAB or HDF5 file. For example X, "
              + "group/X or layers/raw.")
  @Nullable String entry;

  @Option(
      names = "--dense",
      description =
          "Read all entries of a sparse file, zeros included. Sparse files "
              + "are libsvm, .mtx and scipy's .npz. Without this option rows of "
              + "which less than 5 %% are not zero stay sparse: the lasso takes "
              + "them, most other estimators do not.")
  boolean dense;

  @Option(
      names = "--triplets",
      negatable = true,
      description =
          "Read a text file of triplets: row, column, value. Each line of "
              + "the .csv, .tsv or .txt file is a single entry: the name of its "
              + "row, that of its column, its value. Entries without a line are "
              + "missing, as with --missing nan (default: no; with a model, as in "
              + "its fit).")
  @Nullable Boolean triplets;

  @Option(
      names = "--columns-as",
      paramLabel = "COLUMN",
      split = ",",
      description =
          "Order of the columns of triplets, such as row,column,value,-. Row, column and value "
              + "stand once each, - for a column that is left out; --triplets is implied (default: "
              + "row,column,value; with a model, as in its fit).")
  @Nullable List<String> columnsAs;

  @Mixin LayoutOptions layout = new LayoutOptions();

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** Wrong use is told before any file is read. */
  public void check() {
    if (scaleBy != null && (scaleBy == 0 || !Double.isFinite(scaleBy))) {
      throw new ParameterException(
          command.commandLine(),
          "--scale-by is " + scaleBy + "; it must be a finite number other than 0");
    }
    if (columnsAs != null) {
      checkColumns(columnsAs);
    }
  }

  private void checkColumns(List<String> columns) {
    String wrong =
        Boolean.FALSE.equals(triplets)
            ? "--columns-as is for triplets; drop it or --no-triplets"
            : layout.dropped != null
                ? "--columns-as leaves out each column that it calls -; drop --drop"
                : "";
    try {
      TableLayout.DETECTED.withEntryColumns(columns);
    } catch (IllegalArgumentException e) {
      wrong = "--columns-as: " + e.getMessage();
    }
    if (!wrong.isEmpty()) {
      throw new ParameterException(command.commandLine(), wrong);
    }
  }

  /** The options that were given, for messages. */
  public List<String> given() {
    List<String> given = new ArrayList<>(layout.given());
    if (scaleBy != null) {
      given.add("--scale-by");
    }
    if (format != null) {
      given.add("--format");
    }
    if (entry != null) {
      given.add("--entry");
    }
    if (dense) {
      given.add("--dense");
    }
    if (triplets != null) {
      given.add(triplets ? "--triplets" : "--no-triplets");
    }
    if (columnsAs != null) {
      given.add("--columns-as");
    }
    return given;
  }

  /** How to read where there is no model. */
  public ReadOptions options() {
    ReadOptions options = layout.applyTo(options(scaleBy == null ? 1 : scaleBy));
    return triplets(options, Boolean.TRUE.equals(triplets), null);
  }

  /** Options for triplets or rows; the columns of triplets are those given, or else of a fit. */
  private ReadOptions triplets(ReadOptions options, boolean value, @Nullable String fitted) {
    TableLayout table = options.layout().withTriplets(value);
    if (columnsAs != null) {
      return options.withLayout(table.withEntryColumns(columnsAs));
    }
    if (!value || fitted == null || layout.dropped != null) {
      return options.withLayout(table);
    }
    return options.withLayout(table.withEntryColumns(Arrays.asList(fitted.split(",", -1))));
  }

  private ReadOptions options(double factor) {
    return ReadOptions.DEFAULT
        .withFormat(format)
        .withEntry(entry)
        .withScaleBy(factor)
        .withSparse(!dense);
  }

  /**
   * Reads X as the options say, NaN where {@code missing} says that an entry is not known. A file
   * whose X takes more than {@code most} bytes is opened, to be read block by block, if its format
   * allows that; every entry of it must be known.
   */
  public Dataset readOrOpen(Path file, MissingCode missing, long most, Reporting reporting)
      throws IOException {
    return readOrOpen(file, options().withMissing(missing), most, reporting);
  }

  private static Dataset readOrOpen(Path file, ReadOptions options, long most, Reporting reporting)
      throws IOException {
    if (most == Long.MAX_VALUE || !MatrixReader.isLarger(file, options, most)) {
      return read(file, options, reporting);
    }
    FileRows rows = MatrixReader.blocks(file, options, reporting.course());
    reporting.note(
        "%s: %,d × %,d, %sread block by block"
            .formatted(file, rows.rows(), rows.cols(), rows.isSparse() ? "sparse, " : ""));
    rows.facts().requireFinite(file.toString());
    return noted(new Dataset(rows, null).withSummed(rows.summed()), reporting);
  }

  /** Reads X as the options say, NaN where {@code missing} says that an entry is not known. */
  public Dataset read(Path file, MissingCode missing, Reporting reporting) throws IOException {
    return read(file, options().withMissing(missing), reporting);
  }

  /**
   * Reads X like {@link #readOrOpen(Path, MissingCode, long, Reporting)}, in the units in which
   * {@code model} was fitted, and checks that it has the model's columns.
   */
  public Dataset readFor(
      Model model, Path file, MissingCode missing, long most, Reporting reporting)
      throws IOException {
    double scale = unitsFor(model, reporting).scale();
    ReadOptions options = optionsFor(model, file, scale).withMissing(missing);
    return columnsOf(model, readOrOpen(file, options, most, reporting), options, file);
  }

  /**
   * Reads X in the units of the file, which {@link #unitsFor} turns into those of the fit, and
   * checks that it has the model's columns; NaN where {@code missing} says that an entry is not
   * known.
   */
  public Dataset readUnscaledFor(Model model, Path file, MissingCode missing, Reporting reporting)
      throws IOException {
    ReadOptions options = optionsFor(model, file, 1.).withMissing(missing);
    return columnsOf(model, read(file, options, reporting), options, file);
  }

  /** Triplets name their columns, in no order; other files have those of the model in its order. */
  private static Dataset columnsOf(Model model, Dataset data, ReadOptions options, Path file) {
    if (options.layout().triplets()) {
      return ModelColumns.arranged(model, data, file);
    }
    ModelColumns.requireSame(model, data, file);
    return data;
  }

  /** The units of a file for {@code model}, as the options say it or else the model. */
  public FileUnits unitsFor(Model model) {
    return scaleBy == null ? model.units() : new FileUnits(scaleBy);
  }

  /**
   * Returns the units of a file for {@code model}, as the options say it or else the model, with a
   * note where the model says it.
   */
  public FileUnits unitsFor(Model model, Reporting reporting) {
    FileUnits units = unitsFor(model);
    if (scaleBy == null && !units.areOfTheFit()) {
      reporting.note(
          "X is multiplied by " + units.scale() + ", as for the fit; --scale-by overrides this");
    }
    return units;
  }

  private ReadOptions optionsFor(Model model, Path file, double factor) {
    ReadOptions options = layout.applyTo(options(factor), file, model.w().cols(), options(model));
    boolean was = options(model).containsKey(FittedData.TRIPLETS) && isTable(file, options);
    return triplets(
        options, triplets == null ? was : triplets, options(model).get(FittedData.COLUMNS_AS));
  }

  private static boolean isTable(Path file, ReadOptions options) {
    return MatrixReader.has(Trait.TEXT_TABLE, file, options);
  }

  private static Map<String, String> options(Model model) {
    return model.manifest().options();
  }

  private static Dataset read(Path file, ReadOptions options, Reporting reporting)
      throws IOException {
    reporting.course().onWork("reading " + file, 0, 0);
    Dataset data = MatrixReader.read(file, options, reporting.course());
    List<String> labels =
        data.labels().keySet().stream().filter(name -> !name.equals(data.idColumn())).toList();
    reporting.note(
        "%s: %,d × %,d%s%s"
            .formatted(
                file,
                data.rows().rows(),
                data.rows().cols(),
                data.idColumn() == null ? "" : ", rows named by " + data.idColumn(),
                labels.isEmpty() ? "" : ", labelled by " + String.join(", ", labels)));
    noted(data, reporting);
    if (data.rows() instanceof SparseRows sparse) {
      reporting.note(
          "%,d entries are not zero, %.2g %%; the rows stay sparse"
              .formatted(sparse.entries(), 100 * sparse.density()));
    }
    if (options.layout().header() == Header.DETECTED
        && !options.layout().triplets()
        && isTable(file, options)
        && data.columnNames() == null
        && data.x().cols() > 2) {
      noteSequence(data.x(), options.scaleBy(), file, reporting);
    }
    return data;
  }

  private static Dataset noted(Dataset data, Reporting reporting) {
    data.notes().forEach(reporting::note);
    return data;
  }

  /**
   * Tells of a first row that counts on by the same step: names of columns, such as years or those
   * that pandas gives, are read as data where all data are whole numbers.
   */
  private static void noteSequence(Matrix x, double scale, Path file, Reporting reporting) {
    long[] row = new long[x.cols()];
    for (int j = 0; j < row.length; j++) {
      row[j] = Math.round(x.get(0, j) / scale);
      if (x.get(0, j) != (float) (row[j] * scale) || row[j] - row[0] != j * (row[1] - row[0])) {
        return;
      }
    }
    if (row[1] > row[0]) {
      reporting.note(
          ("the first line of %s is %d, %d, %d, … and is read as data; pass --header if it holds"
                  + " column names, --no-header to silence this note")
              .formatted(file, row[0], row[1], row[2]));
    }
  }
}
