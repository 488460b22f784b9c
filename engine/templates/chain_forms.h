#pragma once

#include <string_view>

namespace rensa::templates {

// engine/templates/chain_forms.txt as it was when this was built.
extern const std::string_view kChainForms;

}  // namespace rensa::templates
