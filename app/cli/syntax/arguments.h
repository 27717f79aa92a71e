// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a command line asks for, as a value. Words are bytes from the shell, so that a key need not be UTF-8.
// Pure. A failure is BadInput or Unsupported and names the wrong word.

#include "app/cli/syntax/options.h"
#include "core/base/outcome.h"

namespace lockscope::cli
{

struct CommandSyntax;

struct Arguments : ServerOptions, OutputOptions {
    const CommandSyntax *command = nullptr; // null only for --help and --version
    bool help = false;
    bool version = false;
    CommandOptions options{}; // of the command
};

// words: the command line without the program's name.
Outcome<Arguments> parseArguments(const std::vector<QByteArray> &words);

} // namespace lockscope::cli
