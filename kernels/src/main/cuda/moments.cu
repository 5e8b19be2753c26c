// Double-precision copies for the second moments.
#include "device.cuh"

// Columns `first` to first + width - 1 of `rows` rows, in double precision.
//
// Grid: one thread an entry of the copy. Shared memory: none. Moves 12 bytes an entry.
KERNEL widen_columns(
    const float* __restrict__ matrix, double* __restrict__ copy, int rows, int cols, int first,
    int width) {
  Index i = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (Index)rows * width) {
    copy[i] = matrix[i / width * cols + first + i % width];
  }
}
