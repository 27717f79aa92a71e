// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The connection that a second start of the program asks for. A value.

#include <QByteArray>
#include <QList>
#include <QString>

namespace lockscope
{

struct ShownConnection {
    QString connection{};         // A profile name, or a URL without passwords; empty: none
    bool readOnly = false;        // Must be read-only
    QList<QByteArray> patterns{}; // Empty: any
    friend bool operator==(const ShownConnection &, const ShownConnection &) = default;
};

} // namespace lockscope
