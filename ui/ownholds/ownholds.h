// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks that this window's engine holds, their expiry, and the acts of their owner. Owner: the main
// window; GUI thread; `bridge` must outlive it. Never waits: signals report the results.

#include "core/values/act.h"

#include <QObject>
#include <QSet>

#include <functional>
#include <map>
#include <memory>

namespace lockscope
{

class EngineBridge;

// Whether both describe the same hold, possibly in different states.
bool isSameHold(const OwnHolding &a, const OwnHolding &b);

class OwnHolds final : public QObject
{
    Q_OBJECT
public:
    static constexpr milliseconds Patience{10'000}; // Limit for releases that something waits for
    // look: returns the lock as listed; null: not listed.
    using Look = std::function<LockPtr(const LockName &)>;
    OwnHolds(EngineBridge &bridge, Look look, QObject *parent = nullptr);
    ~OwnHolds() override;

    const std::vector<OwnHolding> &all() const { return m_all; }
    bool isEmpty() const { return m_all.empty(); }
    QSet<LockName> keys() const;
    // When it expires without renewal, as far as known; empty: never.
    std::optional<Instant> endOf(const OwnHolding &held) const;

    // Releases one hold. Ignored while a release of it is pending: for a lock that records no owner, a second
    // release would take another holder's share.
    void release(const OwnHolding &held);
    bool isReleasing(const OwnHolding &held) const; // A release is pending
    std::vector<OwnHolding> releasing() const;
    void renew(const OwnHolding &held);
    void stopRenewing(const OwnHolding &held);
    // Releases all of these, each as often as it is held. Calls `then` once with the receipts of those not
    // released, at the latest after `bound`; never if `context` is gone.
    using Then = std::function<void(const std::vector<Receipt> &kept)>;
    void releaseAll(const std::vector<OwnHolding> &holds, milliseconds bound, QObject *context, Then then);

signals:
    void changed();
    // Results of release() and renew() only.
    void answered(const lockscope::Receipt &receipt);
    // ranOut: not renewed, and the lease is over; otherwise something else took or deleted the lock.
    void lost(const lockscope::OwnHolding &held, const lockscope::Receipt &why, bool ranOut);

private:
    struct Batch;
    // A release without receipt yet, and the batches that wait for it.
    struct Pending {
        OwnHolding held{};
        std::vector<std::shared_ptr<Batch>> batches{};
    };
    quint64 ask(ActKind act, const OwnHolding &held);
    void take(const std::vector<OwnHolding> &holds);
    void takeReceipt(quint64 id, const Receipt &receipt);
    quint64 askRelease(const OwnHolding &held);
    std::optional<quint64> releaseOf(const OwnHolding &held) const;
    void join(quint64 id, const std::shared_ptr<Batch> &batch);
    void takeLoss(const LockName &key, const Receipt &why);
    void advance(const Pending &pending, const Receipt &receipt);
    const OwnHolding *find(const LockName &key, const OwnerId &owner) const;
    const OwnHolding *find(const OwnHolding &held) const; // In its current state; null: no longer held
    void finish(const std::shared_ptr<Batch> &batch);

    EngineBridge &m_bridge;
    Look m_look;
    std::vector<OwnHolding> m_all{};
    struct Term {
        Instant end{};        // From the last receipt
        milliseconds lease{}; // When it was acquired
    };
    std::map<std::pair<LockName, OwnerId>, Term> m_terms{}; // Of holds that expire
    QSet<quint64> m_asked{};
    std::map<quint64, Pending> m_releases{}; // By act number, until the receipt
};

namespace text
{

// "runs out at 12:03:44.120, in 27 s", "stays for ever", "renewed".
QString endOfHold(const OwnHolding &held, const std::optional<Instant> &end, Instant now);
// How it is held, if that is more than exclusively: "for reading", "write lock", permits. Otherwise empty.
QString wayOfHold(const OwnHolding &held);

} // namespace text

} // namespace lockscope
