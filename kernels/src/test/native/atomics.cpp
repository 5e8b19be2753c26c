// CUDA's atomics: one access each, which races with plain accesses and not with other atomics.
#include "check.h"

using softcuda::Access;

#define CHECKED(T) softcuda::check<Access::ATOMIC, sizeof(T)>(address, __builtin_return_address(0))
#define ATOMIC_FUNCTION(name, T, next) \
  T name(T* address, T value) {        \
    CHECKED(T);                        \
    T old = *address;                  \
    *address = next;                   \
    return old;                        \
  }
#define INTEGER_ATOMICS(T)                                   \
  ATOMIC_FUNCTION(atomicAdd, T, old + value)                 \
  ATOMIC_FUNCTION(atomicMax, T, old < value ? value : old)   \
  ATOMIC_FUNCTION(atomicMin, T, value < old ? value : old)   \
  ATOMIC_FUNCTION(atomicAnd, T, old & value)                 \
  ATOMIC_FUNCTION(atomicOr, T, old | value)                  \
  ATOMIC_FUNCTION(atomicXor, T, old ^ value)                 \
  ATOMIC_FUNCTION(atomicExch, T, value)                      \
  T atomicCAS(T* address, T compare, T value) {              \
    CHECKED(T);                                              \
    T old = *address;                                        \
    *address = old == compare ? value : old;                 \
    return old;                                              \
  }
INTEGER_ATOMICS(int)
INTEGER_ATOMICS(unsigned)
INTEGER_ATOMICS(unsigned long long)
ATOMIC_FUNCTION(atomicAdd, float, old + value)
ATOMIC_FUNCTION(atomicAdd, double, old + value)
ATOMIC_FUNCTION(atomicExch, float, value)
ATOMIC_FUNCTION(atomicSub, int, old - value)
ATOMIC_FUNCTION(atomicSub, unsigned, old - value)
