package org.latentfeature.io;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.latentfeature.data.AlleleCounts;

/** Writes genotypes as {@link PlinkReader} reads them: three files of one name. */
public final class PlinkWriter {

  private PlinkWriter() {}

  /** Writes the genotypes, {@code .bed}. */
  public static void genotypes(AlleleCounts counts, Path bed) {
    AtomicFile.write(
        bed,
        out -> {
          for (int each : PlinkReader.MAGIC) {
            out.write(each);
          }
          for (int j = 0; j < counts.loci(); j++) {
            out.write(counts.packed(j));
          }
        });
  }

  /** Writes {@code loci} variants L1, L2, … of alleles A and G, {@code .bim}. */
  public static void variants(int loci, Path bim) {
    StringBuilder text = new StringBuilder();
    for (int j = 1; j <= loci; j++) {
      text.append("1\tL%d\t0\t%d\tA\tG\n".formatted(j, j));
    }
    write(text, bim);
  }

  /** Writes individuals i1, i2, … of these families, {@code .fam}. */
  public static void individuals(List<String> families, Path fam) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < families.size(); i++) {
      text.append("%s\ti%d\t0\t0\t0\t-9\n".formatted(families.get(i), i + 1));
    }
    write(text, fam);
  }

  private static void write(StringBuilder text, Path file) {
    AtomicFile.write(file, out -> out.write(text.toString().getBytes(StandardCharsets.UTF_8)));
  }
}
