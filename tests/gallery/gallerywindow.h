// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One main window with all that is behind it in the program: engine, history, alerts, audit and lab on their
// threads, real servers. What waits runs the event loop, and not for ever. GUI thread.

#include "core/engine/alerts/alerts.h"
#include "core/engine/engine.h"
#include "core/history/audit/auditreader.h"
#include "core/history/history.h"
#include "core/lab/lab.h"
#include "tests/gallery/places.h"
#include "tests/support/threaded.h"
#include "ui/bridges/enginebridge.h"
#include "ui/recording/recordingwindow.h"
#include "ui/window/mainwindow.h"

#include <QTemporaryDir>

#include <functional>

namespace lockscope::test
{

class GalleryWindow final
{
public:
    GalleryWindow(Places &places, QSize size);
    ~GalleryWindow();
    Q_DISABLE_COPY_MOVE(GalleryWindow)

    MainWindow &window() { return *m_window; }
    EngineBridge &bridge() { return m_bridge; }
    Places &places() { return m_places; }
    LockPtr find(const LockName &key);

    // All dialogs are closed, and the window is as it was first; its connection stays.
    void tidy();
    void closeDialogs();

    // Each says whether it came to that; where it did not, problem() has what was waited for.
    bool await(const char *what, const std::function<bool()> &reached, milliseconds patience = Patience);
    void settle();                                    // until nothing is laid out anew for a moment
    bool reach(const Outcome<ConnectionSpec> &place); // connected, and all locks listed
    bool reachShop();
    bool choose(const LockName &key);                    // and its details are there
    RecordingWindow &openRecording();                    // of all that was reached so far; until tidy()
    RecordingWindow *recording();                        // null: none
    bool save(const QList<ConnectionSpec> &connections); // for the fleet; until tidy()
    QString problem() const { return m_problem; }

    // Of that class, open now; null: there is none.
    template<class Dialog> Dialog *dialog()
    {
        Dialog *found = nullptr;
        for (Dialog *each : m_window->findChildren<Dialog *>()) {
            if (each->isVisible())
                found = each;
        }
        return found;
    }

private:
    static constexpr milliseconds Patience{10'000};
    struct Recording;
    struct Fleet;

    Places &m_places;
    QTemporaryDir m_dir{};
    QSize m_size;
    EngineBridge m_bridge{};
    HistoryBridge m_historyBridge{};
    Engine *m_observed = new Engine;
    // In the order of the composition: what hears the engine ends before it.
    Threaded<History> m_history;
    Threaded<History> m_recorder;
    Threaded<Alerts> m_alerts;
    Threaded<AuditReader> m_audit;
    Threaded<Lab> m_lab;
    Threaded<Engine> m_engine;
    std::unique_ptr<MainWindow> m_window{};
    std::unique_ptr<Recording> m_recording;
    std::unique_ptr<Fleet> m_fleet; // while its window is open
    QList<ConnectionSpec> m_saved{};
    QString m_problem{};
};

} // namespace lockscope::test
