package org.latentfeature.cuda;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.step.AtomSearch;

/**
 * V, r×N, one unit vector a row of the residual, and the dummy's beside it. Its rows are padded, so
 * that each begins at a multiple of 32 bytes.
 */
final class DeviceVectors {

  /** Hyperplanes that one thread rounds by, as in the kernel. */
  private static final int PLANES = 8;

  /** Entries of 32 bytes. */
  private static final int SECTOR = 8;

  private final OpenDevice device;
  private final Shape shape;
  private final long firstRow;
  private final Memory memory;

  DeviceVectors(CudaRows rows, Memory memory) {
    device = rows.device;
    shape = rows.shape;
    firstRow = rows.first();
    this.memory = memory;
  }

  /**
   * The arrays that it works in.
   *
   * @param entries of V, r×stride
   * @param dummy the dummy's vector
   * @param normals of whole groups of hyperplanes, r×P
   */
  record Memory(DeviceBuffer entries, DeviceBuffer dummy, DeviceBuffer normals) {
    static Memory in(Room room, Shape shape, AtomSearch.Limits limits) {
      int r = limits.rank();
      return new Memory(
          room.floats("unit vectors", (long) stride(shape) * r),
          room.floats("the dummy's vector", r),
          room.floats("hyperplanes", (long) groups(limits.hyperplanes()) * PLANES * r));
    }
  }

  private static int stride(Shape shape) {
    return (shape.rows() + SECTOR - 1) / SECTOR * SECTOR;
  }

  private static int groups(int hyperplanes) {
    return (hyperplanes + PLANES - 1) / PLANES;
  }

  /** From one row of V to the next. */
  int stride() {
    return stride(shape);
  }

  /** V from row {@code first} of the residual on. */
  DeviceBuffer from(int first) {
    return memory.entries().from(first);
  }

  DeviceBuffer dummy() {
    return memory.dummy();
  }

  /** All vectors but the dummy's become 0. */
  void clear(int rank) {
    device.transfers().clear(memory.entries(), (long) rank * stride());
  }

  /** Random unit vectors. */
  void start(int rank, long seed) {
    device
        .launch()
        .pointer(memory.entries())
        .pointer(memory.dummy())
        .integer(shape.rows())
        .integer(stride())
        .integer(rank)
        .size(seed)
        .size(firstRow)
        .run(device.kernels().randomVectors, LaunchGrid.threads(stride() + 1L));
  }

  /** z = 1 where a row's vector lies on the same side of a random hyperplane as the dummy's. */
  void round(int rank, int hyperplanes, long seed, DeviceBuffer columns) {
    int groups = groups(hyperplanes);
    int normals = groups * PLANES;
    device
        .launch()
        .pointer(memory.normals())
        .integer(normals)
        .integer(rank)
        .size(seed)
        .run(device.kernels().randomNormals, LaunchGrid.threads((long) normals * rank));
    device
        .launch()
        .pointer(memory.entries())
        .pointer(memory.dummy())
        .pointer(memory.normals())
        .pointer(columns)
        .integer(shape.rows())
        .integer(stride())
        .integer(rank)
        .integer(hyperplanes)
        .integer(shape.stride())
        .run(
            device.kernels().roundVectors,
            LaunchGrid.threads((long) shape.stride() * LaunchGrid.LANES).by(groups));
  }

  /** The vectors as rows, N×r, and below them the dummy's. */
  Dense toDense(int rank) {
    int n = shape.rows();
    double[] v = device.transfers().floats(memory.entries(), Math.multiplyExact(stride(), rank));
    double[] dummy = device.transfers().floats(memory.dummy(), rank);
    Dense vectors = new Dense(n + 1, rank);
    for (int k = 0; k < rank; k++) {
      for (int i = 0; i < n; i++) {
        vectors.set(i, k, v[k * stride() + i]);
      }
      vectors.set(n, k, dummy[k]);
    }
    return vectors;
  }
}
