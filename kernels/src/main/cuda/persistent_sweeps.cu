// Sweeps that read the residual once, many of them in one launch, in single precision.
// For compute capability 8.0 and later.
#include "persistent_sweeps.cuh"

// For the entries and columns of sweep_few, sweep_few_wide and sweep_many.
//
// Nothing is done if the sweeps have converged before, as end_sweep says; -1 is left in the places of those that
// are not done.
//
// Grid: as many blocks as are resident and have tiles in a phase; a cooperative launch. Shared memory: as `ascend`,
// the dummy's state in place of the norms. Two barriers of the grid a phase, and one more.
// A phase reads and writes what a fused sweep and add_changes do.
KERNEL_OF(2) sweep_on_few(SWEPT) { sweep_on<8, 8, true>(ARGUMENTS); }
KERNEL_OF(1) sweep_on_few_wide(SWEPT) { sweep_on<8, 30, true>(ARGUMENTS); }
KERNEL_OF(1) sweep_on_many(SWEPT) { sweep_on<16, 16, true>(ARGUMENTS); }
