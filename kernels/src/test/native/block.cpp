#include "block.h"

#include "copies.h"
#include "faults.h"
#include "kernels.h"
#include "races.h"
#include "requests.h"
#include "shared.h"
#include "warps.h"

#include <deque>
#include <string>
#include <vector>

namespace softcuda {

Run run;

namespace {

// The barrier of all blocks of a cooperative launch.
const char* const GRID = "this_grid().sync";

Fiber host; // who called run_grid
std::deque<Fiber> fibers;
std::vector<Fiber*> idle;

// Threads that can go on, first come first served; a ring that all threads of a block fit into.
Thread* ready[2048];
unsigned ready_head, ready_tail;

const Kernel* kernel;
Shape shape;
const char* arguments;
unsigned count; // threads of a block
bool abandoned;
bool grid_broken; // blocks wait for others that have returned

// What a block's threads bring to a barrier, and what they take from the last one.
struct Barrier {
  unsigned arrived;
  const char* kind;
  Site site;
  int sum, all, any;
  int result[5];
};

struct Block {
  Dim index;
  std::vector<Thread> threads;
  unsigned started, alive, barriers;
  Barrier barrier;
  SharedMemory shared; // while it waits for the grid
};
std::deque<Block> blocks; // of a cooperative launch all, otherwise the running one
Block* here;              // the running one

bool waits_for_grid(const Block& block) {
  return block.barrier.arrived > 0 && block.barrier.arrived == block.alive &&
         block.barrier.kind == GRID;
}

Fiber* idle_fiber() {
  if (idle.empty()) {
    fibers.emplace_back();
    return &fibers.back();
  }
  Fiber* fiber = idle.back();
  idle.pop_back();
  return fiber;
}

void become(Thread* thread) {
  run.thread = thread;
  run.stack = (uintptr_t)thread->fiber->stack;
  restamp();
}

void run_threads();

std::string places(Wait wait) {
  std::string text;
  unsigned n = 0;
  const Thread* first = nullptr;
  for (unsigned i = 0; i < count; i++) {
    const Thread& t = here->threads[i];
    if (t.wait == wait) {
      n++;
      first = first ? first : &t;
    }
  }
  if (n == 0) {
    return "";
  }
  char line[400];
  snprintf(line, sizeof line, "%u %s in %s (%s:%d%s), the first of them thread (%u,%u,%u); ", n,
           n == 1 ? "waits" : "wait", first->collective, base_name(first->site.file),
           first->site.line,
           wait == Wait::COLLECTIVE ? (", mask " + hexadecimal(first->mask)).c_str() : "",
           first->index[0], first->index[1], first->index[2]);
  return line;
}

void stuck() {
  for (unsigned i = 0; i < count; i++) {
    if (here->threads[i].wait == Wait::BARRIER || here->threads[i].wait == Wait::COLLECTIVE) {
      run.thread = &here->threads[i]; // whom the message names
      break;
    }
  }
  kernel_fault(LAUNCH_FAILED,
               "divergent: no thread of the block can go on: %s%s%u of %u have returned",
               places(Wait::BARRIER).c_str(), places(Wait::COLLECTIVE).c_str(),
               count - here->alive, count);
}

// Hands the processor on; returns when the calling fiber gets it back. An unfinished warp goes
// before a new one: its stacks are warm.
void hand_on(Fiber* from) {
  if (ready_head != ready_tail) {
    Thread* next = ready[ready_head++ % 2048];
    become(next);
    if (next->fiber != from) {
      switch_fibers(*from, *next->fiber);
    }
  } else if (here->started < count) {
    Fiber* fresh = idle_fiber();
    prepare(*fresh, run_threads);
    run.thread = &here->threads[here->started];
    run.thread->fiber = fresh;
    switch_fibers(*from, *fresh);
  } else if (here->alive == 0 || waits_for_grid(*here)) {
    switch_fibers(*from, host);
  } else {
    stuck();
  }
}

void open_barrier() {
  Barrier& barrier = here->barrier;
  barrier.result[1] = barrier.any;
  barrier.result[2] = barrier.all;
  barrier.result[3] = barrier.sum;
  barrier.arrived = 0;
  here->barriers++;
  run.epoch++;
  reset_clocks((count + LANES - 1) / LANES);
  for (unsigned i = 0; i < count; i++) {
    here->threads[i].clock = FIRST_CLOCK;
    if (here->threads[i].wait == Wait::BARRIER) {
      wake(here->threads[i]);
    }
  }
  restamp();
}

// The body of every fiber: one thread after the other, on this stack, for as long as none waits.
// So a kernel without barriers runs without switches.
void run_threads() {
  Fiber* self = run.thread->fiber;
  for (;;) {
    while (here->started < count && ready_head == ready_tail) {
      Thread& t = here->threads[here->started++];
      t.fiber = self;
      t.wait = Wait::NONE;
      become(&t);
      kernel->call(kernel->function, arguments);
      Thread& done = *run.thread;
      done.wait = Wait::FINISHED;
      here->alive--;
      if (here->barrier.arrived > 0 && here->barrier.arrived == here->alive &&
          !waits_for_grid(*here)) {
        open_barrier(); // a thread that has returned is not waited for
      }
    }
    idle.push_back(self);
    hand_on(self);
    // Not reached: an idle fiber is prepared afresh.
  }
}

void make_block(Dim index) {
  blocks.push_back({});
  here = &blocks.back();
  here->index = index;
  here->threads.assign(count, Thread{});
  for (unsigned i = 0; i < count; i++) {
    Thread& t = here->threads[i];
    t.id = i;
    t.lane = i % LANES;
    t.warp = i / LANES;
    t.index[0] = i % shape.block.x;
    t.index[1] = i / shape.block.x % shape.block.y;
    t.index[2] = i / shape.block.x / shape.block.y;
    t.wait = Wait::NOT_STARTED;
    t.clock = FIRST_CLOCK;
  }
  here->alive = count;
  here->barrier.all = 1;
}

void enter_block() {
  ready_head = ready_tail = 0;
  run.block_epoch = ++run.epoch;
  reset_collectives((count + LANES - 1) / LANES);
  reset_copies(count);
}

void leave_block() {
  run.barriers = here->barriers > run.barriers ? here->barriers : run.barriers;
  close_requests(!abandoned);
}

void start_block() {
  enter_block();
  poison_shared();
  Fiber* first = idle_fiber();
  prepare(*first, run_threads);
  run.thread = &here->threads[0];
  run.thread->fiber = first;
  switch_fibers(host, *first);
  leave_block();
}

// After a barrier of all blocks.
void resume_block() {
  enter_block();
  restore_shared(here->shared);
  run.thread = &here->threads[0];
  open_barrier();
  Thread* next = ready[ready_head++];
  become(next);
  switch_fibers(host, *next->fiber);
  leave_block();
}

// Every block as far as the next barrier of all, time after time.
void run_together() {
  run.launch_epoch = run.epoch + 1;
  for (Block& block : blocks) {
    here = &block;
    start_block();
    if (abandoned) {
      return;
    }
    save_shared(block.shared);
  }
  for (;;) {
    unsigned waiting = 0;
    for (Block& block : blocks) {
      waiting += waits_for_grid(block);
    }
    if (waiting == 0) {
      return;
    }
    grid_broken = waiting < blocks.size();
    // What was before is ordered for everybody.
    run.launch_epoch = run.epoch + 1;
    for (Block& block : blocks) {
      if (waits_for_grid(block)) {
        here = &block;
        resume_block();
        if (abandoned) {
          return;
        }
        save_shared(block.shared);
      }
    }
  }
}

} // namespace

bool run_grid(const Kernel& which, const Shape& how, const char* packed_arguments) {
  kernel = &which;
  shape = how;
  arguments = packed_arguments;
  abandoned = false;
  grid_broken = false;
  count = shape.block.x * shape.block.y * shape.block.z;
  blocks.clear();
  open_shared(which, how.dynamic_shared);
  run.requested_read = run.requested_written = run.distinct_read = run.distinct_written = 0;
  run.barriers = run.products = 0;
  run.launch_epoch = run.epoch + 1;
  run.active = true;
  Dim index;
  for (index.z = 0; index.z < shape.grid.z && !abandoned; index.z++) {
    for (index.y = 0; index.y < shape.grid.y && !abandoned; index.y++) {
      for (index.x = 0; index.x < shape.grid.x && !abandoned; index.x++) {
        make_block(index);
        if (!shape.cooperative) {
          start_block();
          blocks.pop_back();
        }
      }
    }
  }
  if (shape.cooperative) {
    run_together();
  }
  run.active = false;
  return !abandoned;
}

const Shape& running_shape() { return shape; }
const Kernel& running_kernel() { return *kernel; }
Dim running_block() { return here->index; }

void suspend(Wait why) {
  Thread& me = *run.thread;
  me.wait = why;
  hand_on(me.fiber);
}

void wake(Thread& thread) {
  thread.wait = Wait::NONE;
  ready[ready_tail++ % 2048] = &thread;
}

void restamp() {
  const Thread& t = *run.thread;
  run.stamp = make_record(run.epoch, t.id, t.clock);
}

void abandon() {
  abandoned = true;
  run.active = false;
  // Stacks whose threads will never go on are free again.
  idle.clear();
  for (Fiber& f : fibers) {
    idle.push_back(&f);
  }
  Fiber nowhere;
  switch_fibers(nowhere, host);
  __builtin_unreachable();
}

} // namespace softcuda

using namespace softcuda;

extern "C" unsigned softcuda_index(int what, int axis) {
  switch (what) {
    case 0: return run.thread->index[axis];
    case 1: return (&here->index.x)[axis];
    case 2: return (&shape.block.x)[axis];
    default: return (&shape.grid.x)[axis];
  }
}

extern "C" int softcuda_barrier_with(int kind, int predicate, const char* file, int line) {
  static const char* const NAMES[] = {
      "__syncthreads", "__syncthreads_or", "__syncthreads_and", "__syncthreads_count", GRID};
  Thread& me = *run.thread;
  Barrier& barrier = here->barrier;
  me.site = {file, line};
  me.collective = NAMES[kind];
  if (barrier.arrived == 0) {
    barrier.site = me.site;
    barrier.kind = NAMES[kind];
    barrier.sum = barrier.any = 0;
    barrier.all = 1;
  } else if (barrier.site.line != line || barrier.kind != NAMES[kind] ||
             (barrier.site.file != file && strcmp(barrier.site.file, file) != 0)) {
    kernel_fault(LAUNCH_FAILED,
                 "divergent barrier: it waits in %s (%s:%d) while other threads of its block wait "
                 "in %s (%s:%d)",
                 NAMES[kind], base_name(file), line, barrier.kind, base_name(barrier.site.file),
                 barrier.site.line);
  }
  barrier.sum += predicate != 0;
  barrier.any |= predicate != 0;
  barrier.all &= predicate != 0;
  if (++barrier.arrived == here->alive && barrier.kind != GRID) {
    me.wait = Wait::NONE;
    open_barrier();
  } else {
    suspend(Wait::BARRIER);
  }
  return barrier.result[kind];
}

extern "C" void softcuda_grid_barrier(const char* file, int line) {
  if (!shape.cooperative) {
    kernel_fault(LAUNCH_FAILED, "%s (%s:%d) in a launch that is not cooperative", GRID,
                 base_name(file), line);
  }
  require_no_copies();
  softcuda_barrier_with(4, 0, file, line);
  if (grid_broken) {
    kernel_fault(LAUNCH_FAILED, "divergent: it waits in %s (%s:%d) for blocks that have returned",
                 GRID, base_name(file), line);
  }
}

extern "C" void softcuda_barrier(const char* file, int line) {
  softcuda_barrier_with(0, 0, file, line);
}

extern "C" void softcuda_trap() { kernel_fault(LAUNCH_FAILED, "__trap() was called"); }
