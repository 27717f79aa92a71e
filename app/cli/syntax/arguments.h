// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a command line asks for, as a value. Words are bytes, as the shell gave them: a key that is no UTF-8
// must still be reachable. Pure; a failure is BadInput or Unsupported and names the word that is wrong.

#include "app/cli/syntax/options.h"
#include "core/base/outcome.h"

namespace lockscope::cli
{

struct CommandSyntax;

struct Arguments : ServerOptions, OutputOptions {
    const CommandSyntax *command = nullptr; // null: none, which only --help and --version allow
    bool help = false;
    bool version = false;
    CommandOptions options{}; // those of the command
};

// words: the command line without the program's name.
Outcome<Arguments> parseArguments(const std::vector<QByteArray> &words);

} // namespace lockscope::cli
