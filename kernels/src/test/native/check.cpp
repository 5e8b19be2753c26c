#include "check.h"

#include "faults.h"
#include "races.h"
#include "requests.h"
#include "shared.h"

#include <link.h>

#include <vector>

extern "C" const char __ehdr_start[];

namespace softcuda {

namespace {

#define LIKELY(x) __builtin_expect(!!(x), 1)

const char* word_for(Access kind, bool past) {
  switch (kind) {
    case Access::READ: return past ? "read" : "reads";
    case Access::WRITE: return past ? "wrote" : "writes";
    default: return past ? "changed atomically" : "changes atomically";
  }
}

std::string name_of(uintptr_t address) {
  return address - shared_space.base < shared_space.size ? describe_shared(address)
                                                         : describe(address);
}

uint32_t pc_offset(const void* pc) { return (uint32_t)((const char*)pc - __ehdr_start); }

// What the record stands for, and by which access: "thread (3,0,0) wrote (x.cu:7)".
std::string who(uint64_t record, uint32_t pc, Access kind) {
  std::string source = source_of(__ehdr_start + pc);
  if (epoch_of(record) < run.block_epoch || record & OTHER_BLOCK) {
    return std::string("another block of the launch ") + word_for(kind, true) + source;
  }
  if (record & MANY) {
    return std::string("several other threads ") + word_for(kind, true) + source;
  }
  unsigned id = thread_of(record);
  const Dim& d = running_shape().block;
  char text[80];
  snprintf(text, sizeof text, "thread (%u,%u,%u) ", id % d.x, id / d.x % d.y, id / d.x / d.y);
  return text + std::string(word_for(kind, true)) + source;
}

[[noreturn]] __attribute__((noinline, cold)) void race(
    Access kind, uintptr_t address, size_t size, const void* pc, uint64_t record,
    uint32_t earlier_pc, Access earlier) {
  bool other_block = epoch_of(record) < run.block_epoch || record & OTHER_BLOCK;
  kernel_fault(LAUNCH_FAILED, "race: it %s %zu bytes at %s%s, which %s%s", word_for(kind, false),
               size, name_of(address).c_str(), source_of(pc).c_str(),
               who(record, earlier_pc, earlier).c_str(),
               other_block ? "" : ", with no barrier between the two");
}

[[noreturn]] __attribute__((noinline, cold)) void bad_access(
    Access kind, uintptr_t address, size_t size, const void* pc, const char* what) {
  kernel_fault(ILLEGAL_ADDRESS, "%s: it %s %zu bytes at %s%s", what, word_for(kind, false), size,
               name_of(address).c_str(), source_of(pc).c_str());
}

[[noreturn]] __attribute__((noinline, cold)) void misaligned(
    Access kind, uintptr_t address, size_t size, const void* pc) {
  kernel_fault(MISALIGNED_ADDRESS, "misaligned access: it %s %zu bytes at %s%s",
               word_for(kind, false), size, name_of(address).c_str(), source_of(pc).c_str());
}

// Of two accesses in the same epoch.
__attribute__((noinline)) bool ordered_in_epoch(uint64_t record, uint32_t lanes) {
  const Thread& me = *run.thread;
  unsigned id = thread_of(record);
  if (record & BLOCK_MANY) {
    return false;
  }
  if (record & WARP_MANY) {
    if (id / 32 != me.warp) {
      return false;
    }
    if (lanes == 0) { // atomics, whose lanes are not kept: ordered if the last of them is
      return heard_of(me, id % 32, clock_of(record));
    }
    for (unsigned l = 0; l < 32; l++) {
      if (lanes >> l & 1 && l != me.lane && !heard_of(me, l, clock_of(record))) {
        return false;
      }
    }
    return true;
  }
  return id == me.id || (id / 32 == me.warp && heard_of(me, id % 32, clock_of(record)));
}

// Whether what the record stands for happened before what the running thread does now. `first`:
// the epoch that counts begin with, the launch's for global memory and the block's for shared.
inline bool ordered(uint64_t record, uint32_t lanes, uint32_t first) {
  uint32_t epoch = epoch_of(record);
  if (LIKELY(epoch < first)) {
    return true;
  }
  if (epoch < run.block_epoch || record & OTHER_BLOCK) {
    return false;
  }
  return epoch != run.epoch || ((record ^ run.stamp) >> 22 == 0 && !(record & MANY)) ||
         ordered_in_epoch(record, lanes);
}

inline void note_read(Cell& cell, uint32_t pc, uint32_t first) {
  uint64_t old = cell.read;
  unsigned lane = run.thread->lane;
  if (LIKELY(epoch_of(old) != run.epoch)) {
    if (epoch_of(old) >= first && epoch_of(old) < run.block_epoch) {
      cell.other_read = epoch_of(old);
    }
    cell.read = run.stamp;
    cell.lanes = 1u << lane;
  } else if ((old ^ run.stamp) >> 22 == 0 && !(old & MANY)) {
    cell.read = run.stamp;
  } else if (ordered_in_epoch(old, cell.lanes)) {
    // Who is ordered after this read is ordered after those before it too.
    cell.read = run.stamp;
    cell.lanes = 1u << lane;
  } else if (thread_of(old) / 32 == run.thread->warp) {
    // Of different clocks the smaller: a race may go unseen then, but none is made up.
    uint64_t merged = clock_of(old) < clock_of(run.stamp) ? old : run.stamp;
    cell.read = (merged & ~uint64_t{0xf}) | WARP_MANY | (old & MANY);
    cell.lanes |= 1u << lane;
  } else {
    cell.read = old | BLOCK_MANY;
  }
  cell.read_pc = pc;
}

// An atomic after atomics: the record stands for all of them that nothing orders.
uint64_t merged_atomics(uint64_t old, uint32_t first) {
  uint64_t now = run.stamp | ATOMIC;
  if (epoch_of(old) < first || !(old & ATOMIC)) {
    return now;
  }
  if (epoch_of(old) < run.block_epoch) {
    return now | OTHER_BLOCK;
  }
  now |= old & OTHER_BLOCK;
  if (epoch_of(old) == run.epoch) {
    bool same_warp = thread_of(old) / 32 == run.thread->warp;
    now |= (old & MANY) | (thread_of(old) == run.thread->id ? 0 : same_warp ? WARP_MANY : BLOCK_MANY);
  }
  return now;
}

template <Access KIND>
inline void check_cell(
    Cell& cell, uintptr_t address, size_t size, size_t covered, const void* pc, bool global) {
  uint32_t first = global ? run.launch_epoch : run.block_epoch;
  if (!(KIND == Access::ATOMIC && cell.write & ATOMIC) && !ordered(cell.write, 0, first)) {
    race(KIND, address, size, pc, cell.write, cell.write_pc,
         cell.write & ATOMIC ? Access::ATOMIC : Access::WRITE);
  }
  if (KIND == Access::READ) {
    if (epoch_of(cell.read) < first && global) {
      run.distinct_read += covered;
    }
    note_read(cell, pc_offset(pc), first);
    return;
  }
  if (!ordered(cell.read, cell.lanes, first)) {
    race(KIND, address, size, pc, cell.read, cell.read_pc, Access::READ);
  }
  if (cell.other_read >= first) {
    race(KIND, address, size, pc, (uint64_t)cell.other_read << 32, cell.read_pc, Access::READ);
  }
  if (epoch_of(cell.write) < first && global) {
    run.distinct_written += covered;
    if (KIND == Access::ATOMIC && epoch_of(cell.read) < first) {
      run.distinct_read += covered;
    }
  }
  cell.write = KIND == Access::ATOMIC ? merged_atomics(cell.write, first) : run.stamp;
  cell.write_pc = pc_offset(pc);
}

template <Access KIND>
inline void check_alive(const Space& space, uintptr_t offset, size_t size, const void* pc) {
  uint8_t state = space.state[offset / 4];
  if (offset % 4 >= (unsigned)(state >> 4 & 7)) {
    bad_access(KIND, space.base + offset, size, pc,
               in_device_space(space.base + offset) &&
                       describe(space.base + offset).compare(0, 5, "freed") == 0
                   ? "use after free"
                   : "out of bounds");
  }
  if (KIND != Access::WRITE && !(state >> offset % 4 & 1)) {
    bad_access(KIND, space.base + offset, size, pc, "read of memory never written");
  }
}

// Byte by byte, for words that are touched in parts: those get a cell for each byte.
template <Access KIND>
__attribute__((noinline)) void check_parts(
    const Space& space, uintptr_t offset, size_t size, const void* pc, bool global) {
  for (uintptr_t o = offset; o < offset + size; o++) {
    check_alive<KIND>(space, o, size, pc);
    uint8_t& state = space.state[o / 4];
    if (!(state & SPLIT)) {
      for (int i = 0; i < 4; i++) {
        space.byte_cells[o / 4 * 4 + i] = space.cells[o / 4];
      }
      state |= SPLIT;
    }
    check_cell<KIND>(space.byte_cells[o], space.base + offset, size, 1, pc, global);
    if (KIND == Access::WRITE) {
      state |= (uint8_t)(1 << o % 4);
    }
  }
}

template <Access KIND, size_t SIZE>
inline void check_space(const Space& space, uintptr_t offset, const void* pc, bool global) {
  if (SIZE > 1 && offset % SIZE != 0) {
    misaligned(KIND, space.base + offset, SIZE, pc);
  }
  if (SIZE < 4) {
    check_parts<KIND>(space, offset, SIZE, pc, global);
    return;
  }
  for (uintptr_t w = offset / 4; w < (offset + SIZE) / 4; w++) {
    uint8_t& state = space.state[w];
    if (LIKELY(KIND == Access::WRITE ? state >> 4 == 4 : state == WHOLE)) {
      if (KIND == Access::WRITE) {
        state = WHOLE;
      }
      check_cell<KIND>(space.cells[w], space.base + offset, SIZE, 4, pc, global);
    } else {
      check_parts<KIND>(space, w * 4, 4, pc, global);
    }
  }
}

struct Range { uintptr_t first, last; };

// The library's own constants: parts of its file that are mapped, or by now made, unwritable.
std::vector<Range> constants() {
  std::vector<Range> ranges;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* out) {
        bool mine = false;
        for (int i = 0; i < info->dlpi_phnum; i++) {
          uintptr_t at = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
          mine |= info->dlpi_phdr[i].p_type == PT_LOAD &&
                  (uintptr_t)__ehdr_start - at < info->dlpi_phdr[i].p_memsz;
        }
        for (int i = 0; mine && i < info->dlpi_phnum; i++) {
          auto& p = info->dlpi_phdr[i];
          if ((p.p_type == PT_LOAD && !(p.p_flags & PF_W)) || p.p_type == PT_GNU_RELRO) {
            uintptr_t at = info->dlpi_addr + p.p_vaddr;
            ((std::vector<Range>*)out)->push_back({at, at + p.p_memsz});
          }
        }
        return 0;
      },
      &ranges);
  return ranges;
}

__attribute__((noinline)) void check_elsewhere(
    Access kind, uintptr_t address, size_t size, const void* pc) {
  if (!run.active) {
    return; // static initialisers
  }
  if (kind == Access::READ) {
    static const std::vector<Range> ranges = constants();
    for (const Range& r : ranges) {
      if (address >= r.first && address + size <= r.last) {
        return;
      }
    }
  }
  bad_access(kind, address, size, pc, "not device memory");
}

} // namespace

template <Access KIND, size_t SIZE> inline void check_access(const void* p, const void* pc) {
  uintptr_t address = (uintptr_t)p, offset = address - device_space.base;
  if (LIKELY(offset < device_space.size)) {
    if (KIND != Access::WRITE) {
      run.requested_read += SIZE;
    }
    if (KIND != Access::READ) {
      run.requested_written += SIZE;
    }
    check_space<KIND, SIZE>(device_space, offset, pc, true);
    return;
  }
  offset = address - shared_space.base;
  if (LIKELY(offset < shared_space.size && run.active)) {
    check_space<KIND, SIZE>(shared_space, offset, pc, false);
    return;
  }
  if (address - run.stack >= STACK_BYTES) {
    check_elsewhere(KIND, address, SIZE, pc);
  }
}

template <Access KIND, size_t SIZE> void check(const void* p, const void* pc) {
  if (!LIKELY(!run.requests)) {
    note_request((uintptr_t)p, SIZE, pc);
  }
  check_access<KIND, SIZE>(p, pc);
}

void check_bytes(Access kind, const void* p, size_t size, const void* pc) {
  if (run.requests) {
    note_request((uintptr_t)p, size, pc);
  }
  for (size_t i = 0; i < size; i++) {
    if (kind == Access::READ) {
      check_access<Access::READ, 1>((const char*)p + i, pc);
    } else {
      check_access<Access::WRITE, 1>((const char*)p + i, pc);
    }
  }
}

template void check<Access::ATOMIC, 4>(const void*, const void*);
template void check<Access::ATOMIC, 8>(const void*, const void*);

} // namespace softcuda

// What g++ -fsanitize=thread calls, in place of the sanitizer's own library.
using softcuda::Access;

#define PC __builtin_return_address(0)
#define HOOKS(size)                                                                            \
  extern "C" void __tsan_read##size(void* p) { softcuda::check<Access::READ, size>(p, PC); }   \
  extern "C" void __tsan_write##size(void* p) { softcuda::check<Access::WRITE, size>(p, PC); } \
  extern "C" void __tsan_volatile_read##size(void* p) {                                        \
    softcuda::check<Access::READ, size>(p, PC);                                                \
  }                                                                                            \
  extern "C" void __tsan_volatile_write##size(void* p) {                                       \
    softcuda::check<Access::WRITE, size>(p, PC);                                               \
  }                                                                                            \
  extern "C" void __tsan_unaligned_read##size(void* p) {                                       \
    softcuda::check_bytes(Access::READ, p, size, PC);                                          \
  }                                                                                            \
  extern "C" void __tsan_unaligned_write##size(void* p) {                                      \
    softcuda::check_bytes(Access::WRITE, p, size, PC);                                         \
  }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)
extern "C" void __tsan_read_range(void* p, size_t size) {
  softcuda::check_bytes(Access::READ, p, size, PC);
}
extern "C" void __tsan_write_range(void* p, size_t size) {
  softcuda::check_bytes(Access::WRITE, p, size, PC);
}
extern "C" void __tsan_init() {}
extern "C" void __tsan_func_entry(void*) {}
extern "C" void __tsan_func_exit() {}
extern "C" void __tsan_vptr_update(void**, void*) {}
extern "C" void __tsan_vptr_read(void**) {}
