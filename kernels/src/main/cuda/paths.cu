// Greedy paths of rows x for a fixed dictionary W (Zhang & Paisley 2016, Algorithm 1): the states
// that a Markov chain visits between two visits of the null state. Engine's PathObjective says what
// a path is worth; the search is that of its PathSearch, in single precision.
#include "reduce.cuh"

// A feature that may be appended, and what it gains.
struct Step {
  float gain;
  int feature;
};

// The better of all lanes' steps, in every lane; of equal ones the lower feature.
__device__ inline Step best_of_lanes(Step own) {
  for (int step = LANES / 2; step > 0; step /= 2) {
    float gain = __shfl_xor_sync(ALL_LANES, own.gain, step);
    int feature = __shfl_xor_sync(ALL_LANES, own.feature, step);
    if (gain > own.gain || (gain == own.gain && feature < own.feature)) {
      own.gain = gain;
      own.feature = feature;
    }
  }
  return own;
}

// What all rows share.
struct Objective {
  const float* gram;        // W W^T, K x K
  const float* transitions; // (K+1) x K
  const float* pivots;      // K: ridge + |w_j|^2; then K: what 1 divided by them is
  const float* transposed;  // W^T, D x K
  float precision;          // 1 / (2 s^2)
  float ridge;              // lambda s^2
  int literal;              // which gain
  int count;                // K
  int cols;                 // D
  int longest;              // most features of a path
};

// One row's search, a warp's work: lane l keeps entries l, l + 32, ... of every array of K.
struct PathSearch {
  Objective of;
  const Word* missing; // which columns of the row are, or null
  float* rest;         // r_j = b_j - v_j^T y; NaN, which no gain exceeds, of a visited feature
  float* pivot;        // d_j = lambda s^2 + |w_j|^2 - |v_j|^2
  float* divisor;      // 1 / d_j; or if literal the first d_j itself, lambda s^2 + |w_j|^2
  float* factor;       // row n holds entry n of every v_j
  int lane;

  // The sum of w_j w_m over the row's missing entries.
  __device__ float unknown(int j, int m) const {
    float sum = 0;
    for (int g = 0; g < (of.cols + LANES - 1) / LANES; g++) {
      for (Word bits = missing[g]; bits; bits &= bits - 1) {
        const float* w = of.transposed + (Index)(g * LANES + __ffs((int)bits) - 1) * of.count;
        sum += w[j] * w[m];
      }
    }
    return sum;
  }

  // Makes the state that of the empty path.
  __device__ void start(const float* b) {
    for (int j = lane; j < of.count; j += LANES) {
      rest[j] = b[j];
      pivot[j] = of.pivots[j];
      divisor[j] = of.pivots[of.literal ? j : of.count + j];
    }
    for (int j = lane; missing && j < of.count; j += LANES) {
      pivot[j] = fmaxf(of.ridge, pivot[j] - unknown(j, j));
      divisor[j] = of.literal ? pivot[j] : __fdividef(1, pivot[j]);
    }
  }

  // What feature j gains but for the logarithm of its pivot, which only lowers it.
  template <bool LITERAL>
  __device__ float bound(int j, const float* transition) const {
    float explained = rest[j] * rest[j] * of.precision;
    if (LITERAL) { // exactly 0 for a feature that is 0
      return __fdividef(explained + 0.5f * (divisor[j] - pivot[j]), divisor[j]) + transition[j];
    }
    return explained * divisor[j] + transition[j];
  }

  // The feature of the largest gain above 0 from a state with these transitions; K if there is none.
  template <bool LITERAL>
  __device__ int best(const float* transition) const {
    float most = 0;
    for (int j = lane; j < of.count; j += LANES) {
      most = fmaxf(most, bound<LITERAL>(j, transition));
    }
    if (!__any_sync(ALL_LANES, most > 0)) {
      return of.count;
    }
    Step own = {0, of.count};
    for (int j = lane; j < of.count; j += LANES) {
      float gain = bound<LITERAL>(j, transition);
      if (gain > own.gain) {
        gain += 0.5f * __logf(LITERAL ? __fdividef(of.ridge, divisor[j]) : divisor[j] * of.ridge);
        if (gain > own.gain) {
          own = {gain, j};
        }
      }
    }
    return best_of_lanes(own).feature;
  }

  // Takes feature j into the factorisation as its row n.
  __device__ void extend(int j, int n) {
    __syncwarp(); // what other lanes wrote before
    float scale = 1 / sqrtf(pivot[j]);
    float y = rest[j] * scale;
    __syncwarp(); // before it is written again
    const float* gram = of.gram + (Index)j * of.count;
    float* v = factor + n * of.count;
    for (int m = lane; m < of.count; m += LANES) {
      v[m] = gram[m];
    }
    for (int m = lane; missing && m < of.count; m += LANES) {
      v[m] -= unknown(j, m);
    }
    for (int m = lane; m < of.count; m += LANES) {
      float sum = v[m];
      for (int p = 0; p < n; p++) {
        sum -= factor[p * of.count + j] * factor[p * of.count + m];
      }
      sum *= scale;
      v[m] = sum;
      rest[m] -= sum * y;
      // Rounding must not take a pivot below what it is without any noise.
      float d = fmaxf(of.ridge, pivot[m] - sum * sum);
      pivot[m] = d;
      if (!of.literal) {
        divisor[m] = __fdividef(1, d);
      }
    }
    if (lane == j % LANES) {
      rest[j] = NAN;
    }
  }

  // Finds the path of a row with W x = b, and returns its length.
  __device__ int search(const float* b, short* path) {
    start(b);
    int state = 0;
    for (int n = 0;; n++) {
      const float* transition = of.transitions + (Index)state * of.count;
      int j = of.literal ? best<true>(transition) : best<false>(transition);
      if (j == of.count) {
        return n;
      }
      if (lane == 0) {
        path[n] = (short)j;
      }
      if (n + 1 == of.longest) {
        return n + 1;
      }
      extend(j, n);
      state = j + 1;
    }
  }
};

// The paths of `rows` rows: those that are listed, or without a list, those from `begin` on. Path i
// stands at i `longest`.
//
// Grid: one warp a row, or fewer, which then take several each. Memory of a warp: 3 K floats of
// state, `longest` K of the factor; each in shared memory or in `scratch`, one warp after another.
// Reads 4 K bytes a row (b). Each step reads 4 K of transitions; each but the last 4 K of W W^T, as
// many of W^T for each missing entry of the row, and 4 K a feature before it of the factor, of which
// it writes 4 K.
KERNEL code_paths(
    const float* __restrict__ projection, const float* __restrict__ gram,
    const float* __restrict__ transitions, const float* __restrict__ pivots,
    const float* __restrict__ transposed, const Word* __restrict__ missing,
    const int* __restrict__ list, float* __restrict__ scratch, unsigned char* __restrict__ lengths,
    short* __restrict__ features, double precision, double ridge, int literal, int count, int cols,
    int longest, int begin, int rows, int state_shared, int factor_shared) {
  DYNAMIC_SHARED(float, room);
  int state_size = 3 * count;
  int factor_size = longest * count;
  int near_size = (state_shared ? state_size : 0) + (factor_shared ? factor_size : 0);
  int far_size = state_size + factor_size - near_size;
  int warp = threadIdx.x / LANES;
  int worker = blockIdx.x * WARPS + warp;
  int workers = gridDim.x * WARPS;
  float* near = room + warp * near_size;
  float* far = scratch + (Index)worker * far_size;
  float* state = state_shared ? near : far;
  float* factor = factor_shared ? near + near_size - factor_size : far + far_size - factor_size;
  PathSearch row = {
      {gram, transitions, pivots, transposed, (float)precision, (float)ridge, literal, count, cols,
       longest},
      nullptr,
      state,
      state + count,
      state + 2 * count,
      factor,
      (int)threadIdx.x % LANES};
  int words = (cols + LANES - 1) / LANES;
  for (int i = worker; i < rows; i += workers) {
    if (missing) {
      row.missing = missing + (Index)(list ? list[i] : begin + i) * words;
    }
    int length = row.search(projection + (Index)i * count, features + (Index)i * longest);
    if (row.lane == 0) {
      lengths[i] = (unsigned char)length;
    }
  }
}

// The paths one after another, without gaps.
//
// Grid: one thread a path; a block adds up the lengths of all paths before its own, which is quick
// up to some 10^5 of them. Shared memory: WARPS doubles, THREADS bytes. Moves 1 byte a path, and 4 a
// feature.
KERNEL pack_paths(
    const unsigned char* __restrict__ lengths, const short* __restrict__ features,
    short* __restrict__ packed, int rows, int longest) {
  __shared__ double room[WARPS];
  __shared__ unsigned char near[THREADS];
  int begin = blockIdx.x * THREADS;
  double before = 0;
  for (int i = threadIdx.x; i < begin; i += THREADS) {
    before += lengths[i];
  }
  int at = (int)block_sum(before, room);
  int own = begin + (int)threadIdx.x;
  near[threadIdx.x] = own < rows ? lengths[own] : 0;
  __syncthreads();
  for (int i = 0; i < (int)threadIdx.x; i++) {
    at += near[i];
  }
  for (int n = 0; n < near[threadIdx.x]; n++) {
    packed[at + n] = features[(Index)own * longest + n];
  }
}
