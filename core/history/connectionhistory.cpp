// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/connectionhistory.h"

#include "core/base/tr.h"
#include "core/history/values/historyfiles.h"

namespace lockscope
{

namespace
{

using Opened = Outcome<std::unique_ptr<HistoryStore>>;

Opened openStore(const QString &file, const QByteArray &servers)
{
    auto store = std::make_unique<HistoryStore>(file);
    if (const Done opened = store->open(newRecordingPlace(servers)); !opened.ok())
        return opened.failure();
    return store;
}

} // namespace

bool isHistoryOfOthers(const HistoryReader &history, const QByteArray &servers)
{
    const auto theirs = history.subject();
    return theirs && !theirs->isEmpty() && !servers.isEmpty() && *theirs != servers;
}

Opened openHistoryOf(const QString &file, const QByteArray &servers)
{
    Opened opened = openStore(file, servers);
    if (!opened || !isHistoryOfOthers(**opened, servers))
        return opened;
    if (!(*opened)->endLog())
        return Failure{
            .kind = ErrorKind::Busy,
            .text = Tr::tr("%1 has the history of other servers, and another program reads it").arg(file)};
    (*opened).reset();
    if (const Done moved = setHistoryFileAside(file, wallNow()); !moved.ok())
        return moved.failure();
    return openStore(file, servers);
}

} // namespace lockscope
