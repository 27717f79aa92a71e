// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts and icons for a lock on several nodes. Pure functions, GUI thread.

#include "core/values/copy.h"

#include <QIcon>
#include <QString>

namespace lockscope::text
{

QString copyState(CopyState state);
QString copyState(const Copy &copy); // Or that its address is another one of a server that is already counted
QString role(const QByteArray &role); // From the server's "master", "slave", "sentinel"
QString lag(milliseconds lag);        // Of a replica; zero: "up to date"
QIcon copyIcon(const Copy &copy);
QString quorum(const Quorum &quorum);        // "4 of 5", "2 to 4 of 5"
QString quorumFigures(const Quorum &quorum); // "4/5", "2–4/5", where there is no room for words
bool isMarginKnown(const Quorum &quorum);    // Also: it has a majority
QString margin(const Quorum &quorum);        // "survives 1 more node loss"

} // namespace lockscope::text
