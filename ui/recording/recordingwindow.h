// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window of a recording: the locks at a moment, the events of the chosen one, its figures, and the
// pages Timeline and Contention over all of it. Contacts no server and changes nothing. Owner: the
// composition, which attaches the bridges; GUI thread.

#include "ui/bridges/historybridge.h"
#include "ui/bridges/recordingbridge.h"
#include "ui/plots/timewindow.h"
#include "ui/recording/playhead.h"

#include <QMainWindow>
#include <QPointer>

class QAction;
class QLabel;
class QStackedWidget;
class QTabWidget;

namespace lockscope
{

class ContentionPage;
class EmptyState;
class FilterEdit;
class HelpWindow;
class IncidentPage;
class MomentView;
class Notice;
class OverviewPage;
class PlayBar;
class RecordedBlocking;
class RecordedLock;
class TimelinePage;

class RecordingWindow final : public QMainWindow
{
    Q_OBJECT
public:
    // file: its name, for the title.
    explicit RecordingWindow(const QString &file, QWidget *parent = nullptr);
    const QString &file() const { return m_file; }

    HistoryBridge &history() { return m_history; }
    RecordingBridge &recording() { return m_recording; }
    void open(); // Once both are attached

    Playhead &playhead() { return m_head; }
    TimeWindow &timeWindow() { return m_time; }
    PlayBar &bar() { return *m_bar; }
    MomentView &list() { return *m_list; }
    FilterEdit &filter() { return *m_filter; }
    RecordedLock &lock() { return *m_lock; }
    TimelinePage &timeline() { return *m_timeline; }
    ContentionPage &contention() { return *m_contention; }
    OverviewPage &overview() { return *m_overview; }
    RecordedBlocking &blocking() { return *m_blocking; }
    QTabWidget *pages() const { return m_pages; }
    IncidentPage &incident() { return *m_incident; } // A page only if the recording has one
    QAction *compareAction() const { return m_compare; }
    QAction *shareAction() const { return m_share; }
    QAction *healthAction() const { return m_health; }
    const Notice &flaws() const { return *m_flaws; } // Hidden: there are none
    QString about() const;                           // What the status bar says of the recording
    QString failure() const;                         // Why nothing is shown; empty: it is
    bool isWaiting() const { return m_askedMoment != 0 || m_arranging; } // For the locks of the moment

signals:
    void openWanted(const QString &fileName); // Another recording
    void opened();                            // Something is shown
    void closed();

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    QWidget *makeTop();
    void makeMenu();
    void addPages();
    void wire();
    void clear();
    void closeActive(); // The window, or the dialog of it that has the focus
    void openHelp();    // Its part of the guide, with the keys of this window
    void goTo(const std::optional<PlaybackFound> &found);
    void choose(const LockName &key);
    void chooseWorst();
    void compare();
    void share();
    void showHealth();
    void takeFiles(const std::vector<AttachedFile> &files);
    void take(const RecordingStatus &status);
    void showWhole();
    void askMoment();
    void showMoment(const HistoryMoment &moment);
    void follow(WallTime at);
    void fail(const Failure &why);

    QString m_file;
    HistoryBridge m_history;
    RecordingBridge m_recording;
    HistoryRange m_extent{}; // So far
    QStringList m_earlier{}; // Other files of it, the latest first
    bool m_isOpen = false;   // At least once something was shown
    Playhead m_head{};
    TimeWindow m_time;
    PlayBar *m_bar;
    FilterEdit *m_filter;
    MomentView *m_list;
    RecordedLock *m_lock;
    TimelinePage *m_timeline;
    ContentionPage *m_contention;
    OverviewPage *m_overview;
    RecordedBlocking *m_blocking;
    IncidentPage *m_incident;
    QTabWidget *m_pages;
    QLabel *m_about;
    Notice *m_flaws; // Files of the recording that are missing
    EmptyState *m_empty;
    QStackedWidget *m_stack;
    QAction *m_again;
    QAction *m_other; // Instead of one that cannot be opened
    QAction *m_compare;
    QAction *m_share;
    QAction *m_health;
    QPointer<HelpWindow> m_help{};
    QTimer m_growth{};         // Looks whether it is still being written
    quint64 m_askedMoment = 0; // 0: no query pending
    bool m_arranging = false;  // The answer is being sorted for display
    bool m_momentAgain = false;
    bool m_hasChosen = false; // A lock, or none
    quint64 m_askedStop = 0;
};

} // namespace lockscope
