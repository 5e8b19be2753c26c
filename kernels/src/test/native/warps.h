// Warps: their collectives, and which lane has seen what of which other one. A lane's clock counts
// the collectives it took part in since the block's last barrier; an access of lane r at clock c
// happened before what lane t does now if t has heard of r's clock c.
#pragma once

#include "block.h"

namespace softcuda {

// Whether lane `other` of the warp, at that clock, is known to the running lane.
bool heard_of(const Thread& me, unsigned other, uint32_t clock);
// Of every lane, as a barrier of the block leaves it.
constexpr uint32_t FIRST_CLOCK = 1;
void reset_clocks(unsigned warps);
void reset_collectives(unsigned warps);

} // namespace softcuda
