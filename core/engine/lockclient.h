// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One client of locks, as an application has one: an owner identity, its own session, the locks it holds,
// their watchdogs. Does each act as the format's plan says and reads it back. Used by Operator, the cli's
// `acquire -- COMMAND`, the demo workers and the benchmarks. Owner and thread: as made; session must outlive
// it.

#include "core/formats/format.h"
#include "core/redis/session.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace lockscope
{

class LockClient final : public QObject
{
    Q_OBJECT
public:
    LockClient(Session &commands, const Registry &registry, QObject *parent = nullptr);
    ~LockClient() override;

    // Any act. Acquire waits up to request.wait: by pub/sub where the format has a channel (own connection,
    // opened when first needed; never longer than the holder's TTL), else by polling with jitter.
    QCoro::Task<Receipt> act(ActRequest request);
    void cancelWaiting(LockName key);
    // Holds by this client with a running watchdog.
    int watched() const;
    void abandon(LockName key); // stop renewing and forget it: what a crash looks like

signals:
    void renewed(const lockscope::LockName &key);
    void lost(const lockscope::LockName &key,
              const lockscope::Receipt &why); // the watchdog found another owner or none

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
