package org.latentfeature.lasso;

/** Method of finding a factorisation with K features. */
public enum Method {
  /**
   * The convex fit, rounded to K atoms, refitted and refined. Often exact if there is a ground
   * truth.
   */
  LASSO,
  /** Feature after feature on the residual, each refined jointly. Best if there is none. */
  PATH,
  /**
   * The best of these, of columns and cumulants searched first and of exchanges and chains, by
   * squared error.
   */
  BEST,
  /**
   * As published, for comparison: the convex fit, its K atoms of largest c_k‖v_k‖² every ten steps,
   * W by least squares on them, without refinement. {@link LassoOptions#paper} sets the rest.
   */
  PAPER
}
