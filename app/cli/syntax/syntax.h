// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The words of the command line as data: commands, options and what they mean. The parser and the help pages
// read the same tables, so neither can know a word the other does not. Constants; any thread.

#include <QByteArrayView>

#include <span>

namespace lockscope::cli
{

enum class Verb {
    None,
    Scan,
    Show,
    Watch,
    Acquire,
    Renew,
    Release,
    ForceRelease,
    Wake,
    SetExpiry,
    Nodes,
    Doctor,
    Audit,
    Incident,
    Lab,
    Sandbox,
};

enum class Option {
    Url,
    Profile,
    Sandbox,
    Pattern,
    ReadOnly,
    ConfigDir,
    Rules,
    PasswordFile,
    Timeout,
    Json,
    Quiet,
    Verbose,
    Version,
    Help,
    Kind,
    Verdict,
    Sort,
    For,
    Owner,
    Lease,
    Wait,
    Watchdog,
    OnLost,
    KillAfter,
    EveryNode,
    Mode,
    Part,
    ExpectOwner,
    AnyOwner,
    Share,
    Reason,
    Confirm,
    DryRun,
    Acl,
    Probe,
    Workers,
    Seed,
    Set,
    Metrics,
    Alert,
    Since,
    Until,
    Key,
    Act,
    Result,
    Find,
    Last,
    Csv,
    Output,
    KeepAddresses,
};

enum class Takes { Nothing, Value, OptionalValue };

struct OptionSyntax {
    Option option = Option::Help;
    char letter = 0;
    const char *name = "";
    Takes takes = Takes::Nothing;
    const char *value = ""; // as the help names it
    const char *text = "";
};

// An option of one command may mean something else in another: the text is the command's.
struct CommandOption {
    Option option = Option::Help;
    const char *text = "";
    bool required = false;
};

struct CommandSyntax {
    Verb verb = Verb::None;
    const char *word = "";
    const char *operands = ""; // as the usage line shows them
    const char *summary = "";
    int fewest = 0; // operands
    int most = 0;   // -1: any number
    std::span<const CommandOption> options{};
    const char *details = ""; // paragraphs for its own help page
};

std::span<const OptionSyntax> allOptions();
std::span<const Option> globalOptions();
std::span<const CommandSyntax> allCommands();
std::span<const char *const> topologies(); // of a sandbox; the first is the default

const OptionSyntax &syntax(Option option);
const CommandSyntax *syntax(Verb verb); // null for None
const CommandSyntax *findCommand(QByteArrayView word);
bool isGlobal(Option option);
bool accepts(const CommandSyntax &command, Option option);

} // namespace lockscope::cli
