// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One pass over a node's keys: SCAN with a budget, as a software pipeline on one connection. One trip carries
// the next SCAN, TYPE and PTTL of the page before, and the values (sizes first, keyprobe.h) of the pages
// before that. COUNT adapts so that a trip costs the server 0.5 to 1 ms (scanpolicy.h). Never KEYS, never
// Lua. Names are de-duplicated (SCAN may repeat), and kept only when they look like locks. A server that is
// loading or busy is waited for, about half a minute; a key it will not show is passed over. Owner: Engine,
// on its thread. Ends in exactly one of Complete, Stopped, Failed (the node and why are in the progress). The
// session must outlive it.

#include "core/formats/format.h"
#include "core/redis/session.h"
#include "core/values/status.h"

#include <QObject>
#include <QPointer>
#include <QSet>

#include <functional>

namespace lockscope
{

struct ScanOptions {
    QList<QByteArray> patterns{};       // globs; empty: all keys, by shape alone
    std::chrono::microseconds pause{0}; // between trips
    int firstCount = 1000;
    bool adaptive = true; // false: COUNT stays as it is
};

class Scanner final : public QObject
{
    Q_OBJECT
public:
    Scanner(Session &session, const Registry &registry, QObject *parent = nullptr);
    ~Scanner() override;

    // sink gets every reading that a format may take for a lock, a page at a time, while the server works on
    // the next one; all of them before run() ends. One run at a time: a second one ends at once as Failed.
    // Destroying the scanner stops the run; sink is not called again.
    using Sink = std::function<void(std::vector<KeyReading> page)>;
    QCoro::Task<ScanProgress> run(ScanOptions options, Sink sink);
    void stop();                        // after the trip under way
    const QSet<LockName> &seen() const; // readings delivered by the last run
    // Locks of which the last run met a further key: to be read with all of them.
    const QSet<LockName> &subjects() const;
    // Locks seen by the last run, of which it met a trace too; once. A clash of hashes adds one now and then.
    std::vector<LockName> takeTraced();

signals:
    // At most 10 a second. With a MATCH the server does not tell how many keys it looked at: keysSeen is then
    // what the cursor has covered of keysEstimated.
    void progressed(const lockscope::ScanProgress &progress);

private:
    class Pass;
    QPointer<Session> m_session;
    const Registry &m_registry;
    std::shared_ptr<Pass> m_pass; // the last run, or the one under way
};

} // namespace lockscope
