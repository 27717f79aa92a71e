// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The desktop's command line as values. Pure: reads no file, prints nothing.

#include "core/lab/sandboxdeployment.h"

#include <QStringList>

#include <optional>

namespace lockscope
{

struct DesktopOptions {
    std::optional<ConnectionSpec> url{};
    QString profile{};
    std::optional<SandboxTopology> sandbox{};
    QString snapshot{}; // file for the picture; empty: stay open
    QString page{};     // in the picture, of pageNames(); empty: as it was left
    QList<QByteArray> patterns{};
    bool readOnly = false;
    QString configDir{}; // empty: the usual one
    QString language{};  // empty: the system's
    bool help = false;
    bool version = false;
};

QStringList pageNames(); // in the order of MainWindow::Page
// arguments[0] is the program. BadInput: one sentence for standard error, exit status 2.
Outcome<DesktopOptions> parseOptions(const QStringList &arguments);
QString helpText();

} // namespace lockscope
