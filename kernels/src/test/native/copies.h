// Copies from global to shared memory that go on while their thread does.
#pragma once

namespace softcuda {

// Of a new block: none is under way.
void reset_copies(unsigned threads);

} // namespace softcuda
