// Device memory: one reserved stretch of addresses that nothing of the host's lies in, and beside
// it, addressed by the same offset, what is known of each word of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace softcuda {

// Who touched a word last. A record is epoch | thread | warp clock | flags, see races.h; 0: nobody.
struct Cell {
  uint64_t write, read;
  uint32_t write_pc, read_pc; // offsets into this library
  uint32_t lanes;             // the reading lanes, where `read` stands for several of one warp
  uint32_t other_read;        // epoch of a read by an earlier block of the same launch
};

// What a word of 4 bytes is, in one byte: bits 0-3 which of its bytes were written, bits 4-6 how
// many of its bytes are allocated, bit 7 whether its bytes have cells of their own.
constexpr uint8_t WHOLE = 0x4f, ALIVE = 0x40, SPLIT = 0x80;

struct Space {
  uintptr_t base;
  size_t size;
  uint8_t* state;   // a word each
  Cell* cells;      // a word each
  Cell* byte_cells; // a byte each, used where bit 7 says so
};

struct Buffer {
  uintptr_t base;
  size_t size;
  int number;
};

extern Space device_space __attribute__((visibility("hidden")));

// False and a line on stderr where the machine refuses the addresses.
bool reserve_device_space();

uintptr_t allocate(size_t size); // 0: none left
bool release(uintptr_t base);    // false: no live buffer starts there
const Buffer* buffer_at(uintptr_t address);
bool in_device_space(uintptr_t address);
std::vector<Buffer> live_buffers();
size_t live_bytes();
// Memory that the driver and cuBLAS take for themselves. False: there is not so much left.
bool take_aside(size_t bytes);
void give_back(size_t bytes);
size_t total_bytes();
void set_total_bytes(size_t bytes);

// "buffer 3 (4096 bytes) + 128", or what else the address is.
std::string describe(uintptr_t address);

// The first byte of [address, address + size) that is not in one live buffer, or size.
bool within_one_buffer(uintptr_t address, size_t size);
// The offset of the first byte never written, or size.
size_t first_unwritten(uintptr_t address, size_t size);
void mark_written(uintptr_t address, size_t size);
// What was never written stays so in the copy.
void copy_state(uintptr_t to, uintptr_t from, size_t size);

} // namespace softcuda
