// Z^T diag(m_d) Z for columns d of X, where m_d are the rows that know d: counts of bits.
#include "device.cuh"

// The rows that know each of `count` listed columns of X, as binary columns.
//
// Grid: one warp for 32 rows. Shared memory: none. Reads 4 bytes a row for each run of listed columns
// in one word of the row, writes 1/8 a row and listed column.
KERNEL list_known(
    const Word* __restrict__ missing, const int* __restrict__ list, Word* __restrict__ known,
    int rows, int cols, int count, int stride) {
  int w = blockIdx.x * WARPS + threadIdx.x / LANES;
  if (w >= stride) {
    return; // a whole warp
  }
  Index row = (Index)w * LANES + threadIdx.x % LANES;
  const Word* words = missing + row * ((cols + LANES - 1) / LANES);
  int loaded = -1;
  Word absent = ALL_LANES; // rows past the last know nothing
  for (int c = 0; c < count; c++) {
    int d = list[c];
    if (d / LANES != loaded && row < rows) {
      loaded = d / LANES;
      absent = words[loaded];
    }
    Word word = __ballot_sync(ALL_LANES, !(absent >> d % LANES & 1));
    if (threadIdx.x % LANES == 0) {
      known[(Index)c * stride + w] = word;
    }
  }
}

constexpr int TOGETHER = 16; // columns of X that one block counts for

// For each of `count` binary columns of `known` and each pair i >= j of columns of Z, the rows that all
// three have in common: `count` numbers for one pair after another.
//
// Grid: x over j, y over i, z over groups of TOGETHER columns. Shared memory: TOGETHER numbers a warp.
// Reads 12 bytes a word and pair, of which 4 are those of `known`, for each column of it.
KERNEL count_known(
    const Word* __restrict__ columns, const Word* __restrict__ known, int* __restrict__ counts,
    int count, int stride) {
  __shared__ int room[WARPS * TOGETHER];
  int j = blockIdx.x;
  int i = blockIdx.y;
  if (j > i) {
    return; // the whole block
  }
  const Word* a = columns + (Index)i * stride;
  const Word* b = columns + (Index)j * stride;
  int first = blockIdx.z * TOGETHER;
  int own[TOGETHER]; // in registers: the loops over it are unrolled
#pragma unroll
  for (int c = 0; c < TOGETHER; c++) {
    own[c] = 0;
  }
  for (int w = threadIdx.x; w < stride; w += blockDim.x) {
    Word both = a[w] & b[w];
    const Word* rows = known + (Index)first * stride + w;
#pragma unroll
    for (int c = 0; c < TOGETHER; c++, rows += stride) {
      if (first + c < count) {
        own[c] += __popc(both & *rows);
      }
    }
  }
#pragma unroll
  for (int c = 0; c < TOGETHER; c++) {
    for (int step = LANES / 2; step > 0; step /= 2) {
      own[c] += __shfl_xor_sync(ALL_LANES, own[c], step);
    }
    if (threadIdx.x % LANES == 0) {
      room[threadIdx.x / LANES * TOGETHER + c] = own[c];
    }
  }
  __syncthreads();
  Index pair = (Index)i * (i + 1) / 2 + j;
  for (int c = threadIdx.x; c < TOGETHER && first + c < count; c += blockDim.x) {
    int sum = 0;
    for (int w = 0; w < (int)blockDim.x / LANES; w++) {
      sum += room[w * TOGETHER + c];
    }
    counts[pair * count + first + c] = sum;
  }
}
