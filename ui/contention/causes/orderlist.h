// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The pairs of locks that clients acquired in both orders, since the history began. A click shows the first
// lock. Owner: CausesPane; GUI thread.

#include "ui/contention/causes/sentencelist.h"

namespace lockscope
{

class OrderList final : public SentenceList
{
    Q_OBJECT
public:
    explicit OrderList(HistoryBridge &bridge, QWidget *parent = nullptr);

    const OrdersAnswer &answer() const { return m_answer; }
    bool isWanted() const { return m_clock.isActive(); } // A query is due soon

protected:
    void ask() override;
    QString emptyText() const override;

private:
    void take(const OrdersAnswer &answer);

    OrdersAnswer m_answer{};
};

} // namespace lockscope
