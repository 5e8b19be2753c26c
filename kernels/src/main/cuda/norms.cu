// Sums of squares and sums, in double precision and in a fixed order.
#include "reduce.cuh"

// For each run of `length` entries, its sum of squares.
//
// Grid: one block a run. Shared memory: WARPS doubles. Reads 4 bytes an entry.
KERNEL squared_norms(
    const float* __restrict__ values, Index count, Index length, double* __restrict__ norms) {
  __shared__ double room[WARPS];
  Index from = blockIdx.x * length;
  Index to = from + length < count ? from + length : count;
  double sum = 0;
  for (Index i = from + threadIdx.x; i < to; i += blockDim.x) {
    sum += (double)values[i] * values[i];
  }
  sum = block_sum(sum, room);
  if (threadIdx.x == 0) {
    norms[blockIdx.x] = sum;
  }
}

// For each row of `length` double-precision entries, its sum of squares.
//
// Grid: one block a row. Shared memory: WARPS doubles. Reads 8 bytes an entry.
KERNEL squared_double_norms(
    const double* __restrict__ values, int length, double* __restrict__ norms) {
  __shared__ double room[WARPS];
  const double* row = values + (Index)blockIdx.x * length;
  double sum = 0;
  for (int i = threadIdx.x; i < length; i += blockDim.x) {
    sum += row[i] * row[i];
  }
  sum = block_sum(sum, room);
  if (threadIdx.x == 0) {
    norms[blockIdx.x] = sum;
  }
}

// The squared norm of each row of a matrix, in single precision.
//
// Grid: one warp a row. Shared memory: none. Reads 4 bytes an entry.
KERNEL squared_row_norms(
    const float* __restrict__ matrix, int rows, int cols, float* __restrict__ norms) {
  Index row = (Index)blockIdx.x * WARPS + threadIdx.x / LANES;
  if (row >= rows) {
    return; // a whole warp
  }
  const float* m = matrix + row * cols;
  double sum = 0;
  for (int j = threadIdx.x % LANES; j < cols; j += LANES) {
    sum += (double)m[j] * m[j];
  }
  sum = warp_sum(sum);
  if (threadIdx.x % LANES == 0) {
    norms[row] = (float)sum;
  }
}

// For each run of `length` doubles, its sum.
//
// Grid: one block a run. Shared memory: WARPS doubles. Reads 8 bytes an entry.
KERNEL sum_partials(
    const double* __restrict__ partial, Index count, Index length, double* __restrict__ sums) {
  __shared__ double room[WARPS];
  Index from = blockIdx.x * length;
  Index to = from + length < count ? from + length : count;
  double sum = 0;
#pragma unroll 8 // so that as many loads are in flight
  for (Index i = from + threadIdx.x; i < to; i += blockDim.x) {
    sum += partial[i];
  }
  sum = block_sum(sum, room);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
  }
}
