// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "token-lock": one string key whose value is its owner's token. SET NX PX acquires it; compare-and-delete
// releases it. Waiters poll. On each node, a RedLock looks like this. Pure; any thread.

#include "core/formats/family.h"

#include <QCoreApplication>

namespace lockscope
{

class TokenLock final : public Family
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::TokenLock)
public:
    TokenLock();

    QString title() const override;
    QString legend() const override;
    OwnerId makeOwner() const override;
    OwnerParts ownerParts(const OwnerId &id) const override;

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;
};

} // namespace lockscope
