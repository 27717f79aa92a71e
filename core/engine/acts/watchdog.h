// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Renews each hold once per period until it is released, lost or abandoned. Each hold comes with the function
// that renews it. Owned by a LockClient or a GroupRunner, on its thread.

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
    // Renews a hold that is valid until `validUntil`. If done, the receipt has the new validity.
    using Renew = std::function<QCoro::Task<Receipt>(Instant validUntil)>;
    using Which = std::function<bool(const OwnHolding &hold)>;
    // isFinal: whether a failed renewal must not be tried again.
    explicit Watchdog(bool (*isFinal)(const Receipt &)) : m_isFinal(isFinal) {}

    void keep(const OwnHolding &hold, milliseconds period, Instant validUntil, Renew renewal);
    // Stops renewing without releasing.
    void abandon(const Which &which);
    void abandon(const LockName &key);
    void abandon(const OwnHolding &hold);
    void abandon(const LockName &key, const OwnerId &owner);
    // Pauses renewal during a release, so that the end of the hold is not reported as a loss.
    void pause(const Which &which);
    void resume(const Which &which);
    void renewNow(const OwnHolding &hold); // if it is kept: something says that it may be lost
    bool renews(const LockName &key, const OwnerId &owner) const;
    int size() const { return int(m_holds.size()); }
    void clear() { m_holds.clear(); }
    void forbid(); // clears, and keeps nothing until allow()
    void allow() { m_isForbidden = false; }

signals:
    void renewed(const lockscope::LockName &key, const lockscope::Receipt &receipt);
    // The lock is free, has another owner, or could not be renewed before its lease ended.
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
    bool m_isForbidden = false;
};

} // namespace lockscope
