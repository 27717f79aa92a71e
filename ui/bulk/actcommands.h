// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks the engine for the redis-cli lines of one act on some locks, as many plans at a time as a series asks
// for, and hands over the whole as a script. Deletes itself when it is done. GUI thread.

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
    ActCommands(EngineBridge &link, const ConnectionSpec &spec, ActKind act,
                const std::vector<LockPtr> &locks, QObject *parent);

signals:
    void ready(const QString &script, int locks); // locks: that it is for; the others say why not

private:
    void pump();

    EngineBridge &m_link;
    BulkRun m_series;
    QHash<quint64, int> m_asked{};
};

} // namespace lockscope
