// SPDX-License-Identifier: GPL-3.0-or-later
// The banner that says that the holder is alive, and that nothing moves when it or another one comes.

#include "tests/support/uirunner.h"
#include "tests/ui/acts/acttest.h"
#include "tests/ui/acts/laddersamples.h"
#include "tests/ui/uisamples.h"
#include "ui/acts/changenotice.h"
#include "ui/acts/ladderview.h"
#include "ui/widgets/notice.h"

#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_ladderalive
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::agreedOnBy;
using lockscope::samples::freeWithWaiters;
using lockscope::samples::leased;
using lockscope::samples::renewedReaders;
using lockscope::samples::shared;
using lockscope::samples::silent;
using lockscope::samples::withClient;

class TestLadderAlive : public test::ActTest
{
    Q_OBJECT

private slots:
    void init()
    {
        start();
        m_lock.emplace();
    }

    void cleanup() { end(); }
    void whoIsAliveIsToldOf_data();
    void whoIsAliveIsToldOf();
    void aliveIsToldAtEachRung_data();
    void aliveIsToldAtEachRung();
    void aliveIsToldWhileItIsSo();
    void aliveIsSpokenOnce();
    void theOptionsStayWhenANoticeComes_data();
    void theOptionsStayWhenANoticeComes();

private:
    // Null: no banner.
    static const Notice *aliveBanner(const LadderDialog &dialog)
    {
        for (const Notice *notice : dialog.findChildren<Notice *>()) {
            if (notice->isVisible() && notice->sentence().contains(QLatin1String("alive")))
                return notice;
        }
        return nullptr;
    }
};

void TestLadderAlive::whoIsAliveIsToldOf_data()
{
    QTest::addColumn<LockPtr>("lock");
    QTest::addColumn<QString>("beginning"); // Start of the sentence; empty: no banner
    Lock renewed = samples::renewed(now());
    renewed.renewals.lastAt = now() - 2s;
    QTest::newRow("renewed") << shared(renewed) << QStringLiteral("Holder is alive: renewed ");
    QTest::newRow("renewed readers") << shared(renewedReaders())
                                     << QStringLiteral("At least one holder is alive: renewed ");
    Lock justNow = renewed;
    justNow.renewals = {.count = 1, .missed = 0, .period = {}, .lastAt = now()};
    QTest::newRow("once, just now") << shared(justNow) << QStringLiteral("Holder is alive: renewed ");
    Lock once = justNow;
    once.renewals.lastAt = now() - 20s;
    once.expiresAt = now() + 10s;
    QTest::newRow("once, most of its lease ago") << shared(once) << QString();
    QTest::newRow("never renewed") << shared(leased(20s)) << QString();
    QTest::newRow("renewed no more") << shared(silent()) << QString();
    Lock over = renewed;
    over.expiresAt = now() - 1s;
    QTest::newRow("its time is over") << shared(over) << QString();
    QTest::newRow("never runs out") << shared(samples::stuck(now())) << QString();
    Lock persisted = renewed;
    persisted.expiresAt.reset();
    QTest::newRow("has lost its expiry") << shared(persisted) << QString();
    QTest::newRow("free") << shared(freeWithWaiters()) << QString();
    Lock stale = renewed;
    stale.stale = true;
    QTest::newRow("its node is out of reach") << shared(stale) << QString();
    QTest::newRow("its client is there")
        << shared(withClient(renewed, {})) << QStringLiteral("Holder is alive: renewed ");
    QTest::newRow("its client is gone") << shared(withClient(renewed, now())) << QString();
    QTest::newRow("renewed by nobody") << shared(withClient(renewed, now() - 1h)) << QString();
    QTest::newRow("a reader is gone, another renews")
        << shared(withClient(renewedReaders(), now() - 1h))
        << QStringLiteral("At least one holder is alive: renewed ");
    QTest::newRow("a reader is gone, maybe the one")
        << shared(withClient(renewedReaders(), now() + 1s)) << QString();
    QTest::newRow("a majority agrees")
        << shared(agreedOnBy(3)) << QStringLiteral("Holder is alive: renewed ");
    QTest::newRow("no majority") << shared(agreedOnBy(2)) << QString();
}

void TestLadderAlive::whoIsAliveIsToldOf()
{
    QFETCH(LockPtr, lock);
    QFETCH(QString, beginning);
    LadderDialog *dialog = open(*lock);
    const Notice *banner = aliveBanner(*dialog);
    QCOMPARE(banner != nullptr, !beginning.isEmpty());
    if (!banner)
        return;
    QVERIFY2(banner->sentence().startsWith(beginning), qPrintable(banner->sentence()));
    QCOMPARE(banner->level(), VerdictLevel::Critical);
    for (const Notice *other : dialog->findChildren<Notice *>()) // The banner comes first
        QVERIFY(!other->isVisible() || other->mapTo(dialog, QPoint()).y() >= banner->y());
}

void TestLadderAlive::aliveIsToldAtEachRung_data()
{
    QTest::addColumn<Rung>("rung");
    for (const Rung rung : AllRungs)
        QTest::newRow(qPrintable(titleOf(rung))) << rung;
}

void TestLadderAlive::aliveIsToldAtEachRung()
{
    QFETCH(Rung, rung);
    LadderDialog *dialog = open(samples::queued(now()), rung);
    QVERIFY(aliveBanner(*dialog));
    for (const Rung other : AllRungs) {
        dialog->choose(other);
        QVERIFY(aliveBanner(*dialog));
    }
}

void TestLadderAlive::aliveIsToldWhileItIsSo()
{
    Lock renewed = samples::renewed(now());
    renewed.renewals.lastAt = now();
    LadderDialog *dialog = open(leased(20s), Rung::Force);
    QVERIFY(!aliveBanner(*dialog));
    change(renewed);
    QVERIFY(aliveBanner(*dialog));
    Lock fast = renewed; // Its renewals stop now
    fast.renewals.period = 1s;
    fast.renewals.lastAt = now();
    change(fast);
    QVERIFY(aliveBanner(*dialog));
    QTRY_VERIFY(!aliveBanner(*dialog));
    change(renewed);
    QVERIFY(aliveBanner(*dialog));
    emit m_link->tableChanged({.removed = {renewed.key}});
    QVERIFY(!aliveBanner(*dialog));
    change(renewed);
    dialog->choose(Rung::Wake);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    emit m_link->acted(lastId(*m_acts), Receipt{.act = ActKind::Wake, .result = ActResult::Done});
    QVERIFY(!aliveBanner(*dialog)); // The receipt replaces it
    dialog->backButton()->click();
    QVERIFY(aliveBanner(*dialog));
}

// The age runs on the screen, but the rest is spoken only once.
void TestLadderAlive::aliveIsSpokenOnce()
{
    Lock lock = samples::renewed(now());
    lock.renewals.lastAt = now();
    LadderDialog *dialog = open(lock);
    const Notice *banner = aliveBanner(*dialog);
    QVERIFY(banner);
    QCOMPARE(banner->accessibleName(), QStringLiteral("Critical"));
    QCOMPARE(banner->accessibleDescription(), QStringLiteral("Holder is alive"));
    QStringList spoken;
    for (const QWidget *part : banner->findChildren<QWidget *>())
        spoken << part->accessibleName();
    QVERIFY(spoken.contains(QStringLiteral("Holder is alive")));
    lock.renewals.lastAt = now(); // Opening takes time
    ++lock.renewals.count;
    change(lock);
    QCOMPARE(banner->sentence(), QStringLiteral("Holder is alive: renewed just now"));
    static const QRegularExpression seconds(QStringLiteral("^Holder is alive: renewed [1-9] s ago$"));
    QTRY_VERIFY2(seconds.match(banner->sentence()).hasMatch(), qPrintable(banner->sentence()));
    QCOMPARE(banner->accessibleDescription(), QStringLiteral("Holder is alive"));
    QStringList later;
    for (const QWidget *part : banner->findChildren<QWidget *>())
        later << part->accessibleName();
    QCOMPARE(later, spoken);
}

void TestLadderAlive::theOptionsStayWhenANoticeComes_data()
{
    QTest::addColumn<LockPtr>("lock");
    Lock alive = samples::renewed(now());
    alive.renewals.lastAt = now();
    QTest::newRow("its holder is alive") << shared(alive);
    QTest::newRow("whether it is, is not known") << shared(leased(1h));
}

void TestLadderAlive::theOptionsStayWhenANoticeComes()
{
    QFETCH(LockPtr, lock);
    LadderDialog *dialog = open(*lock, Rung::Force);
    const auto places = [dialog] {
        QCoreApplication::processEvents();
        QList<QPoint> all;
        for (const Rung rung : AllRungs)
            all << dialog->ladder()->button(rung)->mapTo(dialog, QPoint());
        return all << dialog->actButton()->mapTo(dialog, QPoint());
    };
    const QList<QPoint> before = places();
    Lock another = *lock;
    another.renewals = {};
    another.heldSince = now();
    another.holders.first().id = samples::Billing;
    change(another);
    QVERIFY(dialog->findChild<ChangeNotice *>()->isVisible());
    QCOMPARE(places(), before);
    another.renewals = {.count = 1, .period = 10s, .lastAt = now()};
    another.expiresAt = now() + 30s;
    change(another);
    QTRY_VERIFY(aliveBanner(*dialog));
    QCOMPARE(places(), before);
}

LOCKSCOPE_UI_TEST(TestLadderAlive)

} // namespace tst_ladderalive

#include "tst_ladderalive.moc"
