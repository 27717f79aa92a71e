// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps locks of this program: renews each hold once a period until it is released, lost or abandoned. How a
// hold is renewed is told with it. Owner: a LockClient, or the GroupRunner of several, on its thread.

#include "core/base/clock.h"
#include "core/values/act.h"

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <qcorotask.h>

#include <functional>
#include <memory>

namespace lockscope
{

class Watchdog final : public QObject
{
    Q_OBJECT
public:
    // One renewal of a hold that is valid until then. Done: the receipt says until when it is now.
    using Renew = std::function<QCoro::Task<Receipt>(Instant validUntil)>;
    using Which = std::function<bool(const OwnHolding &hold)>;
    // isFinal: whether a renewal that was not done is worth no other try.
    explicit Watchdog(bool (*isFinal)(const Receipt &)) : m_isFinal(isFinal) {}

    void keep(const OwnHolding &hold, milliseconds period, Instant validUntil, Renew renewal);
    // Stops renewing without releasing.
    void abandon(const Which &which);
    void abandon(const LockName &key);
    void abandon(const OwnHolding &hold);
    void abandon(const LockName &key, const OwnerId &owner);
    // While these are given back: that one is gone then is no news.
    void pause(const Which &which);
    void resume(const Which &which);
    bool renews(const LockName &key, const OwnerId &owner) const;
    int size() const { return int(m_holds.size()); }
    void clear() { m_holds.clear(); }

signals:
    void renewed(const lockscope::LockName &key, const lockscope::Receipt &receipt);
    // Another owner was found, or nobody, or it could not be renewed before the lease was over.
    void lost(const lockscope::LockName &key, const lockscope::Receipt &why,
              const lockscope::OwnHolding &hold);

private:
    struct Kept {
        OwnHolding hold{};
        milliseconds period{};
        Instant validUntil{};
        Renew renewal{};
        bool isPaused = false;
        QTimer timer{};
    };
    using Holds = std::vector<std::unique_ptr<Kept>>;
    Holds::iterator find(const OwnHolding &hold);
    static QCoro::Task<> renew(QPointer<Watchdog> self, OwnHolding hold);

    bool (*m_isFinal)(const Receipt &);
    Holds m_holds{};
};

} // namespace lockscope
