package org.latentfeature.evidence.rivals;

import java.util.Arrays;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.io.image.Plane;

/**
 * Denoises by least total variation (Rudin, Osher &amp; Fatemi 1992), by the dual projection of
 * Chambolle (2004):
 *
 * <pre>u = g − λ div p,   p ← (p + τ v) / (1 + τ |v|),   v = ∇(div p − g / λ)</pre>
 *
 * which minimises Σ |∇u| + ‖u − g‖² / (2λ) over u. Differences are forward ones, 0 across the
 * image's border. |·| is the length of the gradient, or anisotropic: the sum of its entries'
 * absolute values, each entry of p then being projected for itself.
 */
public final class TotalVariation {

  /** Step τ; Chambolle proves convergence up to 1/8 and observes it up to 1/4. */
  private static final double STEP = 0.25;

  private static final int MOST_ITERATIONS = 3000;

  /** Iterations from one test of convergence, and change of λ, to the next. */
  private static final int STRIDE = 10;

  /** Share of the objective that the result may lie above its optimum. */
  private static final double TOLERANCE = 1e-4;

  /** Share by which the residual's deviation may differ from σ. */
  private static final double CLOSE = 1e-4;

  /** Factor by which λ changes at most. */
  private static final double LEAP = 2;

  private final Norm norm;
  private final int rows;
  private final int cols;
  private final double[] noisy;
  private final double[] down;
  private final double[] across;
  private final double[] divergence;
  private double lambda;

  /** The length of a gradient. */
  public enum Norm {
    /** √(v² + h²). */
    ISOTROPIC,
    /** |v| + |h|. */
    ANISOTROPIC;

    double of(double vertical, double horizontal) {
      return this == ISOTROPIC
          ? Math.sqrt(vertical * vertical + horizontal * horizontal)
          : Math.abs(vertical) + Math.abs(horizontal);
    }
  }

  private TotalVariation(Plane plane, Norm norm, double lambda) {
    this.norm = norm;
    rows = plane.rows();
    cols = plane.cols();
    noisy = new double[rows * cols];
    for (int i = 0; i < noisy.length; i++) {
      noisy[i] = plane.values()[i];
    }
    down = new double[noisy.length];
    across = new double[noisy.length];
    divergence = new double[noisy.length];
    this.lambda = lambda;
  }

  /**
   * The plane of least total variation whose mean squared distance from {@code noisy} is σ²; with
   * Chambolle's rule for λ, σ √N / ‖div p‖. If no plane is that far, the mean everywhere.
   *
   * @param sigma standard deviation of the noise, above 0
   * @throws org.latentfeature.base.progress.StoppedException once {@code stop} is set
   */
  public static Plane denoise(Plane noisy, Norm norm, double sigma, StopSignal stop) {
    TotalVariation variation = new TotalVariation(noisy, norm, sigma);
    double mean = variation.mean();
    if (variation.distance(mean) <= sigma * sigma * variation.noisy.length) {
      Plane flat = new Plane(noisy.rows(), noisy.cols());
      Arrays.fill(flat.values(), (float) mean);
      return flat;
    }
    return variation.run(sigma, stop);
  }

  /**
   * The plane that minimises Σ |∇u| + ‖u − g‖² / (2λ).
   *
   * @param lambda λ, above 0
   * @throws org.latentfeature.base.progress.StoppedException once {@code stop} is set
   */
  static Plane minimise(Plane noisy, Norm norm, double lambda, StopSignal stop) {
    return new TotalVariation(noisy, norm, lambda).run(Double.NaN, stop);
  }

  /** Iterates until the plane has converged, and adapts λ to {@code sigma} unless that is NaN. */
  private Plane run(double sigma, StopSignal stop) {
    boolean done = false;
    for (int iteration = 1; iteration <= MOST_ITERATIONS && !done; iteration++) {
      stop.check();
      ascend();
      diverge();
      if (iteration % STRIDE == 0) {
        double share = Double.isNaN(sigma) ? 1 : sigma / (lambda * deviation());
        done = isConverged() && Math.abs(share - 1) <= CLOSE;
        lambda *= Math.max(1 / LEAP, Math.min(LEAP, share));
      }
    }
    Plane result = new Plane(rows, cols);
    for (int i = 0; i < noisy.length; i++) {
      result.values()[i] = (float) at(i);
    }
    return result;
  }

  /** Returns {@code g − λ div p} at pixel i. */
  private double at(int i) {
    return noisy[i] - lambda * divergence[i];
  }

  /** A step of p. */
  private void ascend() {
    double scale = -1 / lambda;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        int here = i * cols + j;
        double value = at(here);
        double vertical = i + 1 < rows ? scale * (at(here + cols) - value) : 0;
        double horizontal = j + 1 < cols ? scale * (at(here + 1) - value) : 0;
        boolean isJoint = norm == Norm.ISOTROPIC;
        double length = norm.of(vertical, horizontal);
        double first = isJoint ? length : Math.abs(vertical);
        double second = isJoint ? length : Math.abs(horizontal);
        down[here] = (down[here] + STEP * vertical) / (1 + STEP * first);
        across[here] = (across[here] + STEP * horizontal) / (1 + STEP * second);
      }
    }
  }

  /** The divergence of p, the negative adjoint of the differences. */
  private void diverge() {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        int here = i * cols + j;
        double sum = down[here] + across[here];
        sum -= i > 0 ? down[here - cols] : 0;
        sum -= j > 0 ? across[here - 1] : 0;
        divergence[here] = sum;
      }
    }
  }

  /** Returns whether the duality gap Σ |∇u| + Σ p·∇u is a small share of the objective. */
  private boolean isConverged() {
    double gap = 0;
    double variation = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        int here = i * cols + j;
        double vertical = i + 1 < rows ? at(here + cols) - at(here) : 0;
        double horizontal = j + 1 < cols ? at(here + 1) - at(here) : 0;
        double length = norm.of(vertical, horizontal);
        variation += length;
        gap += length + down[here] * vertical + across[here] * horizontal;
      }
    }
    double deviation = deviation();
    double objective = variation + noisy.length * lambda * deviation * deviation / 2;
    return gap <= TOLERANCE * objective;
  }

  /** Root of the mean square of div p. */
  private double deviation() {
    double sum = 0;
    for (double value : divergence) {
      sum += value * value;
    }
    return Math.sqrt(sum / divergence.length);
  }

  private double mean() {
    double sum = 0;
    for (double value : noisy) {
      sum += value;
    }
    return sum / noisy.length;
  }

  /** Squared, of {@code noisy} from one value everywhere. */
  private double distance(double value) {
    double sum = 0;
    for (double pixel : noisy) {
      sum += (pixel - value) * (pixel - value);
    }
    return sum;
  }
}
