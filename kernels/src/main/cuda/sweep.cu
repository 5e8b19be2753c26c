// What a sweep does besides its rows: the dummy's step, and its end.
#include "reduce.cuh"

// v <- g/||g||, g = S a - ||a||^2 v, and S += (change of v) a^T. Where g = 0, v stays.
//
// `convergence`, which may be null, is that of end_sweep: nothing is done once the sweeps have converged.
//
// Grid: one block. Shared memory: rank floats: g, then the change.
// Moves 12 bytes an entry of S (rank x cols); the row once for each.
KERNEL step_row(
    const double* __restrict__ convergence, const float* __restrict__ row,
    const float* __restrict__ squared_norm, float* __restrict__ vector,
    float* __restrict__ sums, int cols, int rank) {
  if (convergence != nullptr && convergence[0] != 0) {
    return; // all threads
  }
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

// The convergence of sweeps: whether they have converged, the last objective, and those of a few sweeps.
// Writes the objective ||S||^2/4 to `place`; after the first one that gains no more than a share of it they
// have converged, and -1 is written instead.
//
// Grid: one block. Shared memory: WARPS doubles. Reads 4 bytes an entry of S.
KERNEL end_sweep(
    const float* __restrict__ sums, Index count, double tolerance, double* __restrict__ convergence,
    int place) {
  __shared__ double room[WARPS];
  bool converged = convergence[0] != 0;
  __syncthreads();
  if (converged) {
    if (threadIdx.x == 0) {
      convergence[2 + place] = -1;
    }
    return; // all threads
  }
  double sum = 0;
#pragma unroll 8
  for (Index i = threadIdx.x; i < count; i += blockDim.x) {
    sum += (double)sums[i] * sums[i];
  }
  sum = block_sum(sum, room);
  if (threadIdx.x == 0) {
    double objective = sum / 4;
    convergence[2 + place] = objective;
    if (objective - convergence[1] <= tolerance * objective) {
      convergence[0] = 1;
    }
    convergence[1] = objective;
  }
}
