// Passes that read the residual once: both products of a row from the copy of it in shared memory.
// For compute capability 8.0 and later.
#pragma once
#include "tiles.cuh"

// Two neighbours, 0 where they are not present, which the second is only with the first.
__device__ inline float2 pair(const float* v, bool first, bool second, bool aligned) {
  return second && aligned ? *(const float2*)v : make_float2(first ? v[0] : 0, second ? v[1] : 0);
}

// The arrays of a pass over some rows.
struct Pass {
  const float* residual; // rows x cols, as Tiles take it
  const float* sums;     // S, count x cols
  float* partial;        // the change of S by block, blocks x count x cols, cols rounded up to GROUP
  int rows, cols;
  int count; // vectors, at most MOST
  int pitch; // of a tile's rows: a multiple of 32 that leaves 24 beside the columns
  int stages;
  // Or null: a row of so many columns and, for each vector, what share of it S lacks.
  const float* row;
  const float* shares;
};

constexpr int EXCHANGED = 2 * WARPS * LANES; // float4 of two exchanges
constexpr int NORMS = WARPS * ROWS;          // floats of one

// All rows at once, from the same S: a rule turns G = S A^T into changes of the rows' entries, and their
// products with A are the change of S. A rule has, for the lane's entries, those of vectors g and g + 8 in
// rows 2t and 2t + 1 of a tile (g = lane / 4, t = lane % 4):
//
//   NORMS           whether it asks for squared norms of rows
//   multiplies()    whether it asks for G
//   fetch(tile)     reads what it needs of a tile, before any warp writes there
//   step(even, odd, norms, change, writes)
//                   from G of either row, the change of both, as a tensor core takes them; all warps do
//                   so, and one writes
//   finish(writes)  after the last tile
//
// MOST is 16, the height of a tensor core's product, or 8, its width: then columns take the height where the
// changes are multiplied with A, and S and its change half of the registers.
//
// Grid: the first `blocks` blocks, which take the tiles in turns, of all WARPS warps. Shared memory: two exchanges
// of a float4 for each thread; two of a float for each row and warp, without NORMS the caller's; then the stages'
// tiles. One barrier a tile.
template <int MOST, int STEPS, bool EXACT, class Rule>
__device__ inline void ascend(const Pass& p, Rule& rule, int blocks) {
  constexpr bool LOW = MOST == 8;
  constexpr int HALVES = MOST / 8, PAIRS = LOW ? STEPS / 2 : STEPS;
  DYNAMIC_SHARED(float4, room);
  float* squares = (float*)(room + EXCHANGED);
  float* ring = squares + 2 * NORMS;
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
  Columns own = columns_of(warp, p.cols);
  int steps = own.to - own.from;
  float s[STEPS][2 * HALVES];
  float change[PAIRS][4]; // of S in a group of columns, or of half of S in two
#pragma unroll
  for (int n = 0; n < STEPS; n++) {
#pragma unroll
    for (int i = 0; i < HALVES; i++) {
      int k = g + 8 * i, j = own.first + n * GROUP + 2 * t;
      bool present = k < p.count && rule.multiplies();
      const float* from = p.sums + (Index)k * p.cols + j;
      float2 entries =
          pair(from, present && j < own.last, present && j + 1 < own.last, p.cols % 2 == 0);
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
    for (int n = 0; n < STEPS; n++) {
      int j = own.first + n * GROUP + 2 * t;
      float2 a = pair(p.row + j, j < own.last, j + 1 < own.last, p.cols % 2 == 0);
#pragma unroll
      for (int i = 0; i < HALVES; i++) {
        s[n][i] += shares[i] * a.x;
        s[n][i + HALVES] += shares[i] * a.y;
      }
    }
  }
#pragma unroll
  for (int n = 0; n < PAIRS; n++) {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      change[n][i] = 0;
    }
  }
  // Not before S is read: the copies would go on meanwhile, but registers would spill.
  Tiles tiles(ring, p.residual, p.rows, p.cols, p.pitch, p.stages, blockIdx.x, blocks);
  int side = 0;
  for (int number = blockIdx.x; number < tiles.count; number += blocks) {
    rule.fetch(number);
    const float* tile = tiles.wait();
    float even[HALVES] = {}, odd[HALVES] = {}; // G of rows 2t and 2t + 1
    float norms[2] = {0, 0};
    if (rule.multiplies()) {
#pragma unroll
      for (int n = 0; n < STEPS; n++) {
#pragma unroll
        for (int i = 0; i < 2 * HALVES; i++) {
          keep_in_loop(s[n][i]);
        }
      }
      float product[4] = {0, 0, 0, 0}, small[4] = {0, 0, 0, 0}; // two chains of sums
      float square = 0;
#pragma unroll
      for (int n = 0; n < STEPS; n++) {
        if (n < steps) {
          float2 a = *(const float2*)(tile + row_offset(g, p.pitch) + own.first + n * GROUP + 2 * t);
          if constexpr (LOW) {
            tensor_product<EXACT>(product, small, {s[n][0], 0, s[n][1], 0}, {a.x, a.y});
          } else {
            tensor_product<EXACT>(product, small, s[n], {a.x, a.y});
          }
          if (Rule::NORMS) {
            square += a.x * a.x + a.y * a.y;
          }
        }
      }
#pragma unroll
      for (int i = 0; EXACT && i < 4; i++) {
        product[i] += small[i];
      }
      float4* part = room + side * WARPS * LANES;
      if constexpr (LOW) {
        ((float2*)part)[threadIdx.x] = make_float2(product[0], product[1]);
      } else {
        part[threadIdx.x] = make_float4(product[0], product[1], product[2], product[3]);
      }
      float* squared = squares + side * NORMS;
      if (Rule::NORMS) {
        square += __shfl_xor_sync(ALL_LANES, square, 1);
        square += __shfl_xor_sync(ALL_LANES, square, 2);
        if (t == 0) {
          squared[warp * ROWS + g] = square;
        }
      }
      __syncthreads();
#pragma unroll
      for (int w = 0; w < WARPS; w++) {
        if constexpr (LOW) {
          float2 q = ((const float2*)part)[w * LANES + lane];
          even[0] += q.x;
          odd[0] += q.y;
        } else {
          float4 q = part[w * LANES + lane];
          even[0] += q.x;
          odd[0] += q.y;
          even[1] += q.z;
          odd[1] += q.w;
        }
        if (Rule::NORMS && warp == 0) {
          norms[0] += squared[w * ROWS + 2 * t];
          norms[1] += squared[w * ROWS + 2 * t + 1];
        }
      }
      side ^= 1;
    }
    float delta[4] = {0, 0, 0, 0};
    rule.step(even, odd, norms, delta, warp == 0);
    const float* upper = tile + row_offset(2 * t, p.pitch) + own.first + g;
    const float* lower = tile + row_offset(2 * t + 1, p.pitch) + own.first + g;
#pragma unroll
    for (int n = 0; n < PAIRS; n++) {
      if constexpr (LOW) {
        int left = 2 * n * GROUP, right = left + GROUP;
        if (2 * n < steps) {
          bool both = 2 * n + 1 < steps;
          float a[4] = {upper[left], both ? upper[right] : 0, lower[left], both ? lower[right] : 0};
          add_tensor_product<EXACT>(change[n], a, {delta[0], delta[2]});
        }
      } else if (n < steps) {
        add_tensor_product<EXACT>(change[n], delta, {upper[n * GROUP], lower[n * GROUP]});
      }
    }
    tiles.next(number + p.stages * blocks);
  }
  rule.finish(warp == 0);
  int width = padded(p.cols);
  float* partial = p.partial + (Index)blockIdx.x * p.count * width + own.first;
#pragma unroll
  for (int n = 0; n < PAIRS; n++) {
    if constexpr (LOW) {
#pragma unroll
      for (int i = 0; i < 4; i++) {
        int k = 2 * t + i % 2, group = 2 * n + i / 2;
        if (k < p.count && group < steps) {
          partial[(Index)k * width + group * GROUP + g] = change[n][i];
        }
      }
    } else if (n < steps) {
#pragma unroll
      for (int i = 0; i < 2; i++) {
        int k = g + 8 * i;
        if (k < p.count) {
          float* to = partial + (Index)k * width + n * GROUP + 2 * t;
          *(float2*)to = make_float2(change[n][2 * i], change[n][2 * i + 1]);
        }
      }
    }
  }
}
