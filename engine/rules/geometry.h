#pragma once

namespace rensa::rules {

// Columns run 1..6 from the left, rows 1 (floor) .. 14. Rows 1-12 are visible, 13 is hidden but real, 14 is a trap:
// what locks there stays for ever. Row 0, row 15 and columns 0 and 7 are walls.
inline constexpr int kColumns = 6;
inline constexpr int kVisibleRows = 12;
inline constexpr int kHiddenRow = 13;
inline constexpr int kTrapRow = 14;

inline constexpr int kSpawnColumn = 3;
inline constexpr int kSpawnRow = 12;

}  // namespace rensa::rules
