/**
 * Dense double-precision algebra of size K×K and K×D, for the outer loops on the host.
 *
 * <p>API: {@link Dense}.
 *
 * <p>SPI: {@link Algebra}, {@link Cholesky}, {@link GammaFunctions}, {@link LeadingEigenvectors},
 * {@link Orthonormal}, {@link PivotedCholesky}, {@link Polar}, {@link SquaredNorm}, {@link
 * SymmetricEigen}, {@link SymmetricEigenvalues}.
 */
@NullMarked
package org.latentfeature.base.linalg;

import org.jspecify.annotations.NullMarked;
