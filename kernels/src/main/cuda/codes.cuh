// Codes of rows that a warp each changes, for a fixed dictionary W: what all searches of
// f(z) = z^T G z - 2 p^T z share, G = W W^T and p = W x.
#pragma once
#include "known.cuh"
#include "random.cuh"

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

// One row's code, a warp's work: lane l keeps entries l, l + 32, ... of the gradient G z - p.
template <class Gram>
struct CodedRow {
  Gram gram;
  const float* p;   // K
  double* gradient; // K, this warp's
  Word* code;       // ceil(K/32), this warp's
  int count;        // K
  int lane;
  Seed number; // among all rows

  // The gradient of the present code.
  __device__ void start() const { gram.start(code, p, gradient, lane); }

  // Turns entry `place`, the same in all lanes.
  __device__ void turn(int place) const {
    double sign = has(code, place) ? -1 : 1;
    __syncwarp();
    if (lane == 0) {
      code[place / LANES] ^= (Word)1 << place % LANES;
    }
    __syncwarp();
    for (int k = lane; k < count; k += LANES) {
      gradient[k] += sign * gram.at(place, k);
    }
    __syncwarp();
  }
};

// A block of rows.
struct CodeBatch {
  const float* projection;     // p of each row
  Word* columns;               // codes, column after column
  unsigned long long* changed; // entries that changed
  Seed origin;                 // number of row 0 of the data among all
  int first;                   // row of the data
  int rows;
  int count;  // K
  int stride; // of `columns`
  int fresh;  // whether codes start at 0
};

// Calls visit(row, result) for the rows of this block of threads, which are 32: `row` has the present code,
// as has `result`, where the new one is to be. In a room of 2 ceil(K/32) words a warp and 32 ceil(K/32).
template <class Gram, class Visit>
__device__ inline void change_rows(
    const CodeBatch& batch, const Gram& gram, double* gradient, Word* codes, Visit visit) {
  int warps = blockDim.x / LANES;
  int warp = threadIdx.x / LANES;
  int lane = threadIdx.x % LANES;
  int count = batch.count;
  int words = (count + LANES - 1) / LANES;
  Word* bests = codes + warps * words;
  Word* results = bests + warps * words;
  Word* group = batch.columns + batch.first / LANES + blockIdx.x; // this block's word of column 0
  CodedRow<Gram> row = {gram, nullptr, gradient, codes + warp * words, count, lane, 0};
  Word* best = bests + warp * words;
  for (int i = warp; i < LANES; i += warps) {
    int place = blockIdx.x * LANES + i;
    bool present = place < batch.rows; // for a whole warp
    row.p = batch.projection + (Index)place * count;
    row.number = batch.origin + batch.first + place;
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
      visit(row, best);
    }
    __syncwarp();
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

// G, copied to shared memory at `near` by the whole block if it is to be there.
__device__ inline WholeGram whole_gram(const double* gram, double* near, int count, int shared) {
  if (shared) {
    for (int i = threadIdx.x; i < count * count; i += blockDim.x) {
      near[i] = gram[i];
    }
    __syncthreads();
  }
  return {shared ? near : gram, count};
}
