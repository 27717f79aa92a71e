// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One client of the lab, like an application's: its own connections, locks of any format on the given servers
// (by quorum for a RedLock group), and plain commands for faulty clients. Owner: a ScenarioRun or a pool, on
// its thread; the servers must outlive it. After close() everything fails at once.

#include "core/engine/acts/grouprunner.h"
#include "core/engine/acts/lockclient.h"
#include "core/lab/workers/figures.h"
#include "core/lab/workers/labservers.h"

namespace lockscope
{

class LabClient final : public QObject
{
    Q_OBJECT
public:
    LabClient(LabServers &ground, const QString &name, QObject *parent = nullptr);
    ~LabClient() override;

    size_t size() const { return m_places.size(); } // members of the group, or 1
    QCoro::Task<Receipt> act(ActRequest request);
    // Runs on the server of the command's key (its second word); for a group, on the given member.
    QCoro::Task<Outcome<Reply>> call(Command command, size_t member = 0);
    // Runs on the server of the first key.
    QCoro::Task<Outcome<Reply>> evaluate(QByteArray script, std::vector<QByteArray> keys,
                                         std::vector<QByteArray> args);
    // Stops renewing without releasing, which looks like a crash.
    void abandon(const LockName &key);
    void cancelWaiting();
    void close();
    Traffic traffic() const; // so far

signals:
    void lost(const lockscope::LockName &key); // the watchdog gave up

private:
    struct Place {
        Place(Deployment &deployment, const QString &name)
            : route(deployment, name), locks(route, Registry::builtIn())
        {
        }
        OwnRoute route;
        LockClient locks;
    };
    std::vector<std::unique_ptr<Place>> m_places;
    WakeUps m_waiting;                    // for acquires of the group
    std::unique_ptr<GroupRunner> m_group; // for several members
};

} // namespace lockscope
