// Z^T M for many binary columns and a dense matrix, on tensor cores.
// For compute capability 8.0 and later.
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

// One run of rows of Z^T M for some columns of Z: bits as numbers times the upper bits of M and the rest,
// whose own last bits are rounded.
template <int STEPS>
__device__ inline void sum_run(
    const float* matrix, const Word* columns, float* partial, int rows, int cols, int stride, int count,
    int pitch, int stages) {
  DYNAMIC_SHARED(float4, room);
  int lane = threadIdx.x % LANES, g = lane / 4, t = lane % 4;
  int first = blockIdx.x * COLUMNS;
  int from = blockIdx.y * RUN;
  Word* bits = (Word*)room;
  for (int i = threadIdx.x; i < COLUMNS * WORDS; i += THREADS) {
    int c = first + i / WORDS, word = blockIdx.y * WORDS + i % WORDS;
    bool present = c < count && word * LANES < rows;
    bits[place(i / WORDS, i % WORDS)] = present ? columns[(Index)c * stride + word] : 0;
  }
  Tiles tiles((float*)(bits + COLUMNS * WORDS), matrix, rows, cols, pitch, stages, from, 1);
  int to = min(from + RUN, tiles.count);
  int steps = tiles.own.to - tiles.own.from;
  float sum[PRODUCTS][STEPS][4];
#pragma unroll
  for (int p = 0; p < PRODUCTS; p++) {
#pragma unroll
    for (int n = 0; n < STEPS; n++) {
#pragma unroll
      for (int i = 0; i < 4; i++) {
        sum[p][n][i] = 0;
      }
    }
  }
  for (int number = from; number < to; number++) {
    int word = (number - from) / 4, shift = number % 4 * ROWS + 2 * t;
    Word z[PRODUCTS][4];
#pragma unroll
    for (int p = 0; p < PRODUCTS; p++) {
#pragma unroll
      for (int i = 0; i < 2; i++) {
        Word own = bits[place(p * HEIGHT + g + 8 * i, word)] >> shift;
        z[p][i] = own & 1 ? __float_as_uint(1.f) : 0;
        z[p][i + 2] = own & 2 ? __float_as_uint(1.f) : 0;
      }
    }
    const float* tile = tiles.wait();
    const float* upper = tile + row_offset(2 * t, pitch) + tiles.own.first + g;
    const float* lower = tile + row_offset(2 * t + 1, pitch) + tiles.own.first + g;
#pragma unroll
    for (int n = 0; n < STEPS; n++) {
      if (n < steps) {
        float a = upper[n * GROUP], b = lower[n * GROUP];
        Word high[2] = {tf32_part(a), tf32_part(b)};
        Word rest[2] = {tf32_remainder(a), tf32_remainder(b)};
#pragma unroll
        for (int p = 0; p < PRODUCTS; p++) {
          float product[4] = {0, 0, 0, 0};
          tensor_product(product, z[p], rest);
          tensor_product(product, z[p], high);
#pragma unroll
          for (int i = 0; i < 4; i++) {
            sum[p][n][i] += product[i];
          }
        }
      }
    }
    // Of the tiles after the run none is there to be copied.
    tiles.next(number + stages < to ? number + stages : tiles.count);
  }
  int width = padded(cols);
#pragma unroll
  for (int p = 0; p < PRODUCTS; p++) {
#pragma unroll
    for (int n = 0; n < STEPS; n++) {
#pragma unroll
      for (int i = 0; i < 2; i++) {
        int c = first + p * HEIGHT + g + 8 * i;
        if (n < steps && c < count) {
          float* out = partial + ((Index)blockIdx.y * count + c) * width + tiles.own.first;
          *(float2*)(out + n * GROUP + 2 * t) = make_float2(sum[p][n][2 * i], sum[p][n][2 * i + 1]);
        }
      }
    }
  }
}

#define SUMMED                                                                                     \
  const float *__restrict__ matrix, const Word *__restrict__ columns, float *__restrict__ partial, \
      int rows, int cols, int stride, int count, int pitch, int stages
#define ARGUMENTS matrix, columns, partial, rows, cols, stride, count, pitch, stages

// For up to 320 and up to 1024 columns of M.
//
// Grid: x over groups of binary columns, which run side by side so that M comes from memory once and for
// the others from the cache; y over runs of RUN tiles. Shared memory: COLUMNS * WORDS words and the
// stages' tiles. One barrier.
// Reads 4 bytes an entry of M, 1/8 byte a row and binary column; writes 4 bytes for each run, binary column
// and column of M, whole groups of them.
KERNEL_OF(2) sum_runs_narrow(SUMMED) { sum_run<5>(ARGUMENTS); }
KERNEL_OF(1) sum_runs_wide(SUMMED) { sum_run<16>(ARGUMENTS); }

// Adds runs in double precision, in their order, to what was before, if there was anything.
//
// Grid: one thread an entry of the count x cols sums. Shared memory: none.
// Reads 4 bytes a run and entry; moves up to 16 an entry, and writes 4 more where single precision is wanted.
KERNEL add_runs(
    const float* __restrict__ partial, int runs, double* __restrict__ sums, float* __restrict__ single,
    int cols, int count, int before) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int width = padded(cols), size = count * width;
  if (i >= size || i % width >= cols) {
    return;
  }
  Index to = (Index)(i / width) * cols + i % width;
  double sum = before ? sums[to] : 0;
#pragma unroll 8
  for (int r = 0; r < runs; r++) {
    sum += partial[(Index)r * size + i];
  }
  sums[to] = sum;
  if (single != nullptr) {
    single[to] = (float)sum;
  }
}
