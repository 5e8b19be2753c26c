// Requests: what the lanes of a warp ask of memory at once, and what the hardware moves for it. Lanes
// run one after another here; those of a warp ask together where they come to one instruction for the
// same time since the last collective or barrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace softcuda {

// Sums over the requests of one instruction.
struct RequestCounter {
  uint64_t requests, sectors, least_sectors; // global memory: sectors of 32 bytes, and as few as hold the bytes
  uint64_t shared_requests, passes, least_passes; // shared memory: passes over its banks, and without conflicts
};

// Whether requests are counted, which makes an access several times as dear; as run.requests says.
void count_requests(bool on);
void forget_requests();
// One lane's part of a request.
void note_request(uintptr_t address, size_t size, const void* pc);
// The block has ended, or was left.
void close_requests(bool whole);

// A line for each line of source that asked: "request KERNEL FILE:LINE" and the sums.
std::string requests_text();

} // namespace softcuda
