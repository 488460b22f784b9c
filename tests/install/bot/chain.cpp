#include <cstdio>
#include <rensa/rensa.h>

// Lets four puyos burst.
int main() {
  rensa_engine* engine = nullptr;
  if (rensa_engine_create(&engine) != RENSA_OK) return 1;
  rensa_field field{};
  for (int column = 0; column < 4; ++column) field.cells[column] = RENSA_CELL_RED;
  rensa_chain chain{};
  const rensa_status status = rensa_field_simulate(engine, &field, &field, &chain);
  std::printf("%s%d links\n", rensa_error_text(engine), static_cast<int>(chain.links));
  rensa_engine_free(engine);
  return status == RENSA_OK ? 0 : 1;
}
