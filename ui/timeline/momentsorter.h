// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sorts all locks at a moment on a worker thread: values in, values out. Only the result of the last job is
// reported. Compares names by their bytes. Lives on the GUI thread and owns the worker thread; the destructor
// waits for the running job.

#include "core/history/values/hold.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QThread>

#include <atomic>
#include <memory>

namespace lockscope
{

enum class MomentOrder { Lock, Kind, Owner, Ttl, Length, Waiters, Verdict };

using MomentPtr = std::shared_ptr<const HistoryMoment>;

// Looks up data of a moment by lock. The moment must outlive it.
class MomentLookup
{
public:
    explicit MomentLookup(const HistoryMoment &moment);

    std::optional<qint64> waiters(const Hold &hold) const; // Empty: not known
    // Its node was unreachable: as last known
    bool isLost(const Hold &hold) const { return m_unjudged.contains(hold.nodeAt(m_at)); }
    std::optional<ExpiryStep> expiry(const Hold &hold) const; // Empty: not known
    // With level OK if there was none; nullopt: unknown.
    std::optional<VerdictStep> verdict(const Hold &hold) const;

private:
    QHash<LockName, qint64> m_waiters{};
    QHash<LockName, const VerdictStep *> m_verdicts{};
    QHash<std::pair<LockName, OwnerId>, const ExpiryStep *> m_expiries{};
    WallTime m_at{};
    QSet<NodeId> m_unjudged{};
    bool m_allUnjudged = false;
};

// Pure; any thread.
void sortMoment(HistoryMoment &moment, MomentOrder by, bool descending);

class MomentSorter final : public QObject
{
    Q_OBJECT
public:
    explicit MomentSorter(QObject *parent = nullptr);
    ~MomentSorter() override;

    void start(const MomentPtr &moment, MomentOrder by, bool descending);
    void stop(); // Discards pending results

signals:
    void sorted(const lockscope::MomentPtr &moment);

private:
    QThread m_thread;
    QObject m_worker; // Lives on m_thread
    std::atomic<quint64> m_wanted{0};
};

} // namespace lockscope
