// A barrier of all blocks of a cooperative launch.
#pragma once
#include "device.cuh"

#ifdef __CUDACC__
#include <cooperative_groups.h>
#endif

// Waits until all blocks have come here; what they wrote before is seen by all afterwards. What was read as
// constant before may be read as it was.
#ifdef __CUDACC__
__device__ inline void grid_barrier() { cooperative_groups::this_grid().sync(); }
#else
inline void grid_barrier(SOFTCUDA_SITE) { softcuda_grid_barrier(file, line); }
#endif
