// Codes of rows for a fixed dictionary W, by single flips: z of small f(z) = z^T G z - 2 p^T z,
// G = W W^T and p = W x.
#include "known.cuh"
#include "random.cuh"

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

__device__ inline bool has(const Word* code, int k) { return code[k / LANES] >> k % LANES & 1; }

// G = W W^T, the same for all rows.
struct WholeGram {
  const double* values; // K x K
  int count;            // K

  __device__ void load(int) {}

  __device__ double at(int j, int k) const { return values[(Index)j * count + k]; }

  __device__ double diagonal(int k) const { return at(k, k); }

  // gradient = G code - p, of this lane's entries.
  __device__ void start(const Word* code, const float* p, double* gradient, int lane) const {
    for (int k = lane; k < count; k += LANES) {
      double sum = -(double)p[k];
      for (int j = 0; j < count; j++) {
        if (has(code, j)) {
          sum += at(j, k);
        }
      }
      gradient[k] = sum;
    }
  }
};

// G of the columns that one row knows. Its rows are summed when they are asked for: few entries are
// flipped. Its product with a code takes one walk over the columns, G z = sum_d w_d (w_d^T z).
struct RowGram {
  const double* gram;   // W W^T
  const double* single; // and of W in single precision
  const float* columns; // W, column after column
  const Word* missing;  // of all rows
  double* squares;      // the diagonal: K, this warp's
  int cols;             // D
  int count;            // K
  KnownGram own;

  // Row `place` from now on.
  __device__ void load(int place) {
    const Word* words = missing + (Index)place * ((cols + LANES - 1) / LANES);
    own = KnownGram::of(gram, single, columns, words, cols, count);
    for (int k = threadIdx.x % LANES; k < count; k += LANES) {
      squares[k] = max(0.0, own.at(k, k)); // rounding may leave less
    }
  }

  __device__ double at(int j, int k) const { return own.at(j, k); }

  __device__ double diagonal(int k) const { return squares[k]; }

  __device__ void start(const Word* code, const float* p, double* gradient, int lane) const {
    if (own.whole != nullptr) {
      WholeGram{own.whole, count}.start(code, p, gradient, lane);
    } else {
      for (int k = lane; k < count; k += LANES) {
        gradient[k] = -(double)p[k];
      }
    }
    own.each_summed([&](const float* w) {
      double product = 0;
      for (int k = lane; k < count; k += LANES) {
        product += has(code, k) ? w[k] : 0;
      }
      product = warp_sum(product);
      for (int k = lane; k < count; k += LANES) {
        gradient[k] += (own.whole == nullptr ? product : -product) * w[k];
      }
    });
  }
};

// One row's search, a warp's work: lane l keeps entries l, l + 32, ... of the gradient G z - p.
template <class Gram>
struct RowSearch {
  Gram gram;
  const float* p;   // K
  double* gradient; // K, this warp's
  Word* code;       // ceil(K/32), this warp's
  int count;        // K
  int lane;

  // Flips the best single entry while one lowers f by more than `smallest`; returns the flips.
  __device__ int descend(double smallest) {
    gram.start(code, p, gradient, lane);
    for (int flips = 0;; flips++) {
      Flip best = {0, count};
      for (int k = lane; k < count; k += LANES) {
        double sign = has(code, k) ? -1 : 1;
        double change = 2 * sign * gradient[k] + gram.diagonal(k);
        if (change < best.change) {
          best = {change, k};
        }
      }
      best = best_of_lanes(best);
      if (!(best.change < -smallest)) {
        return flips;
      }
      double sign = has(code, best.place) ? -1 : 1;
      __syncwarp();
      if (lane == 0) {
        code[best.place / LANES] ^= (Word)1 << best.place % LANES;
      }
      __syncwarp();
      for (int k = lane; k < count; k += LANES) {
        gradient[k] += sign * gram.at(best.place, k);
      }
    }
  }

  // f of the present code, z^T (G z - p) - p^T z, from the gradient.
  __device__ double value() const {
    double sum = 0;
    for (int k = lane; k < count; k += LANES) {
      sum += has(code, k) ? gradient[k] - p[k] : 0;
    }
    return warp_sum(sum);
  }
};

// A block of rows, and how its searches start.
struct Batch {
  const float* projection;     // p of each row
  Word* columns;               // codes, column after column
  unsigned long long* changed; // entries that changed
  double smallest;             // change of f that counts
  Seed seed;
  Seed origin; // number of row 0 of the data among all
  int first;   // row of the data
  int rows;
  int count;  // K
  int stride; // of `columns`
  int fresh;
  int restarts;
};

// The searches of this block of threads, in a room of 2 ceil(K/32) words a warp and 32 ceil(K/32).
template <class Gram>
__device__ inline void descend_rows(
    const Batch& batch, const Gram& gram, double* gradient, Word* codes) {
  int warps = blockDim.x / LANES;
  int warp = threadIdx.x / LANES;
  int lane = threadIdx.x % LANES;
  int count = batch.count;
  int words = (count + LANES - 1) / LANES;
  Word* bests = codes + warps * words;
  Word* results = bests + warps * words;
  Word* group = batch.columns + batch.first / LANES + blockIdx.x; // this block's word of column 0
  RowSearch<Gram> row = {gram, nullptr, gradient, codes + warp * words, count, lane};
  Word* best = bests + warp * words;
  for (int i = warp; i < LANES; i += warps) {
    int place = blockIdx.x * LANES + i;
    bool present = place < batch.rows; // for a whole warp
    row.p = batch.projection + (Index)place * count;
    for (int g = 0; g < words; g++) {
      int k = g * LANES + lane;
      Word bits = k < count && !batch.fresh ? group[(Index)k * batch.stride] : 0;
      Word own = __ballot_sync(ALL_LANES, bits >> i & 1);
      if (lane == 0) {
        row.code[g] = own;
        best[g] = own;
      }
    }
    __syncwarp();
    if (present) {
      row.gram.load(place);
    }
    double lowest = 0;
    for (int attempt = -1; present && attempt < batch.restarts; attempt++) {
      for (int g = 0; attempt >= 0 && g < words; g++) {
        int k = g * LANES + lane;
        Seed address = (Seed)attempt * count + k;
        Seed number = batch.origin + batch.first + place;
        bool one = k < count && random_bits(batch.seed, number, address) >> 63;
        Word own = __ballot_sync(ALL_LANES, one);
        if (lane == 0) {
          row.code[g] = own;
        }
      }
      __syncwarp();
      row.descend(batch.smallest);
      double value = batch.restarts > 0 ? row.value() : 0;
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
      Word* word = group + (Index)k * batch.stride;
      differing = __popc(*word ^ mine);
      *word = mine;
    }
    double sum = warp_sum(differing);
    if (lane == 0 && sum > 0) {
      atomicAdd(batch.changed, (unsigned long long)sum);
    }
  }
}

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
  if (gram_shared) {
    for (int i = threadIdx.x; i < count * count; i += blockDim.x) {
      near_gram[i] = gram[i];
    }
    __syncthreads();
  }
  Batch batch = {projection, columns, changed, smallest, seed,  origin,
                 first,      rows,    count,   stride,   fresh, restarts};
  WholeGram whole = {gram_shared ? near_gram : gram, count};
  descend_rows(
      batch, whole, room + threadIdx.x / LANES * count,
      (Word*)(near_gram + (gram_shared ? count * count : 0)));
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
  Batch batch = {projection, columns, changed, smallest, seed,  origin,
                 first,      rows,    count,   stride,   fresh, restarts};
  RowGram known = {gram, single, features, missing, own + count, cols, count, {}};
  descend_rows(batch, known, own, (Word*)(room + blockDim.x / LANES * 2 * count));
}
