// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "untokened-lock": one string key that says "locked" without a token to compare: SETNX without an expiry,
// or a constant such as 1 with one (SETNX, then EXPIRE). The owner shown is the value, whatever it is. Known:
// that somebody took it. Not known: who, when, and whether a second holder wrote the same value since.
// Pure; any thread.

#include "core/formats/format.h"

#include <QCoreApplication>

namespace lockscope
{

class UntokenedLock final : public Format
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::UntokenedLock)
public:
    LockKind kind() const override { return {"untokened-lock"}; }
    QString title() const override;
    QString legend() const override;
    int rank() const override { return 95; }
    Nature nature() const override { return Nature::Bare; }
    const std::vector<std::string_view> &libraries() const override;
    std::vector<QByteArray> patterns() const override;
    milliseconds defaultLease() const override { return milliseconds(0); }
    std::optional<milliseconds> watchdogPeriod(milliseconds) const override { return {}; }
    bool reentrant() const override { return false; }
    OwnerId makeOwner() const override { return {QByteArrayLiteral("locked")}; }
    OwnerParts ownerParts(const OwnerId &id) const override;

    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> wakeChannel(const LockName &) const override { return {}; }
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;
};

} // namespace lockscope
