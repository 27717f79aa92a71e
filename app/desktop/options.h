// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The desktop's command line as values. Pure: reads no file, prints nothing.

#include "core/lab/sandbox/sandboxdeployment.h"

#include <QStringList>

#include <optional>

namespace lockscope
{

struct DesktopOptions {
    std::optional<ConnectionSpec> url{};
    std::optional<ConnectionSpec> link{}; // to be looked at first: it may come from anywhere
    std::optional<Failure> linkFault{};   // of a link that says nothing: whoever clicked sees no terminal
    QString profile{};
    std::optional<SandboxTopology> sandbox{};
    QString snapshot{}; // file for the picture; empty: stay open
    QString page{};     // in the picture, of pageNames(); empty: as it was left
    QList<QByteArray> patterns{};
    bool readOnly = false;
    bool newWindow = false; // also where one shows the same
    QString configDir{};    // empty: the usual one
    QString language{};     // empty: the system's
    bool help = false;
    bool version = false;
};

QStringList pageNames(); // in the order of MainWindow::Page
// arguments[0] is the program. BadInput: one sentence for standard error, exit status 2.
Outcome<DesktopOptions> parseOptions(const QStringList &arguments);
QString helpText();

// A command line without the program, and what must not stand in it.
struct CommandLine {
    QStringList arguments{};
    QString password{}; // of --url: for LOCKSCOPE_PASSWORD in the environment
};
// What parseOptions() reads these from; without language and link, which are for one start only.
CommandLine commandLine(const DesktopOptions &options);
// Whether --url, --pattern and LOCKSCOPE_PASSWORD say all of it; whether it may write is not theirs to say.
bool fitsCommandLine(ConnectionSpec spec);

} // namespace lockscope
