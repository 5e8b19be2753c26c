package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.WritableGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.ScipyWriter;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.format.Mat5File;

/**
 * The table of docs/formats.md, "What each keeps besides the numbers", cell by cell: a file of each
 * format is written as other programs write it and fitted by the command. What a cell names has its
 * effect, what an empty cell does not name is absent or refused, and a file that was cut is refused
 * by name. A row of the table without a proof fails, and so does a proof without a row.
 */
class FormatTableTest {

  private static final Path PAGE = Path.of("../docs/formats.md");

  /** Rows and columns; a row has one entry, so that less than 5 % are not zero. */
  private static final int SIZE = 24;

  private static final List<String> HEADINGS =
      List.of(
          "",
          "names of rows",
          "labels",
          "names of columns",
          "missing entries",
          "sparse rows",
          "larger than memory");

  /** Formats by the row of the table that tells of them. */
  private enum Form {
    NPY("`.npy`", "x.npy", 1000, "nan") {
      @Override
      void write(Path file, String mark, boolean sparse) {
        NpyWriter.write(matrix(mark), file);
      }
    },
    NPZ("`.npz` of arrays", "x.npz", 100, "nan") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        Path array = file.resolveSibling("array.npy");
        NpyWriter.write(matrix(mark), array);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
          zip.putNextEntry(new ZipEntry("X.npy"));
          zip.write(Files.readAllBytes(array));
        }
      }
    },
    SCIPY("`.npz` of scipy", "x.npz", 100, "nan") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        Path text = file.resolveSibling("scipy.svm");
        LIBSVM.write(text, mark, true);
        ReadOptions options =
            ReadOptions.DEFAULT.withSparse(true).withMissing(MissingCode.NAN).withColumns(SIZE);
        ScipyWriter.write((SparseRows) MatrixReader.read(text, options).rows(), file);
      }
    },
    CSV("`.csv`, `.tsv`, `.txt`", "x.csv", 6, "", "NA", "-9", "k.A.") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        table(file, ",", mark);
      }
    },
    TSV("`.csv`, `.tsv`, `.txt`", "x.tsv", 6, "", "NA", "-9", "k.A.") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        table(file, "\t", mark);
      }
    },
    TXT("`.csv`, `.tsv`, `.txt`", "x.txt", 6, "NA", "-9", "k.A.") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        table(file, "  ", mark);
      }
    },
    TRIPLETS("triplets", "x.csv", 2, "") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        lines(
            file,
            "who,what,value",
            i ->
                IntStream.range(0, SIZE)
                    .filter(j -> !mark.equals("") || i != 0 || j != 1)
                    .mapToObj(j -> "r%d,c%d,%d".formatted(i + 1, j + 1, value(i, j)))
                    .collect(Collectors.joining("\n")));
      }
    },
    LIBSVM("`.libsvm`", "x.libsvm", 2, "nan") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        lines(
            file,
            "",
            i ->
                "0 %d:%d%s"
                    .formatted(i + 1, value(i, i), i == 0 && !isKnown(mark) ? " 2:" + mark : ""));
      }
    },
    MTX("`.mtx`", "x.mtx", 8, "nan") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        int entries = isKnown(mark) ? SIZE : SIZE + 1;
        lines(
            file,
            "%%MatrixMarket matrix coordinate real general\n"
                + "%d %d %d".formatted(SIZE, SIZE, entries),
            i ->
                "%d %d %d%s"
                    .formatted(
                        i + 1,
                        i + 1,
                        value(i, i),
                        i == 0 && !isKnown(mark) ? "\n1 2 " + mark : ""));
      }
    },
    MAT("`.mat`", "x.mat", 60, "nan") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        if (sparse) {
          // As MATLAB saves it by -v7.3.
          try (WritableHdfFile out = HdfFile.write(file)) {
            WritableGroup x = out.putGroup("X");
            x.putAttribute("MATLAB_sparse", (long) SIZE);
            x.putDataset("data", diagonal());
            x.putDataset("ir", IntStream.range(0, SIZE).asLongStream().toArray());
            x.putDataset("jc", IntStream.rangeClosed(0, SIZE).asLongStream().toArray());
          }
          return;
        }
        us.hebi.matlab.mat.types.Matrix x = Mat5.newMatrix(SIZE, SIZE);
        float[][] values = matrix(mark).toArray();
        for (int i = 0; i < SIZE; i++) {
          for (int j = 0; j < SIZE; j++) {
            x.setDouble(i, j, values[i][j]);
          }
        }
        try (Mat5File out = Mat5.newMatFile()) {
          out.addArray("X", x);
          Mat5.writeToFile(out, file.toFile());
        }
      }
    },
    HDF5("`.h5`, `.hdf5`", "x.h5", 900, "nan") {
      @Override
      void write(Path file, String mark, boolean sparse) {
        try (WritableHdfFile out = HdfFile.write(file)) {
          array(out, mark, sparse);
        }
      }
    },
    HDF5_LONG("`.h5`, `.hdf5`", "x.hdf5", 900, "nan") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        HDF5.write(file, mark, sparse);
      }
    },
    H5AD("`.h5ad`", "x.h5ad", 900, "nan") {
      @Override
      void write(Path file, String mark, boolean sparse) {
        try (WritableHdfFile out = HdfFile.write(file)) {
          array(out, mark, sparse);
          WritableGroup obs = out.putGroup("obs");
          obs.putAttribute("_index", "cell");
          obs.putDataset("cell", names("r").toArray(String[]::new));
          WritableGroup kind = obs.putGroup("pop");
          kind.putDataset("categories", new String[] {"B", "T"});
          kind.putDataset("codes", new byte[SIZE]);
          WritableGroup variables = out.putGroup("var");
          variables.putAttribute("_index", "gene");
          variables.putDataset("gene", names("c").toArray(String[]::new));
        }
      }
    },
    ARFF("`.arff`", "x.arff", 6, "?") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        lines(
            file,
            "@relation x\n@attribute who string\n@attribute pop {A,B}\n"
                + names("c").stream()
                    .map("@attribute %s numeric"::formatted)
                    .collect(Collectors.joining("\n"))
                + "\n@data",
            i -> "r%d,A,".formatted(i + 1) + row(i, mark, ","));
      }
    },
    BED("`.bed`, `.ped`", "x.bed", 6, "nan") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        lines(file.resolveSibling("x.bim"), "", j -> "1\tc%d\t0\t%d\tA\tG".formatted(j + 1, j + 1));
        lines(file.resolveSibling("x.fam"), "", i -> "f\tr%d\t0\t0\t1\t2".formatted(i + 1));
        byte[] bytes = new byte[3 + SIZE * SIZE / 4];
        System.arraycopy(new byte[] {0x6c, 0x1b, 1}, 0, bytes, 0, 3);
        for (int j = 0; j < SIZE; j++) {
          for (int i = 0; i < SIZE; i++) {
            int bits = i == 0 && j == 1 && !isKnown(mark) ? 1 : List.of(3, 2, 0).get(value(i, j));
            bytes[3 + (j * SIZE + i) / 4] |= (byte) (bits << (2 * (i % 4)));
          }
        }
        Files.write(file, bytes);
      }
    },
    PED("`.bed`, `.ped`", "x.ped", 6, "0 0") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        lines(file.resolveSibling("x.map"), "", j -> "1 c%d 0 %d".formatted(j + 1, j + 1));
        lines(
            file,
            "",
            i ->
                "f r%d 0 0 1 2 ".formatted(i + 1)
                    + genotypes(i, mark, List.of("G G", "A G", "A A")));
      }
    },
    RAW("`.raw`", "x.raw", 6, "NA") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        lines(
            file,
            "FID IID PAT MAT SEX PHENOTYPE " + String.join(" ", names("c")),
            i -> "f r%d 0 0 1 2 ".formatted(i + 1) + row(i, mark, " "));
      }
    },
    STR("`.str`, `.stru`", "x.str", 6, "-9 -9") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        lines(
            file,
            String.join(" ", names("c")),
            i -> "r%d 7 ".formatted(i + 1) + genotypes(i, mark, List.of("2 2", "1 2", "1 1")));
      }
    },
    STRU("`.str`, `.stru`", "x.stru", 6, "-9 -9") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        STR.write(file, mark, sparse);
      }
    },
    VCF("`.vcf`", "x.vcf", 6, "./.") {
      @Override
      void write(Path file, String mark, boolean sparse) throws IOException {
        lines(
            file,
            "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\t"
                + String.join("\t", names("r")),
            j ->
                "1\t%d\tc%d\tA\tG\t.\t.\t.\tGT".formatted(j + 1, j + 1)
                    + IntStream.range(0, SIZE)
                        .mapToObj(
                            i ->
                                "\t"
                                    + (i == 0 && j == 1 && !isKnown(mark)
                                        ? mark
                                        : List.of("0/0", "0/1", "1/1").get(value(i, j))))
                        .collect(Collectors.joining()));
      }
    };

    private final String row;
    private final String name;

    /** Bytes at the end of the file that are missing where it was cut. */
    private final int cut;

    /** Marks of a missing entry, with bars between. */
    private final String marks;

    Form(String row, String name, int cut, String... marks) {
      this.row = row;
      this.name = name;
      this.cut = cut;
      this.marks = String.join("|", marks);
    }

    /** Writes X; the second entry of the first row is {@code mark}, or 0 where that is "0". */
    abstract void write(Path file, String mark, boolean sparse) throws IOException;

    /** The options by which its files are read, as the cells of its row have them. */
    List<String> options(List<String> cells) {
      List<String> options = new ArrayList<>();
      if (cells.get(1).startsWith("`--ids`")) {
        options.addAll(List.of("--ids", "who"));
      }
      if (cells.get(2).equals("`--labels`") || cells.get(2).equals("columns of obs")) {
        options.addAll(List.of("--labels", "pop"));
      }
      if (this == TRIPLETS) {
        options.add("--triplets");
      }
      return options;
    }
  }

  @TempDir Path folder = Path.of("");

  private static int value(int i, int j) {
    return i == j ? 1 + i % 2 : 0;
  }

  private static float[] diagonal() {
    float[] values = new float[SIZE];
    for (int i = 0; i < SIZE; i++) {
      values[i] = value(i, i);
    }
    return values;
  }

  private static boolean isKnown(String mark) {
    return mark.equals("0");
  }

  private static Matrix matrix(String mark) {
    Matrix x = Matrix.allocate(SIZE, SIZE);
    for (int i = 0; i < SIZE; i++) {
      x.set(i, i, value(i, i));
    }
    if (!isKnown(mark)) {
      x.set(0, 1, Float.NaN);
    }
    return x;
  }

  private static List<String> names(String letter) {
    return IntStream.rangeClosed(1, SIZE).mapToObj(i -> letter + i).toList();
  }

  private static String row(int i, String mark, String separator) {
    return IntStream.range(0, SIZE)
        .mapToObj(j -> i == 0 && j == 1 ? mark : Integer.toString(value(i, j)))
        .collect(Collectors.joining(separator));
  }

  private static String genotypes(int i, String mark, List<String> byCount) {
    return IntStream.range(0, SIZE)
        .mapToObj(j -> i == 0 && j == 1 && !isKnown(mark) ? mark : byCount.get(value(i, j)))
        .collect(Collectors.joining(" "));
  }

  private static void table(Path file, String separator, String mark) throws IOException {
    lines(
        file,
        String.join(separator, "who", "pop", String.join(separator, names("c"))),
        i -> String.join(separator, "r" + (i + 1), "A", row(i, mark, separator)));
  }

  private static void lines(Path file, String header, IntFunction<String> line) throws IOException {
    Stream<String> all = IntStream.range(0, SIZE).mapToObj(line);
    Files.write(file, Stream.concat(Stream.of(header).filter(h -> !h.isEmpty()), all).toList());
  }

  private static void array(WritableHdfFile out, String mark, boolean sparse) {
    if (!sparse) {
      out.putDataset("X", matrix(mark).toArray());
      return;
    }
    WritableGroup x = out.putGroup("X");
    x.putAttribute("encoding-type", "csr_matrix");
    x.putAttribute("shape", new long[] {SIZE, SIZE});
    x.putDataset("data", diagonal());
    x.putDataset("indices", IntStream.range(0, SIZE).toArray());
    x.putDataset("indptr", IntStream.rangeClosed(0, SIZE).asLongStream().toArray());
  }

  /** The rows of the table with their cells; the first names the formats. */
  private static List<List<String>> table() throws IOException {
    List<List<String>> table = new ArrayList<>();
    boolean isTable = false;
    for (String line : Files.readAllLines(PAGE)) {
      isTable |= line.startsWith("What each keeps besides the numbers");
      if (isTable && line.startsWith("|") && !line.startsWith("|---")) {
        String[] cells = line.substring(1, line.lastIndexOf('|')).split("\\|", -1);
        table.add(Arrays.stream(cells).map(String::strip).toList());
      } else if (!table.isEmpty() && !line.startsWith("|")) {
        return table;
      }
    }
    return table;
  }

  private static List<String> cells(Form form) throws IOException {
    return table().stream()
        .filter(cells -> cells.get(0).equals(form.row))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row " + form.row + " in " + PAGE));
  }

  /** Each extension that the table names has files here, but for those of the plug-in. */
  @Test
  void noRowIsWithoutAProof() throws IOException {
    List<List<String>> table = table();
    assertEquals(HEADINGS, table.get(0));
    Pattern extension = Pattern.compile("`(\\.\\w+)`");
    for (List<String> cells : table.subList(1, table.size())) {
      assertEquals(HEADINGS.size(), cells.size(), cells::toString);
      if (cells.get(0).equals("`.parquet`, `.json`")) {
        // Proven with the plug-in, by DuckDbFormatTest; without it the way to it is named.
        Path file = Files.writeString(folder.resolve("x.parquet"), "PAR1");
        fit(file).fails("x.parquet needs the plug-in lfm-parquet");
        continue;
      }
      List<Form> forms =
          Arrays.stream(Form.values()).filter(form -> form.row.equals(cells.get(0))).toList();
      assertFalse(forms.isEmpty(), () -> "no proof of the row " + cells.get(0));
      Matcher named = extension.matcher(cells.get(0));
      while (named.find()) {
        String of = named.group(1);
        assertTrue(forms.stream().anyMatch(form -> form.name.endsWith(of)), () -> of);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void namesLabelsAndNumbers(Form form) throws IOException {
    List<String> cells = cells(form);
    Path file = folder.resolve(form.name);
    form.write(file, "0", false);
    List<String> options = form.options(cells);
    Run run = fit(file, words(options, "--dense")).succeeds();
    Manifest manifest = manifest();
    assertEquals(DataHash.sha256(expected(form)), manifest.dataHash(), "the numbers");
    boolean sorts = form == Form.TRIPLETS;
    assertEquals(cells.get(1).isEmpty() ? null : sorted("r", sorts), manifest.rowIds());
    assertEquals(cells.get(3).isEmpty() ? null : sorted("c", sorts), manifest.columnNames());
    String labels =
        cells.get(2).contains("labels") || cells.get(2).equals("columns of obs")
            ? "pop"
            : cells.get(2);
    if (labels.isEmpty()) {
      assertFalse(run.err().contains("labelled by"), run.err());
      fit(file, words(options, "--labels", "1")).fails(form.name);
    } else {
      assertTrue(run.err().contains("labelled by " + labels + "\n"), run.err());
    }
  }

  /** Other forms of names: an index as R and pandas write it, and times. */
  @Test
  void anIndexOrTimesNameTheRows() throws IOException {
    assertEquals("`--ids`, index, times", cells(Form.CSV).get(1));
    Path file = folder.resolve("x.csv");
    lines(
        file, "," + String.join(",", names("c")), i -> "r%d,".formatted(i + 1) + row(i, "0", ","));
    fit(file).succeeds();
    assertEquals(names("r"), manifest().rowIds());
    lines(
        file,
        "time," + String.join(",", names("c")),
        i -> "%02d:00,".formatted(i) + row(i, "0", ","));
    fit(file).succeeds();
    assertEquals("07:00", Objects.requireNonNull(manifest().rowIds()).get(7));
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void missingEntries(Form form) throws IOException {
    List<String> cells = cells(form);
    assertFalse(cells.get(4).isEmpty(), "no format is without missing entries today");
    Path file = folder.resolve(form.name);
    List<String> options = words(form.options(cells), "--dense");
    for (String mark : form.marks.split("[|]", -1)) {
      form.write(file, mark, false);
      boolean isCode = mark.equals("-9") || mark.equals("k.A.");
      if (form == Form.TRIPLETS) {
        fit(file, options).succeeds();
      } else if (!mark.equals("-9")) {
        fit(file, options).fails(form.name);
      }
      fit(file, words(options, "--missing", isCode ? mark : "nan")).succeeds();
      assertEquals(
          Integer.toString(SIZE * SIZE - 1),
          manifest().options().get("known-entries"),
          () -> form + " with " + mark);
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void sparseRows(Form form) throws IOException {
    List<String> cells = cells(form);
    boolean isSparse = !cells.get(5).isEmpty();
    Path file = folder.resolve(form.name);
    form.write(file, "0", isSparse);
    Run run = fit(file, form.options(cells)).succeeds();
    assertEquals(isSparse, run.err().contains("the rows stay sparse"), run::err);
    run = fit(file, words(form.options(cells), "--dense")).succeeds();
    assertFalse(run.err().contains("the rows stay sparse"), run.err());
    assertEquals(DataHash.sha256(expected(form)), manifest().dataHash());
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void largerThanMemory(Form form) throws IOException {
    List<String> cells = cells(form);
    String cell = cells.get(6);
    Path file = folder.resolve(form.name);
    form.write(file, "0", false);
    if (cell.equals("refused")) {
      assertIsRefused(file);
      return;
    }
    assertTrue(cell.startsWith("in blocks of rows"), cell);
    Run run = fit(file, words(form.options(cells), "--memory", "1")).succeeds();
    assertTrue(run.err().contains("read block by block"), run.err());
    if (cell.endsWith("unless compressed")) {
      Path zipped = folder.resolve(form.name + ".gz");
      try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
        out.write(Files.readAllBytes(file));
      }
      assertIsRefused(zipped);
    }
    if (cell.endsWith("if in their order")) {
      List<String> lines = new ArrayList<>(Files.readAllLines(file));
      lines.add(lines.remove(2));
      Files.write(file, lines);
      fit(file, words(form.options(cells), "--memory", "1")).fails(form.name, "after row");
    }
  }

  private static void assertIsRefused(Path file) throws IOException {
    assertFalse(MatrixReader.isLarger(file, ReadOptions.DEFAULT, 1));
    DataException e =
        assertThrows(
            DataException.class,
            () -> MatrixReader.blocks(file, ReadOptions.DEFAULT, WorkListener.SILENT));
    String said = String.valueOf(e.getMessage());
    assertTrue(
        said.contains(file.getFileName() + " ") && said.contains("read block by block"), said);
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void aFileCutShortIsRefusedByName(Form form) throws IOException {
    Path file = folder.resolve(form.name);
    form.write(file, "0", false);
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - form.cut));
    fit(file, form.options(cells(form))).fails(form.name);
  }

  /** X, with the names of triplets in their order: numbers at the end are text. */
  private static Matrix expected(Form form) {
    Matrix x = matrix("0");
    if (form != Form.TRIPLETS) {
      return x;
    }
    int[] order = sorted("r", true).stream().mapToInt(name -> names("r").indexOf(name)).toArray();
    Matrix sorted = Matrix.allocate(SIZE, SIZE);
    for (int i = 0; i < SIZE; i++) {
      sorted.set(i, i, value(order[i], order[i]));
    }
    return sorted;
  }

  private static List<String> sorted(String letter, boolean sorts) {
    return sorts ? names(letter).stream().sorted().toList() : names(letter);
  }

  private static List<String> words(List<String> options, String... more) {
    return Stream.concat(options.stream(), Stream.of(more)).toList();
  }

  private Run fit(Path file) {
    return fit(file, List.of());
  }

  private Run fit(Path file, List<String> options) {
    List<Object> words =
        new ArrayList<>(
            List.of("fit", file, "-k", 1, "-o", folder.resolve("m.lfm"), "--backend", "java"));
    words.addAll(options);
    return Run.lfm(words.toArray());
  }

  private Manifest manifest() {
    return Estimators.load(folder.resolve("m.lfm")).manifest();
  }
}
