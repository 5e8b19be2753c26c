// Copies from global to shared memory that go on while their thread does.
#pragma once

namespace softcuda {

// Of a new block: none is under way.
void reset_copies(unsigned threads);
// A fault if the running thread has some under way, which this device does not take past a barrier of the grid.
void require_no_copies();

} // namespace softcuda
