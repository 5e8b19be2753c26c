package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BlockReader;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.Rows;

/**
 * A format that needs no plug-in. {@link #ALL} is where a new one is added.
 *
 * @param names of the format
 * @param traits of its files
 * @param reading reads a file
 * @param sizing finds the size of the matrix in a file
 * @param inBlocks reads a file block by block; null if that cannot be
 */
record BuiltInFormat(
    List<String> names,
    Set<Trait> traits,
    Reading reading,
    Sizing sizing,
    @Nullable InBlocks inBlocks)
    implements MatrixFormat {

  /** As {@link MatrixFormat#read}. */
  @FunctionalInterface
  interface Reading {
    Dataset read(Path path, ReadOptions options, WorkListener listener) throws IOException;
  }

  /** As {@link MatrixFormat#read}, where there are no names. */
  @FunctionalInterface
  interface RowReading {
    Rows read(Path path, ReadOptions options, WorkListener listener) throws IOException;
  }

  /** As {@link MatrixFormat#shape}. */
  @FunctionalInterface
  interface Sizing {
    MatrixShape shape(Path path, ReadOptions options) throws IOException;
  }

  /** As {@link MatrixFormat#blocks}. */
  @FunctionalInterface
  interface Opening {
    BlockReader open(Path path, ReadOptions options, WorkListener listener) throws IOException;
  }

  /** As {@link MatrixFormat#isLarger}. */
  @FunctionalInterface
  interface Weighing {
    boolean isLarger(Path path, ReadOptions options, long most) throws IOException;
  }

  /**
   * How rows that stay in their file are read.
   *
   * @param compressed whether also where the file is compressed, which is read from its start
   * @param opening opens a file
   * @param weighing compares its matrix with the memory
   */
  record InBlocks(boolean compressed, Opening opening, Weighing weighing) {}

  static final List<MatrixFormat> ALL =
      List.of(
          of("npy", Set.of(Trait.STREAMED), rows(NpyReader::read), (p, o) -> NpyReader.shape(p))
              .inBlocks(
                  false,
                  (p, o, l) -> NpyBlocks.open(p, o),
                  (p, o, most) -> NpyReader.shape(p).bytes() > most),
          of(
                  "npz",
                  Set.of(Trait.ENTRIES),
                  (p, o, l) -> NpzReader.read(p, o),
                  (p, o) -> NpzReader.shape(p, o.entry()))
              .inBlocks(
                  false,
                  (p, o, l) -> SparseDensity.chosen(NpzReader.blocks(p, o), o),
                  (p, o, most) -> NpzReader.sparseBytes(p, o).orElse(0) > most),
          of(
              "csv tsv txt",
              Set.of(Trait.STREAMED, Trait.TEXT_TABLE, Trait.TEXT_MARKS, Trait.NAMED_COLUMNS),
              BuiltInFormat::readTable,
              BuiltInFormat::tableShape),
          of(
                  "libsvm svm svmlight",
                  Set.of(Trait.STREAMED, Trait.OPEN_ROWS),
                  rows(LibsvmReader::read),
                  LibsvmReader::shape)
              .inBlocks(
                  true,
                  (p, o, l) -> SparseDensity.chosen(LibsvmReader.blocks(p, o, l), o),
                  LibsvmReader::isLarger),
          of(
                  "mtx",
                  Set.of(Trait.STREAMED),
                  (p, o, l) -> SparseDensity.chosen(MatrixMarketReader.read(p, o, l), o),
                  (p, o) -> MatrixMarketReader.shape(p))
              .inBlocks(
                  true,
                  (p, o, l) -> SparseDensity.chosen(MatrixMarketReader.blocks(p, o, l), o),
                  (p, o, most) -> MatrixMarketReader.bytes(p, o) > most),
          of(
              "raw",
              Set.of(Trait.STREAMED, Trait.TEXT_MARKS, Trait.NAMED_COLUMNS),
              BuiltInFormat::readCounts,
              BuiltInFormat::countsShape),
          new ArffFormat(),
          of("bed", Set.of(), genotypes("bed"), genotypesShape("bed")),
          of("ped", Set.of(), genotypes("ped"), genotypesShape("ped")),
          of("vcf", Set.of(Trait.STREAMED), genotypes("vcf"), genotypesShape("vcf")),
          of(
              "structure str stru",
              Set.of(Trait.STREAMED, Trait.TEXT_MARKS),
              genotypes("structure"),
              genotypesShape("structure")));

  private static BuiltInFormat of(String names, Set<Trait> traits, Reading reading, Sizing sizing) {
    return new BuiltInFormat(List.of(names.split(" ", -1)), traits, reading, sizing, null);
  }

  private BuiltInFormat inBlocks(boolean compressed, Opening opening, Weighing weighing) {
    return new BuiltInFormat(
        names, traits, reading, sizing, new InBlocks(compressed, opening, weighing));
  }

  private static Reading rows(RowReading reading) {
    return (path, options, listener) -> new Dataset(reading.read(path, options, listener), null);
  }

  private static Dataset readTable(Path path, ReadOptions options, WorkListener listener)
      throws IOException {
    return options.layout().triplets()
        ? TripletReader.read(path, options, listener)
        : DelimitedReader.read(path, options, listener);
  }

  private static MatrixShape tableShape(Path path, ReadOptions options) throws IOException {
    return options.layout().triplets()
        ? TripletReader.shape(path, options)
        : DelimitedReader.shape(path, options);
  }

  private static Dataset readCounts(Path path, ReadOptions options, WorkListener listener)
      throws IOException {
    return DelimitedReader.read(path, ofCounts(options), listener);
  }

  private static MatrixShape countsShape(Path path, ReadOptions options) throws IOException {
    return DelimitedReader.shape(path, ofCounts(options));
  }

  /** A table of PLINK's counts of alleles, which begins with six columns of other things. */
  private static ReadOptions ofCounts(ReadOptions options) {
    TableLayout layout = options.layout();
    String ids = layout.ids() == null ? "IID" : layout.ids();
    List<String> labels = new ArrayList<>(List.of("IID", "FID", "PHENOTYPE"));
    List<String> dropped = new ArrayList<>(List.of("PAT", "MAT", "SEX"));
    // What the layout says of a column goes before what is usual.
    labels.removeAll(layout.columns());
    labels.remove(ids);
    dropped.removeAll(layout.columns());
    labels.addAll(layout.labels());
    dropped.addAll(layout.dropped());
    return options.withFormat("txt").withLayout(layout.withColumns(ids, labels, dropped));
  }

  private static Reading genotypes(String format) {
    return (path, options, listener) ->
        GenotypeFile.read(path, format, options.missing(), listener).dataset(options, path);
  }

  private static Sizing genotypesShape(String format) {
    return (path, options) -> GenotypeFile.shape(path, format);
  }

  @Override
  public Dataset read(Path path, ReadOptions options, WorkListener listener) throws IOException {
    return reading.read(path, options, listener);
  }

  @Override
  public MatrixShape shape(Path path, ReadOptions options) throws IOException {
    return sizing.shape(path, options);
  }

  @Override
  public BlockReader blocks(Path path, ReadOptions options, WorkListener listener)
      throws IOException {
    InBlocks some = ofFile(path);
    return some == null
        ? MatrixFormat.super.blocks(path, options, listener)
        : some.opening().open(path, options, listener);
  }

  @Override
  public boolean isLarger(Path path, ReadOptions options, long most) throws IOException {
    InBlocks some = ofFile(path);
    return some != null && some.weighing().isLarger(path, options, most);
  }

  private @Nullable InBlocks ofFile(Path path) {
    boolean isRead =
        inBlocks != null && (inBlocks.compressed() || CompressedFile.of(path).isEmpty());
    return isRead ? inBlocks : null;
  }
}
