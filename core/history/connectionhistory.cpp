// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/connectionhistory.h"

#include "core/base/tr.h"
#include "core/history/values/historyfiles.h"

#include <QDir>
#include <QFile>

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

bool isOfOthers(const QByteArray &theirs, const QByteArray &servers)
{
    return !theirs.isEmpty() && !servers.isEmpty() && theirs != servers;
}

} // namespace

bool isHistoryOfOthers(const HistoryReader &history, const QByteArray &servers)
{
    const auto theirs = history.subject();
    return theirs && isOfOthers(*theirs, servers);
}

bool isHistoryOfOthers(const std::optional<RecordingPlace> &place, const QByteArray &servers)
{
    return place && isOfOthers(place->subject, servers);
}

// The write-ahead log has a name of its own, so there must be none.
Done renameHistoryFile(const QString &folder, const QString &from, const QString &to)
{
    const QString file = QDir(folder).filePath(historyFileName(from));
    const QString target = QDir(folder).filePath(historyFileName(to));
    const auto kept = [&file](const QString &why) {
        return Failure{.text = Tr::tr("the history file %1 was not renamed: %2").arg(file, why)};
    };
    if (!QFile::exists(file))
        return Nothing{};
    if (QFile::exists(target))
        return kept(Tr::tr("%1 exists").arg(target));
    {
        HistoryFile whole(file); // which excludes other writers
        if (const Done opened = whole.open(); !opened)
            return kept(opened.failure().text);
        if (!whole.endLog())
            return kept(Tr::tr("another program is reading it"));
    }
    QFile moved(file);
    return moved.rename(target) ? Done(Nothing{}) : kept(moved.errorString());
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
