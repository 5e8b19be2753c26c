// Exact codes of rows for a fixed dictionary W: the global minimum of f(z) = ||y - R z||^2, where
// R^T R = W W^T with R upper triangular and R^T y = p = W x (sphere decoding).
#include "device.cuh"

constexpr int MOST = 64; // columns at most: a code is one 64-bit word

typedef unsigned long long Code;

// y of R^T y = p; a zero pivot, from a dependent row of W, leaves y_k = 0.
__device__ inline void solve_triangle(const double* r, const float* p, double* y, int count) {
  for (int k = 0; k < count; k++) {
    double sum = p[k];
    for (int m = 0; m < k; m++) {
      sum -= r[m * count + k] * y[m];
    }
    double pivot = r[k * count + k];
    y[k] = pivot > 0 ? sum / pivot : 0;
  }
}

// y_level - sum_{j > level} R_level,j z_j.
__device__ inline double rest_of(
    const double* r, const double* y, Code code, int level, int count) {
  double rest = y[level];
  for (int j = level + 1; j < count; j++) {
    if (code >> j & 1) {
      rest -= r[level * count + j];
    }
  }
  return rest;
}

// Depth-first search from the last entry to the first, the nearer value of each entry first; leaves
// `code` alone unless another is better by more than `smallest`.
__device__ inline Code search_sphere(
    const double* r, const double* y, Code code, double smallest, int count) {
  double bound = -smallest;
  for (int level = 0; level < count; level++) {
    double rest = rest_of(r, y, code, level, count);
    if (code >> level & 1) {
      rest -= r[level * count + level];
    }
    bound += rest * rest;
  }
  Code best = code;
  Code trial = 0;
  Code second = 0; // levels whose farther value is being tried
  double farther[MOST];
  double cost = 0;
  int level = count - 1;
  while (true) {
    if (cost < bound && level >= 0) {
      double rest = rest_of(r, y, trial, level, count);
      double zero = rest * rest;
      rest -= r[level * count + level];
      double one = rest * rest;
      Code bit = (Code)1 << level;
      trial = one < zero ? trial | bit : trial & ~bit;
      second &= ~bit;
      farther[level] = cost + (one < zero ? zero : one);
      cost += one < zero ? one : zero;
      level--;
      continue;
    }
    if (cost < bound) {
      bound = cost;
      best = trial;
    }
    do {
      level++;
    } while (level < count && second >> level & 1);
    if (level >= count) {
      return best;
    }
    trial ^= (Code)1 << level;
    second |= (Code)1 << level;
    cost = farther[level];
    level--;
  }
}

// The best code of each row of a block of rows, from the present one or, if `fresh`, the empty one.
//
// Grid: one thread a row. Shared memory: K^2 doubles.
// Reads 4 K bytes a row (p), moves K/4 a row (bits).
KERNEL search_codes(
    const float* __restrict__ projection, const double* __restrict__ triangle,
    Word* __restrict__ columns, unsigned long long* __restrict__ changed, double smallest, int first,
    int rows, int count, int stride, int fresh) {
  DYNAMIC_SHARED(double, r);
  for (int i = threadIdx.x; i < count * count; i += blockDim.x) {
    r[i] = triangle[i];
  }
  __syncthreads();
  int place = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % LANES;
  if (place / LANES * LANES >= rows) {
    return; // a whole warp
  }
  Word* group = columns + (first + place) / LANES;
  Code present = 0;
  for (int k = 0; k < count; k++) {
    present |= (Code)(group[(Index)k * stride] >> lane & 1) << k;
  }
  __syncwarp();
  Code code = present;
  if (place < rows) {
    double y[MOST];
    solve_triangle(r, projection + (Index)place * count, y, count);
    code = search_sphere(r, y, fresh ? 0 : present, smallest, count);
  }
  int differing = __popcll(code ^ present);
  for (int step = LANES / 2; step > 0; step /= 2) {
    differing += __shfl_xor_sync(ALL_LANES, differing, step);
  }
  if (lane == 0 && differing > 0) {
    atomicAdd(changed, (unsigned long long)differing);
  }
  for (int k = 0; k < count; k++) {
    Word column = __ballot_sync(ALL_LANES, code >> k & 1);
    if (lane == 0) {
      group[(Index)k * stride] = column;
    }
  }
}
