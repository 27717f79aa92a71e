// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "untokened-lock": one string key that means "locked" without a token to compare: SETNX without an expiry,
// or a constant such as 1 with one (SETNX, then EXPIRE). The owner shown is the value. It is unknown which
// client took the lock, when, and whether another has since written the same value. Pure; any thread.

#include "core/formats/family.h"

#include <QCoreApplication>

namespace lockscope
{

class UntokenedLock final : public Family
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::UntokenedLock)
public:
    UntokenedLock();

    QString title() const override;
    QString legend() const override;
    OwnerId makeOwner() const override { return {QByteArrayLiteral("locked")}; }
    OwnerParts ownerParts(const OwnerId &id) const override;

    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;
};

} // namespace lockscope
