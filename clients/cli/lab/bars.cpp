#include "clients/cli/lab/bars.h"

#include "clients/cli/lab/svg_page.h"

namespace rensa::cli {

namespace {

constexpr double kRow = 30;
constexpr double kThick = 16;
constexpr double kNames = 240;  // room for them
constexpr const char* kFill = "#9dbfdd";
constexpr const char* kInk = "#1f3f60";
constexpr const char* kPublished = "#c8442c";

double x_of(double share) { return kNames + (SvgPage::kWidth - kNames - SvgPage::kRight) * share; }

void draw(SvgPage& page, const Bar& bar, double middle) {
  page.text({kNames - 8, middle + 4}, "end", bar.name);
  page.box({x_of(0), middle - kThick / 2}, x_of(bar.share.value) - x_of(0), kThick, kFill);
  page.line({x_of(bar.share.low), middle}, {x_of(bar.share.high), middle}, kInk, SvgPage::kSolid);
  for (const double end : {bar.share.low, bar.share.high}) {
    page.line({x_of(end), middle - 4}, {x_of(end), middle + 4}, kInk, SvgPage::kSolid);
  }
  for (const double mark : bar.published) {
    page.line({x_of(mark), middle - kRow / 2 + 2}, {x_of(mark), middle + kRow / 2 - 2}, kPublished, SvgPage::kSolid);
  }
}

}  // namespace

std::string svg_of(const Bars& bars) {
  const double bottom = SvgPage::kTop + kRow * static_cast<double>(bars.bars.size());
  SvgPage page(bottom + SvgPage::kBottom);
  page.text({SvgPage::kWidth / 2, 20}, "middle", bars.title);
  page.text({SvgPage::kWidth / 2, bottom + 38}, "middle", bars.label);
  for (int percent = 0; percent <= 100; percent += 20) {
    page.line({x_of(percent / 100.0), SvgPage::kTop}, {x_of(percent / 100.0), bottom}, "#dddddd", SvgPage::kSolid);
    page.text({x_of(percent / 100.0), bottom + 18}, "middle", std::to_string(percent) + " %");
  }
  for (std::size_t i = 0; i < bars.bars.size(); ++i) {
    draw(page, bars.bars[i], SvgPage::kTop + kRow * (static_cast<double>(i) + 0.5));
  }
  return page.finish();
}

}  // namespace rensa::cli
