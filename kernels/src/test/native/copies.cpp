#include "copies.h"

#include "block.h"
#include "check.h"
#include "faults.h"
#include "shared.h"

#include <cstring>
#include <deque>
#include <vector>

namespace softcuda {

namespace {

// From its beginning until its thread waits for it a copy may write at any time: it counts as a write at both
// ends, and in between as memory never written.
struct Copy {
  char* target;
  const void* pc;
  unsigned size, group;
  char data[16];
};

struct Copies {
  std::deque<Copy> open;
  unsigned group = 0;
};

std::vector<Copies> copies; // by thread

template <Access KIND> void checked(const void* address, unsigned size, const void* pc) {
  switch (size) {
    case 4: return check<KIND, 4>(address, pc);
    case 8: return check<KIND, 8>(address, pc);
    case 16: return check<KIND, 16>(address, pc);
    default: kernel_fault(LAUNCH_FAILED, "copies %u bytes at once, not 4, 8 or 16", size);
  }
}

} // namespace

void reset_copies(unsigned threads) {
  copies.resize(threads);
  for (Copies& own : copies) {
    own.open.clear();
  }
}

void require_no_copies() {
  if (!copies[run.thread->id].open.empty()) {
    kernel_fault(LAUNCH_FAILED, "comes to a barrier of the grid with copies under way");
  }
}

} // namespace softcuda

using namespace softcuda;

extern "C" void softcuda_copy(void* shared, const void* global, unsigned size, bool present) {
  const void* pc = __builtin_return_address(0);
  Copies& own = copies[run.thread->id];
  Copy copy = {(char*)shared, pc, size, own.group, {}};
  if (present) {
    checked<Access::READ>(global, size, pc);
    memcpy(copy.data, global, size);
  }
  checked<Access::WRITE>(shared, size, pc);
  uintptr_t offset = (uintptr_t)shared - shared_space.base;
  if (offset >= shared_space.size) {
    kernel_fault(ILLEGAL_ADDRESS, "copies to memory that is not shared");
  }
  for (uintptr_t word = offset / 4; word < (offset + size) / 4; word++) {
    shared_space.state[word] &= 0xf0;
  }
  own.open.push_back(copy);
}

extern "C" void softcuda_commit_copies() { copies[run.thread->id].group++; }

// Until at most so many of the closed groups are under way.
extern "C" void softcuda_wait_for_copies(unsigned open) {
  Copies& own = copies[run.thread->id];
  bool requests = run.requests;
  run.requests = false; // they have been counted
  while (!own.open.empty() && own.open.front().group + open < own.group) {
    const Copy& copy = own.open.front();
    checked<Access::WRITE>(copy.target, copy.size, copy.pc);
    memcpy(copy.target, copy.data, copy.size);
    own.open.pop_front();
  }
  run.requests = requests;
}
