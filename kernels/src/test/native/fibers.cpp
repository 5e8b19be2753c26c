#include "fibers.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>

#ifndef __x86_64__
#include <ucontext.h>
#endif

namespace softcuda {

namespace {

constexpr size_t GUARD = 4096;
// The system has only so many mappings for a process, and those without a guard between them count as one. A
// cooperative launch has stacks for all of its threads.
constexpr size_t MOST_GUARDED = 4096;

void give_stack(Fiber& fiber) {
  if (fiber.stack) {
    return;
  }
  void* p = mmap(nullptr, STACK_BYTES + GUARD, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    fprintf(stderr, "software CUDA device: no memory for a thread's stack\n");
    abort();
  }
  static size_t number;
  if (number < MOST_GUARDED) {
    mprotect(p, GUARD, PROT_NONE);
  }
  fiber.stack = (char*)p + GUARD;
  // Stacks that began at the same place of their pages would drive one another out of the cache.
  fiber.skipped = number++ * 320 % 4096 / 16 * 16;
}

} // namespace

#ifdef __x86_64__

// By hand: ucontext saves the signal mask, a system call that makes a switch 20 times as dear. Only
// what a callee must keep is kept; rounding modes are the same for all.
asm(R"(
.text
.type softcuda_switch, @function
softcuda_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size softcuda_switch, .-softcuda_switch
)");
extern "C" void softcuda_switch(void** save, void* load);

void prepare(Fiber& fiber, void (*entry)()) {
  give_stack(fiber);
  void** top = (void**)(fiber.stack + STACK_BYTES - fiber.skipped);
  *--top = nullptr; // a return address for the entry, which aligns its frame
  *--top = (void*)entry;
  for (int i = 0; i < 6; i++) {
    *--top = nullptr;
  }
  fiber.context = top;
}

void switch_fibers(Fiber& from, Fiber& to) { softcuda_switch(&from.context, to.context); }

#else

void prepare(Fiber& fiber, void (*entry)()) {
  give_stack(fiber);
  if (!fiber.context) {
    fiber.context = new ucontext_t;
  }
  ucontext_t* context = (ucontext_t*)fiber.context;
  getcontext(context);
  context->uc_stack.ss_sp = fiber.stack;
  context->uc_stack.ss_size = STACK_BYTES - fiber.skipped;
  context->uc_link = nullptr;
  makecontext(context, entry, 0);
}

void switch_fibers(Fiber& from, Fiber& to) {
  if (!from.context) {
    from.context = new ucontext_t;
  }
  swapcontext((ucontext_t*)from.context, (ucontext_t*)to.context);
}

#endif

} // namespace softcuda
