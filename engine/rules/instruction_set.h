#pragma once

// Compiles what stands between the two for an instruction set of its own, while the file as a whole is compiled for any
// machine: an inline function of a shared header can then never end up in a form that only some machines can run.
// Everything between them has internal linkage, or is an entry point that is called on machines that have the set.
#define RENSA_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define RENSA_BEGIN_INSTRUCTION_SET(set) \
  RENSA_PRAGMA(clang attribute push(__attribute__((target(set))), apply_to = function))
#define RENSA_END_INSTRUCTION_SET RENSA_PRAGMA(clang attribute pop)
#else
// g++ 12 sees the registers that its own intrinsics leave undefined on purpose as mistakes of ours.
#define RENSA_BEGIN_INSTRUCTION_SET(set)                 \
  RENSA_PRAGMA(GCC push_options)                         \
  RENSA_PRAGMA(GCC target(set))                          \
  RENSA_PRAGMA(GCC diagnostic push)                      \
  RENSA_PRAGMA(GCC diagnostic ignored "-Wuninitialized") \
  RENSA_PRAGMA(GCC diagnostic ignored "-Wmaybe-uninitialized")
#define RENSA_END_INSTRUCTION_SET RENSA_PRAGMA(GCC diagnostic pop) RENSA_PRAGMA(GCC pop_options)
#endif
