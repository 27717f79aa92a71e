// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// On which line each value of a JSON text stands, so that a bad field can be named by its place.
// Pure. The text must be valid JSON (QJsonDocument has read it).

#include <QByteArray>
#include <QHash>
#include <QString>

namespace lockscope
{

// Paths as "profiles/0/port"; lines from 1.
QHash<QString, int> jsonLines(const QByteArray &json);
int lineAt(const QByteArray &text, qsizetype offset);

} // namespace lockscope
