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

#include <functional>

namespace tst_ladderalive
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::agreedOnBy;
using lockscope::samples::freeWithWaiters;
using lockscope::samples::leased;
using lockscope::samples::MadeLock;
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
            if (notice->isVisible() && notice->sentence().contains(QLatin1String("alive: ")))
                return notice;
        }
        return nullptr;
    }
};

namespace
{

Lock renewedJustBefore()
{
    Lock lock = samples::renewed(now());
    lock.renewals.lastAt = now() - 2s;
    return lock;
}

Lock renewedOnce(milliseconds ago)
{
    Lock lock = samples::renewed(now());
    lock.renewals = {.count = 1, .missed = 0, .period = {}, .lastAt = now() - ago};
    return lock;
}

} // namespace

void TestLadderAlive::whoIsAliveIsToldOf_data()
{
    QTest::addColumn<MadeLock>("lock");
    QTest::addColumn<QString>("beginning"); // Start of the sentence; empty: no banner
    const auto row = [](const char *name, const char *beginning, const MadeLock &lock) {
        QTest::newRow(name) << lock << QString::fromLatin1(beginning);
    };
    const auto changed = [](void (*change)(Lock &)) {
        return [change] {
            Lock lock = renewedJustBefore();
            change(lock);
            return lock;
        };
    };
    const char *const alive = "Holder is alive: renewed ";
    const char *const one = "At least one holder is alive: renewed ";
    row("renewed", alive, renewedJustBefore);
    row("renewed readers", one, renewedReaders);
    row("once, just now", alive, [] { return renewedOnce(0ms); });
    row("once, most of its lease ago", "", [] {
        Lock lock = renewedOnce(20s);
        lock.expiresAt = now() + 10s;
        return lock;
    });
    row("never renewed", "", [] { return leased(20s); });
    row("renewed no more", "", silent);
    row("its time is over", "", changed([](Lock &lock) { lock.expiresAt = now() - 1s; }));
    row("never runs out", "", [] { return samples::stuck(now()); });
    row("has lost its expiry", "", changed([](Lock &lock) { lock.expiresAt.reset(); }));
    row("free", "", freeWithWaiters);
    row("its node is out of reach", "", changed([](Lock &lock) { lock.stale = true; }));
    row("its client is there", alive, [] { return withClient(renewedJustBefore(), {}); });
    row("its client is gone", "", [] { return withClient(renewedJustBefore(), now()); });
    row("renewed by nobody", "", [] { return withClient(renewedJustBefore(), now() - 1h); });
    row("a reader is gone, another renews", one, [] { return withClient(renewedReaders(), now() - 1h); });
    row("a reader is gone, maybe the one", "", [] { return withClient(renewedReaders(), now() + 1min); });
    row("a majority agrees", alive, [] { return agreedOnBy(3); });
    row("no majority, but it renews what is left", alive, [] { return agreedOnBy(2); });
}

void TestLadderAlive::whoIsAliveIsToldOf()
{
    QFETCH(MadeLock, lock);
    QFETCH(QString, beginning);
    LadderDialog *dialog = open(lock());
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
    Lock lock = samples::queued(now());
    lock.renewals.lastAt = now();
    LadderDialog *dialog = open(lock, rung);
    // What takes nothing from the holder needs no warning.
    const auto endsAHold = [](Rung one) { return one != Rung::Wake && one != Rung::Wait; };
    QCOMPARE(aliveBanner(*dialog) != nullptr, endsAHold(rung));
    for (const Rung other : AllRungs) {
        dialog->choose(other);
        QCOMPARE(aliveBanner(*dialog) != nullptr, endsAHold(other));
    }
}

void TestLadderAlive::aliveIsToldWhileItIsSo()
{
    LadderDialog *dialog = open(leased(20s), Rung::Force);
    QVERIFY(!aliveBanner(*dialog));
    change(renewedJustBefore());
    QVERIFY(aliveBanner(*dialog));
    Lock fast = renewedJustBefore(); // Its renewals stop now
    fast.renewals.period = 1s;
    fast.renewals.lastAt = now();
    change(fast);
    QVERIFY(aliveBanner(*dialog) || now() - *fast.renewals.lastAt > *fast.renewals.period);
    QTRY_VERIFY(!aliveBanner(*dialog));
    change(renewedJustBefore());
    QVERIFY(aliveBanner(*dialog));
    emit m_bridge->tableChanged({.removed = {fast.key}});
    QVERIFY(!aliveBanner(*dialog));
    change(renewedJustBefore());
    dialog->choose(Rung::Wake);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    emit m_bridge->acted(lastId(*m_acts), Receipt{.act = ActKind::Wake, .result = ActResult::Done});
    QVERIFY(!aliveBanner(*dialog)); // The receipt replaces it
    dialog->backButton()->click();
    dialog->choose(Rung::Force);
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
    static const QRegularExpression age(QStringLiteral("^Holder is alive: renewed (just now|\\d+ s ago)$"));
    const QString first = banner->sentence();
    QVERIFY2(age.match(first).hasMatch(), qPrintable(first));
    QTRY_VERIFY(banner->sentence() != first);
    QVERIFY2(age.match(banner->sentence()).hasMatch(), qPrintable(banner->sentence()));
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
    emit m_bridge->tableChanged({.removed = {lock->key}}); // A verdict less
    QCOMPARE(places(), before);
    const auto *changed = dialog->findChild<ChangeNotice *>();
    const auto room = [changed] {
        QCoreApplication::processEvents();
        return changed->geometry();
    };
    change(another);
    const QRect longest = room(); // Two owners are named
    another.holders = lock->holders;
    another.heldSince = now();
    change(another); // One line less
    QCOMPARE(room(), longest);
    another.holders.first().id = samples::Billing;
    change(another);
    QTRY_VERIFY(aliveBanner(*dialog));
    QCOMPARE(places(), before);
}

LOCKSCOPE_UI_TEST(TestLadderAlive)

} // namespace tst_ladderalive

#include "tst_ladderalive.moc"
