// Binary columns as bits: counting what two have in common, telling them apart, and moving them.
#include "random.cuh"
#include "reduce.cuh"

// Rows `from` to from + gridDim.y - 1 of Z^T Z: common[i][j] is the number of rows that columns
// from + i and j have in common. Counted on and below the diagonal, and mirrored.
//
// Grid: x over columns j, y over rows from + i of the result. Shared memory: WARPS doubles.
// Reads 8 bytes a word of the two columns.
KERNEL count_common(
    const Word* __restrict__ columns, int* __restrict__ common, int from, int stride) {
  __shared__ double room[WARPS];
  int j = blockIdx.x;
  int i = blockIdx.y;
  if (j > from + i) {
    return; // the whole block
  }
  const Word* a = columns + (Index)(from + i) * stride;
  const Word* b = columns + (Index)j * stride;
  int count = 0;
  for (int w = threadIdx.x; w < stride; w += blockDim.x) {
    count += __popc(a[w] & b[w]);
  }
  double sum = block_sum(count, room);
  if (threadIdx.x == 0) {
    common[(Index)i * gridDim.x + j] = (int)sum;
    if (j >= from) {
      common[(Index)(j - from) * gridDim.x + from + i] = (int)sum;
    }
  }
}

// The rows of each column.
//
// Grid: one block a column. Shared memory: WARPS doubles. Reads 4 bytes a word.
KERNEL count_rows(const Word* __restrict__ columns, int* __restrict__ counts, int stride) {
  __shared__ double room[WARPS];
  const Word* column = columns + (Index)blockIdx.x * stride;
  int count = 0;
  for (int w = threadIdx.x; w < stride; w += blockDim.x) {
    count += __popc(column[w]);
  }
  double sum = block_sum(count, room);
  if (threadIdx.x == 0) {
    counts[blockIdx.x] = (int)sum;
  }
}

// target's column c = source's column kept[c]. Rows of other matrices are as good, as words.
//
// Grid: x over words, y over kept columns. Shared memory: none. Moves 8 bytes a word.
KERNEL gather_columns(
    const Word* __restrict__ source, const int* __restrict__ kept, Word* __restrict__ target,
    int stride) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w < stride) {
    target[(Index)blockIdx.y * stride + w] = source[(Index)kept[blockIdx.y] * stride + w];
  }
}

// A hash of each column: 0 for an empty one, and for two that differ equal by chance once in 2^64.
//
// Grid: one block a column. Shared memory: WARPS 64-bit words. Reads 4 bytes a word.
KERNEL hash_columns(
    const Word* __restrict__ columns, unsigned long long* __restrict__ hashes, int stride) {
  __shared__ Seed room[WARPS];
  const Word* column = columns + (Index)blockIdx.x * stride;
  Seed hash = 0;
  for (int w = threadIdx.x; w < stride; w += blockDim.x) {
    hash ^= column[w] == 0 ? 0 : random_bits(column[w], w, 0);
  }
  for (int step = LANES / 2; step > 0; step /= 2) {
    hash ^= __shfl_xor_sync(ALL_LANES, hash, step);
  }
  if (threadIdx.x % LANES == 0) {
    room[threadIdx.x / LANES] = hash;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < (int)blockDim.x / LANES; w++) {
      hash ^= room[w];
    }
    hashes[blockIdx.x] = hash;
  }
}
