// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two clients that hand one lock to each other: while one holds, renews, releases and retakes it, the other
// waits as its format does. No other client takes the lock, so the waiter must get it once it is free, or a
// wake-up was missed. Counts, by owner id, the holds that another client ended. Owner: its creator, on the
// thread it is moved to before start().

#include "core/base/wakeup.h"
#include "core/engine/acts/lockclient.h"
#include "core/redis/session.h"

#include <atomic>
#include <map>
#include <random>

namespace lockscope::test
{

struct RelayTally {
    std::map<OwnerId, int> lost{}; // Its owner found the lock gone or held by another
    qint64 acquired = 0;
    qint64 renewed = 0;
    qint64 retaken = 0; // Released and taken again at once
    qint64 released = 0;
    qint64 asleep = 0;    // Waited in vain
    QStringList faults{}; // Violations
};

class Relay final : public QObject
{
public:
    // Each acquisition has a new owner id; with sameOwner each client keeps one.
    Relay(ConnectionSpec server, LockName key, QByteArray kind, bool sameOwner, quint32 seed);
    ~Relay() override;

    void start();
    void stop();                                               // After the current turn
    void holdLongFor(milliseconds time) { m_longHold = time; } // From the next long hold on. Any thread
    bool hasEnded() const { return m_ended; }                  // Any thread
    const RelayTally &tally() const { return m_tally; }        // Valid once it has ended

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
    std::atomic<milliseconds> m_longHold = milliseconds(25);
    RelayTally m_tally;
};

} // namespace lockscope::test
