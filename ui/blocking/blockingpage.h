// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The page Blocking: deadlocks, and which client blocks which, as a tree and as a picture: side by side, or
// in tabs where that is too narrow. While it is visible it asks the engine every two seconds, and sooner when
// waiters come or go; the engine spends at most a tenth of its time on that. After a probe it stands still
// until it is refreshed, or a deadlock comes or goes. Owner: the main window; GUI thread.

#include "core/engine/blocking/blockingreport.h"

#include <QHash>
#include <QTimer>
#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedLayout;
class QTabBar;

namespace lockscope
{

class BlockingTree;
class DeadlockNotices;
class EmptyState;
class EngineBridge;
class GraphView;
class UpDownScroll;
class WaiterProbe;
struct LockDelta;

class BlockingPage final : public QWidget
{
    Q_OBJECT
public:
    explicit BlockingPage(EngineBridge &link, QWidget *parent = nullptr);

    // answers: the server; of a RedLock group, a majority of the nodes.
    // whyUnknown: why waiters may be missing, or none can be read if it does not answer; empty: all are
    // known.
    void setConnected(bool connected, bool answers = true, const QString &whyUnknown = {});
    QString summary() const;
    QByteArray split() const; // How tree and picture share the page
    void restoreSplit(const QByteArray &split);
    QString grouping() const; // Of the tree: "thread" or "process"
    void restoreGrouping(const QString &by);
    // When the report that is shown was asked for; nullopt: none is there yet.
    std::optional<Instant> askedAt() const { return m_shownOf; }

signals:
    void lockWanted(const lockscope::LockName &key);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void look();
    void takeReport(const BlockingReport &report);
    void noteChange(const LockDelta &delta);
    bool isContradicted(const LockDelta &delta) const;
    void updateLocks(const LockDelta &delta);
    void tellTimes();
    void tell(); // The report, as it is now
    void lookSoon();
    void lookOften(bool often);
    void showNothingYet();
    void showReport(const BlockingReport &report, bool isProbed);
    void fillGroupings();
    QWidget *makeParts();
    void arrange();

    EngineBridge &m_link;
    QLabel *m_summary;
    QComboBox *m_by;      // How the tree is grouped
    QPushButton *m_again; // While the page stands still
    WaiterProbe *m_probe;
    DeadlockNotices *m_deadlocks;
    UpDownScroll *m_deadlockArea; // It scrolls where there is little room
    BlockingTree *m_tree;
    GraphView *m_graph;
    QWidget *m_legend{}; // Of the picture
    QTabBar *m_tabs;     // Where tree and picture do not fit side by side
    QSplitter *m_parts;
    EmptyState *m_empty;
    QStackedLayout *m_pages;
    QTimer m_clock;
    QTimer m_soon;                      // After a change
    QTimer m_telling;                   // What runs, such as how long a lock is held
    BlockingReport m_report{};          // What is shown
    QHash<LockName, size_t> m_places{}; // Of the locks in it
    quint64 m_asked = 0;
    bool m_isAnswered = true;
    bool m_isChanged = false; // Since the last question
    milliseconds m_took{0};   // The last answer
    bool m_connected = false;
    bool m_answers = true;
    QString m_whyUnknown{};
    Instant m_askedAt{};                 // The last question
    std::optional<Instant> m_shownOf{};  // The question that is answered
    bool m_standsStill = false;          // Shows what a probe heard
    std::vector<LockPtr> m_deadlocked{}; // The locks of the deadlocks shown, as they were
};

} // namespace lockscope
