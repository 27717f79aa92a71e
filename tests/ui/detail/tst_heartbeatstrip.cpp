// SPDX-License-Identifier: GPL-3.0-or-later
// The renewals of one lock as beats and gaps.

#include "tests/support/uirunner.h"
#include "tests/ui/uisamples.h"
#include "ui/detail/heartbeatstrip.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"

#include <QTest>

namespace tst_heartbeatstrip
{

using namespace lockscope;
using namespace std::chrono_literals;

class tst_HeartbeatStrip : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void beatsAndGaps()
    {
        const Instant at = now();
        const Lock lock = samples::renewed(at);
        std::deque<LockEvent> events;
        const auto add = [&](EventKind kind, milliseconds ago, std::optional<milliseconds> held = {}) {
            LockEvent event = samples::event(kind, lock, at - ago, 30s);
            event.held = held;
            events.push_back(event);
        };
        add(EventKind::Acquired, 100s);
        add(EventKind::Renewed, 90s);
        add(EventKind::Renewed, 60s); // Two are missing
        add(EventKind::Released, 55s, 45s);
        add(EventKind::Acquired, 30s); // Another hold: no gap before it
        add(EventKind::Renewed, 20s);
        Renewals renewals{.count = 1, .period = 10s, .lastAt = at - 20s};
        const Heartbeat seen = heartbeatOf(events, renewals, false, at - 120s, at);
        QCOMPARE(seen.beats.size(), size_t(3));
        QCOMPARE(seen.holds.size(), size_t(2));
        QCOMPARE(seen.ends.size(), size_t(1));
        QCOMPARE(seen.gaps.size(), size_t(2));
        QCOMPARE(seen.gaps[0].missed, qint64(2));
        QCOMPARE(seen.gaps[1].missed, qint64(1)); // The one now due
        QCOMPARE(seen.gaps[1].to, at);
        QVERIFY(heartbeatOf(events, renewals, true, at - 50s, at).gaps.empty());
    }

    void theStripSaysRhythmAndLease()
    {
        const Instant at = now();
        HeartbeatStrip strip;
        Lock lock = samples::renewed(at);
        strip.start(std::make_shared<const Lock>(lock), samples::history(lock, at));
        QVERIFY(strip.hasBeats());
        const QString words = strip.words(at);
        QVERIFY2(words.contains(text::duration(10s)) && words.contains(text::duration(30s)),
                 qPrintable(words));
        QVERIFY(strip.heartbeat(at).gaps.empty());
        lock.renewals.missed = 2;
        strip.update(std::make_shared<const Lock>(lock));
        QVERIFY(strip.words(at).contains(QStringLiteral("2 missed")));
        lock.heldIsLowerBound = true;
        lock.renewals.count = 0;
        strip.update(std::make_shared<const Lock>(lock));
        QVERIFY(strip.words(at).contains(QStringLiteral("lease ≥ 30 s")));
        HeartbeatStrip still;
        still.start(std::make_shared<const Lock>(samples::stuck(at)), {});
        QVERIFY(!still.hasBeats());
    }
};

LOCKSCOPE_UI_TEST(tst_HeartbeatStrip)

} // namespace tst_heartbeatstrip

#include "tst_heartbeatstrip.moc"
