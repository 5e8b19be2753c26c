// Sweeps that read the residual once, in single precision.
// For compute capability 8.0 and later.
#include "fused_sweeps.cuh"

// For up to 8 entries of a vector and up to 512 or 1920 columns, or 16 entries and 1024 columns; the first
// needs so few registers that a multiprocessor holds two blocks.
//
// Nothing is done once the sweeps have converged, as end_sweep says.
//
// Grid and shared memory: as `ascend`.
// Reads 4 bytes an entry of the residual, and of S in each block; moves 8 an entry of V; writes 4 an entry
// of S for each block.
KERNEL_OF(2) sweep_few(SWEPT(float)) { sweep<SingleProducts<8, 8, true>>(ARGUMENTS); }
KERNEL_OF(1) sweep_few_wide(SWEPT(float)) { sweep<SingleProducts<8, 30, true>>(ARGUMENTS); }
KERNEL_OF(1) sweep_many(SWEPT(float)) { sweep<SingleProducts<16, 16, true>>(ARGUMENTS); }
