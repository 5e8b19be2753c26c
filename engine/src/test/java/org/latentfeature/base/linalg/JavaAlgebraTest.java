package org.latentfeature.base.linalg;

final class JavaAlgebraTest extends AlgebraContract {
  JavaAlgebraTest() {
    super(Algebra.JAVA);
  }
}
