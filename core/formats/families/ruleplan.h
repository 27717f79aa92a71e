// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Plans acts on a lock of a user's rule. The rule is all that is known about its clients. Pure; any thread.

#include "core/formats/format.h"
#include "core/values/rule.h"

#include <QCoreApplication>

namespace lockscope
{

class RulePlanner
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::RuleFormat)
public:
    RulePlanner(const Format &format, const Rule &rule) : m_format(format), m_rule(rule) {}
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const;

private:
    bool canBeTaken() const;
    Outcome<ActPlan> planRemoval(const ActRequest &request, ActPlan plan) const;
    Outcome<ActPlan> planExpiry(const ActRequest &request, const Lock *seen, ActPlan plan) const;
    Outcome<ActPlan> planWake(const ActRequest &request, ActPlan plan) const;
    QByteArray messageFor(const LockName &key) const;

    const Format &m_format;
    const Rule &m_rule;
};

} // namespace lockscope
