package org.latentfeature.cli.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Files of matrices in every format but {@code .npy}. */
public final class Matrices {

  private Matrices() {}

  /** An {@code .npz} of some arrays, one of them or the whole harmed. */
  public static byte[] npz(Choice choice) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    int arrays = choice.between(1, 2);
    for (int i = 0; i < arrays; i++) {
      String name = choice.oneIn(5) ? choice.token() : i == 0 ? "X.npy" : "Y.npy";
      entries.put(
          name,
          choice.oneIn(2)
              ? NpyFiles.harmed(choice, false)
              : NpyFiles.valid(choice, choice.between(3, 8), 3, false));
    }
    byte[] zip = Zips.of(entries, choice.oneIn(2));
    return choice.oneIn(2) ? choice.harmed(zip) : zip;
  }

  /** Text with cells. */
  public static byte[] text(Choice choice) {
    Cells cells = new Cells();
    int rows = choice.between(3, 8);
    int cols = choice.between(1, 5);
    if (choice.oneIn(2)) {
      cells.row(List.of("a", "b", "c", "d", "e").subList(0, cols));
    }
    for (int i = 0; i < rows; i++) {
      List<String> row = new ArrayList<>();
      for (int j = 0; j < cols; j++) {
        String number = Double.toString(Math.rint(choice.normal() * 100) / 50 + 3);
        row.add(choice.oneIn(20) ? '"' + number + '"' : number);
      }
      cells.row(row);
    }
    byte[] bytes =
        cells
            .harm(choice)
            .bytes(choice.of(",", ",", ",", ";", "\t", " "), choice.of("\n", "\n", "\r\n", "\r"));
    return choice.oneIn(4) ? choice.harmed(bytes) : bytes;
  }

  /** Text with indices and values. */
  public static byte[] libsvm(Choice choice) {
    Cells cells = new Cells();
    int rows = choice.between(3, 8);
    for (int i = 0; i < rows; i++) {
      List<String> row = new ArrayList<>(List.of(choice.oneIn(9) ? choice.token() : "1"));
      for (int j = 1; j <= 4; j++) {
        if (!choice.oneIn(3)) {
          String index = choice.oneIn(40) ? choice.token() : Integer.toString(j);
          String value = choice.oneIn(40) ? choice.token() : Double.toString(3 + choice.normal());
          row.add(index + ":" + value);
        }
      }
      cells.row(row);
    }
    byte[] bytes = cells.harm(choice).bytes(" ", "\n");
    return choice.oneIn(4) ? choice.harmed(bytes) : bytes;
  }

  /** People and their loci. */
  public static byte[] genotypes(Choice choice) {
    Cells cells = new Cells();
    int people = choice.between(4, 8);
    List<String> header = new ArrayList<>(List.of("id"));
    for (int l = 0; l < 3; l++) {
      header.add("L" + l + ".1");
      header.add("L" + l + ".2");
    }
    cells.row(header);
    for (int i = 0; i < people; i++) {
      List<String> row = new ArrayList<>(List.of("p" + i));
      for (int l = 0; l < 6; l++) {
        row.add(choice.oneIn(15) ? "-9" : Integer.toString(100 + 2 * choice.below(5)));
      }
      cells.row(row);
    }
    byte[] bytes = cells.harm(choice).bytes(",", "\n");
    return choice.oneIn(4) ? choice.harmed(bytes) : bytes;
  }

  /** Three files of PLINK's, of which one may be harmed; returns the one with the genotypes. */
  static Path plink(Choice choice, Path folder) throws IOException {
    int people = choice.between(4, 9);
    byte[] genotypes = new byte[3 * ((people + 3) / 4)];
    for (int p = 0; p < genotypes.length; p++) {
      genotypes[p] = choice.of((byte) 0, (byte) 0b10_11_00_10, (byte) 0b11_10_10_00, (byte) 0b01);
    }
    byte[] bed = Choice.join(new byte[] {0x6c, 0x1b, 1}, genotypes);
    byte[] bim = text("1 rs%d 0 %1$d A G\n", 3);
    byte[] fam = text("f p%d 0 0 1 -9\n", people);
    int harmed = choice.below(4);
    Files.write(folder.resolve("in.bim"), harmed == 1 ? choice.harmed(bim) : bim);
    Files.write(folder.resolve("in.fam"), harmed == 2 ? choice.harmed(fam) : fam);
    return Files.write(folder.resolve("in.bed"), harmed == 3 ? choice.harmed(bed) : bed);
  }

  /** A variant call file that may be harmed. */
  static byte[] vcf(Choice choice) {
    int people = choice.between(4, 9);
    StringBuilder text = new StringBuilder("##fileformat=VCFv4.2\n");
    text.append("#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT");
    for (int i = 0; i < people; i++) {
      text.append("\tp").append(i);
    }
    for (int j = 0; j < 3; j++) {
      text.append("\n1\t").append(j).append("\trs").append(j).append("\tA\tG\t.\t.\t.\tGT");
      for (int i = 0; i < people; i++) {
        text.append('\t').append(choice.of("0/0", "0|1", "1/1", "1/0", "./."));
      }
    }
    byte[] bytes = text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    return choice.oneIn(3) ? bytes : choice.harmed(bytes);
  }

  /** A file of STRUCTURE, with one line or two for each individual, that may be harmed. */
  static byte[] structure(Choice choice) {
    int people = choice.between(4, 9);
    int lines = choice.between(1, 2);
    StringBuilder text = new StringBuilder(choice.of("", "L1 L2 L3\n", "L1\tL2\tL3\n-1 1 1\n"));
    for (int i = 0; i < people * lines; i++) {
      text.append('p').append(i / lines).append(' ').append(i % 2);
      for (int j = 0; j < 6 / lines; j++) {
        text.append(choice.of(" ", "\t")).append(choice.of("1", "2", "2", "-9"));
      }
      text.append('\n');
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    return choice.oneIn(3) ? bytes : choice.harmed(bytes);
  }

  private static byte[] text(String line, int lines) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= lines; i++) {
      text.append(line.formatted(i));
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** A list of problems on {@code data}. */
  public static byte[] list(Choice choice, String data) {
    List<String> columns = List.of("data", "name", "k", "seed", "penalty", "method");
    List<String> good = List.of(data, "one", "1", "3", "0.1", "lasso");
    int width = choice.between(1, columns.size());
    Cells cells = new Cells().row(columns.subList(0, width));
    int rows = choice.between(1, 3);
    for (int i = 0; i < rows; i++) {
      List<String> row = new ArrayList<>(good.subList(0, width));
      if (width > 1) {
        row.set(1, "n" + i);
      }
      cells.row(row);
    }
    byte[] bytes = cells.harm(choice).bytes("\t", "\n");
    return choice.oneIn(6) ? choice.harmed(bytes) : bytes;
  }
}
