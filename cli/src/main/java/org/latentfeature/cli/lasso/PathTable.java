package org.latentfeature.cli.lasso;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.lasso.PathResult;

/** The errors of a path as tab-separated text, each number with all its digits. */
final class PathTable {

  private PathTable() {}

  static void write(PathResult path, Path file) {
    StringBuilder text = new StringBuilder("k\trmse\tsvd_bound\tseconds\n");
    for (PathResult.Point point : path.points()) {
      text.append(point.k())
          .append('\t')
          .append(point.rmse())
          .append('\t')
          .append(point.svdBound())
          .append('\t')
          .append(point.seconds())
          .append('\n');
    }
    AtomicFile.write(file, out -> out.write(text.toString().getBytes(StandardCharsets.UTF_8)));
  }
}
