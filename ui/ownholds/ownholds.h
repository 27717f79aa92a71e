// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks that this window's engine holds: which, until when, and what their owner may do with them. Owner:
// the main window; GUI thread; link must outlive it. Never waits; what came of an act is told by a signal.

#include "core/values/act.h"

#include <QObject>
#include <QSet>

#include <functional>
#include <map>
#include <memory>

namespace lockscope
{

class EngineBridge;

// Two words of one hold, whatever came of it between them.
bool isSameHold(const OwnHolding &a, const OwnHolding &b);

class OwnHolds final : public QObject
{
    Q_OBJECT
public:
    static constexpr milliseconds Patience{10'000}; // for what is given back, where somebody waits for it
    // look: the lock as the list has it; null: it is not there.
    using Look = std::function<LockPtr(const LockName &)>;
    OwnHolds(EngineBridge &link, Look look, QObject *parent = nullptr);
    ~OwnHolds() override;

    const std::vector<OwnHolding> &all() const { return m_all; }
    bool isEmpty() const { return m_all.empty(); }
    QSet<LockName> keys() const;
    // When it runs out unless it is renewed, as far as is known; nothing: never.
    std::optional<Instant> endOf(const OwnHolding &held) const;

    // Gives one hold back. Nothing while that is under way already: where nobody is recorded, a second one
    // would give back what is somebody else's.
    void release(const OwnHolding &held);
    bool isReleasing(const OwnHolding &held) const; // asked for, and not yet answered
    std::vector<OwnHolding> releasing() const;
    void renew(const OwnHolding &held);
    void stopRenewing(const OwnHolding &held);
    // All of these, each as often as it is held. then: once, with what was not given back; at the latest
    // after bound, and never when context is gone.
    using Then = std::function<void(const std::vector<Receipt> &kept)>;
    void releaseAll(const std::vector<OwnHolding> &holds, milliseconds bound, QObject *context, Then then);

signals:
    void changed();
    // What was asked for here by release() and renew().
    void answered(const lockscope::Receipt &receipt);
    // ranOut: nobody renewed it, and its time is over; else somebody or something took it.
    void lost(const lockscope::OwnHolding &held, const lockscope::Receipt &why, bool ranOut);

private:
    struct Batch;
    // A release that is not yet answered, and who waits for it.
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
    const OwnHolding *find(const OwnHolding &held) const; // as it is now; null: not held any more
    void finish(const std::shared_ptr<Batch> &batch);

    EngineBridge &m_link;
    Look m_look;
    std::vector<OwnHolding> m_all{};
    struct Term {
        Instant end{};        // as the last receipt had it
        milliseconds lease{}; // as it was taken
    };
    std::map<std::pair<LockName, OwnerId>, Term> m_terms{}; // of those that run out
    QSet<quint64> m_asked{};
    std::map<quint64, Pending> m_releases{}; // by act, until its receipt
};

namespace text
{

// "runs out at 12:03:44.120, in 27 s", "stays for ever", "renewed".
QString endOfHold(const OwnHolding &held, const std::optional<Instant> &end, Instant now);
// "for reading", "write lock", permits: how it is held, where that says more than that it is. Else empty.
QString wayOfHold(const OwnHolding &held);

} // namespace text

} // namespace lockscope
