// nu^T M for real codes nu and a dense matrix M.
#include "device.cuh"

constexpr int COLUMNS = 16; // columns of nu a thread sums for each entry of M that it reads
constexpr int RUN = 256;    // rows summed in single precision before double takes over

// One chunk of rows of nu^T M, for M (rows x cols, its rows `pitch` apart) and COLUMNS columns of nu
// (its rows `stride` apart). If `counts`, M is nu, and the diagonal becomes the sums of its columns.
//
// Grid: x over groups of COLUMNS columns of nu, which run side by side so that M comes from memory
// once and for the others from the cache; y over the columns of M, one thread each; z over chunks of
// `chunk` rows. Shared memory: 32 COLUMNS floats.
// Reads 4 bytes an entry of M, 4 a row and column of nu for each block along y; writes 8 bytes for each
// chunk, column of nu and column of M.
KERNEL_OF(2) weigh_rows(
    const float* __restrict__ matrix, const float* __restrict__ codes, double* __restrict__ partial,
    int rows, int cols, int pitch, int count, int stride, int chunk, int counts) {
  __shared__ float weights[LANES][COLUMNS];
  int j = blockIdx.y * blockDim.x + threadIdx.x;
  int first = blockIdx.x * COLUMNS;
  Index from = (Index)blockIdx.z * chunk;
  Index to = min(from + chunk, (Index)rows);
  double sum[COLUMNS];
  double total = 0;
  for (int c = 0; c < COLUMNS; c++) {
    sum[c] = 0;
  }
  for (Index start = from; start < to; start += RUN) {
    float run[COLUMNS];
    float own = 0;
    for (int c = 0; c < COLUMNS; c++) {
      run[c] = 0;
    }
    for (Index at = start; at < min(start + RUN, to); at += LANES) {
      int present = (int)min(to - at, (Index)LANES);
      for (int t = threadIdx.x; t < LANES * COLUMNS; t += blockDim.x) {
        int i = t / COLUMNS;
        int k = first + t % COLUMNS;
        weights[i][t % COLUMNS] = i < present && k < count ? codes[(at + i) * stride + k] : 0;
      }
      __syncthreads();
      if (j < cols) {
        const float* m = matrix + at * pitch + j;
        float value[LANES]; // in registers: the loops over it are unrolled
#pragma unroll
        for (int i = 0; i < LANES; i++, m += pitch) {
          value[i] = i < present ? *m : 0;
        }
#pragma unroll
        for (int i = 0; i < LANES; i++) {
          own += value[i];
#pragma unroll
          for (int c = 0; c < COLUMNS; c++) {
            run[c] += weights[i][c] * value[i];
          }
        }
      }
      __syncthreads();
    }
    total += own;
    for (int c = 0; c < COLUMNS; c++) {
      sum[c] += run[c];
    }
  }
  if (j < cols) {
    double* place = partial + ((Index)blockIdx.z * count + first) * cols + j;
    for (int c = 0; c < COLUMNS && first + c < count; c++, place += cols) {
      *place = counts && first + c == j ? total : sum[c];
    }
  }
}
