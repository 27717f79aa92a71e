// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "token-lock": one string key whose value is a token of its owner, taken with SET NX PX, given back by
// comparing and deleting. Waiters poll; nobody is told. RedLock members look like this on each node.
// Pure; any thread.

#include "core/formats/format.h"

#include <QCoreApplication>

namespace lockscope
{

class TokenLock final : public Format
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::TokenLock)
public:
    LockKind kind() const override { return {"token-lock"}; }
    QString title() const override;
    QString legend() const override;
    int rank() const override { return 90; }
    const std::vector<std::string_view> &libraries() const override;
    std::vector<QByteArray> patterns() const override;
    milliseconds defaultLease() const override { return std::chrono::seconds(30); }
    // Few libraries renew by themselves; a third of the lease is the habit of those that do.
    std::optional<milliseconds> watchdogPeriod(milliseconds lease) const override { return lease / 3; }
    bool reentrant() const override { return false; }
    OwnerId makeOwner() const override;
    OwnerParts ownerParts(const OwnerId &id) const override;
    std::span<const Fingerprint> fingerprints() const override;

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> wakeChannel(const LockName &) const override { return {}; }
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;
};

} // namespace lockscope
