// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Requests the redis-cli lines of one act on several locks, as many plans at a time as BulkRun allows, and
// emits them as one script. Deletes itself when done. GUI thread.

#include "core/values/connection/connection.h"
#include "ui/bulk/bulkrun.h"

#include <QObject>

namespace lockscope
{

class EngineBridge;

class ActCommands final : public QObject
{
    Q_OBJECT
public:
    ActCommands(EngineBridge &bridge, const ConnectionSpec &spec, ActKind act,
                const std::vector<LockPtr> &locks, QObject *parent);

signals:
    // locks: the number of locks with commands; for the others the script gives the reason.
    void ready(const QString &script, int locks);

private:
    void pump();

    EngineBridge &m_bridge;
    BulkRun m_series;
    QHash<quint64, int> m_asked{};
};

} // namespace lockscope
