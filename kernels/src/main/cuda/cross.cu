// Z^T M for binary columns and a dense matrix, from bits: sums of the rows that a column names.
#include "device.cuh"

constexpr int COLUMNS = 16; // binary columns a thread sums for each entry of M that it reads
constexpr int RUN = 16;     // words (512 rows) summed in single precision before double takes over

// One chunk of rows of Z^T M, for M (rows x cols) and COLUMNS columns of Z.
//
// Grid: x over groups of COLUMNS binary columns, which run side by side so that M comes from memory
// once and for the others from the cache; y over the columns of M, one thread each; z over chunks of
// `chunk` words. Shared memory: none.
// Reads 4 bytes an entry of M, 1/8 byte a row and binary column; writes 8 bytes for each chunk,
// binary column and column of M.
KERNEL_OF(2) sum_rows(
    const float* __restrict__ matrix, const Word* __restrict__ columns, double* __restrict__ partial,
    int rows, int cols, int stride, int count, int chunk) {
  int j = blockIdx.y * blockDim.x + threadIdx.x;
  if (j >= cols) {
    return;
  }
  int first = blockIdx.x * COLUMNS;
  int from = blockIdx.z * chunk;
  int to = min(from + chunk, (int)(((Index)rows + LANES - 1) / LANES));
  double sum[COLUMNS];
  for (int c = 0; c < COLUMNS; c++) {
    sum[c] = 0;
  }
  for (int start = from; start < to; start += RUN) {
    float run[COLUMNS];
    for (int c = 0; c < COLUMNS; c++) {
      run[c] = 0;
    }
    for (int w = start; w < min(start + RUN, to); w++) {
      int present = rows - w * LANES; // or more than a word of them
      const float* m = matrix + (Index)w * LANES * cols + j;
      float value[LANES]; // in registers: the loops over it are unrolled
#pragma unroll
      for (int i = 0; i < LANES; i++, m += cols) {
        value[i] = i < present ? *m : 0;
      }
      const Word* column = columns + (Index)first * stride + w;
#pragma unroll
      for (int c = 0; c < COLUMNS; c++, column += stride) {
        if (first + c < count) {
          Word bits = *column;
#pragma unroll
          for (int i = 0; i < LANES; i++) {
            if (bits >> i & 1) {
              run[c] += value[i];
            }
          }
        }
      }
    }
    for (int c = 0; c < COLUMNS; c++) {
      sum[c] += run[c];
    }
  }
  for (int c = 0; c < COLUMNS && first + c < count; c++) {
    partial[((Index)blockIdx.z * count + first + c) * cols + j] = sum[c];
  }
}

// One chunk of rows of 1^T M, in double precision throughout.
//
// Grid: y over the columns of M, one thread each; z over chunks of `chunk` words of rows. Shared
// memory: none. Reads 4 bytes an entry of M; writes 8 for each chunk and column of M.
KERNEL sum_all_rows(
    const float* __restrict__ matrix, double* __restrict__ partial, int rows, int cols, int chunk) {
  int j = blockIdx.y * blockDim.x + threadIdx.x;
  if (j >= cols) {
    return;
  }
  Index from = (Index)blockIdx.z * chunk * LANES;
  Index to = min(from + (Index)chunk * LANES, (Index)rows);
  double sum = 0;
#pragma unroll 8
  for (Index i = from; i < to; i++) {
    sum += matrix[i * cols + j];
  }
  partial[(Index)blockIdx.z * cols + j] = sum;
}

// 1^T (X - Z V) from 1^T X and the rows that each column of Z has.
//
// Grid: one thread a column of X. Shared memory: none. Reads 4 bytes an entry of V, 4 a row of it and
// 8 a column of X; writes 4.
KERNEL sum_residual_rows(
    const double* __restrict__ totals, const int* __restrict__ counts,
    const float* __restrict__ features, float* __restrict__ sums, int cols, int count) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= cols) {
    return;
  }
  double sum = totals[j];
#pragma unroll 4
  for (int k = 0; k < count; k++) {
    sum -= (double)counts[k] * features[(Index)k * cols + j];
  }
  sums[j] = (float)sum;
}

// Adds the chunks of sum_rows or sum_all_rows, in order.
//
// Grid: one thread an entry of the count x cols result. Shared memory: none.
// Reads 8 bytes a chunk and entry; writes 8, and 4 more where single precision is wanted.
KERNEL sum_chunks(
    const double* __restrict__ partial, int chunks, int size, double* __restrict__ sums,
    float* __restrict__ single) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) {
    return;
  }
  double sum = 0;
  for (int c = 0; c < chunks; c++) {
    sum += partial[(Index)c * size + i];
  }
  sums[i] = sum;
  if (single != nullptr) {
    single[i] = (float)sum;
  }
}
