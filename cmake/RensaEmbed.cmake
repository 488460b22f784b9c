# rensa_embed(TARGET FOLDER SYMBOL) gives a library the files of a folder as they are: the assembler takes their bytes,
# no compiler reads them. SYMBOL is a table of three pointers a file: its path in the folder, the first of its bytes and
# the end of them; it ends where SYMBOL_end is.
function(rensa_embed target folder symbol)
  # Files that come and go are noticed when the next build begins.
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE "${folder}" "${folder}/*")
  list(SORT files)
  set(bytes "  .section .rodata\n")
  set(table "  .section .data.rel.ro, \"aw\"\n  .balign 8\n  .globl ${symbol}, ${symbol}_end\n${symbol}:\n")
  set(paths "")
  foreach(file IN LISTS files)
    list(LENGTH paths number)
    list(APPEND paths "${folder}/${file}")
    string(APPEND bytes ".Lpath${number}: .asciz \"${file}\"\n"
                        ".Lbegin${number}: .incbin \"${folder}/${file}\"\n.Lend${number}:\n")
    string(APPEND table "  .quad .Lpath${number}, .Lbegin${number}, .Lend${number}\n")
  endforeach()
  string(APPEND table "${symbol}_end:\n  .section .note.GNU-stack, \"\", %progbits\n")
  set(assembly "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.s")
  file(CONFIGURE OUTPUT "${assembly}" CONTENT "${bytes}${table}" @ONLY)
  set_source_files_properties("${assembly}" PROPERTIES OBJECT_DEPENDS "${paths}")
  # On its own: the options of our code are none for an assembler.
  add_library(${target}_${symbol} OBJECT "${assembly}")
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${symbol}>)
endfunction()
