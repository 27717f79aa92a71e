// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The page Blocking: deadlocks, and which client blocks which, as a tree and as a picture: side by side, or
// in tabs where that is too narrow. Asks the engine every two seconds while it is visible. After a probe it
// stands still until it is told to look again. Owner: the main window; GUI thread.

#include "core/engine/blocking/blockingreport.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QSplitter;
class QStackedLayout;
class QTabBar;

namespace lockscope
{

class BlockingTree;
class EmptyState;
class EngineBridge;
class GraphView;
class Notice;
class UpDownScroll;
class WaiterProbe;

class BlockingPage final : public QWidget
{
    Q_OBJECT
public:
    explicit BlockingPage(EngineBridge &link, QWidget *parent = nullptr);

    void setConnected(bool connected);
    QString summary() const;
    QByteArray split() const; // How tree and picture share the page
    void restoreSplit(const QByteArray &split);

signals:
    void lockWanted(const lockscope::LockName &key);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void look();
    void lookOften(bool often);
    void showNothingYet();
    void showReport(const BlockingReport &report, bool isProbed);
    void showDeadlocks(const BlockingReport &report);
    QWidget *makeParts();
    void arrange();

    EngineBridge &m_link;
    QLabel *m_summary;
    QPushButton *m_again; // While the page stands still
    WaiterProbe *m_probe;
    Notice *m_deadlocks;
    UpDownScroll *m_deadlockArea; // It scrolls where there is little room
    BlockingTree *m_tree;
    GraphView *m_graph;
    QTabBar *m_tabs; // Where tree and picture do not fit side by side
    QSplitter *m_parts;
    EmptyState *m_empty;
    QStackedLayout *m_pages;
    QTimer m_clock;
    quint64 m_asked = 0;
    bool m_connected = false;
    bool m_standsStill = false; // Shows what a probe heard
};

} // namespace lockscope
