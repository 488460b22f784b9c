#pragma once

#include "server/net/http.h"

namespace rensa::wiring {

// What is not the API's: a page at "/" that says where things are, else 404.
net::HttpResponse welcome_page(const net::HttpRequest& request);

}  // namespace rensa::wiring
