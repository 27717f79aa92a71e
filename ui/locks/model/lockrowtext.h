// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The content of LockModel's rows by role: the cells of a lock with its marks, and the line of a group. Knows
// no index. Owner: the model; GUI thread.

#include "core/values/lock.h"
#include "ui/locks/model/arrangement.h"
#include "ui/text/kinds.h"

#include <QSet>
#include <QVariant>

#include <functional>

namespace lockscope
{

struct EndedLock;
struct GroupSummary;

class LockRowText
{
public:
    explicit LockRowText(std::function<Instant()> clock) : m_clock(std::move(clock)) {}

    void setKinds(const Kinds &kinds) { m_kinds = kinds; }
    // Both return the locks whose mark has changed.
    QSet<LockName> setPins(const QSet<LockName> &pins);
    QSet<LockName> setOwn(const QSet<LockName> &own);

    QString groupTitle(const QByteArray &name, Grouping grouping) const;
    QVariant ofGroup(const GroupSummary &group, const QByteArray &name, int column, int role) const;
    QVariant ofLock(const LockPtr &lock, int trend, LockColumn column, int role) const;
    QVariant ofEnded(const EndedLock &ended, LockColumn column, int role) const;

private:
    QString marked(const QString &key, const LockName &name) const;

    std::function<Instant()> m_clock;
    Kinds m_kinds{};
    QSet<LockName> m_pins{};
    QSet<LockName> m_own{};
};

} // namespace lockscope
