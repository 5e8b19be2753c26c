// Barriers of the grid that are missing, or that not everybody reaches.
#include "copies.cuh"
#include "grid.cuh"

// Between its neighbour's write and its own read, unless there are barriers.
KERNEL missing_grid_barrier(int* x, int barriers) {
  x[blockIdx.x] = 0;
  if (barriers) {
    grid_barrier();
  }
  if (blockIdx.x == 1) {
    x[0] = 1;
  }
}

// The neighbour may not have read yet what is written after the barrier before.
KERNEL early_write(int* x) {
  if (threadIdx.x == 0) {
    x[blockIdx.x] = blockIdx.x;
  }
  grid_barrier();
  int next = x[(blockIdx.x + 1) % gridDim.x];
  if (threadIdx.x == 0) {
    x[blockIdx.x] = next;
  }
}

KERNEL deserted_grid_barrier() {
  if (blockIdx.x > 0) {
    grid_barrier();
  }
}

KERNEL copy_over_grid_barrier(const float* x) {
  __shared__ float row[32];
  begin_copy<4>(SharedAddress(row + threadIdx.x), x + threadIdx.x, true);
  commit_copies();
  grid_barrier();
}
