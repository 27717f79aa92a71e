// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The main window with its lab, for tests of it.

#include "ui/bridges/enginebridge.h"
#include "ui/lab/labform.h"
#include "ui/lab/labpage.h"
#include "ui/text/format.h"
#include "ui/window/mainwindow.h"

#include <QTemporaryDir>
#include <QThread>

namespace lockscope::test::labwindow
{

// A window with a lab and an engine, each on its own thread.
struct LabWindow {
    explicit LabWindow(QSize size = {1400, 900})
    {
        engine->moveToThread(&engineThread);
        bridge.attach(engine);
        engineThread.start();
        lab->moveToThread(&labThread);
        labThread.start();
        window = std::make_unique<MainWindow>(bridge, history, dir.path());
        window->lab().attach(lab);
        window->resize(size);
        window->show();
        window->openLab();
    }
    ~LabWindow()
    {
        window.reset();
        end(lab, labThread);
        end(engine, engineThread);
    }
    template<class T> static void end(T *object, QThread &thread)
    {
        QMetaObject::invokeMethod(
            object, [object] { delete object; }, Qt::BlockingQueuedConnection);
        thread.quit();
        thread.wait();
    }
    LabPage &page() const { return window->labPage(); }
    void fillShort() const
    {
        page().choose("oversell");
        page().form().fill(
            {{"workers", "10"}, {"rate", "100"}, {"rounds", "1"}, {"stock", "150"}, {"work", "5ms"}});
    }

    QTemporaryDir dir;
    QThread engineThread;
    QThread labThread;
    Engine *engine = new Engine;
    Lab *lab = new Lab;
    EngineBridge bridge;
    HistoryBridge history;
    std::unique_ptr<MainWindow> window;
};

} // namespace lockscope::test::labwindow
