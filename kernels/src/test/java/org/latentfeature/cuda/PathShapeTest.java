package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class PathShapeTest {

  private static final int TURING = 64 << 10;
  private static final int HOPPER = 227 << 10;

  @Test
  void shortPathsOfFewFeaturesAreSearchedInSharedMemory() {
    assertEquals(new PathShape(25, 32, true, true), PathShape.of(25, 32, TURING));
    assertEquals(new PathShape(256, 8, true, true), PathShape.of(256, 8, HOPPER));
  }

  @Test
  void theFactorOfLongOnesIsInScratchMemory() {
    assertEquals(new PathShape(256, 32, true, false), PathShape.of(256, 32, HOPPER));
    assertEquals(new PathShape(256, 8, true, false), PathShape.of(256, 8, TURING));
  }

  @Test
  void ofVeryManyFeaturesAllIsThere() {
    assertEquals(new PathShape(4096, 4, false, false), PathShape.of(4096, 4, HOPPER));
  }

  /** A coder is opened before it is known how long paths may be and of how many features. */
  @Test
  void theScratchMemoryOfTheLargestObjectiveServesEverySmallerOne() {
    Gpu gpu = new Gpu(40, 4 << 20, 3e11, 8e12, TURING, 0);
    for (int most : new int[] {1, 57, 58, 300, 341, 342, 5000, 32_767}) {
      long scratch = PathShape.scratch(2000, most, gpu);
      assertTrue(scratch <= 16 << 20, most + " features");
      for (int k = 1; k <= most; k += 1 + k / 3) {
        for (int longest = 1; longest <= 32; longest++) {
          PathShape shape = PathShape.of(k, longest, TURING);
          int blocks = shape.blocks(2000, scratch);
          assertTrue(blocks >= 1 && blocks <= 250, shape.toString());
          assertTrue(blocks * shape.scratch() <= scratch, shape.toString());
          assertTrue(2 * (shape.sharedBytes() + 1024) <= TURING + 1024, shape.toString());
        }
      }
    }
  }

  @Test
  void noMoreBlocksThanRowsNeed() {
    PathShape shape = PathShape.of(256, 32, HOPPER);
    assertEquals(1, shape.blocks(1, Long.MAX_VALUE));
    assertEquals(1, shape.blocks(8, Long.MAX_VALUE));
    assertEquals(2, shape.blocks(9, Long.MAX_VALUE));
    assertEquals(3, shape.blocks(2000, 4 * shape.scratch() - 1));
  }
}
