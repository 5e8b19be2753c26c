package org.latentfeature.admixture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CrossValidationTest {

  /** Each fold leaves out a fifth of an individual's genotypes, and of those of a locus. */
  @Test
  void foldsLeaveOutSingleGenotypes() {
    int[] ofIndividual = new int[5];
    int[] ofLocus = new int[5];
    for (int e = 0; e < 10_000; e++) {
      ofIndividual[CrossValidation.fold(7, 3, e, 5)]++;
      ofLocus[CrossValidation.fold(7, e, 3, 5)]++;
    }
    for (int fold = 0; fold < 5; fold++) {
      assertEquals(2_000, ofIndividual[fold], 200);
      assertEquals(2_000, ofLocus[fold], 200);
    }
  }
}
