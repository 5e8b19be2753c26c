// Flips that read once a residual that is rounded to bfloat16.
// For compute capability 8.0 and later.
#include "fused_flips.cuh"

// As those of fused_flips.cu, but for 2 bytes an entry of the residual.
KERNEL_OF(2) flip_few_bf16(FLIPPED(Bfloat16)) { flip<RoundedProducts<8, 8>>(ARGUMENTS); }
KERNEL_OF(1) flip_few_wide_bf16(FLIPPED(Bfloat16)) { flip<RoundedProducts<8, 30>>(ARGUMENTS); }
KERNEL_OF(1) flip_many_bf16(FLIPPED(Bfloat16)) { flip<RoundedProducts<16, 16>>(ARGUMENTS); }
