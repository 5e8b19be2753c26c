#include "region.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

namespace softcuda {

Space device_space;

namespace {

// Addresses only; what nobody touches costs nothing.
constexpr size_t REGION = size_t{32} << 30;
// A buffer starts on its own page of the state bytes, which are a quarter as many.
constexpr size_t ALIGNMENT = 16384;
// An index too large by less than this falls into no other buffer.
constexpr size_t GAP = size_t{1} << 20;

std::map<uintptr_t, Buffer> live;
std::vector<Buffer> freed;
size_t in_use, next_offset = ALIGNMENT;
size_t total = size_t{8} << 30;
int last_buffer;

void* reserve(size_t size, int protection) {
  void* p = mmap(nullptr, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? nullptr : p;
}

size_t rounded(size_t size) { return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

void forget(void* p, size_t size) { madvise(p, size, MADV_DONTNEED); }

std::string beside(const Buffer& b, uintptr_t address, const char* word) {
  char text[160];
  if (address >= b.base) {
    snprintf(text, sizeof text, "%sbuffer %d (%zu bytes) + %zu", word, b.number, b.size,
             (size_t)(address - b.base));
  } else {
    snprintf(text, sizeof text, "%sbuffer %d (%zu bytes) - %zu", word, b.number, b.size,
             (size_t)(b.base - address));
  }
  return text;
}

} // namespace

bool reserve_device_space() {
  const int rw = PROT_READ | PROT_WRITE;
  void* data = reserve(REGION, PROT_NONE);
  void* state = reserve(REGION / 4, rw);
  void* cells = reserve(REGION / 4 * sizeof(Cell), rw);
  void* byte_cells = reserve(REGION * sizeof(Cell), rw);
  if (!data || !state || !cells || !byte_cells) {
    fprintf(stderr, "software CUDA device: the machine gives no address space\n");
    return false;
  }
  device_space = {(uintptr_t)data, REGION, (uint8_t*)state, (Cell*)cells, (Cell*)byte_cells};
  return true;
}

uintptr_t allocate(size_t size) {
  if (size == 0 || in_use + size > total) {
    return 0;
  }
  // Addresses are not used twice as long as there are fresh ones, so that what was freed stays so.
  if (live.empty() && next_offset > REGION / 2) {
    next_offset = ALIGNMENT;
    freed.clear();
  }
  size_t room = rounded(size) + GAP;
  if (next_offset + room > REGION) {
    return 0;
  }
  uintptr_t base = device_space.base + next_offset;
  if (mprotect((void*)base, rounded(size), PROT_READ | PROT_WRITE) != 0) {
    return 0;
  }
  // Not a number as float and as double, -1 as an integer.
  memset((void*)base, 0xff, size);
  uint8_t* state = device_space.state + next_offset / 4;
  memset(state, ALIVE, size / 4);
  if (size % 4 != 0) {
    state[size / 4] = (uint8_t)(size % 4 << 4);
  }
  next_offset += room;
  in_use += size;
  live[base] = {base, size, ++last_buffer};
  return base;
}

bool release(uintptr_t base) {
  auto found = live.find(base);
  if (found == live.end()) {
    return false;
  }
  size_t size = rounded(found->second.size), offset = base - device_space.base;
  forget((void*)base, size);
  mprotect((void*)base, size, PROT_NONE);
  forget(device_space.state + offset / 4, size / 4);
  forget(device_space.cells + offset / 4, size / 4 * sizeof(Cell));
  forget(device_space.byte_cells + offset, size * sizeof(Cell));
  in_use -= found->second.size;
  freed.push_back(found->second);
  live.erase(found);
  return true;
}

const Buffer* buffer_at(uintptr_t address) {
  auto after = live.upper_bound(address);
  if (after == live.begin()) {
    return nullptr;
  }
  const Buffer& b = std::prev(after)->second;
  return address < b.base + b.size ? &b : nullptr;
}

bool in_device_space(uintptr_t address) { return address - device_space.base < device_space.size; }

std::vector<Buffer> live_buffers() {
  std::vector<Buffer> all;
  for (auto& entry : live) {
    all.push_back(entry.second);
  }
  return all;
}

size_t live_bytes() { return in_use; }

bool take_aside(size_t bytes) {
  if (bytes > total - std::min(total, in_use)) {
    return false;
  }
  in_use += bytes;
  return true;
}

void give_back(size_t bytes) { in_use -= bytes; }

size_t total_bytes() { return total; }
void set_total_bytes(size_t bytes) { total = bytes; }

std::string describe(uintptr_t address) {
  if (address == 0) {
    return "the null pointer";
  }
  if (address < 65536) {
    return "the null pointer + " + std::to_string(address);
  }
  if (!in_device_space(address)) {
    char text[64];
    snprintf(text, sizeof text, "host address 0x%zx", (size_t)address);
    return text;
  }
  for (auto& b : freed) {
    if (address - b.base < b.size) {
      return beside(b, address, "freed ");
    }
  }
  // The nearest live buffer, which an index out of bounds most likely meant.
  const Buffer* best = nullptr;
  size_t distance = SIZE_MAX;
  for (auto& entry : live) {
    const Buffer& b = entry.second;
    size_t d = address < b.base ? b.base - address
               : address < b.base + b.size ? 0 : address - (b.base + b.size);
    if (d < distance) {
      distance = d;
      best = &b;
    }
  }
  return best ? beside(*best, address, "") : "a device address with no buffer alive";
}

bool within_one_buffer(uintptr_t address, size_t size) {
  const Buffer* b = buffer_at(address);
  return b && size <= b->base + b->size - address;
}

size_t first_unwritten(uintptr_t address, size_t size) {
  uintptr_t offset = address - device_space.base;
  for (size_t i = 0; i < size;) {
    uintptr_t o = offset + i;
    if (o % 4 == 0 && size - i >= 4 && (device_space.state[o / 4] & 0xf) == 0xf) {
      i += 4;
    } else if (device_space.state[o / 4] >> o % 4 & 1) {
      i++;
    } else {
      return i;
    }
  }
  return size;
}

void mark_written(uintptr_t address, size_t size) {
  uintptr_t offset = address - device_space.base;
  for (size_t i = 0; i < size;) {
    uintptr_t o = offset + i;
    if (o % 4 == 0 && size - i >= 4) {
      device_space.state[o / 4] |= 0xf;
      i += 4;
    } else {
      device_space.state[o / 4] |= (uint8_t)(1 << o % 4);
      i++;
    }
  }
}

void copy_state(uintptr_t to, uintptr_t from, size_t size) {
  uintptr_t t = to - device_space.base, f = from - device_space.base;
  for (size_t i = 0; i < size; i++) {
    uint8_t bit = (uint8_t)(1 << (t + i) % 4);
    uint8_t& state = device_space.state[(t + i) / 4];
    bool written = device_space.state[(f + i) / 4] >> (f + i) % 4 & 1;
    state = written ? state | bit : state & (uint8_t)~bit;
  }
}

} // namespace softcuda
