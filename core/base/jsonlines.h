// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The line of each value in a JSON text, for failures. Pure. QJsonDocument must accept the text.

#include <QByteArray>
#include <QHash>
#include <QString>

namespace lockscope
{

// Keys are paths such as "profiles/0/port"; lines start at 1.
QHash<QString, int> jsonLines(const QByteArray &json);
int lineAt(const QByteArray &text, qsizetype offset);

} // namespace lockscope
