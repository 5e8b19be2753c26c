package org.latentfeature.report.fit;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.report.picture.FeatureScale;
import org.latentfeature.report.picture.PictureShape;
import org.latentfeature.step.coding.Codes;

/** Fits that pages are made of. */
final class TestFits {

  private static final int ROWS = 60;
  private static final int COLUMNS = 6;

  private TestFits() {}

  /** The same with names of rows and features, and rows of two labels. */
  static ReportedFit named() {
    ReportedFit fit = withComplement(null);
    return new ReportedFit(
        fit.manifest().withFeatureNames(List.of("beard", "", "<dark> glasses")),
        fit.w(),
        fit.x(),
        fit.codes(),
        false,
        fit.columnNames(),
        new RowNames(
            IntStream.rangeClosed(1, ROWS).mapToObj(i -> i == 7 ? "" : "who " + i).toList(),
            Map.of(
                "land",
                IntStream.range(0, ROWS).mapToObj(i -> i < 45 ? "north" : "so & so").toList())),
        null,
        FeatureScale.SHARED,
        fit.kind());
  }

  /** Three features of 60 rows and 6 columns, the second the complement of the first. */
  static ReportedFit withComplement(@Nullable PictureShape shape) {
    RandomFit random = RandomFit.of(ROWS, COLUMNS, 3, .1, 5);
    BinaryMatrix z = random.z().replace(1, random.z().column(0).complement());
    Matrix x = Matrix.allocate(ROWS, COLUMNS);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        // What the second feature adds or takes away by being another one.
        double change =
            ((z.get(i, 1) ? 1 : 0) - (random.z().get(i, 1) ? 1 : 0)) * random.w().get(1, j);
        x.set(i, j, (float) (random.x().get(i, j) + change));
      }
    }
    Manifest manifest =
        new Manifest(
            Manifest.CURRENT_FORMAT,
            "latent-feature-lasso",
            "lfm test",
            Map.of("k", "3"),
            17,
            new BackendInfo("java", "a device", 1, Map.of("java", "17")),
            ROWS,
            COLUMNS,
            3,
            "abc",
            "lasso",
            .1,
            Map.of(),
            Ending.CONVERGED,
            List.of(
                new Manifest.TracePoint("lasso", 1, 1, 2, 2, 1),
                new Manifest.TracePoint("lasso", 2, 2, 1, 2, 1)),
            Map.of("total", 1.5),
            null,
            null,
            null,
            null);
    return new ReportedFit(
        manifest,
        random.w(),
        x,
        Codes.binary(z),
        false,
        shape == null ? List.of("age", "", "<b>", "höhe", "a b", "last one") : null,
        shape,
        FeatureScale.SHARED,
        new ReportedLasso(null));
  }
}
