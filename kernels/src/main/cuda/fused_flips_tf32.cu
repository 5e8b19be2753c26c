// Flips that read the residual once, with products of TF32 numbers.
// For compute capability 8.0 and later.
#include "fused_flips.cuh"

// As those of fused_flips.cu.
KERNEL_OF(2) flip_few_tf32(FLIPPED(float)) { flip<SingleProducts<8, 8, false>>(ARGUMENTS); }
KERNEL_OF(1) flip_few_wide_tf32(FLIPPED(float)) { flip<SingleProducts<8, 30, false>>(ARGUMENTS); }
KERNEL_OF(1) flip_many_tf32(FLIPPED(float)) { flip<SingleProducts<16, 16, false>>(ARGUMENTS); }
