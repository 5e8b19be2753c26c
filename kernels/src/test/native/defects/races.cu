// Accesses that nothing orders, and barriers that not everybody reaches.
#include "copies.cuh"
#include "tensor.cuh"

KERNEL missing_barrier(float* x) {
  __shared__ float row[64];
  int i = threadIdx.x;
  row[i] = 0; // or else it would be caught as a read of what was never written
  __syncthreads();
  row[i] = x[i];
  x[i] = row[63 - i];
}

KERNEL missing_warp_sync(float* x) {
  __shared__ float row[32];
  int i = threadIdx.x;
  row[i] = x[i];
  __syncwarp();
  float left = row[(i + 31) % 32];
  row[i] = left + 1; // the neighbour may not have read it yet
  __syncwarp();
  x[i] = row[i];
}

KERNEL missing_barrier_global(float* x, float* y) {
  int i = threadIdx.x;
  x[i] = i;
  y[i] = x[(i + 1) % blockDim.x];
}

KERNEL cross_block(float* x) {
  if (threadIdx.x == 0) {
    x[0] = blockIdx.x;
  }
}

KERNEL cross_block_read(float* x, float* y) {
  y[blockIdx.x] = x[0];
  if (blockIdx.x == 1) {
    x[0] = 1;
  }
}

KERNEL atomic_and_plain(int* x) {
  if (threadIdx.x == 40) {
    x[0] = 1;
  } else {
    atomicAdd(x, 1);
  }
}

KERNEL divergent_barrier(float* x) {
  if (threadIdx.x < 16) {
    x[threadIdx.x] = 1;
    __syncthreads();
  } else {
    x[threadIdx.x] = 2;
    __syncthreads();
  }
}

// Half of them waits at the barrier, the other half for a lane that waits there.
KERNEL stuck_barrier(float* x) {
  int i = threadIdx.x;
  if (i % 2 == 0) {
    __syncthreads();
  } else {
    x[i] = __shfl_sync(ALL_LANES, x[i], 0);
  }
}

KERNEL divergent_shuffle(float* x) {
  int i = threadIdx.x;
  if (i < 20) {
    x[i] = __shfl_down_sync(ALL_LANES, x[i], 1);
  }
}

// The lane's own word, but the copy may be under way.
KERNEL unfinished_copy(const float* x, float* y) {
  __shared__ float row[32];
  int i = threadIdx.x;
  begin_copy<4>(SharedAddress<float>(row + i), x + i, true);
  commit_copies();
  y[i] = row[i];
  wait_for_copies<0>();
}

// The neighbour's word, for which only the neighbour has waited.
KERNEL unshared_copy(const float* x, float* y) {
  __shared__ float row[32];
  int i = threadIdx.x;
  begin_copy<4>(SharedAddress<float>(row + i), x + i, true);
  commit_copies();
  wait_for_copies<0>();
  y[i] = row[(i + 31) % 32];
}

// The neighbour may not have read the word that the copy writes over.
KERNEL early_copy(const float* x, float* y) {
  __shared__ float row[32];
  int i = threadIdx.x;
  row[i] = i;
  __syncwarp();
  y[i] = row[(i + 31) % 32];
  begin_copy<4>(SharedAddress<float>(row + i), x + i, true);
  commit_copies();
  wait_for_copies<0>();
}

KERNEL misaligned_copy(const float* x) {
  __shared__ __align__(16) float row[32];
  begin_copy<16>(SharedAddress(&row[0]), x + 1, true);
}

// The lane's own row of a matrix, but of the others' rows the copies may be under way.
KERNEL early_matrices(const float* x, Word* y) {
  __shared__ __align__(16) float rows[32][4];
  int i = threadIdx.x;
  begin_copy<16>(SharedAddress(&rows[i][0]), x + 4 * i, true);
  commit_copies();
  Word m[4];
  load_matrices<false>(m, SharedAddress((const Bfloat16*)rows[i]));
  y[i] = m[0];
  wait_for_copies<0>();
}

KERNEL misaligned_matrices(Word* y) {
  __shared__ __align__(16) Word rows[32 * 5];
  int i = threadIdx.x;
  for (int j = 0; j < 5; j++) {
    rows[5 * i + j] = j;
  }
  __syncwarp();
  Word m[4];
  load_matrices<true>(m, SharedAddress((const Bfloat16*)(rows + 5 * i)));
  y[i] = m[0];
}

KERNEL matrices_of_global_memory(const float* x, Word* y) {
  Word m[4];
  load_matrices<false>(m, SharedAddress((const Bfloat16*)(x + 4 * threadIdx.x)));
  y[threadIdx.x] = m[0];
}

// Half a warp comes to the product.
KERNEL divergent_product(const float* x, float* y) {
  int i = threadIdx.x;
  float c[4] = {0, 0, 0, 0}, a[4] = {x[i], 0, 0, 0}, b[2] = {x[i], 0};
  if (i < 16) {
    add_tensor_product<false>(c, a, b);
  }
  y[i] = c[0];
}
