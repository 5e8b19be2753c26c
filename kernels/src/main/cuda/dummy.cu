// The mixing step of one row.
#include "reduce.cuh"

// v <- g/||g||, g = S a - ||a||^2 v, and S += (change of v) a^T. Where g = 0, v stays.
//
// Grid: one block. Shared memory: rank floats: g, then the change.
// Moves 12 bytes an entry of S (rank x cols); the row once for each.
KERNEL step_row(
    const float* __restrict__ row, const float* __restrict__ squared_norm, float* __restrict__ vector,
    float* __restrict__ sums, int cols, int rank) {
  DYNAMIC_SHARED(float, g);
  for (int k = threadIdx.x / LANES; k < rank; k += WARPS) {
    const float* s = sums + (Index)k * cols;
    double product = 0;
    for (int j = threadIdx.x % LANES; j < cols; j += LANES) {
      product += s[j] * row[j];
    }
    product = warp_sum(product);
    if (threadIdx.x % LANES == 0) {
      g[k] = (float)(product - (double)*squared_norm * vector[k]);
    }
  }
  __syncthreads();
  double norm = 0; // the squares of large sums overflow single precision
  for (int k = 0; k < rank; k++) {
    norm += (double)g[k] * g[k];
  }
  __syncthreads();
  float scale = norm > 0 ? (float)(1 / sqrt(norm)) : 0;
  for (int k = threadIdx.x; k < rank; k += blockDim.x) {
    float present = vector[k];
    float next = norm > 0 ? g[k] * scale : present;
    vector[k] = next;
    g[k] = next - present;
  }
  __syncthreads();
  for (int j = threadIdx.x; j < cols; j += blockDim.x) {
    float a = row[j];
    for (int k = 0; k < rank; k++) {
      sums[(Index)k * cols + j] += g[k] * a;
    }
  }
}
