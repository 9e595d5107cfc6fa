// Counts what this thread allocates, by replacing operator new. Include it in exactly one file of a
// test program.
#pragma once

#include <cstdlib>
#include <new>

namespace joulemark {

inline thread_local std::size_t allocations_so_far = 0;

}  // namespace joulemark

void* operator new(std::size_t size) {
  ++joulemark::allocations_so_far;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
// Replaced as well, or a sanitizer's own would meet the delete below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++joulemark::allocations_so_far;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
