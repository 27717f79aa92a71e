// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A fuzz target: a function of bytes that ends the program if something does not hold that always must. See
// README.md.

#include <QByteArray>
#include <QString>

#include <string_view>
#include <vector>

namespace lockscope::fuzz
{

// `input` has no byte behind its end, so that the sanitizer sees each read beyond it.
using Target = void (*)(const QByteArray &input);

bool addTarget(std::string_view name, Target target);
Target targetNamed(std::string_view name); // null: there is none

// The inputs of corpus/NAME: a file of parts, each below a line "=== NAME".
struct Part {
    QByteArray name;
    QByteArray input;
};
std::vector<Part> corpusOf(const char *target);

// Ends the program if it does not hold.
void demand(bool holds, const char *what);
// That a person reads it: a line of text without control characters.
void demandReadable(const QString &text);

} // namespace lockscope::fuzz

// At the end of fuzz_NAME.cpp, in its namespace.
#define LOCKSCOPE_FUZZ_TARGET(name)                                                                          \
    [[maybe_unused]] const bool registered = lockscope::fuzz::addTarget(#name, run)
