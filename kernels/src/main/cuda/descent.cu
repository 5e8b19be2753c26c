// Codes of rows for a fixed dictionary W, by single flips: z of small f(z) = z^T G z - 2 p^T z,
// G = W W^T and p = W x.
#include "random.cuh"
#include "reduce.cuh"

// The best single flip of a code: the change of f and where.
struct Flip {
  double change;
  int place;
};

// The better of all lanes' flips, in every lane; of equal ones the lower place.
__device__ inline Flip best_of_lanes(Flip own) {
  for (int step = LANES / 2; step > 0; step /= 2) {
    double change = __shfl_xor_sync(ALL_LANES, own.change, step);
    int place = __shfl_xor_sync(ALL_LANES, own.place, step);
    if (change < own.change || (change == own.change && place < own.place)) {
      own.change = change;
      own.place = place;
    }
  }
  return own;
}

// One row's search, a warp's work: lane l keeps entries l, l + 32, ... of the gradient G z - p.
struct RowSearch {
  const double* gram; // K x K
  const float* p;     // K
  double* gradient;   // K, this warp's
  Word* code;         // ceil(K/32), this warp's
  int count;          // K
  int lane;

  __device__ bool has(int k) const { return code[k / LANES] >> k % LANES & 1; }

  // The gradient of the present code.
  __device__ void start() {
    for (int k = lane; k < count; k += LANES) {
      double sum = -(double)p[k];
      for (int j = 0; j < count; j++) {
        if (has(j)) {
          sum += gram[(Index)j * count + k];
        }
      }
      gradient[k] = sum;
    }
  }

  // Flips the best single entry while one lowers f by more than `smallest`; returns the flips.
  __device__ int descend(double smallest) {
    start();
    for (int flips = 0;; flips++) {
      Flip best = {0, count};
      for (int k = lane; k < count; k += LANES) {
        double sign = has(k) ? -1 : 1;
        double change = 2 * sign * gradient[k] + gram[(Index)k * count + k];
        if (change < best.change) {
          best = {change, k};
        }
      }
      best = best_of_lanes(best);
      if (!(best.change < -smallest)) {
        return flips;
      }
      double sign = has(best.place) ? -1 : 1;
      __syncwarp();
      if (lane == 0) {
        code[best.place / LANES] ^= (Word)1 << best.place % LANES;
      }
      __syncwarp();
      const double* row = gram + (Index)best.place * count;
      for (int k = lane; k < count; k += LANES) {
        gradient[k] += sign * row[k];
      }
    }
  }

  // f of the present code, z^T (G z - p) - p^T z, from the gradient.
  __device__ double value() const {
    double sum = 0;
    for (int k = lane; k < count; k += LANES) {
      sum += has(k) ? gradient[k] - p[k] : 0;
    }
    return warp_sum(sum);
  }
};

// Brings 32 rows to a minimum of f that no single flip improves: from the present code, or, if
// `fresh`, from the empty one and `restarts` random ones, of which the best is kept. A random code's
// entry k in attempt t of row i is the top bit at (i, t K + k), as on every backend.
//
// Grid: one block for each word of 32 rows, a warp for each of blockDim.x / 32 rows at a time.
// Shared memory: K doubles a warp, K^2 more if `gram_shared`; words of codes: 2 ceil(K/32) a warp
// and 32 ceil(K/32) for the block's results.
// Reads 4 K bytes a row (p), moves K/4 a row (bits).
KERNEL_OF(3) descend_codes(
    const float* __restrict__ projection, const double* __restrict__ gram,
    Word* __restrict__ columns, unsigned long long* __restrict__ changed, double smallest, Seed seed,
    int first, int rows, int count, int stride, int fresh, int restarts, int gram_shared,
    Seed origin) {
  DYNAMIC_SHARED(double, room);
  int warps = blockDim.x / LANES;
  int warp = threadIdx.x / LANES;
  int lane = threadIdx.x % LANES;
  int words = (count + LANES - 1) / LANES;
  double* gradients = room;
  double* near_gram = gradients + warps * count;
  Word* codes = (Word*)(near_gram + (gram_shared ? count * count : 0));
  Word* bests = codes + warps * words;
  Word* results = bests + warps * words;
  if (gram_shared) {
    for (int i = threadIdx.x; i < count * count; i += blockDim.x) {
      near_gram[i] = gram[i];
    }
    __syncthreads();
  }
  Word* group = columns + first / LANES + blockIdx.x; // this block's word of column 0
  RowSearch row = {
      gram_shared ? near_gram : gram, nullptr, gradients + warp * count, codes + warp * words, count,
      lane};
  Word* best = bests + warp * words;
  for (int i = warp; i < LANES; i += warps) {
    int place = blockIdx.x * LANES + i;
    bool present = place < rows; // for a whole warp
    row.p = projection + (Index)place * count;
    for (int g = 0; g < words; g++) {
      int k = g * LANES + lane;
      Word bits = k < count && !fresh ? group[(Index)k * stride] : 0;
      Word own = __ballot_sync(ALL_LANES, bits >> i & 1);
      if (lane == 0) {
        row.code[g] = own;
        best[g] = own;
      }
    }
    __syncwarp();
    double lowest = 0;
    for (int attempt = -1; present && attempt < restarts; attempt++) {
      for (int g = 0; attempt >= 0 && g < words; g++) {
        int k = g * LANES + lane;
        Seed address = (Seed)attempt * count + k;
        bool one = k < count && random_bits(seed, origin + first + place, address) >> 63;
        Word own = __ballot_sync(ALL_LANES, one);
        if (lane == 0) {
          row.code[g] = own;
        }
      }
      __syncwarp();
      row.descend(smallest);
      double value = restarts > 0 ? row.value() : 0;
      if (attempt < 0 || value < lowest) { // the same in all lanes
        lowest = value;
        for (int g = lane; g < words; g += LANES) {
          best[g] = row.code[g];
        }
      }
      __syncwarp();
    }
    for (int g = lane; g < words; g += LANES) {
      results[i * words + g] = best[g];
    }
    __syncwarp();
  }
  __syncthreads();
  // From rows back to columns.
  for (int g = warp; g < words; g += warps) {
    Word code = results[lane * words + g];
    Word mine = 0;
    for (int b = 0; b < LANES; b++) {
      Word column = __ballot_sync(ALL_LANES, code >> b & 1);
      mine = lane == b ? column : mine;
    }
    int k = g * LANES + lane;
    int differing = 0;
    if (k < count) {
      Word* word = group + (Index)k * stride;
      differing = __popc(*word ^ mine);
      *word = mine;
    }
    double sum = warp_sum(differing);
    if (lane == 0 && sum > 0) {
      atomicAdd(changed, (unsigned long long)sum);
    }
  }
}
