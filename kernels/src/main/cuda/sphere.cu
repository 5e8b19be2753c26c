// Exact codes of rows for a fixed dictionary W: the global minimum of f(z) = ||y - R z||^2, where
// R^T R = W W^T with R upper triangular and R^T y = p = W x (sphere decoding).
#include "known.cuh"

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

// The best code of this thread's row, with its triangle, from the present one or, if `fresh`, the empty
// one.
__device__ inline void search_row(
    const double* r, const float* projection, Word* columns, unsigned long long* changed,
    double smallest, int first, int rows, int count, int stride, int fresh) {
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

// The best code of each row of a block of rows.
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
  search_row(r, projection, columns, changed, smallest, first, rows, count, stride, fresh);
}

// R of each row of a block of rows, R^T R = G of the columns that the row knows: `triangle` if it knows
// all. A pivot of at most `dependent` times the feature's squared length leaves a row of zeros.
//
// Grid: one warp a row. Shared memory: none. Reads D/8 bytes a row and, for each pair of features, 8 a
// column that the row misses, or knows if that is fewer (W stays in cache); writes 4 K^2 bytes a row,
// and reads them K/3 times.
KERNEL factor_known(
    const double* __restrict__ triangle, const double* __restrict__ single,
    const float* __restrict__ features, const Word* __restrict__ missing, double* triangles,
    double dependent, int rows, int cols, int count) {
  Index row = (Index)blockIdx.x * WARPS + threadIdx.x / LANES;
  if (row >= rows) {
    return; // a whole warp
  }
  int lane = threadIdx.x % LANES;
  double* r = triangles + row * count * count;
  const Word* words = missing + row * ((cols + LANES - 1) / LANES);
  KnownGram gram = KnownGram::of(single, single, features, words, cols, count);
  if (gram.complete) {
    for (int i = lane; i < count * count; i += LANES) {
      r[i] = triangle[i];
    }
    return; // a whole warp
  }
  // Row i and row K - 1 - i of the upper half have K + 1 entries together.
  for (int pair = lane; pair < count * (count + 1) / 2; pair += LANES) {
    int i = pair / (count + 1);
    int j = i + pair % (count + 1);
    if (j >= count) {
      i = count - 1 - i;
      j = i + j - count;
    }
    r[i * count + j] = gram.at(i, j);
  }
  __syncwarp();
  for (int i = 0; i < count; i++) {
    double pivot = r[i * count + i];
    for (int m = 0; m < i; m++) {
      pivot -= r[m * count + i] * r[m * count + i];
    }
    __syncwarp();
    double root = pivot > dependent * single[i * count + i] ? sqrt(pivot) : 0;
    for (int j = i + lane; j < count; j += LANES) {
      double sum = r[i * count + j];
      for (int m = 0; m < i; m++) {
        sum -= r[m * count + i] * r[m * count + j];
      }
      r[i * count + j] = root > 0 ? sum / root : 0;
    }
    __syncwarp();
  }
}

// The best code of each row of a block of rows, each with the triangle that factor_known made.
//
// Grid: one thread a row. Shared memory: none.
// Reads 4 K bytes a row (p) and of its 4 K^2 (R) what its search asks for; moves K/4 a row (bits).
KERNEL search_known(
    const float* __restrict__ projection, const double* __restrict__ triangles,
    Word* __restrict__ columns, unsigned long long* __restrict__ changed, double smallest, int first,
    int rows, int count, int stride, int fresh) {
  Index place = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  const double* r = triangles + place * count * count;
  search_row(r, projection, columns, changed, smallest, first, rows, count, stride, fresh);
}
