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
      const float* tile, int pitch, int groups, float (&product)[1][4], float (&square)[1]) {
    int lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
#pragma unroll
    for (int n = 0; n < GROUPS; n++) {
#pragma unroll
      for (int i = 0; i < 2 * HALVES; i++) {
        keep_in_loop(s[n][i]);
      }
    }
    float small[4] = {0, 0, 0, 0}; // another chain of sums
#pragma unroll
    for (int n = 0; n < GROUPS; n++) {
      if (n < groups) {
        float2 a = *(const float2*)(tile + Layout<float>::offset(g, pitch) + n * GROUP + 2 * t);
        if constexpr (LOW) {
          tensor_product<EXACT>(product[0], small, {s[n][0], 0, s[n][1], 0}, {a.x, a.y});
        } else {
          tensor_product<EXACT>(product[0], small, s[n], {a.x, a.y});
        }
        if (NORMS) {
          square[0] += a.x * a.x + a.y * a.y;
        }
      }
    }
#pragma unroll
    for (int i = 0; EXACT && i < 4; i++) {
      product[0][i] += small[i];
    }
  }

  // Adds the rows times their entries' changes, those of vectors g and g + 8 in row 2t, then in 2t + 1.
  template <bool SIGNS>
  __device__ void add(const float* tile, int pitch, int groups, const float (&delta)[1][4]) {
    int lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
    const float* upper = tile + Layout<float>::offset(2 * t, pitch) + g;
    const float* lower = tile + Layout<float>::offset(2 * t + 1, pitch) + g;
#pragma unroll
    for (int n = 0; n < CHANGES; n++) {
      if constexpr (LOW) {
        int left = 2 * n * GROUP, right = left + GROUP;
        if (2 * n < groups) {
          bool both = 2 * n + 1 < groups;
          float a[4] = {upper[left], both ? upper[right] : 0, lower[left], both ? lower[right] : 0};
          add_tensor_product<EXACT>(change[n], a, {delta[0][0], delta[0][2]});
        }
      } else if (n < groups) {
        add_tensor_product<EXACT>(change[n], delta[0], {upper[n * GROUP], lower[n * GROUP]});
      }
    }
  }
};
