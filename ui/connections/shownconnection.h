// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What another start of the program asks a window for. A value.

#include <QByteArray>
#include <QList>
#include <QString>

namespace lockscope
{

struct ShownConnection {
    QString connection{};         // a profile's name, or a URL without passwords; empty: none yet
    bool readOnly = false;        // and no other
    QList<QByteArray> patterns{}; // empty: whichever
    friend bool operator==(const ShownConnection &, const ShownConnection &) = default;
};

} // namespace lockscope
