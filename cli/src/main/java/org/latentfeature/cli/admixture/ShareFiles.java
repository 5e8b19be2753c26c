package org.latentfeature.cli.admixture;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.latentfeature.admixture.AdmixtureEstimate;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.io.AtomicFile;

/**
 * Shares and frequencies in the two files that ADMIXTURE writes: no header, six decimals with
 * blanks between them.
 */
final class ShareFiles {

  private ShareFiles() {}

  /**
   * Writes both.
   *
   * @param q a line for each individual, K shares
   * @param p a line for each locus, K frequencies of the counted allele
   */
  static void write(AdmixtureEstimate found, Path q, Path p) {
    AtomicFile.write(q, out -> rows(found.shares().transpose(), out));
    AtomicFile.write(p, out -> rows(found.frequencies(), out));
  }

  private static void rows(Dense matrix, OutputStream out) throws IOException {
    for (int i = 0; i < matrix.rows(); i++) {
      StringBuilder line = new StringBuilder();
      for (int a = 0; a < matrix.cols(); a++) {
        line.append(a > 0 ? " " : "").append(String.format(Locale.ROOT, "%.6f", matrix.get(i, a)));
      }
      out.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    }
  }
}
