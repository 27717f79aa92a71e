// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The page Blocking: deadlocks, and which client blocks which, as a tree and as a graph, side by side or, if
// there is little room, in tabs. While visible, it queries the engine every two seconds, and sooner when
// waiters come or go; this takes at most a tenth of the engine's time. After a probe it stays unchanged until
// the user refreshes it, or a deadlock begins or ends. Owner: the main window; GUI thread.

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
class QVBoxLayout;

namespace lockscope
{

class BlockingTree;
class DeadlockNotices;
class EmptyState;
class EngineBridge;
class GraphView;
class UpDownScroll;
class WaiterProbe;
class ZoomButtons;
struct LockDelta;

class BlockingPage final : public QWidget
{
    Q_OBJECT
public:
    explicit BlockingPage(EngineBridge &bridge, QWidget *parent = nullptr);

    // answers: whether the server answers; for a RedLock group, a majority of the nodes. whyUnknown: why
    // waiters may be missing, or cannot be read without an answer; empty: all are known.
    void setConnected(bool connected, bool answers = true, const QString &whyUnknown = {});
    bool closeQuestion(); // Of Identify waiters…; false: it is not open
    QString summary() const;
    QByteArray split() const; // The sizes of tree and graph
    void restoreSplit(const QByteArray &split);
    QString grouping() const; // Of the tree: "thread" or "process"
    void restoreGrouping(const QString &by);
    // When the report on screen was requested; nullopt: there is none yet.
    std::optional<Instant> askedAt() const { return m_shownOf; }

signals:
    void lockWanted(const lockscope::LockName &key);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Link : quint8 { None, Silent, Answering };
    // Outdated: waiters came or went since the question was sent.
    enum class Question : quint8 { Answered, Waiting, Outdated };
    enum class Pace : quint8 { Following, StandingStill }; // StandingStill: shows the result of a probe
    void look();
    void takeReport(const BlockingReport &report);
    void noteChange(const LockDelta &delta);
    bool isContradicted(const LockDelta &delta) const;
    void updateLocks(const LockDelta &delta);
    void tellTimes();
    void tell(); // Shows m_report with present times
    void lookSoon();
    void keepPace(Pace pace);
    void showNothingYet();
    void showReport(const BlockingReport &report, bool isProbed);
    void fillGroupings();
    QWidget *makeParts();
    void arrange();
    int arrangeWords(int room); // room: for them, and what is below
    void showTabs();
    int wordsHeight(); // Of the deadlocks

    EngineBridge &m_bridge;
    QLabel *m_summary;
    UpDownScroll *m_summaryArea; // Scrolls if there is little room
    QComboBox *m_by;             // How the tree is grouped
    QPushButton *m_again;        // Visible while the page stands still
    WaiterProbe *m_probe;
    DeadlockNotices *m_deadlocks;
    UpDownScroll *m_deadlockArea; // Scrolls if there is little room
    BlockingTree *m_tree;
    GraphView *m_graph;
    QWidget *m_legend{}; // Of the picture
    QTabBar *m_tabs;     // Used if tree and graph do not fit side by side
    ZoomButtons *m_zoom; // Beside the tabs, while there is no room for the legend
    QSplitter *m_parts;
    QWidget *m_room{};       // Of the deadlocks, the parts and their tabs
    QVBoxLayout *m_column{}; // Of these
    EmptyState *m_empty;
    QStackedLayout *m_pages;
    QTimer m_clock;
    QTimer m_soon;                      // After a change
    Instant m_pictureDue{};             // When picture and deadlocks get the running times next
    QTimer m_telling;                   // Updates running times, such as how long a lock is held
    BlockingReport m_report{};          // What is shown
    QHash<LockName, size_t> m_places{}; // Indexes of its locks, by key
    quint64 m_asked = 0;
    Question m_question = Question::Answered;
    milliseconds m_took{0}; // The last answer
    Link m_link = Link::None;
    Pace m_pace = Pace::Following;
    bool m_areApart = false;       // The deadlocks have a tab: there is no room above tree and picture
    bool m_areUnseen = false;      // The user was in tree or picture when they came
    bool m_areWordsWanted = false; // On that tab, until another one is selected
    QSize m_words{0, 0};           // As they were last visible
    bool m_arranging = false;
    int m_part = 1; // The tab of tree or picture that was selected last
    QString m_whyUnknown{};
    Instant m_askedAt{};                 // The last question
    std::optional<Instant> m_shownOf{};  // The request whose answer is shown
    std::vector<LockPtr> m_deadlocked{}; // The locks of the deadlocks shown, as they were
};

} // namespace lockscope
