// SPDX-License-Identifier: GPL-3.0-or-later
// The history of one lock.

#include "tests/support/uirunner.h"
#include "tests/ui/historysamples.h"
#include "tests/ui/uisamples.h"
#include "ui/bridges/historybridge.h"
#include "ui/detail/lockeventsdialog.h"
#include "ui/holders/eventtimeline.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_lockeventsdialog
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::Start;

class tst_LockEventsDialog : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void aStoryIsToldOfALockThatIsGone()
    {
        HistoryBridge bridge;
        QSignalSpy asked(&bridge, &HistoryBridge::lockEventsWanted);
        LockEventsDialog dialog(bridge, LockName{"order:77:lock"});
        QCOMPARE(asked.count(), 1);
        const Lock lock = samples::renewed(now());
        std::vector<LockEvent> events = samples::history(lock, now());
        events[1].held = 14s;
        emit bridge.lockEventsReady(asked.last().at(0).toULongLong(), LockEvents{.events = events});
        QCOMPARE(dialog.events().model()->rowCount(), int(events.size()));
        QVERIFY2(dialog.summary().contains(QStringLiteral("acquired 2 times, by 2 owners")),
                 qPrintable(dialog.summary()));
        QVERIFY(dialog.summary().contains(text::duration(14s)));
    }

    void aStorySaysWhatItLeavesOut()
    {
        HistoryBridge bridge;
        QSignalSpy asked(&bridge, &HistoryBridge::lockEventsWanted);
        LockEventsDialog dialog(bridge, LockName{"order:77:lock"});
        const Lock lock = samples::renewed(now());
        LockEvents lockEvents{.truncated = true, .since = Start};
        for (int i = 0; i < 5'000; ++i)
            lockEvents.events.push_back(samples::event(EventKind::Renewed, lock, now() - i * 1ms, 30s));
        emit bridge.lockEventsReady(asked.last().at(0).toULongLong(), lockEvents);
        QCOMPARE(dialog.events().model()->rowCount(), 5'000);
        QVERIFY2(dialog.summary().contains(QStringLiteral("older events are remembered")),
                 qPrintable(dialog.summary()));
        LockEvent seen = samples::event(EventKind::Acquired, lock, now() - 60s, 30s);
        seen.held = 20s;
        lockEvents = {.events = {seen}, .since = Start};
        emit bridge.lockEventsReady(asked.last().at(0).toULongLong(), lockEvents);
        QCOMPARE(dialog.events().model()->rowCount(), 1);
        QCOMPARE(dialog.events().model()->index(0, 1).data().toString(), QStringLiteral("already held"));
        QVERIFY2(dialog.summary().contains(QStringLiteral("Already held when first seen")) &&
                     dialog.summary().contains(QStringLiteral("acquired 0 times")) &&
                     dialog.summary().contains(
                         QStringLiteral("No events known before %1").arg(text::dateAndTime(Start))),
                 qPrintable(dialog.summary()));
    }
};

LOCKSCOPE_UI_TEST(tst_LockEventsDialog)

} // namespace tst_lockeventsdialog

#include "tst_lockeventsdialog.moc"
