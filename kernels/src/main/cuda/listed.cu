// Flips in exact sequence, along a list of rows.
#include "reduce.cuh"

// For each listed row in order: flip it if that still gains more than `share` of the score, and carry the change to s.
//
// Grid: one block a candidate. Shared memory: WARPS doubles.
// Reads 4 bytes an entry of a listed row, twice where it is flipped; s stays in cache.
KERNEL flip_listed(
    const float* __restrict__ residual, const float* __restrict__ norms,
    const double* __restrict__ scores, double share, const int* __restrict__ list,
    float* __restrict__ sums, Word* __restrict__ columns, int* __restrict__ flips, int cols,
    int stride, int listed) {
  __shared__ double room[WARPS];
  int c = blockIdx.x;
  float* s = sums + (Index)c * cols;
  int flipped = 0;
  for (int e = 0; e < listed; e++) {
    int row = list[(Index)c * listed + e];
    if (row < 0) {
      continue; // for all threads
    }
    const float* a = residual + (Index)row * cols;
    Word* word = columns + (Index)c * stride + row / LANES;
    Word bits = *word;
    double product = 0;
    for (int j = threadIdx.x; j < cols; j += blockDim.x) {
      product += a[j] * s[j];
    }
    product = block_sum(product, room);
    float sign = bits >> row % LANES & 1 ? -1 : 1;
    if (2 * sign * product + norms[row] > share * scores[c]) {
      for (int j = threadIdx.x; j < cols; j += blockDim.x) {
        s[j] += sign * a[j];
      }
      if (threadIdx.x == 0) {
        *word = bits ^ (Word)1 << row % LANES;
      }
      flipped++;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    flips[c] += flipped;
  }
}
