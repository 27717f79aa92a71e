// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The commands and options of the command line as data: names, help texts and the fields they set. The parser
// and the help pages read the same tables. Constants; any thread.

#include "app/cli/syntax/checks.h"

#include <span>

namespace lockscope::cli
{

enum class Takes { Nothing, Value, OptionalValue };

struct OptionSyntax {
    const char *name = "";
    Takes takes = Takes::Nothing;
    const char *value = ""; // name of the value in the help; a leading = means: only in the same word
    const char *text = "";
    Done (*set)(Arguments &arguments, const OptionSyntax &option, const QByteArray &value) = nullptr;
    char letter = 0;
    bool required = false;
    const char *whenEmpty = ""; // the error for an empty value; empty: allowed
    const char *whenEmptyRemedy = "";
};

struct CommandSyntax {
    const char *word = "";
    const char *operands = ""; // for the usage line
    const char *summary = "";
    CommandOptions (*unset)() = nullptr; // the default options
    std::span<const OptionSyntax> options{};
    const char *details = ""; // paragraphs for the command's help page
    int fewest = 0;           // operands
    int most = 0;             // -1: any number
    Operands *take = takeKeys;
    Check *check = nullptr;
    const char *missing = "KEY"; // name of the operand missing if there are too few
    const char *surplus = "";    // remedy if there are too many; empty: see the help
};

std::span<const OptionSyntax> globalOptions();
std::span<const CommandSyntax> allCommands();
std::span<const char *const> topologies(); // for a sandbox; the first is the default

const CommandSyntax *findCommand(QByteArrayView word);
// command: null searches the options of all commands.
const OptionSyntax *findOption(const CommandSyntax *command, QByteArrayView name);
bool isGlobal(const OptionSyntax &option);
// The commands that have an option with this name.
std::vector<const CommandSyntax *> commandsWith(QByteArrayView option);

} // namespace lockscope::cli
