// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One pass over a node's keys: SCAN with a budget, as a software pipeline on one connection. One trip carries
// the next SCAN, TYPE and PTTL of the page before, and the values (sizes first) of the page before that.
// COUNT adapts so that a trip costs the server 0.5 to 1 ms. Never KEYS, never Lua. Names are de-duplicated
// (SCAN may repeat). Owner: Engine, on its thread. Ends in exactly one of Complete, Stopped, Failed. The
// session must outlive it.

#include "core/formats/format.h"
#include "core/redis/session.h"
#include "core/values/status.h"

#include <QObject>
#include <QSet>

#include <functional>

namespace lockscope
{

struct ScanOptions {
    QList<QByteArray> patterns{};       // globs; empty: all keys, by shape alone
    std::chrono::microseconds pause{0}; // between trips
    int firstCount = 1000;
};

class Scanner final : public QObject
{
    Q_OBJECT
public:
    Scanner(Session &session, const Registry &registry, QObject *parent = nullptr);
    ~Scanner() override;

    // sink gets every reading that a format may take for a lock, a page at a time.
    using Sink = std::function<void(std::vector<KeyReading> page)>;
    QCoro::Task<ScanProgress> run(ScanOptions options, Sink sink);
    void stop();
    const QSet<LockName> &seen() const; // readings delivered by the last run

signals:
    void progressed(const lockscope::ScanProgress &progress); // at most 10 a second

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
