package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class DataHashTest {

  @Test
  void knownValue() {
    // python: hashlib.sha256(struct.pack('<qqff', 1, 2, 1, -2)).hexdigest()
    assertEquals(
        "ad38ba26bb72ef27ec0d948f3891e3d48785c0703bb52d8740687cf5454c1cf6",
        DataHash.sha256(Matrix.of(new float[][] {{1, -2}})));
  }

  @Test
  void storageDoesNotCountButShapeAndEntriesDo() {
    Matrix x = Matrices.random(12, 5, 1000, 1);
    Matrix y = Matrices.random(12, 5, 10, 1);
    assertEquals(DataHash.sha256(x), DataHash.sha256(y));
    y.set(11, 4, Math.nextUp(y.get(11, 4)));
    assertNotEquals(DataHash.sha256(x), DataHash.sha256(y));
    assertNotEquals(DataHash.sha256(Matrix.allocate(2, 3)), DataHash.sha256(Matrix.allocate(3, 2)));
  }
}
