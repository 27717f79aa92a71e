// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One run of the program: what every command needs, made by the composition, which outlives them. A command
// is a coroutine that ends with the exit status. Main thread.

#include "app/cli/syntax/arguments.h"
#include "app/cli/syntax/exitstatus.h"
#include "app/cli/terminal/lineprompt.h"
#include "app/cli/terminal/output.h"
#include "core/config/observesettings.h"
#include "core/engine/engine.h"

#include <functional>

namespace lockscope::cli
{

class Interruption;

struct Run {
    const Arguments &arguments;
    Output &output;
    Engine &engine;
    ConnectionSpec spec{};
    std::shared_ptr<const Registry> registry{}; // with the user's rules; null: the built-in families
    ObserveSettings observe{};                  // of observe.json; the defaults where it has a fault
    QStringList urls{};                         // of the sandbox, if there is one
    // Who takes care of SIGINT and its like; empty: the engine is closed and the program ends.
    std::function<void(int signal, bool byTerminal)> onInterrupt{};
    Interruption *interruption = nullptr; // outlives the run
    int interruptedBy = 0;                // the last signal that means an end
    bool cancelled = false;               // by a signal that nobody took care of

    milliseconds patience() const { return spec.connectTimeout; }
    // Says why on standard error; the status that goes with it.
    int fail(const Failure &failure);
};

// One question at the terminal; an interruption ends it.
QCoro::Task<Outcome<QString>> typedLine(Run *run, QString question, LinePrompt::Echo echo);
// Opens the engine and waits until it is logged in.
QCoro::Task<Done> connected(Run *run, EngineOptions options);
// The receipt as the result of the program: a line or a document, and why on standard error.
int report(Run *run, const Receipt &receipt);
void explainRefusal(Run *run, const Receipt &receipt);

} // namespace lockscope::cli
