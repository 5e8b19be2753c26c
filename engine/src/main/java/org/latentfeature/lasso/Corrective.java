package org.latentfeature.lasso;

/** Solver of the convex problem over the current atoms, the fully corrective step. */
public enum Corrective {
  /** Projected Newton steps on the atoms' weights c: few steps, whatever the number of atoms. */
  NEWTON,
  /** Block coordinate descent on the rows of V, the group-lasso form. */
  BCD,
  /** The paper's proximal gradient updates on c (eq. 9). */
  PROXIMAL
}
