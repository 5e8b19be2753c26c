// Real codes nu (rows `stride` apart) from random numbers and from bits, and bits from them.
#include "random.cuh"

// nu = uniform in [0, 1) at (row, column), rows counted from `origin`.
//
// Grid: one thread an entry. Shared memory: none. Writes 4 bytes an entry.
KERNEL fill_codes(
    float* __restrict__ codes, Seed seed, Seed origin, int rows, int count, int stride) {
  Index i = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (Index)rows * count) {
    Index row = i / count;
    int k = (int)(i % count);
    codes[row * stride + k] = (float)random_uniform(seed, origin + row, k);
  }
}

// The first `count` columns of nu become `off` or `on`, as their bits are 0 or 1.
//
// Grid: one thread an entry. Shared memory: none. Writes 4 bytes an entry, reads 1/8.
KERNEL soften_codes(
    const Word* __restrict__ columns, float* __restrict__ codes, double off, double on, int rows,
    int count, int stride, int words) {
  Index i = (Index)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (Index)rows * count) {
    Index row = i / count;
    int k = (int)(i % count);
    bool one = columns[(Index)k * words + row / LANES] >> row % LANES & 1;
    codes[row * stride + k] = (float)(one ? on : off);
  }
}

// Bits of where nu > 1/2, column after column, `words` apart.
//
// Grid: one warp a word and column. Shared memory: none. Reads 4 bytes an entry, writes 1/8.
KERNEL read_codes(
    const float* __restrict__ codes, Word* __restrict__ columns, int rows, int count, int stride,
    int words) {
  Index own = (Index)blockIdx.x * WARPS + threadIdx.x / LANES;
  int lane = threadIdx.x % LANES;
  Index row = own / count * LANES + lane;
  int k = (int)(own % count);
  if (row - lane >= rows) {
    return; // a whole warp
  }
  Word word = __ballot_sync(ALL_LANES, row < rows && codes[row * stride + k] > 0.5f);
  if (lane == 0) {
    columns[(Index)k * words + own / count] = word;
  }
}

// Column c of nu becomes its column kept[c], for the first `most` of `count` columns.
//
// Grid: one warp a row. Shared memory: K floats a warp. Moves 8 bytes an entry.
KERNEL choose_codes(
    float* __restrict__ codes, const int* __restrict__ kept, int rows, int count, int most,
    int stride) {
  DYNAMIC_SHARED(float, room);
  int warp = threadIdx.x / LANES;
  int lane = threadIdx.x % LANES;
  Index row = (Index)blockIdx.x * (blockDim.x / LANES) + warp;
  if (row >= rows) {
    return; // a whole warp
  }
  float* code = codes + row * stride;
  float* copy = room + warp * count;
  for (int k = lane; k < count; k += LANES) {
    copy[k] = code[k];
  }
  __syncwarp();
  for (int k = lane; k < most; k += LANES) {
    code[k] = copy[kept[k]];
  }
}
