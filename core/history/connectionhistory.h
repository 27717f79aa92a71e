// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The history file of a saved connection. Its servers may have been changed, or its name given to another
// connection: then the file has the history of others, and is set aside. The thread of the history.

#include "core/history/historystore.h"

#include <memory>

namespace lockscope
{

// servers: serversUrl() the connection; empty: unknown, any history is continued, as is one of unknown
// servers.
Outcome<std::unique_ptr<HistoryStore>> openHistoryOf(const QString &file, const QByteArray &servers);
// The file of a connection that was renamed. It must be closed. A file that another program is using, or
// would replace another one, keeps its name.
Done renameHistoryFile(const QString &folder, const QString &from, const QString &to);
// Whether an open file has the history of other servers. False: unknown.
bool isHistoryOfOthers(const HistoryReader &history, const QByteArray &servers);
bool isHistoryOfOthers(const std::optional<RecordingPlace> &place, const QByteArray &servers);

} // namespace lockscope
