// Tiles of rows of a matrix in shared memory, loaded while others are worked on.
// For compute capability 8.0 and later.
#pragma once
#include "copies.cuh"
#include "groups.cuh"
#include "tensor.cuh"

constexpr int ROWS = 8;        // of a tile: the width of a tensor core's product
constexpr int MOST_STAGES = 4; // that a block holds at once

// Columns that a warp has or has not: two products, of which neither waits for the other.
constexpr int UNIT = 2 * GROUP;

__device__ inline int units(int cols) { return (cols + UNIT - 1) / UNIT; }

// How tiles lie: TILES at once, one below the other; a row begins at an offset.
template <class Element>
struct Layout;

template <>
struct Layout<float> {
  static constexpr int TILES = 1;
  static constexpr bool WHOLE = false;

  __device__ static int width(int cols) { return cols; }

  // Rows 0 to 3 and 4 to 7, the even and the odd ones each begin in four different quarters of the banks: no
  // two lanes meet, in the product or in its transpose.
  __device__ static int offset(int row, int pitch) {
    return row * pitch + 8 * ((row & 3) ^ row >> 2);
  }
};

// A product takes 16 rows or 16 columns. In global memory too rows are whole units, with 0 past the last column.
template <>
struct Layout<Bfloat16> {
  static constexpr int TILES = 2;
  static constexpr bool WHOLE = true;

  __device__ static int width(int cols) { return units(cols) * UNIT; }

  // An odd number of 16 bytes: of 8 rows no two begin in the same banks.
  __device__ static int offset(int row, int pitch) { return row * pitch; }

  // Where the lane's row of the four matrices of a unit begins: both groups of the first tile, then of the second.
  __device__ static int matrix_row(int pitch) {
    int lane = threadIdx.x % LANES, matrix = lane / 8;
    return offset(matrix / 2 * ROWS + lane % 8, pitch) + matrix % 2 * GROUP;
  }
};

__device__ inline void wait_for_stage(int stages) {
  switch (stages) { // all later ones may be under way
    case 2: wait_for_copies<1>(); break;
    case 3: wait_for_copies<2>(); break;
    default: wait_for_copies<MOST_STAGES - 1>(); break;
  }
}

// The warp's number in its block: told by one lane, so that the compiler knows it to be the same for all.
__device__ inline int warp_number() { return __shfl_sync(ALL_LANES, threadIdx.x / LANES, 0); }

// The columns of a tile that a warp has: no other one loads or reads them.
struct Columns {
  int first, last;

  // Whether there is a unit of that number.
  __device__ bool has(int unit) const { return first + unit * UNIT < last; }
};

__device__ inline Columns columns_of(int warp, int cols) {
  return {units(cols) * warp / WARPS * UNIT, min(units(cols) * (warp + 1) / WARPS * UNIT, cols)};
}

// Begins to copy a warp's columns of a stage, of which there are all rows, or only some.
template <int BYTES, bool ALL, class Element>
__device__ inline void load(
    Element* to, const Element* matrix, Columns own, int row, int rows, int cols, int pitch, int lane) {
  constexpr int WIDTH = BYTES / sizeof(Element);
  int first = own.first + lane * WIDTH;
  const Element* from = matrix + (Index)row * cols + first;
  SharedAddress<Element> target(to + first);
#pragma unroll 1 // of which there is hardly a second; its code would take longer than this
  for (int j = first; j < own.last; j += LANES * WIDTH) {
    const Element* entry = from;
#pragma unroll
    for (int i = 0; i < ROWS * Layout<Element>::TILES; i++) {
      // What is past the last row is not read.
      begin_copy<BYTES>(target + Layout<Element>::offset(i, pitch), entry, ALL || row + i < rows);
      entry += cols;
    }
    from += LANES * WIDTH;
    target = target + LANES * WIDTH;
  }
}

// A block's tiles, `stages` times TILES of them at once. Each warp has its own columns of them; columns past the
// last, up to whole units, are 0, and so are rows past the last.
template <class Element>
struct Tiles {
  using Place = Layout<Element>;
  static constexpr int AT_ONCE = Place::TILES * ROWS; // rows of a stage
  static constexpr int ALIGNED = 16 / sizeof(Element);

  Element* ring;
  const Element* matrix; // rows x cols; its rows begin at multiples of 16 bytes if cols is a multiple of ALIGNED
  int rows, cols, pitch, stages;
  Columns own;
  int count, stage; // of stages there are; the present one

  // Begins to copy stages `first`, first + step, ... into `ring`; with a barrier.
  __device__ Tiles(
      Element* ring, const Element* matrix, int rows, int cols, int pitch, int stages, int first, int step)
      : ring(ring), matrix(matrix), rows(rows), cols(cols), pitch(pitch), stages(stages),
        own(columns_of(warp_number(), cols)), count((rows + AT_ONCE - 1) / AT_ONCE), stage(0) {
    if constexpr (!Place::WHOLE) {
      int spare = units(cols) * UNIT - cols;
      for (int i = threadIdx.x; i < stages * AT_ONCE * spare; i += blockDim.x) {
        int row = i / spare;
        ring[row / AT_ONCE * AT_ONCE * pitch + Place::offset(row % AT_ONCE, pitch) + cols + i % spare] = 0;
      }
    }
    __syncthreads();
    for (int i = 0; i < stages; i++) {
      fetch(i, first + i * step);
    }
  }

  // Of a stage that there is not, nothing.
  __device__ void fetch(int place, int number) const {
    Element* to = ring + place * AT_ONCE * pitch;
    int lane = threadIdx.x % LANES;
    if (number < count) {
      int row = number * AT_ONCE;
      bool whole = Place::WHOLE || cols % ALIGNED == 0;
      if (whole && row + AT_ONCE <= rows) {
        load<16, true>(to, matrix, own, row, rows, cols, pitch, lane);
      } else if (whole) {
        load<16, false>(to, matrix, own, row, rows, cols, pitch, lane);
      } else if constexpr (!Place::WHOLE) {
        load<4, false>(to, matrix, own, row, rows, cols, pitch, lane);
      }
    }
    commit_copies();
  }

  // The warp's columns of the present stage, once they are there.
  __device__ const Element* wait() const {
    wait_for_stage(stages);
    __syncwarp();
    return ring + stage * AT_ONCE * pitch + own.first;
  }

  // Goes on to the next one, and begins to copy stage `number` over the present one.
  __device__ void next(int number) {
    __syncwarp(); // all lanes have read it
    fetch(stage, number);
    stage = stage + 1 < stages ? stage + 1 : 0;
  }
};
