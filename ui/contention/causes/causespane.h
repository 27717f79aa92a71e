// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Waiting caused by lock, by prefix or by client, and what changed, for a time window; and the lock orders of
// the whole history. One query answers the first three, so that their sums agree. Queries the history while
// visible. Owner: the contention page; GUI thread.

#include "core/base/outcome.h"
#include "ui/contention/causes/costfeed.h"

#include <QWidget>

class QComboBox;
class QStackedLayout;

namespace lockscope
{

class ChangeList;
class CostTable;
class ElidedLabel;
class OrderList;

class CausesPane final : public QWidget
{
    Q_OBJECT
public:
    enum View { ByLock, ByPrefix, ByClient, WhatChanged, LockOrders };

    // locks: the table of locks, which becomes a child.
    CausesPane(HistoryBridge &bridge, TimeWindow &window, QWidget *locks, QWidget *parent = nullptr);

    const CostFeed &feed() const { return m_feed; }
    View view() const;
    void setView(View view);
    QComboBox *views() const { return m_views; }
    int headHeight() const; // Of the part above the views
    const CostTable &prefixes() const { return *m_prefixes; }
    const CostTable &clients() const { return *m_clients; }
    ChangeList &changes() { return *m_changes; }
    OrderList &orders() { return *m_orders; }
    // Adds a view that has no other place at present.
    void addView(QWidget *view, const QString &title);
    void removeView(QWidget *view);
    QString note() const;                     // What is unknown, or which periods are compared
    Done save(const QString &fileName) const; // The current view as CSV

signals:
    void costsChanged(const lockscope::WaitingCosts &costs);
    void lockWanted(const lockscope::LockName &key);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void showCosts();
    void showNote();

    CostFeed m_feed;
    QComboBox *m_views;
    ElidedLabel *m_note;
    QStackedLayout *m_stack;
    CostTable *m_prefixes;
    CostTable *m_clients;
    ChangeList *m_changes;
    OrderList *m_orders;
};

} // namespace lockscope
