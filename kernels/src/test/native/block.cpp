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


Fiber host; // who called run_grid
std::deque<Fiber> fibers;
std::vector<Fiber*> idle;
std::vector<Thread> threads;

// Threads that can go on, first come first served; a ring that all threads of a block fit into.
Thread* ready[2048];
unsigned ready_head, ready_tail;

const Kernel* kernel;
Shape shape;
const char* arguments;
Dim block;
unsigned count, started, alive, barriers;
bool abandoned;

// What the block's threads bring to a barrier, and what they take from the last one.
struct Barrier {
  unsigned arrived;
  const char* kind;
  Site site;
  int sum, all, any;
  int result[4];
} barrier;

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
    const Thread& t = threads[i];
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
    if (threads[i].wait == Wait::BARRIER || threads[i].wait == Wait::COLLECTIVE) {
      run.thread = &threads[i]; // whom the message names
      break;
    }
  }
  kernel_fault(LAUNCH_FAILED,
               "divergent: no thread of the block can go on: %s%s%u of %u have returned",
               places(Wait::BARRIER).c_str(), places(Wait::COLLECTIVE).c_str(), count - alive,
               count);
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
  } else if (started < count) {
    Fiber* fresh = idle_fiber();
    prepare(*fresh, run_threads);
    run.thread = &threads[started];
    run.thread->fiber = fresh;
    switch_fibers(*from, *fresh);
  } else if (alive == 0) {
    switch_fibers(*from, host);
  } else {
    stuck();
  }
}

void open_barrier() {
  barrier.result[1] = barrier.any;
  barrier.result[2] = barrier.all;
  barrier.result[3] = barrier.sum;
  barrier.arrived = 0;
  barriers++;
  run.epoch++;
  reset_clocks((count + LANES - 1) / LANES);
  for (unsigned i = 0; i < count; i++) {
    threads[i].clock = FIRST_CLOCK;
    if (threads[i].wait == Wait::BARRIER) {
      wake(threads[i]);
    }
  }
  restamp();
}

// The body of every fiber: one thread after the other, on this stack, for as long as none waits.
// So a kernel without barriers runs without switches.
void run_threads() {
  Fiber* self = run.thread->fiber;
  for (;;) {
    while (started < count && ready_head == ready_tail) {
      Thread& t = threads[started++];
      t.fiber = self;
      t.wait = Wait::NONE;
      become(&t);
      kernel->call(kernel->function, arguments);
      Thread& done = *run.thread;
      done.wait = Wait::FINISHED;
      alive--;
      if (barrier.arrived > 0 && barrier.arrived == alive) {
        open_barrier(); // a thread that has returned is not waited for
      }
    }
    idle.push_back(self);
    hand_on(self);
    // Not reached: an idle fiber is prepared afresh.
  }
}

void make_threads() {
  count = shape.block.x * shape.block.y * shape.block.z;
  threads.assign(count, Thread{});
  for (unsigned i = 0; i < count; i++) {
    Thread& t = threads[i];
    t.id = i;
    t.lane = i % LANES;
    t.warp = i / LANES;
    t.index[0] = i % shape.block.x;
    t.index[1] = i / shape.block.x % shape.block.y;
    t.index[2] = i / shape.block.x / shape.block.y;
  }
}

void run_block() {
  for (Thread& t : threads) {
    t.wait = Wait::NOT_STARTED;
    t.clock = FIRST_CLOCK;
  }
  started = 0;
  alive = count;
  ready_head = ready_tail = 0;
  barriers = 0;
  barrier = {};
  barrier.all = 1;
  run.block_epoch = ++run.epoch;
  reset_collectives((count + LANES - 1) / LANES);
  reset_copies(count);
  poison_shared();
  Fiber* first = idle_fiber();
  prepare(*first, run_threads);
  run.thread = &threads[0];
  run.thread->fiber = first;
  switch_fibers(host, *first);
  run.barriers = barriers > run.barriers ? barriers : run.barriers;
  close_requests(!abandoned);
}

} // namespace

bool run_grid(const Kernel& which, const Shape& how, const char* packed_arguments) {
  kernel = &which;
  shape = how;
  arguments = packed_arguments;
  abandoned = false;
  make_threads();
  open_shared(which, how.dynamic_shared);
  run.requested_read = run.requested_written = run.distinct_read = run.distinct_written = 0;
  run.barriers = run.products = 0;
  run.launch_epoch = run.epoch + 1;
  run.active = true;
  for (block.z = 0; block.z < shape.grid.z && !abandoned; block.z++) {
    for (block.y = 0; block.y < shape.grid.y && !abandoned; block.y++) {
      for (block.x = 0; block.x < shape.grid.x && !abandoned; block.x++) {
        run_block();
      }
    }
  }
  run.active = false;
  return !abandoned;
}

const Shape& running_shape() { return shape; }
const Kernel& running_kernel() { return *kernel; }
Dim running_block() { return block; }

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
    case 1: return (&block.x)[axis];
    case 2: return (&shape.block.x)[axis];
    default: return (&shape.grid.x)[axis];
  }
}

extern "C" int softcuda_barrier_with(int kind, int predicate, const char* file, int line) {
  static const char* const NAMES[] = {
      "__syncthreads", "__syncthreads_or", "__syncthreads_and", "__syncthreads_count"};
  Thread& me = *run.thread;
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
  if (++barrier.arrived == alive) {
    me.wait = Wait::NONE;
    open_barrier();
  } else {
    suspend(Wait::BARRIER);
  }
  return barrier.result[kind];
}

extern "C" void softcuda_barrier(const char* file, int line) {
  softcuda_barrier_with(0, 0, file, line);
}

extern "C" void softcuda_trap() { kernel_fault(LAUNCH_FAILED, "__trap() was called"); }
