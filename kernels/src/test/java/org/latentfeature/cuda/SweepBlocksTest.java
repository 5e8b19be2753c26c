package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SweepBlocksTest {

  /**
   * Slow memory and a single multiprocessor: a block costs its bytes and flops, not its launches.
   */
  private static final Gpu SLOW = new Gpu(1, 1 << 20, 1e10, 1e11, 64 << 10, 0);

  @ParameterizedTest
  @CsvSource({"1, 64", "63, 64", "64, 64", "65, 64", "1000, 64", "1000, 128", "1024, 128"})
  void blocksCoverAllRowsOnce(int rows, int size) {
    SweepBlocks blocks = new SweepBlocks(rows, size, false);
    int next = 0;
    for (int b = 0; b < blocks.count(); b++) {
      assertEquals(next, blocks.first(b));
      assertTrue(blocks.rowsIn(b) >= 1 && blocks.rowsIn(b) <= blocks.most());
      next += blocks.rowsIn(b);
    }
    assertEquals(rows, next);
  }

  @Test
  void whatFitsAGpuIsOneBlock() {
    SweepBlocks blocks = SweepBlocks.choose(new Shape(1000, 1000), 8, PaperModel.H100);
    assertEquals(1, blocks.count());
    assertFalse(blocks.sequential());
  }

  @Test
  void theBlocksOfALargeMatrixStayInTheCache() {
    for (Gpu gpu : new Gpu[] {PaperModel.H100, PaperModel.RTX_4090}) {
      SweepBlocks blocks = SweepBlocks.choose(new Shape(1_000_000, 784), 16, gpu);
      assertTrue(4L * blocks.size() * 784 <= gpu.cacheBytes() / 2, blocks.toString());
      assertTrue(blocks.size() >= 1024, "large enough to keep the GPU busy: " + blocks);
    }
  }

  @Test
  void rowsGoInSequenceWhereThatCostsLittle() {
    assertTrue(SweepBlocks.choose(new Shape(200, 4000), 16, SLOW).sequential());
    assertFalse(SweepBlocks.choose(new Shape(100_000, 50), 16, PaperModel.H100).sequential());
  }

  @Test
  void noOtherSizeIsCheaper() {
    for (int rows : new int[] {10, 300, 5000, 70_000, 2_000_000}) {
      for (Gpu gpu : new Gpu[] {PaperModel.H100, PaperModel.RTX_4090, SLOW}) {
        Shape shape = new Shape(rows, 300);
        double least = SweepBlocks.choose(shape, 8, gpu).cost(300, 8, gpu);
        for (int size = 64; size <= 1 << 21; size *= 2) {
          double cost = new SweepBlocks(rows, size, false).cost(300, 8, gpu);
          assertTrue(least <= cost, rows + " rows in blocks of " + size);
        }
      }
    }
  }
}
