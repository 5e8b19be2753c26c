// Flips that read the residual once, in single precision.
// For compute capability 8.0 and later.
#include "fused_flips.cuh"

// For up to 8 candidates and up to 512 or 1920 columns, or 16 candidates and 1024 columns.
//
// `columns` begins with the word of the first row, a multiple of 32.
//
// Grid and shared memory: as `ascend`.
// Reads 4 bytes an entry of the residual, and of S in each block, 1/8 a row and candidate; writes 4 an
// entry of S and 8 a candidate for each block.
KERNEL_OF(2) flip_few(FLIPPED(float)) { flip<SingleProducts<8, 8, true>>(ARGUMENTS); }
KERNEL_OF(1) flip_few_wide(FLIPPED(float)) { flip<SingleProducts<8, 30, true>>(ARGUMENTS); }
KERNEL_OF(1) flip_many(FLIPPED(float)) { flip<SingleProducts<16, 16, true>>(ARGUMENTS); }
