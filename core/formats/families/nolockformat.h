// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keys that a user's rule says are no locks: they are passed over, whatever they look like. Pure; any thread.

#include "core/formats/family.h"

#include <QCoreApplication>

namespace lockscope
{

class NoLockFormat final : public Family
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::NoLockFormat)
public:
    explicit NoLockFormat(std::vector<QByteArray> patterns);

    QString title() const override { return tr("Not a lock"); }
    QString legend() const override
    {
        return tr("One of your rules says that keys like these are not locks.");
    }
    OwnerId makeOwner() const override { return {}; }

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &) const override { return false; }
    std::optional<Decoded> decode(const KeyReading &) const override { return {}; }
    QStringList explain(const KeyReading &) const override { return {}; }
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;

private:
    std::vector<QByteArray> m_patterns;
};

} // namespace lockscope
