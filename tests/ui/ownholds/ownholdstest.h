// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The main window, connected to a redis-server of its own, and locks that its engine takes. Derived classes
// call start() in init() and end() in cleanup().

#include "core/engine/engine.h"
#include "tests/ui/window/livewindowtest.h"
#include "ui/locks/model/lockcells.h"
#include "ui/ownholds/ownholds.h"

#include <QTest>

namespace lockscope::test
{

class OwnHoldsTest : public LiveWindowTest
{
protected:
    void start()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        startServer();
        openWindow();
        m_window->connectTo(m_redis->tcp());
        QTRY_VERIFY(m_window->isFilled());
    }

    OwnHolds &holds() { return m_window->holds(); }
    template<class Widget> Widget *child() { return m_window->findChild<Widget *>(); }
    ActRequest acquiring(const QByteArray &key, std::optional<milliseconds> lease, bool watchdog)
    {
        return {.act = ActKind::Acquire, .key = {key}, .kind = "rlock", .lease = lease, .watchdog = watchdog};
    }
    void take(const QByteArray &key, std::optional<milliseconds> lease = {}, bool watchdog = true)
    {
        const size_t before = holds().all().size();
        m_bridge->act(acquiring(key, lease, watchdog));
        QTRY_COMPARE(holds().all().size(), before + 1);
        QTRY_VERIFY(model().find({key}));
    }
    // Takes a lock that no clock ends.
    void takeForEver(const QByteArray &key)
    {
        const size_t before = holds().all().size();
        m_bridge->act(
            {.act = ActKind::Acquire, .key = {key}, .kind = "spring-lock", .lease = std::chrono::hours(1)});
        QTRY_COMPARE(holds().all().size(), before + 1);
        ask({"PERSIST", key});
        QTRY_VERIFY(model().find({key}) && !model().find({key})->expiresAt);
    }
    QVariant keyCell(const QByteArray &key, int role)
    {
        return model().indexOf({key}).siblingAtColumn(int(LockColumn::Key)).data(role);
    }
};

} // namespace lockscope::test
