package org.latentfeature.lasso;

/** How a factorisation with K features is reached. */
public enum Method {
  /** The convex fit, rounded to K atoms, refitted and refined. Exact where there is a truth. */
  LASSO,
  /** Feature after feature on the residual, each refined jointly. Best where there is none. */
  PATH,
  /** Whichever of the two leaves the lower squared error. */
  BEST,
  /**
   * As published, for comparison: the convex fit at one penalty, its K atoms of largest c_k‖v_k‖²,
   * W by least squares on them, and nothing refined. {@link LassoOptions#paper} has the rest.
   */
  PAPER
}
