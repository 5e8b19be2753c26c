// Z^T M for many binary columns and a dense matrix, on tensor cores.
// For compute capability 8.0 and later.
#pragma once
#include "tiles.cuh"

constexpr int RUN = 64;     // tiles (512 rows) that are summed in single precision
constexpr int HEIGHT = 16;  // binary columns of a product
constexpr int PRODUCTS = 2; // of each group of columns of M
constexpr int COLUMNS = PRODUCTS * HEIGHT; // binary columns of a block
constexpr int WORDS = RUN * ROWS / LANES;  // of a column's run

// Where a word of a column lies: neither its neighbours nor the same word of 8 columns share a bank.
__device__ inline int place(int column, int word) {
  return column * WORDS + (word ^ (column / 2 & 3));
}

// The bits of columns g and g + 8 of a product, from the row 2t of a tile on that begins at bit `from` of a run.
struct Bits {
  const Word* bits;
  int from;

  __device__ Word of(int product, int i) const {
    int lane = threadIdx.x % LANES;
    int column = product * HEIGHT + lane / 4 + 8 * i;
    return bits[place(column, from / LANES)] >> (from % LANES + 2 * (lane % 4));
  }
};

// Adds the rows of a tile: bits as numbers times the upper bits of M and the rest, whose own last bits are
// rounded.
template <int GROUPS>
__device__ inline void add_rows(
    float (&sum)[PRODUCTS][GROUPS][4], const Bits& bits, const float* tile, int pitch, const Columns& own) {
  Word z[PRODUCTS][4];
#pragma unroll
  for (int p = 0; p < PRODUCTS; p++) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      Word some = bits.of(p, i);
      z[p][i] = some & 1 ? __float_as_uint(1.f) : 0;
      z[p][i + 2] = some & 2 ? __float_as_uint(1.f) : 0;
    }
  }
  int lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
  const float* upper = tile + Layout<float>::offset(2 * t, pitch) + g;
  const float* lower = tile + Layout<float>::offset(2 * t + 1, pitch) + g;
#pragma unroll
  for (int m = 0; m < GROUPS / 2; m++) {
    if (own.has(m)) {
#pragma unroll
      for (int n = 2 * m; n < 2 * m + 2; n++) {
        float a = upper[n * GROUP], b = lower[n * GROUP];
        Word high[2] = {tf32_part(a), tf32_part(b)};
        Word rest[2] = {tf32_remainder(a), tf32_remainder(b)};
#pragma unroll
        for (int p = 0; p < PRODUCTS; p++) {
          float product[4] = {0, 0, 0, 0};
          tensor_product(product, z[p], rest);
          tensor_product(product, z[p], high);
          add_to(sum[p][n], product);
        }
      }
    }
  }
}

// The same of two tiles of numbers that are rounded already.
template <int GROUPS>
__device__ inline void add_rows(
    float (&sum)[PRODUCTS][GROUPS][4], const Bits& bits, const Bfloat16* tiles, int pitch, const Columns& own) {
  Word z[PRODUCTS][4];
#pragma unroll
  for (int p = 0; p < PRODUCTS; p++) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      Word some = bits.of(p, i);
      z[p][i] = bfloat16_bits(some);
      z[p][i + 2] = bfloat16_bits(some >> ROWS);
    }
  }
  SharedAddress<Bfloat16> from(tiles + Layout<Bfloat16>::matrix_row(pitch));
#pragma unroll
  for (int m = 0; m < GROUPS / 2; m++) {
    if (own.has(m)) {
      Word a[4];
      load_matrices<true>(a, from + m * UNIT);
#pragma unroll
      for (int p = 0; p < PRODUCTS; p++) {
#pragma unroll
        for (int i = 0; i < 2; i++) {
          float product[4] = {0, 0, 0, 0};
          bfloat16_product(product, z[p], {a[i], a[i + 2]});
          add_to(sum[p][2 * m + i], product);
        }
      }
    }
  }
}

// One run of rows of Z^T M for some columns of Z.
template <class Element, int GROUPS>
__device__ inline void sum_run(
    const Element* matrix, const Word* columns, float* partial, int rows, int cols, int stride, int count,
    int pitch, int stages) {
  constexpr int STAGES = RUN / Layout<Element>::TILES; // of a run
  DYNAMIC_SHARED(float4, room);
  int lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
  int first = blockIdx.x * COLUMNS;
  int from = blockIdx.y * STAGES;
  Word* bits = (Word*)room;
  for (int i = threadIdx.x; i < COLUMNS * WORDS; i += THREADS) {
    int c = first + i / WORDS, word = blockIdx.y * WORDS + i % WORDS;
    bool present = c < count && word * LANES < rows;
    bits[place(i / WORDS, i % WORDS)] = present ? columns[(Index)c * stride + word] : 0;
  }
  Tiles<Element> tiles(
      (Element*)(bits + COLUMNS * WORDS), matrix, rows, Layout<Element>::width(cols), pitch, stages, from, 1);
  int to = min(from + STAGES, tiles.count);
  int width = padded(cols);
  Columns own = columns_of(warp_number(), cols);
  float sum[PRODUCTS][GROUPS][4];
#pragma unroll
  for (int p = 0; p < PRODUCTS; p++) {
#pragma unroll
    for (int n = 0; n < GROUPS; n++) {
#pragma unroll
      for (int i = 0; i < 4; i++) {
        sum[p][n][i] = 0;
      }
    }
  }
  for (int number = from; number < to; number++) {
    Bits rows_bits = {bits, (number - from) * Tiles<Element>::AT_ONCE};
    add_rows<GROUPS>(sum, rows_bits, tiles.wait(), pitch, own);
    // Of the stages after the run none is there to be copied.
    tiles.next(number + stages < to ? number + stages : tiles.count);
  }
#pragma unroll
  for (int p = 0; p < PRODUCTS; p++) {
#pragma unroll
    for (int n = 0; n < GROUPS; n++) {
#pragma unroll
      for (int i = 0; i < 2; i++) {
        int c = first + p * HEIGHT + g + 8 * i, j = own.first + n * GROUP;
        if (j < own.last && c < count) {
          float* out = partial + ((Index)blockIdx.y * count + c) * width + j;
          *(float2*)(out + 2 * t) = make_float2(sum[p][n][2 * i], sum[p][n][2 * i + 1]);
        }
      }
    }
  }
}

#define SUMMED(Element)                                                                              \
  const Element *__restrict__ matrix, const Word *__restrict__ columns, float *__restrict__ partial, \
      int rows, int cols, int stride, int count, int pitch, int stages
#define ARGUMENTS matrix, columns, partial, rows, cols, stride, count, pitch, stages
