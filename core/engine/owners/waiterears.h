// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Learns from the lines of MONITOR over which connections held locks are renewed, and which clients try to
// acquire them. An attempt is a SET NX or a script with another owner id than the holder's, a blocking
// command on the signal key, or, if ids do not name clients, a subscription to the wake-up channel. A client
// stops waiting when it writes or deletes the lock, or when its thread acquires or releases another one. When
// a client that cannot be identified unsubscribes, all waits for that lock are dropped; clients that still
// wait are heard again at their next attempt. Pure; any thread.

#include "core/engine/blocking/waitgraph.h"
#include "core/engine/owners/monitorline.h"
#include "core/engine/owners/monitorlistener.h"

#include <QHash>

namespace lockscope
{

class WaiterEars final : public MonitorListener
{
public:
    static constexpr size_t MostWaits = 10'000; // further clients are not noted

    WaiterEars(const Registry &registry, const std::vector<LockPtr> &locks);

    void hear(QByteArrayView line) override { hear(line, now()); }
    void hear(QByteArrayView line, Instant at);
    bool knowsAll() const override { return m_keys.isEmpty(); }
    qint64 lines() const override { return m_lines; }
    qint64 named() const override { return m_named; }
    // In the order in which they were first heard. Some may hold the lock by now: waitGraph() leaves them
    // out.
    std::vector<HeardWait> heard() const; // when the probe has ended
    // Those that were heard to renew their hold, by the connection of the last time.
    QHash<LockName, HolderClients> holders() const;

private:
    struct Subject {
        LockPtr lock{};
        const Format *format = nullptr;
        std::vector<size_t> heard{};            // places in m_heard
        QHash<OwnerId, QByteArray> holdersAt{}; // the addresses from which holders renewed it
        std::optional<Instant> acquiredAt{};    // by a client that had waited, and has not unsubscribed yet
    };
    // The script whose commands follow, on lines of their own.
    struct Script {
        QByteArray key{};
        QByteArray id{};
    };
    void hearAttempt(const MonitorLine &line, Instant at);
    void hearScript(const MonitorLine &line, Instant at);
    void hearSleep(const MonitorLine &line, const QHash<QByteArray, QByteArray> &keyOf, Instant at);
    void hearOfThread(const QByteArray &key, std::span<const QByteArray> arguments);
    void hearInside(const MonitorLine &line, Instant at);
    void endOtherWaits(const Script &script);
    void hearDeleting(const MonitorLine &line);
    void hearUnsubscribing(const MonitorLine &line, Instant at);
    OwnerId idAmong(const Subject &subject, std::span<const QByteArray> arguments) const;
    static void noteRenewals(Subject &subject, std::span<const QByteArray> arguments,
                             const QByteArray &address);
    // Null: not noted as a wait.
    Wait *note(Subject &subject, const OwnerId &id, const QByteArray &address, Instant at);

    QHash<QByteArray, Subject> m_keys;
    QHash<QByteArray, QByteArray> m_channels;          // -> key, where ids name no clients
    QMultiHash<QByteArray, QByteArray> m_wakeUps;      // channel -> keys
    QHash<QByteArray, QByteArray> m_signals;           // -> key
    QHash<QByteArray, size_t> m_places;                // key and id, or key and address -> place in m_heard
    QHash<QByteArray, std::vector<size_t>> m_ofThread; // ids that name a thread -> places in m_heard
    std::optional<Script> m_script{};
    std::vector<HeardWait> m_heard;
    qint64 m_lines = 0;
    qint64 m_named = 0;
};

} // namespace lockscope
