// What a warp makes of its columns of tiles that are rounded to bfloat16.
// For compute capability 8.0 and later.
#pragma once
#include "tiles.cuh"

// As SingleProducts. Only the tiles are rounded: of S and of changes each number is two, its nearest and the
// nearest to what that leaves.
template <int MOST, int GROUPS>
struct RoundedProducts {
  using Element = Bfloat16;
  static constexpr bool LOW = MOST == 8;
  static constexpr int HALVES = MOST / 8, MOST_GROUPS = GROUPS, CHANGES = LOW ? GROUPS / 2 : GROUPS;
  static constexpr int TILES = Layout<Bfloat16>::TILES, UNITS = GROUPS / 2;

  // Of a unit: those of vectors g and g + 8 in the first group, then in the second; LOW the rest in place of vector
  // g + 8.
  Word s[UNITS][4], rest[LOW ? 1 : UNITS][4];
  float change[CHANGES][4];

  __device__ void set(int n, const float (&entries)[2 * HALVES]) {
    Word(&own)[4] = s[n / 2];
    int i = n % 2 * 2;
    own[i] = bfloat16_pair(entries[0], entries[HALVES]);
    Word left = bfloat16_rest(entries[0], entries[HALVES], own[i]);
    if constexpr (LOW) {
      own[i + 1] = left;
    } else {
      rest[n / 2][i] = left;
      own[i + 1] = bfloat16_pair(entries[1], entries[3]);
      rest[n / 2][i + 1] = bfloat16_rest(entries[1], entries[3], own[i + 1]);
    }
  }

  template <bool NORMS>
  __device__ void multiply(
      const Bfloat16* tiles, int pitch, const Columns& own, float (&product)[TILES][4], float (&square)[TILES]) {
    SharedAddress<Bfloat16> from(tiles + Layout<Bfloat16>::matrix_row(pitch));
    float small[TILES][4] = {};
#pragma unroll
    for (int m = 0; m < UNITS; m++) {
      if (own.has(m)) {
        Word a[4];
        load_matrices<false>(a, from + m * UNIT);
#pragma unroll
        for (int h = 0; h < TILES; h++) {
          Word row[2] = {a[2 * h], a[2 * h + 1]};
          bfloat16_product(product[h], s[m], row);
          if constexpr (!LOW) {
            bfloat16_product(small[h], rest[m], row);
          }
          if (NORMS) {
#pragma unroll
            for (int i = 0; i < 2; i++) {
              float first = lower_bfloat16(row[i]), second = upper_bfloat16(row[i]);
              square[h] += first * first + second * second;
            }
          }
        }
      }
    }
#pragma unroll
    for (int h = 0; h < TILES; h++) {
#pragma unroll
      for (int i = 0; i < (LOW ? 2 : 4); i++) {
        product[h][i] += LOW ? product[h][i + 2] : small[h][i];
      }
    }
  }

  // SIGNS: the changes are -1, 0 and 1, of which nothing is left.
  template <bool SIGNS>
  __device__ void add(const Bfloat16* tiles, int pitch, const Columns& own, const float (&delta)[TILES][4]) {
    Word high[2 * HALVES], low[2 * HALVES]; // of both tiles' rows 2t and 2t + 1, those of vector g first
#pragma unroll
    for (int h = 0; h < TILES; h++) {
#pragma unroll
      for (int i = 0; i < HALVES; i++) {
        high[h * HALVES + i] = bfloat16_pair(delta[h][i], delta[h][i + 2]);
        low[h * HALVES + i] = bfloat16_rest(delta[h][i], delta[h][i + 2], high[h * HALVES + i]);
      }
    }
    SharedAddress<Bfloat16> from(tiles + Layout<Bfloat16>::matrix_row(pitch));
#pragma unroll
    for (int m = 0; m < UNITS; m++) {
      if (own.has(m)) {
        Word a[4];
        load_matrices<true>(a, from + m * UNIT);
        if constexpr (LOW) {
          add_product<SIGNS>(change[m], a, a, high, low);
        } else {
          add_product<SIGNS>(change[2 * m], high, low, {a[0], a[2]}, {a[0], a[2]});
          add_product<SIGNS>(change[2 * m + 1], high, low, {a[1], a[3]}, {a[1], a[3]});
        }
      }
    }
  }

  // c += A B + A' B', added beside c: of numbers that are two each.
  template <bool SIGNS>
  __device__ static void add_product(
      float (&c)[4], const Word (&a)[4], const Word (&rest_a)[4], const Word (&b)[2],
      const Word (&rest_b)[2]) {
    float product[4] = {0, 0, 0, 0};
    if (!SIGNS) {
      bfloat16_product(product, rest_a, rest_b);
    }
    bfloat16_product(product, a, b);
    add_to(c, product);
  }
};
