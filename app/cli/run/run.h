// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One run of the program: what every command needs. The composition owns it and outlives it. A command is a
// coroutine that returns the exit status. Main thread.

#include "app/cli/syntax/arguments.h"
#include "app/cli/syntax/exitstatus.h"
#include "app/cli/terminal/lineprompt.h"
#include "app/cli/terminal/output.h"
#include "core/config/observesettings.h"
#include "core/config/rulestore.h"
#include "core/engine/engine.h"

#include <functional>

namespace lockscope::cli
{

class Interruption;

struct Run {
    const Arguments &arguments;
    Output &output;
    Engine &engine;
    QString connection{}; // where there are several: the name of its profile; empty: the only one
    ConnectionSpec spec{};
    std::optional<Failure> fault{}; // why it may not be connected
    RuleStore ruleStore{QString()}; // the file of the user's rules
    std::vector<Rule> rules{};      // from that file; none if it has a fault
    // With the rules and the requested keys; null: built-in families only.
    std::shared_ptr<const Registry> registry{};
    ObserveSettings observe{}; // from observe.json; the defaults if it has a fault
    QStringList urls{};        // of the sandbox, if any
    // Handles SIGINT and similar signals. Empty: the engine closes and the program ends.
    std::function<void(int signal, bool byTerminal)> onInterrupt{};
    Interruption *interruption = nullptr; // outlives the run
    int interruptedBy = 0;                // the last signal that asked for an end
    bool cancelled = false;               // by a signal without a handler

    milliseconds patience() const { return spec.connectTimeout; }
    // Prints the failure on standard error and returns its exit status.
    int fail(const Failure &failure);
    QString named(const QString &line) const; // "orders: …", where there are several connections
};

// The connections of a command that takes several, in their order; never none.
using Runs = std::vector<Run *>;

// Asks one question at the terminal. An interruption ends it.
QCoro::Task<Outcome<QString>> typedLine(Run *run, QString question, LinePrompt::Echo echo);
// Opens the engine and waits until it is authenticated.
QCoro::Task<Done> connected(Run *run, EngineOptions options);
// Of a single server that is a replica: locks are read from it as from a master, so the reader must know.
void noteReplica(Run *run);
// Prints the receipt as a line or a document, and a refusal on standard error. Returns the exit status.
int report(Run *run, const Receipt &receipt);
void explainRefusal(Run *run, const Receipt &receipt);

} // namespace lockscope::cli
