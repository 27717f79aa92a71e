// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One client of the lab, as an application has one: connections of its own, locks by any of our formats on
// whatever the ground is (of a RedLock group by quorum), and bare commands for what bad clients do. Owner: a
// stage or a crew, on its thread; the ground must outlive it. After close() everything fails at once.

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
    // On the server that answers for the command's key, its second word; of a group, on that member.
    QCoro::Task<Outcome<Reply>> call(Command command, size_t member = 0);
    // On the server of the first key.
    QCoro::Task<Outcome<Reply>> evaluate(QByteArray script, std::vector<QByteArray> keys,
                                         std::vector<QByteArray> args);
    // Stops renewing without releasing: what a crash looks like from outside.
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
    WakeUps m_waiting;                    // of acquires of the group
    std::unique_ptr<GroupRunner> m_group; // of several places
};

} // namespace lockscope
