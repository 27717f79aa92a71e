// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One pass over the keys of a node: SCAN with a budget, as a software pipeline on one connection. One round
// trip carries the next SCAN, TYPE and PTTL of the page before, and the values (sizes first, keyprobe.h) of
// earlier pages. COUNT adapts so that a trip costs the server 0.5 to 1 ms (scanpolicy.h). Never KEYS, never
// Lua. Names are de-duplicated, as SCAN may repeat them, and kept only if they look like locks. Waits about
// half a minute for a server that is loading or busy; skips keys that it refuses to show. Owned by the
// Follower, on the engine thread; the session must outlive it. Ends as exactly one of Complete, Stopped,
// Failed (the progress has the node and the reason).

#include "core/formats/format.h"
#include "core/redis/session.h"
#include "core/values/status.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>

#include <functional>

namespace lockscope
{

struct ScanOptions {
    QList<QByteArray> patterns{};       // globs; empty: all keys, by shape alone
    std::chrono::microseconds pause{0}; // between round trips
    int firstCount = 1000;
    bool adaptive = true; // false: COUNT stays constant
    // Awaited before each round trip: a slow receiver holds up the pass. Empty: nothing is.
    std::function<QCoro::Task<>()> turn{};
};

class Scanner final : public QObject
{
    Q_OBJECT
public:
    Scanner(Session &session, const Registry &registry, QObject *parent = nullptr);
    ~Scanner() override;

    // Calls sink with every read that a format may recognise, one page at a time, while the server works on
    // the next page; always before run() ends. One run at a time: a second one fails at once. Destroying the
    // scanner stops the run, and sink is not called again.
    using Sink = std::function<void(std::vector<KeyReading> page)>;
    QCoro::Task<ScanProgress> run(ScanOptions options, Sink sink);
    void stop();                        // after the current round trip
    const QSet<LockName> &seen() const; // keys delivered by the last run
    // The keys that it met and that the server refused to show, each with the first failure of the same kind.
    using UnreadableSink = std::function<void(const LockName &key, const Failure &why)>;
    void forEachUnreadable(const UnreadableSink &sink) const;
    // Locks of which the last run found a companion key: read them with all companions.
    const QSet<LockName> &subjects() const;
    // Locks seen by the last run that also have a trace; each only once. A hash collision may add one.
    std::vector<LockName> takeTraced();

signals:
    // At most 10 per second. With MATCH the server does not report how many keys it visited, so keysSeen is
    // then the part of keysEstimated that the cursor has covered.
    void progressed(const lockscope::ScanProgress &progress);

private:
    class Pass;
    QPointer<Session> m_session;
    const Registry &m_registry;
    std::shared_ptr<Pass> m_pass; // the last or the current run
};

} // namespace lockscope
