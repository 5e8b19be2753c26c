// What a warp makes of its columns of a tile in single precision, or of numbers rounded to TF32.
// For compute capability 8.0 and later.
#pragma once
#include "tiles.cuh"

// S and its change in up to GROUPS groups of columns. MOST is 16 vectors, the height of a tensor core's product, or
// 8, its width: then columns take the height where the changes are multiplied with A, and S and its change half
// of the registers.
template <int MOST, int GROUPS, bool EXACT>
struct SingleProducts {
  using Element = float;
  static constexpr bool LOW = MOST == 8;
  static constexpr int HALVES = MOST / 8, MOST_GROUPS = GROUPS, CHANGES = LOW ? GROUPS / 2 : GROUPS;

  float s[GROUPS][2 * HALVES];
  float change[CHANGES][4]; // in a group of columns, or of half of the vectors in two

  // S in group n: of vectors g and g + 8 in column 2t, then in 2t + 1.
  __device__ void set(int n, const float (&entries)[2 * HALVES]) {
#pragma unroll
    for (int i = 0; i < 2 * HALVES; i++) {
      s[n][i] = entries[i];
    }
  }

  // G = S A^T over these columns, of vectors g and g + 8 in rows 2t and 2t + 1; the squares of row g in the lane's
  // columns.
  template <bool NORMS>
  __device__ void multiply(
      const float* tile, int pitch, const Columns& own, float (&product)[1][4], float (&square)[1]) {
    int lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
    const float* row = tile + Layout<float>::offset(g, pitch) + 2 * t;
#pragma unroll
    for (int n = 0; n < GROUPS; n++) {
#pragma unroll
      for (int i = 0; i < 2 * HALVES; i++) {
        keep_in_loop(s[n][i]);
      }
    }
    float odd[4] = {0, 0, 0, 0}, small[2][4] = {}; // four chains of sums
#pragma unroll
    for (int m = 0; m < GROUPS / 2; m++) {
      if (own.has(m)) {
#pragma unroll
        for (int i = 0; i < 2; i++) {
          int n = 2 * m + i;
          float2 a = *(const float2*)(row + n * GROUP);
          if constexpr (LOW) {
            tensor_product<EXACT>(i == 0 ? product[0] : odd, small[i], {s[n][0], 0, s[n][1], 0}, {a.x, a.y});
          } else {
            tensor_product<EXACT>(i == 0 ? product[0] : odd, small[i], s[n], {a.x, a.y});
          }
          if (NORMS) {
            square[0] += a.x * a.x + a.y * a.y;
          }
        }
      }
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
      product[0][i] += odd[i] + (EXACT ? small[0][i] + small[1][i] : 0);
    }
  }

  // Adds the rows times their entries' changes, those of vectors g and g + 8 in row 2t, then in 2t + 1.
  template <bool SIGNS>
  __device__ void add(const float* tile, int pitch, const Columns& own, const float (&delta)[1][4]) {
    int lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
    const float* upper = tile + Layout<float>::offset(2 * t, pitch) + g;
    const float* lower = tile + Layout<float>::offset(2 * t + 1, pitch) + g;
#pragma unroll
    for (int m = 0; m < GROUPS / 2; m++) {
      if (own.has(m)) {
        int left = m * UNIT, right = left + GROUP;
        if constexpr (LOW) {
          float a[4] = {upper[left], upper[right], lower[left], lower[right]};
          add_tensor_product<EXACT>(change[m], a, {delta[0][0], delta[0][2]});
        } else {
          add_tensor_product<EXACT>(change[2 * m], delta[0], {upper[left], lower[left]});
          add_tensor_product<EXACT>(change[2 * m + 1], delta[0], {upper[right], lower[right]});
        }
      }
    }
  }
};
