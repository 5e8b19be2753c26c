// What rows with missing entries have instead of W W^T.
#pragma once
#include "reduce.cuh"

// G of one row: the sum of w_d w_d^T over the columns d of X that it knows, W W^T if it knows all. Each
// entry is a sum over the same columns in the same order, so that G is symmetric to the last bit.
struct KnownGram {
  const double* whole;  // what missing columns are taken from, or null: known ones are added up
  const float* columns; // W, column after column: D x K
  const Word* missing;  // the row's words
  int cols;             // D
  int count;            // K
  bool complete;

  // Of a row with these words of missing entries; the warp asks together. W W^T is `gram`, and `single`
  // if W is rounded to single precision, as it is in `columns`.
  __device__ static KnownGram of(
      const double* gram, const double* single, const float* columns, const Word* missing, int cols,
      int count) {
    int own = 0;
    for (int g = threadIdx.x % LANES; g < (cols + LANES - 1) / LANES; g += LANES) {
      own += __popc(missing[g]);
    }
    int absent = (int)warp_sum(own);
    const double* whole = absent == 0 ? gram : 2 * absent <= cols ? single : nullptr;
    return {whole, columns, missing, cols, count, absent == 0};
  }

  // Calls visit(w_d) for the columns to add up, or to take from the whole: the fewer.
  template <class Visit>
  __device__ void each_summed(Visit visit) const {
    for (int g = 0; g * LANES < cols; g++) {
      Word bits = missing[g];
      if (whole == nullptr) {
        int present = cols - g * LANES; // or more than a word of them
        bits = ~bits & (present < LANES ? ((Word)1 << present) - 1 : ALL_LANES);
      }
      for (; bits != 0; bits &= bits - 1) {
        visit(columns + (Index)(g * LANES + __ffs(bits) - 1) * count);
      }
    }
  }

  __device__ double at(int i, int j) const {
    double sum = 0;
    each_summed([&](const float* w) { sum += (double)w[i] * w[j]; });
    return whole == nullptr ? sum : whole[(Index)i * count + j] - sum;
  }
};
