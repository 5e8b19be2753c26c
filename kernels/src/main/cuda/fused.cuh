// Passes that read the residual once: both products of a row from the copy of it in shared memory.
// For compute capability 8.0 and later.
#pragma once
#include "rounded_products.cuh"
#include "single_products.cuh"

// Two neighbours, 0 where they are not present, which the second is only with the first.
__device__ inline float2 pair(const float* v, bool first, bool second, bool aligned) {
  return second && aligned ? *(const float2*)v : make_float2(first ? v[0] : 0, second ? v[1] : 0);
}

// The arrays of a pass over some rows.
template <class Element>
struct Pass {
  const Element* residual; // rows x cols, a row as long as Layout has it
  const float* sums;       // S, count x cols
  float* partial;          // the change of S by block, blocks x count x cols, cols rounded up to GROUP
  int rows, cols;
  int count; // vectors, at most MOST
  int pitch; // from a row of a tile to the next, as Layout wants it
  int stages;
  // Or null: a row of so many columns and, for each vector, what share of it S lacks.
  const float* row;
  const float* shares;
};

constexpr int NORMS = WARPS * ROWS; // floats of an exchange of squared norms

// Reads S in the columns from `first` on, if it is asked for, and adds what it lacks.
template <class Products>
__device__ inline void read_sums(
    const Pass<typename Products::Element>& p, Products& products, int first, int last, bool asked) {
  constexpr int HALVES = Products::HALVES;
  int lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
  bool aligned = p.cols % 2 == 0;
  float s[Products::MOST_GROUPS][2 * HALVES];
#pragma unroll
  for (int n = 0; n < Products::MOST_GROUPS; n++) {
#pragma unroll
    for (int i = 0; i < HALVES; i++) {
      int k = g + 8 * i, j = first + n * GROUP + 2 * t;
      bool present = k < p.count && asked;
      const float* from = p.sums + (Index)k * p.cols + j;
      float2 entries = pair(from, present && j < last, present && j + 1 < last, aligned);
      s[n][i] = entries.x;
      s[n][i + HALVES] = entries.y;
    }
  }
  if (p.shares != nullptr) {
    float shares[HALVES];
#pragma unroll
    for (int i = 0; i < HALVES; i++) {
      shares[i] = g + 8 * i < p.count ? p.shares[g + 8 * i] : 0;
    }
#pragma unroll
    for (int n = 0; n < Products::MOST_GROUPS; n++) {
      int j = first + n * GROUP + 2 * t;
      float2 a = pair(p.row + j, j < last, j + 1 < last, aligned);
#pragma unroll
      for (int i = 0; i < HALVES; i++) {
        s[n][i] += shares[i] * a.x;
        s[n][i + HALVES] += shares[i] * a.y;
      }
    }
  }
#pragma unroll
  for (int n = 0; n < Products::MOST_GROUPS; n++) {
    products.set(n, s[n]);
  }
}

// Leaves the change of S in the warp's columns, in `partial` of `width` columns, whole groups.
template <class Products>
__device__ inline void write_changes(
    const Products& products, float* partial, const Columns& own, int count, int width) {
  int lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
#pragma unroll
  for (int n = 0; n < Products::CHANGES; n++) {
    const float(&change)[4] = products.change[n];
    if constexpr (Products::LOW) {
#pragma unroll
      for (int i = 0; i < 4; i++) {
        int k = 2 * t + i % 2, j = own.first + (2 * n + i / 2) * GROUP;
        if (k < count && j < own.last) {
          partial[(Index)k * width + j + g] = change[i];
        }
      }
    } else if (int j = own.first + n * GROUP; j < own.last) {
#pragma unroll
      for (int i = 0; i < 2; i++) {
        int k = g + 8 * i;
        if (k < count) {
          float* to = partial + (Index)k * width + j + 2 * t;
          *(float2*)to = make_float2(change[2 * i], change[2 * i + 1]);
        }
      }
    }
  }
}

// All rows at once, from the same S: a rule turns G = S A^T into changes of the rows' entries, and their
// products with A are the change of S. A rule has, for the lane's entries, those of vectors g and g + 8 in
// rows 2t and 2t + 1 of a tile (g = lane / 4, t = lane % 4):
//
//   NORMS           whether it asks for squared norms of rows
//   SIGNS           whether all changes are -1, 0 or 1
//   multiplies()    whether it asks for G
//   fetch(tile, h)  reads what it needs of the next tile, the h-th of those at once, before any warp writes there
//   turn(number)    goes on to the tiles that were fetched last, from this number on
//   step(even, odd, norms, change, writes)
//                   from G of either row of each tile, the change of both, as tensor cores take them; all warps
//                   do so, and one writes
//   finish(writes)  after the last tile
//
// Grid: the first `blocks` blocks, which take the tiles in turns, of all WARPS warps. Shared memory, for each of
// TILES tiles at once: two exchanges of a float for each row and warp, without NORMS the caller's; two of MOST / 4
// floats for each thread; then the stages' tiles. One barrier for TILES tiles.
template <class Products, class Rule>
__device__ inline void ascend(const Pass<typename Products::Element>& p, Rule& rule, int blocks) {
  using Element = typename Products::Element;
  constexpr bool LOW = Products::LOW;
  constexpr int HALVES = Products::HALVES, TILES = Layout<Element>::TILES;
  constexpr int PART = 2 * HALVES * THREADS; // floats of an exchange of products
  DYNAMIC_SHARED(float4, room);
  float* squares = (float*)room;
  float* parts = squares + 2 * TILES * NORMS;
  Element* ring = (Element*)(parts + 2 * TILES * PART);
  int warp = warp_number(), lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
  Columns own = columns_of(warp, p.cols);
  Products products;
  read_sums(p, products, own.first, own.last, rule.multiplies());
#pragma unroll
  for (int n = 0; n < Products::CHANGES; n++) {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      products.change[n][i] = 0;
    }
  }
  // Not before S is read: the copies would go on meanwhile, but registers would spill.
  Tiles<Element> tiles(
      ring, p.residual, p.rows, Layout<Element>::width(p.cols), p.pitch, p.stages, blockIdx.x, blocks);
  int side = 0;
#pragma unroll
  for (int h = 0; h < TILES; h++) {
    rule.fetch(blockIdx.x * TILES + h, h);
  }
  for (int number = blockIdx.x; number < tiles.count; number += blocks) {
    rule.turn(number * TILES);
#pragma unroll
    for (int h = 0; h < TILES; h++) {
      rule.fetch((number + blocks) * TILES + h, h); // it takes longer than all that is left of this round
    }
    const Element* tile = tiles.wait();
    float even[TILES][HALVES] = {}, odd[TILES][HALVES] = {}; // G of rows 2t and 2t + 1
    float norms[TILES][2] = {};
    if (rule.multiplies()) {
      float product[TILES][4] = {}, square[TILES] = {};
      products.template multiply<Rule::NORMS>(tile, p.pitch, own, product, square);
#pragma unroll
      for (int h = 0; h < TILES; h++) {
        float* part = parts + (side * TILES + h) * PART;
        if constexpr (LOW) {
          ((float2*)part)[threadIdx.x] = make_float2(product[h][0], product[h][1]);
        } else {
          ((float4*)part)[threadIdx.x] =
              make_float4(product[h][0], product[h][1], product[h][2], product[h][3]);
        }
        if (Rule::NORMS) {
          square[h] += __shfl_xor_sync(ALL_LANES, square[h], 1);
          square[h] += __shfl_xor_sync(ALL_LANES, square[h], 2);
          if (t == 0) {
            squares[(side * TILES + h) * NORMS + warp * ROWS + g] = square[h];
          }
        }
      }
      __syncthreads();
#pragma unroll
      for (int h = 0; h < TILES; h++) {
        const float* part = parts + (side * TILES + h) * PART;
        const float* squared = squares + (side * TILES + h) * NORMS;
#pragma unroll
        for (int w = 0; w < WARPS; w++) {
          if constexpr (LOW) {
            float2 q = ((const float2*)part)[w * LANES + lane];
            even[h][0] += q.x;
            odd[h][0] += q.y;
          } else {
            float4 q = ((const float4*)part)[w * LANES + lane];
            even[h][0] += q.x;
            odd[h][0] += q.y;
            even[h][1] += q.z;
            odd[h][1] += q.w;
          }
          if (Rule::NORMS && warp == 0) {
            norms[h][0] += squared[w * ROWS + 2 * t];
            norms[h][1] += squared[w * ROWS + 2 * t + 1];
          }
        }
      }
      side ^= 1;
    }
    float delta[TILES][4] = {};
    rule.step(even, odd, norms, delta, warp == 0);
    products.template add<Rule::SIGNS>(tile, p.pitch, own, delta);
    tiles.next(number + p.stages * blocks);
  }
  rule.finish(warp == 0);
  int width = padded(p.cols);
  write_changes(
      products, p.partial + (Index)blockIdx.x * p.count * width, own, p.count, width);
}
