package example;

import java.util.Random;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.Matrix;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.fit.model.CodedRows;

/** Draws rows that are sums of four binary features and noise, and finds the features. */
public final class Main {

  private static final int FEATURES = 4;

  private Main() {}

  public static void main(String[] arguments) {
    Matrix x = Matrix.of(rows(600, 20, new Random(1)));
    try (Backend backend = Backends.auto()) {
      System.out.println(backend);
      LassoResult fit = new LatentFeatureLasso(backend, FEATURES).fit(x.view(0, 500));
      System.out.println(fit);
      LassoModel model = fit.toModel();
      CodedRows coded = model.transform(backend, x.view(500, 100));
      System.out.println("new rows: " + coded);
      boolean[][] z = coded.z().toArray();
      System.out.println("the first of them has feature 1: " + z[0][0]);
    }
  }

  private static double[][] rows(int count, int columns, Random random) {
    double[][] features = new double[FEATURES][columns];
    for (double[] feature : features) {
      for (int j = 0; j < columns; j++) {
        feature[j] = random.nextGaussian();
      }
    }
    double[][] rows = new double[count][columns];
    for (double[] row : rows) {
      for (double[] feature : features) {
        boolean has = random.nextBoolean();
        for (int j = 0; j < columns; j++) {
          row[j] += has ? feature[j] : 0;
        }
      }
      for (int j = 0; j < columns; j++) {
        row[j] += 0.1 * random.nextGaussian();
      }
    }
    return rows;
  }
}
