// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The words of the command line as data: commands, options, what they mean and which field they set. The
// parser and the help pages read the same tables, so neither can know a word the other does not. Constants;
// any thread.

#include "app/cli/syntax/checks.h"

#include <span>

namespace lockscope::cli
{

enum class Takes { Nothing, Value, OptionalValue };

struct OptionSyntax {
    const char *name = "";
    Takes takes = Takes::Nothing;
    const char *value = ""; // as the help names it; with a = in front it stands in the same word
    const char *text = "";
    Done (*set)(Arguments &arguments, const OptionSyntax &option, const QByteArray &value) = nullptr;
    char letter = 0;
    bool required = false;
    const char *whenEmpty = ""; // what is wrong with an empty value; empty: nothing
    const char *whenEmptyRemedy = "";
};

struct CommandSyntax {
    const char *word = "";
    const char *operands = ""; // as the usage line shows them
    const char *summary = "";
    CommandOptions (*unset)() = nullptr; // its options before any is given
    std::span<const OptionSyntax> options{};
    const char *details = ""; // paragraphs for its own help page
    int fewest = 0;           // operands
    int most = 0;             // -1: any number
    Operands *take = takeKeys;
    Check *check = nullptr;
    const char *missing = "KEY"; // what fewer operands lack
    const char *surplus = "";    // what to do instead of one operand more; empty: read the help
};

std::span<const OptionSyntax> globalOptions();
std::span<const CommandSyntax> allCommands();
std::span<const char *const> topologies(); // of a sandbox; the first is the default

const CommandSyntax *findCommand(QByteArrayView word);
// command: null for an option of any command, or of all.
const OptionSyntax *findOption(const CommandSyntax *command, QByteArrayView name);
bool isGlobal(const OptionSyntax &option);
// Those that have an option of their own with this name.
std::vector<const CommandSyntax *> commandsWith(QByteArrayView option);

} // namespace lockscope::cli
