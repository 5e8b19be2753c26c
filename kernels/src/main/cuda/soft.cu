// Rounds of variational inference on real codes nu, the probabilities of binary ones.
#include "reduce.cuh"

constexpr double CERTAIN = 40; // log-odds beyond which the entropy of a bit is below 2e-16

// One round of `rows` rows: for k = 0 ... K - 1 in turn, logit nu_k = theta_k + (p_k - sum over l != k
// of nu_l E_lk - E_kk / 2) / variance, with p = M x. Each block leaves the entropy of its rows.
//
// Grid: one block for 32 rows, a warp for each of blockDim.x / 32 rows at a time. Shared memory: 2 K
// doubles a warp, K^2 more if `second_shared`, then WARPS doubles.
// Reads 4 K bytes a row (p), moves 8 K a row (nu), writes 8 bytes a block.
KERNEL_OF(3) update_codes(
    const float* __restrict__ projection, const double* __restrict__ second,
    const double* __restrict__ log_odds, float* __restrict__ codes, double* __restrict__ entropies,
    double variance, int rows, int count, int stride, int second_shared) {
  DYNAMIC_SHARED(double, room);
  int warps = blockDim.x / LANES;
  int warp = threadIdx.x / LANES;
  int lane = threadIdx.x % LANES;
  double* near = room + warps * 2 * count;
  double* sums = near + (second_shared ? count * count : 0);
  if (second_shared) {
    for (int i = threadIdx.x; i < count * count; i += blockDim.x) {
      near[i] = second[i];
    }
    __syncthreads();
  }
  const double* e = second_shared ? near : second;
  double* rest = room + warp * 2 * count; // p - E nu, of the features to come
  double* nu = rest + count;
  double entropy = 0;
  for (int i = warp; i < LANES && (int)(blockIdx.x * LANES) + i < rows; i += warps) {
    Index place = (Index)blockIdx.x * LANES + i;
    float* code = codes + place * stride;
    for (int k = lane; k < count; k += LANES) {
      nu[k] = code[k];
    }
    __syncwarp();
    for (int k = lane; k < count; k += LANES) {
      double sum = projection[place * count + k];
      for (int l = 0; l < count; l++) {
        sum -= nu[l] * e[(Index)l * count + k];
      }
      rest[k] = sum;
    }
    __syncwarp();
    for (int k = 0; k < count; k++) { // the same in all lanes
      const double* row = e + (Index)k * count;
      double before = nu[k];
      double logit = log_odds[k] + (rest[k] + (before - 0.5) * row[k]) / variance;
      double size = fabs(logit);
      double small = 0;
      if (size < CERTAIN) {
        double ratio = exp(-size);
        small = ratio / (1 + ratio);
        entropy += log(1 + ratio) + size * small;
      }
      double now = (float)(logit > 0 ? 1 - small : small);
      __syncwarp();
      if (lane == 0) {
        nu[k] = now;
      }
      for (int l = k + 1 + lane; l < count; l += LANES) {
        rest[l] -= (now - before) * row[l];
      }
      __syncwarp();
    }
    for (int k = lane; k < count; k += LANES) {
      code[k] = (float)nu[k];
    }
    __syncwarp();
  }
  double sum = block_sum(lane == 0 ? entropy : 0, sums);
  if (threadIdx.x == 0) {
    entropies[blockIdx.x] = sum;
  }
}

// The entropy of the present codes of each 32 rows.
//
// Grid: one block for 32 rows. Shared memory: WARPS doubles. Reads 4 K bytes a row.
KERNEL sum_entropies(
    const float* __restrict__ codes, double* __restrict__ entropies, int rows, int count,
    int stride) {
  __shared__ double room[WARPS];
  double sum = 0;
  for (int i = threadIdx.x; i < LANES * count; i += blockDim.x) {
    Index place = (Index)blockIdx.x * LANES + i / count;
    double p = place < rows ? codes[place * stride + i % count] : 0;
    if (p > 0 && p < 1) {
      sum -= p * log(p) + (1 - p) * log1p(-p);
    }
  }
  sum = block_sum(sum, room);
  if (threadIdx.x == 0) {
    entropies[blockIdx.x] = sum;
  }
}
