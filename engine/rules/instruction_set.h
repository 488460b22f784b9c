#pragma once

// Compiles the code between the two macros for another instruction set, while the file as a whole is compiled for any
// machine. An inline function of a shared header can then never be compiled to a form that only some machines can run.
// All code between the macros has internal linkage, or is an entry point that is called only on machines with the set.
#define RENSA_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define RENSA_BEGIN_INSTRUCTION_SET(set) \
  RENSA_PRAGMA(clang attribute push(__attribute__((target(set))), apply_to = function))
#define RENSA_END_INSTRUCTION_SET RENSA_PRAGMA(clang attribute pop)
#else
// g++ 12 warns about registers that its own intrinsics leave undefined on purpose.
#define RENSA_BEGIN_INSTRUCTION_SET(set)                 \
  RENSA_PRAGMA(GCC push_options)                         \
  RENSA_PRAGMA(GCC target(set))                          \
  RENSA_PRAGMA(GCC diagnostic push)                      \
  RENSA_PRAGMA(GCC diagnostic ignored "-Wuninitialized") \
  RENSA_PRAGMA(GCC diagnostic ignored "-Wmaybe-uninitialized")
#define RENSA_END_INSTRUCTION_SET RENSA_PRAGMA(GCC diagnostic pop) RENSA_PRAGMA(GCC pop_options)
#endif
