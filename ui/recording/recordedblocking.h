// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The page Blocking of a recording: the clients that held locks at the moment while others waited, the one
// with the most waiters first, and these locks. Which clients waited is not recorded. Owner: the window of
// the recording; GUI thread.

#include "core/history/causes/blockingthen.h"

#include <QWidget>

class QLabel;
class QStackedLayout;
class QStandardItem;
class QStandardItemModel;
class QTreeView;

namespace lockscope
{

class EmptyState;
class RecordingBridge;

class RecordedBlocking final : public QWidget
{
    Q_OBJECT
public:
    enum Column { Who, State, Waiters, Columns };
    explicit RecordedBlocking(RecordingBridge &recording, QWidget *parent = nullptr);

    void goTo(WallTime at); // Asks for the moment as soon as it is visible
    bool isWaiting() const { return m_asked != 0; }
    QTreeView *tree() const { return m_tree; }
    QString summary() const;
    EmptyState &emptyState() const { return *m_empty; }

signals:
    void lockWanted(const lockscope::LockName &key);

protected:
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void ask();
    void take(const BlockingThen &then);
    void fill();
    QStandardItem *addBlocker(const BlockerThen &blocker);
    void addLock(QStandardItem &client, const BlockedThen &lock, const OwnerId &owner);
    QStringList remarks() const;
    void say();

    RecordingBridge &m_recording;
    BlockingThen m_then{};
    WallTime m_at{};
    bool m_isShown = true; // The moment; or it has been asked for
    quint64 m_asked = 0;
    QLabel *m_summary;
    QStandardItemModel *m_model;
    QTreeView *m_tree;
    EmptyState *m_empty;
    QStackedLayout *m_pages;
};

} // namespace lockscope
