// Z^T M for many binary columns and a dense matrix in single precision.
// For compute capability 8.0 and later.
#include "tensor_sums.cuh"

// For up to 320 and up to 1024 columns of M.
//
// Grid: x over groups of binary columns, which run side by side so that M comes from memory once and for
// the others from the cache; y over runs of RUN tiles. Shared memory: COLUMNS * WORDS words and the
// stages' tiles. One barrier.
// Reads 4 bytes an entry of M, 1/8 byte a row and binary column; writes 4 bytes for each run, binary column
// and column of M, whole groups of them.
KERNEL_OF(2) sum_runs_narrow(SUMMED(float)) { sum_run<float, 6>(ARGUMENTS); }
KERNEL_OF(1) sum_runs_wide(SUMMED(float)) { sum_run<float, 16>(ARGUMENTS); }

// Adds runs in double precision, in their order, to what was before, if there was anything.
//
// Grid: one thread an entry of the count x cols sums. Shared memory: none.
// Reads 4 bytes a run and entry; moves up to 16 an entry, and writes 4 more where single precision is wanted.
KERNEL add_runs(
    const float* __restrict__ partial, int runs, double* __restrict__ sums, float* __restrict__ single,
    int cols, int count, int before) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int width = padded(cols), size = count * width;
  if (i >= size || i % width >= cols) {
    return;
  }
  Index to = (Index)(i / width) * cols + i % width;
  double sum = before ? sums[to] : 0;
#pragma unroll 8
  for (int r = 0; r < runs; r++) {
    sum += partial[(Index)r * size + i];
  }
  sums[to] = sum;
  if (single != nullptr) {
    single[to] = (float)sum;
  }
}
