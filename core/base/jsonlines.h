// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The line of each value in a JSON text, to report where a field is wrong. Pure. The text must be valid JSON,
// as read by QJsonDocument.

#include <QByteArray>
#include <QHash>
#include <QString>

namespace lockscope
{

// Keys are paths such as "profiles/0/port"; lines start at 1.
QHash<QString, int> jsonLines(const QByteArray &json);
int lineAt(const QByteArray &text, qsizetype offset);

} // namespace lockscope
