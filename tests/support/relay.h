// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock that two clients hand to each other: while one holds it, renews it, gives it back and takes it
// again, the other waits as its format waits. Nobody else takes the lock, so who waits must get it whenever
// it comes free: if it does not, it was left asleep. Keeps count, by owner id, of the holds that somebody
// else ended. Owner: whoever made it, on the thread it is moved to before start().

#include "core/base/wakeup.h"
#include "core/engine/acts/lockclient.h"
#include "core/redis/session.h"

#include <atomic>
#include <map>
#include <random>

namespace lockscope::test
{

struct RelayTally {
    std::map<OwnerId, int> lost{}; // ended by another: found gone or in other hands by its owner
    qint64 acquired = 0;
    qint64 renewed = 0;
    qint64 retaken = 0; // given back and taken again at once
    qint64 released = 0;
    qint64 asleep = 0;    // waited in vain
    QStringList faults{}; // what must not happen
};

class Relay final : public QObject
{
public:
    // Each acquisition has an owner id of its own, unless sameOwner: then each client has one for ever.
    Relay(ConnectionSpec server, LockName key, QByteArray kind, bool sameOwner, quint32 seed);
    ~Relay() override;

    void start();
    void stop();                                        // after the present turn
    bool hasEnded() const { return m_ended; }           // any thread
    const RelayTally &tally() const { return m_tally; } // once it ended

private:
    struct Runner;
    static QCoro::Task<> play(Relay *self);
    static QCoro::Task<bool> hold(Relay *self, size_t turn);
    static QCoro::Task<bool> isGivenBack(Relay *self, size_t turn);
    static QCoro::Task<bool> isRetaken(Relay *self, size_t turn);
    static QCoro::Task<> waitFor(Relay *self, size_t turn, std::shared_ptr<WakeUp> over);
    QCoro::Task<Receipt> acquire(size_t turn, milliseconds wait);
    bool isStillHeld(size_t turn, const Receipt &receipt);

    ConnectionSpec m_server;
    const LockName m_key;
    const QByteArray m_kind;
    const bool m_sameOwner;
    std::mt19937 m_random;
    std::vector<std::unique_ptr<Runner>> m_runners;
    bool m_stopping = false;
    std::atomic<bool> m_ended = false;
    RelayTally m_tally;
};

} // namespace lockscope::test
