// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The page Blocking of a recording: the clients that held locks at the moment while others waited, the one
// with the most waiters first, and these locks. Which clients waited is not recorded. Owner: the window of
// the recording; GUI thread.

#include "core/history/values/hold.h"

#include <QWidget>

class QLabel;
class QStackedLayout;
class QStandardItem;
class QStandardItemModel;
class QTreeView;

namespace lockscope
{

class EmptyState;
class MomentLookup;

class RecordedBlocking final : public QWidget
{
    Q_OBJECT
public:
    enum Column { Who, State, Waiters, Columns };
    explicit RecordedBlocking(QWidget *parent = nullptr);

    void show(const HistoryMoment &moment); // As soon as it is visible
    using QWidget::show;
    QTreeView *tree() const { return m_tree; }
    QString summary() const;
    EmptyState &emptyState() const { return *m_empty; }

signals:
    void lockWanted(const lockscope::LockName &key);

protected:
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Client;
    static std::vector<Client> clientsOf(const HistoryMoment &moment, const MomentLookup &look);
    void fill();
    QStandardItem *addClient(const Client &client);
    void addLock(QStandardItem &client, const Hold &hold, const MomentLookup &look);
    void say(qint64 waiters, int locks);

    HistoryMoment m_moment{};
    bool m_isShown = false; // The moment
    QLabel *m_summary;
    QStandardItemModel *m_model;
    QTreeView *m_tree;
    EmptyState *m_empty;
    QStackedLayout *m_pages;
};

} // namespace lockscope
