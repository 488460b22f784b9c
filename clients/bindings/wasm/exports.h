#pragma once

// What a page can call. Arguments and results are numbers; everything larger lies in the memory that both see: bytes on
// the desk (desk.h), sides of a game as words (side_words.h).
#if defined(__wasm__)
#define RENSA_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#else
#define RENSA_EXPORT(name) extern "C"
#endif
