// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The desktop program's command line as values. Pure.

#include "core/lab/sandbox/sandboxdeployment.h"

#include <QStringList>

#include <optional>

namespace lockscope
{

struct DesktopOptions {
    std::optional<ConnectionSpec> url{};
    std::optional<ConnectionSpec> link{}; // shown before connecting, because a link may come from anywhere
    std::optional<Failure> linkFault{};   // shown in the window, because a link is not opened from a terminal
    QString profile{};
    std::optional<SandboxTopology> sandbox{};
    QString recording{}; // file to play; empty: none
    QString snapshot{};  // picture file; empty: no snapshot
    QString page{};      // one of pageNames(), for the picture; empty: the last one used
    QList<QByteArray> patterns{};
    bool readOnly = false;
    bool newWindow = false; // even if a window shows the same
    QString configDir{};    // empty: the default
    QString language{};     // empty: the system's
    bool help = false;
    bool version = false;
};

QStringList pageNames(); // in the order of MainWindow::Page
// arguments[0] is the program. BadInput: for standard error, with exit status 2.
Outcome<DesktopOptions> parseOptions(const QStringList &arguments);
QString helpText();

// A command line without the program name, and the password that it must not contain.
struct CommandLine {
    QStringList arguments{};
    QString password{}; // of --url: for LOCKSCOPE_PASSWORD in the environment
};
// The inverse of parseOptions(), without language, link and recording, which are for one start only.
CommandLine commandLine(const DesktopOptions &options);
// True if --url, --pattern and LOCKSCOPE_PASSWORD can express the whole connection, apart from readOnly.
bool fitsCommandLine(ConnectionSpec spec);

} // namespace lockscope
