package org.latentfeature.linalg;

final class JavaAlgebraTest extends AlgebraContract {
  JavaAlgebraTest() {
    super(Algebra.JAVA);
  }
}
