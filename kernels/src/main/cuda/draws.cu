// Codes of rows drawn given a dictionary W, each row's bits in turn given its others:
// logit P(z_k = 1) = theta_k + [w_k (x - sum of other z_l w_l) - |w_k|^2 / 2] / variance.
#include "codes.cuh"

// How bits are drawn.
struct Draws {
  const double* log_odds; // theta: K, NaN for a feature whose bits stay
  double variance;
  double spared; // share of the rows that stay as they are
  Seed seed;

  // A bit is one if its margin, the bracket above, exceeds variance (logit u - theta_k) for its random
  // number u. Each lane has that of one feature of a word.
  template <class Gram>
  __device__ void operator()(const CodedRow<Gram>& row, Word* drawn) const {
    if (random_uniform(seed, row.number, (Seed)-1) < spared) {
      return; // the whole warp
    }
    row.start();
    __syncwarp();
    for (int g = 0; g * LANES < row.count; g++) {
      int own = g * LANES + row.lane;
      double needed = 0;
      bool stays = true;
      if (own < row.count) {
        double u = random_uniform(seed, row.number, own) + 1.0 / 18014398509481984.0; // 2^-54
        stays = isnan(log_odds[own]);
        needed = variance * (log(u / (1 - u)) - log_odds[own]);
      }
      Word free = ~__ballot_sync(ALL_LANES, stays);
      for (; free != 0; free &= free - 1) {
        int bit = __ffs(free) - 1;
        int k = g * LANES + bit;
        bool one = has(row.code, k);
        double margin = row.gram.diagonal(k) * (one ? .5 : -.5) - row.gradient[k];
        if ((margin > __shfl_sync(ALL_LANES, needed, bit)) != one) {
          row.turn(k);
        }
      }
    }
    for (int g = row.lane; g * LANES < row.count; g += LANES) {
      drawn[g] = row.code[g];
    }
  }
};

// Draws the codes of 32 rows. A bit's random number is the uniform one at (row, k), that of sparing a
// row at (row, -1), as on every backend.
//
// Grid and shared memory: as of descend_codes.
// Reads 4 K bytes a row (p), moves K/4 a row (bits).
KERNEL_OF(3) draw_codes(
    const float* __restrict__ projection, const double* __restrict__ gram,
    Word* __restrict__ columns, unsigned long long* __restrict__ changed,
    const double* __restrict__ log_odds, double variance, double spared, Seed seed, Seed origin,
    int first, int rows, int count, int stride, int gram_shared) {
  DYNAMIC_SHARED(double, room);
  double* near_gram = room + blockDim.x / LANES * count;
  CodeBatch batch = {projection, columns, changed, origin, first, rows, count, stride, 0};
  WholeGram whole = whole_gram(gram, near_gram, count, gram_shared);
  change_rows(
      batch, whole, room + threadIdx.x / LANES * count,
      (Word*)(near_gram + (gram_shared ? count * count : 0)),
      Draws{log_odds, variance, spared, seed});
}

// The same where entries are missing, for each row with the G of the columns that it knows.
//
// Grid, shared memory and reads: as of descend_known.
KERNEL_OF(3) draw_known(
    const float* __restrict__ projection, const double* __restrict__ gram,
    const double* __restrict__ single, const float* __restrict__ features,
    const Word* __restrict__ missing, Word* __restrict__ columns,
    unsigned long long* __restrict__ changed, const double* __restrict__ log_odds, double variance,
    double spared, Seed seed, Seed origin, int first, int rows, int cols, int count, int stride) {
  DYNAMIC_SHARED(double, room);
  double* own = room + threadIdx.x / LANES * 2 * count;
  CodeBatch batch = {projection, columns, changed, origin, first, rows, count, stride, 0};
  RowGram known = {gram, single, features, missing, own + count, cols, count, {}};
  change_rows(
      batch, known, own, (Word*)(room + blockDim.x / LANES * 2 * count),
      Draws{log_odds, variance, spared, seed});
}
