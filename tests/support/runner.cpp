// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/runner.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockscope::test
{

namespace
{

std::map<std::string, TestMain> &registered()
{
    static std::map<std::string, TestMain> tests;
    return tests;
}

} // namespace

Registration::Registration(const char *file, TestMain run)
{
    registered().emplace(std::filesystem::path(file).stem().string(), run);
}

} // namespace lockscope::test

int main(int argc, char **argv)
{
    const auto &tests = lockscope::test::registered();
    const auto test = argc < 2 ? tests.end() : tests.find(argv[1]);
    if (test == tests.end()) {
        std::fprintf(stderr, "usage: %s TEST [argument of Qt Test ...]\n", argv[0]);
        for (const auto &[name, run] : tests)
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    // The test is named as a program of its own would be: QCoreApplication::applicationName() is its name.
    std::vector<char *> arguments{argv[1]};
    arguments.insert(arguments.end(), argv + 2, argv + argc);
    const int count = int(arguments.size());
    arguments.push_back(nullptr);
    return test->second(count, arguments.data());
}
