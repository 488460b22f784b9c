#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "clients/cli/lab/bars.h"
#include "clients/cli/lab/compared.h"
#include "clients/cli/lab/spider_run.h"

namespace rensa::cli {

// What came out, for people, programs and eyes.

void print_spider(const SpiderRun& run);
nlohmann::ordered_json json_of_spider(const SpiderPlan& plan, const SpiderRun& run);
std::vector<Compared> compared_of(const SpiderRun& run);
Bars bars_of_spider(const SpiderRun& run);

}  // namespace rensa::cli
