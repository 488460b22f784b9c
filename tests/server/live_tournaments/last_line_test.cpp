#include "server/live_tournaments/last_line.h"

#include <gtest/gtest.h>
#include <string>

namespace rensa::live_tournaments {
namespace {

TEST(LastLine, IsTheLastOneThatIsNotBlank) {
  EXPECT_EQ(last_line_of("one\ntwo  \r\n\n \t\n"), "two");
  EXPECT_EQ(last_line_of("one"), "one");
  EXPECT_EQ(last_line_of("\n \n"), "");
  EXPECT_EQ(last_line_of(""), "");
}

TEST(LastLine, IsPlainAndShort) {
  EXPECT_EQ(last_line_of("\x1b[31mred\n"), "?[31mred");
  EXPECT_EQ(last_line_of(std::string(300, 'x')).size(), 200U);
}

TEST(LastLine, IsTheErrorOfNodeAndNotItsVersion) {
  EXPECT_EQ(last_line_of("started\n"
                         "node:internal/modules/esm/resolve:873\n"
                         "  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);\n"
                         "        ^\n"
                         "\n"
                         "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'rensa' imported from /bots/main.js\n"
                         "    at packageResolve (node:internal/modules/esm/resolve:873:9)\n"
                         "    at ModuleJob._link (node:internal/modules/esm/module_job:168:49) {\n"
                         "  code: 'ERR_MODULE_NOT_FOUND'\n"
                         "}\n"
                         "\n"
                         "Node.js v20.20.2\n"),
            "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'rensa' imported from /bots/main.js");
  EXPECT_EQ(last_line_of("/bots/main.js:1\nthrow 'boom'\n^\nboom\n"
                         "(Use `node --trace-uncaught ...` to show where the exception was thrown)\n\n"
                         "Node.js v20.20.2\n"),
            "boom");
  EXPECT_EQ(last_line_of("/bots/main.js:1\nfoo bar\n    ^^^\n\nSyntaxError: Unexpected identifier 'bar'\n"
                         "    at wrapSafe (node:internal/modules/cjs/loader:1464:18)\n\nNode.js v18.1.0\n"),
            "SyntaxError: Unexpected identifier 'bar'");
}

TEST(LastLine, IsTheErrorOfNodeEvenIfItsBeginIsLost) {
  EXPECT_EQ(last_line_of("RangeError: too deep\n    at a (main.js:1:1) {\n  code: 1\n}\n\nNode.js v20.20.2\n"),
            "RangeError: too deep");
  EXPECT_EQ(last_line_of("    at a (main.js:1:1)\n\nNode.js v20.20.2\n"), "Node.js v20.20.2");
  EXPECT_EQ(last_line_of("Node.js v20.20.2\n"), "Node.js v20.20.2");
}

}  // namespace
}  // namespace rensa::live_tournaments
