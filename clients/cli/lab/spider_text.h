#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "clients/cli/lab/bars.h"
#include "clients/cli/lab/compared.h"
#include "clients/cli/lab/spider_run.h"

namespace rensa::cli {

// Writes the results as text, JSON, a table of comparisons and bars.

void print_spider(const SpiderRun& run);
nlohmann::ordered_json json_of_spider(const SpiderPlan& plan, const SpiderRun& run);
std::vector<Compared> compared_of(const SpiderRun& run);
Bars bars_of_spider(const SpiderRun& run);

}  // namespace rensa::cli
