// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The pairs of locks that clients acquired in both orders, since the history began. A click shows the first
// lock. Queries the history while visible. Owner: CausesPane; GUI thread.

#include "core/base/outcome.h"
#include "ui/bridges/historybridge.h"

#include <QListWidget>
#include <QTimer>

namespace lockscope
{

class OrderList final : public QListWidget
{
    Q_OBJECT
public:
    static constexpr milliseconds AskEvery{5'000};

    explicit OrderList(HistoryBridge &link, QWidget *parent = nullptr);

    const OrdersAnswer &answer() const { return m_answer; }
    bool isKnown() const { return m_known; }             // There was an answer
    bool isWanted() const { return m_clock.isActive(); } // A query is due soon
    QSize sizeHint() const override;

signals:
    void changed();
    void lockWanted(const lockscope::LockName &key);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void ask();
    void take(const OrdersAnswer &answer);

    HistoryBridge &m_link;
    QTimer m_clock{};
    quint64 m_asked = 0;  // 0: no query pending
    bool m_known = false; // There was an answer
    OrdersAnswer m_answer{};
};

} // namespace lockscope
