package org.latentfeature.fit;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Rows;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.TableLayout;

/**
 * A model's record of the data that it was fitted to.
 *
 * @param rows N
 * @param cols D
 * @param hash fingerprint of the fitted matrix, see {@link DataHash}
 * @param preparation how the matrix was read from its file, as options of the model
 * @param columnNames names of the D columns; null if the data have none
 * @param ids names of the N rows; null if the data have none
 * @param chosen how the data chose the number of features; null if it was given
 */
public record FittedData(
    int rows,
    int cols,
    String hash,
    Map<String, String> preparation,
    @Nullable List<String> columnNames,
    @Nullable List<String> ids,
    @Nullable ChosenCount chosen) {

  /**
   * Name, among a model's options, of the factor that the values in the file were multiplied by.
   */
  public static final String SCALE_BY = "scale-by";

  /** Name, among a model's options, of the number of the bootstrap's resample of the rows. */
  public static final String BOOTSTRAP = "bootstrap";

  /** Name, among a model's options, of the code of missing entries in the file. */
  public static final String MISSING = "missing";

  /**
   * Name, among a model's options, of the number of entries that were known, where some may have
   * been missing.
   */
  public static final String KNOWN = "known-entries";

  /** Name, among a model's options, that the file was a table of genotypes. */
  public static final String GENOTYPES = "genotypes";

  /** Name, among a model's options, of the number of columns before those of the loci. */
  public static final String LABEL_COLUMNS = "label-columns";

  /** Name, among a model's options, that the columns were standardised. */
  public static final String STANDARDISE = "standardise";

  /** Name, among a model's options, of the column of the table that named the rows. */
  public static final String IDS = "ids";

  /** Name, among a model's options, of the columns of the table with labels of the rows. */
  public static final String LABELS = "labels";

  /** Name, among a model's options, of the columns of the table that were not read. */
  public static final String DROPPED = "drop";

  /** Name, among a model's options, that the table's lines were single entries. */
  public static final String TRIPLETS = "triplets";

  /** Name, among a model's options, of the columns of such a table in their order. */
  public static final String COLUMNS_AS = "columns-as";

  /** Name, among a model's options, of how many rows were fitted before the fit was extended. */
  public static final String SAMPLE = "sample";

  /** Name, among a model's options, of the model whose features its fit began with. */
  public static final String START = "start";

  /** Name, among a model's options, of the file that its rows were weighed by. */
  public static final String ROW_WEIGHTS = "row-weights";

  /** Name, among a model's options, of what its columns were weighed by: a file, or their noise. */
  public static final String COLUMN_WEIGHTS = "column-weights";

  /** Name, among a model's options, of the side of the patches of a picture. */
  public static final String PATCH = "patch";

  /** Name, among a model's options, of what became of the means of patches. */
  public static final String PATCH_MEAN = "patch-mean";

  /** All names of {@link #preparation} that readers of tables and matrices use. */
  public static final Set<String> PREPARATION =
      Set.of(
          SCALE_BY,
          BOOTSTRAP,
          MISSING,
          KNOWN,
          GENOTYPES,
          LABEL_COLUMNS,
          STANDARDISE,
          IDS,
          LABELS,
          DROPPED,
          TRIPLETS,
          COLUMNS_AS,
          SAMPLE,
          ROW_WEIGHTS,
          COLUMN_WEIGHTS);

  /** Returns whether models may record this option beside those of their fit. */
  public static boolean isRecorded(String option) {
    return PREPARATION.contains(option) || Set.of(START, PATCH, PATCH_MEAN).contains(option);
  }

  /** Keeps unmodifiable copies. */
  public FittedData {
    preparation = Map.copyOf(preparation);
    columnNames = columnNames == null ? null : List.copyOf(columnNames);
    ids = ids == null ? null : List.copyOf(ids);
  }

  /** The record of data whose rows have no names. */
  public FittedData(
      int rows,
      int cols,
      String hash,
      Map<String, String> preparation,
      @Nullable List<String> columnNames) {
    this(rows, cols, hash, preparation, columnNames, null, null);
  }

  /**
   * Data read with these options. Reads the matrix once.
   *
   * @param reading how they were read from their file
   */
  public static FittedData of(Dataset dataset, ReadOptions reading) {
    return of(dataset, preparation(reading, 0));
  }

  /** Data read from their file with this {@code preparation}. Reads the matrix once. */
  public static FittedData of(Dataset dataset, Map<String, String> preparation) {
    return new FittedData(
        dataset.rows().rows(),
        dataset.rows().cols(),
        DataHash.sha256(dataset.rows()),
        counted(preparation, dataset.rows()),
        dataset.columnNames(),
        dataset.ids(),
        null);
  }

  private static Map<String, String> counted(Map<String, String> preparation, Rows x) {
    if (x.facts().missing() == 0 && !preparation.containsKey(MISSING)) {
      return preparation;
    }
    Map<String, String> all = new TreeMap<>(preparation);
    all.put(KNOWN, Long.toString(x.facts().known()));
    return all;
  }

  /**
   * The record for a model fitted to {@code drawn}, resample {@code number} of the rows of these
   * data. Reads the matrix once.
   */
  public FittedData resampled(Dataset drawn, int number) {
    Map<String, String> all = new TreeMap<>(preparation);
    all.put(BOOTSTRAP, Integer.toString(number));
    all = counted(all, drawn.rows());
    return new FittedData(
        rows, cols, DataHash.sha256(drawn.rows()), all, columnNames, null, chosen);
  }

  /**
   * The record for a model fitted to a sample of these rows and extended to all.
   *
   * @param size of the sample, as the option had it
   */
  public FittedData sampled(String size) {
    Map<String, String> all = new TreeMap<>(preparation);
    all.put(SAMPLE, size);
    return new FittedData(rows, cols, hash, all, columnNames, ids, chosen);
  }

  /**
   * The record for a model whose fit began with the features of another.
   *
   * @param of which one it was, in words
   */
  public FittedData started(String of) {
    Map<String, String> all = new TreeMap<>(preparation);
    all.put(START, of);
    return new FittedData(rows, cols, hash, all, columnNames, ids, chosen);
  }

  /** The record for a model whose number of features these data have chosen. */
  public FittedData withChosen(@Nullable ChosenCount count) {
    return new FittedData(rows, cols, hash, preparation, columnNames, ids, count);
  }

  /** Returns this record with further entries of {@link #preparation}. */
  public FittedData withPreparation(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(preparation);
    all.putAll(more);
    return new FittedData(rows, cols, hash, all, columnNames, ids, chosen);
  }

  /** A model's record of {@code options} and of the preparation of its data. */
  public static Map<String, String> prepared(FitOptions options, Map<String, String> preparation) {
    Map<String, String> all = new TreeMap<>(options.words());
    all.putAll(preparation);
    return all;
  }

  /**
   * A model's record of the preparation of data read so; of a resample, if above 0.
   *
   * @param reading how they were read from their file
   */
  public static Map<String, String> preparation(ReadOptions reading, int resample) {
    Map<String, String> all = new TreeMap<>();
    all.put(SCALE_BY, Double.toString(reading.scaleBy()));
    if (reading.missing().allowed()) {
      all.put(MISSING, reading.missing().toString());
    }
    TableLayout layout = reading.layout();
    if (layout.ids() != null) {
      all.put(IDS, layout.ids());
    }
    if (!layout.labels().isEmpty()) {
      all.put(LABELS, String.join(",", layout.labels()));
    }
    if (!layout.dropped().isEmpty()) {
      all.put(DROPPED, String.join(",", layout.dropped()));
    }
    if (layout.triplets()) {
      all.put(TRIPLETS, "true");
    }
    if (!layout.entryColumns().isEmpty()) {
      all.put(COLUMNS_AS, String.join(",", layout.entryColumns()));
    }
    if (resample > 0) {
      all.put(BOOTSTRAP, Integer.toString(resample));
    }
    return all;
  }
}
