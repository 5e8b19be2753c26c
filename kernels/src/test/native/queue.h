// Streams: what is queued runs only when somebody waits for it, so that a wait that is missing is
// missed every time and not only when the machine is slow.
#pragma once

#include <cstdint>
#include <functional>

namespace softcuda {

struct Stream;

// nullptr is the default stream; nullptr for a handle that is no stream's.
Stream* stream_of(void* handle);

// Returns the work's number in the order of all work.
uint64_t enqueue(Stream* stream, std::function<void()> work);
// Runs what the stream holds, up to that number, and what it waits for.
void run_until(Stream* stream, uint64_t number = UINT64_MAX);
void run_all();
void drop_all();
// One piece of work, so that whoever polls gets on.
bool run_some(Stream* stream);
bool pending(Stream* stream, uint64_t number);

} // namespace softcuda
