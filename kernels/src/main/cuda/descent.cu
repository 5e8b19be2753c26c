// Codes of rows for a fixed dictionary W, by single flips: z of small f(z) = z^T G z - 2 p^T z,
// G = W W^T and p = W x.
#include "codes.cuh"

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

// Flips the best single entry while one lowers f by more than `smallest`.
template <class Gram>
__device__ inline void descend(const CodedRow<Gram>& row, double smallest) {
  row.start();
  while (true) {
    Flip best = {0, row.count};
    for (int k = row.lane; k < row.count; k += LANES) {
      double sign = has(row.code, k) ? -1 : 1;
      double change = 2 * sign * row.gradient[k] + row.gram.diagonal(k);
      if (change < best.change) {
        best = {change, k};
      }
    }
    best = best_of_lanes(best);
    if (!(best.change < -smallest)) {
      return;
    }
    row.turn(best.place);
  }
}

// f of the present code, z^T (G z - p) - p^T z, from the gradient.
template <class Gram>
__device__ inline double value(const CodedRow<Gram>& row) {
  double sum = 0;
  for (int k = row.lane; k < row.count; k += LANES) {
    sum += has(row.code, k) ? row.gradient[k] - row.p[k] : 0;
  }
  return warp_sum(sum);
}

// How searches start, and what counts.
struct Descent {
  double smallest; // change of f
  Seed seed;
  int restarts;

  // From the present code and `restarts` random ones; the best is kept.
  template <class Gram>
  __device__ void operator()(const CodedRow<Gram>& row, Word* best) const {
    int words = (row.count + LANES - 1) / LANES;
    double lowest = 0;
    for (int attempt = -1; attempt < restarts; attempt++) {
      for (int g = 0; attempt >= 0 && g < words; g++) {
        int k = g * LANES + row.lane;
        Seed address = (Seed)attempt * row.count + k;
        bool one = k < row.count && random_bits(seed, row.number, address) >> 63;
        Word own = __ballot_sync(ALL_LANES, one);
        if (row.lane == 0) {
          row.code[g] = own;
        }
      }
      __syncwarp();
      descend(row, smallest);
      double found = restarts > 0 ? value(row) : 0;
      if (attempt < 0 || found < lowest) { // the same in all lanes
        lowest = found;
        for (int g = row.lane; g < words; g += LANES) {
          best[g] = row.code[g];
        }
      }
      __syncwarp();
    }
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
  double* near_gram = room + blockDim.x / LANES * count;
  CodeBatch batch = {projection, columns, changed, origin, first, rows, count, stride, fresh};
  WholeGram whole = whole_gram(gram, near_gram, count, gram_shared);
  change_rows(
      batch, whole, room + threadIdx.x / LANES * count,
      (Word*)(near_gram + (gram_shared ? count * count : 0)), Descent{smallest, seed, restarts});
}

// The same where entries are missing, for each row with the G of the columns that it knows.
//
// Grid: as of descend_codes. Shared memory: 2 K doubles a warp, and words as there.
// Reads 4 K bytes a row (p), D/8 a row, for each start and each flip 4 K a column that the row misses, or
// knows if that is fewer (W stays in cache); moves K/4 a row (bits).
KERNEL_OF(3) descend_known(
    const float* __restrict__ projection, const double* __restrict__ gram,
    const double* __restrict__ single, const float* __restrict__ features,
    const Word* __restrict__ missing, Word* __restrict__ columns,
    unsigned long long* __restrict__ changed, double smallest, Seed seed, Seed origin, int first,
    int rows, int cols, int count, int stride, int fresh, int restarts) {
  DYNAMIC_SHARED(double, room);
  double* own = room + threadIdx.x / LANES * 2 * count;
  CodeBatch batch = {projection, columns, changed, origin, first, rows, count, stride, fresh};
  RowGram known = {gram, single, features, missing, own + count, cols, count, {}};
  change_rows(
      batch, known, own, (Word*)(room + blockDim.x / LANES * 2 * count),
      Descent{smallest, seed, restarts});
}
