// SPDX-License-Identifier: GPL-3.0-or-later
// One act on many locks: BulkRun alone, and the dialog on a real engine and redis-server, with a rival that
// takes over locks meanwhile.

#include "core/engine/acts/actguard.h"
#include "core/history/audit/audittrail.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/rediscli.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/accesskeys.h"
#include "tests/ui/pictures.h"
#include "tests/ui/uisamples.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bulk/actcommands.h"
#include "ui/bulk/bulkchoices.h"
#include "ui/bulk/bulkconsent.h"
#include "ui/bulk/bulkdialog.h"
#include "ui/bulk/bulkoutput.h"
#include "ui/bulk/bulktable.h"
#include "ui/forms/durationedit.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTreeView>

namespace tst_bulkdialog
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

LockPtr tokenLock(const QByteArray &key, const QByteArray &owner = "token-1")
{
    static const std::vector<std::string_view> none;
    Lock lock{.key = LockName{key},
              .node = NodeId{"127.0.0.1:6379"},
              .kind = LockKind{"token-lock"},
              .libraries = &none,
              .type = ValueType::String};
    lock.holders.append(Holder{.id = OwnerId{owner}});
    return std::make_shared<const Lock>(std::move(lock));
}

std::vector<LockPtr> tokenLocks(int count)
{
    std::vector<LockPtr> locks;
    for (int i = 0; i < count; ++i)
        locks.push_back(tokenLock("lock:" + QByteArray::number(i)));
    return locks;
}

ConnectionSpec profile(Environment environment = Environment::Development, int actsAMinute = 0)
{
    ConnectionSpec spec;
    spec.name = QStringLiteral("orders-prod");
    spec.environment = environment;
    spec.readOnly = false;
    spec.limits.actsAMinute = actsAMinute;
    return spec;
}

Receipt receiptOf(const BulkRun &series, int row, ActResult result)
{
    return {.act = series.act(), .result = result, .key = series.row(row).shown->key, .at = wallNow()};
}

// Answers all requested plans at once.
void planAll(BulkRun &series)
{
    while (const auto row = series.nextToPlan())
        series.planned(*row, ActPlan{.act = series.act(), .key = series.row(*row).shown->key});
}

LockEvent told(EventKind kind, const LockPtr &lock)
{
    return {.kind = kind,
            .key = lock->key,
            .owner = lock->owner(),
            .count = kind == EventKind::Acquired ? 1 : 0,
            .at = now(),
            .wallAt = wallNow()};
}

LockPtr withTtl(const LockPtr &lock, milliseconds left)
{
    Lock other = *lock;
    other.readAt = now();
    other.expiresAt = other.readAt + left;
    return std::make_shared<const Lock>(std::move(other));
}

int count(const BulkRun &series, SeriesOutcome outcome)
{
    return series.counts()[size_t(outcome)];
}

} // namespace

class TestBulkDialog : public QObject
{
    Q_OBJECT

private slots:
    // BulkRun
    void plansAreAskedForInSmallNumbers();
    void anOwnerIsAlwaysCompared();
    void whatMakesNoSenseIsLeftOut();
    void whatChangedIsLeftAloneUntilSeen();
    void whatTheSameOwnerTookAnewIsLeftAlone_data();
    void whatTheSameOwnerTookAnewIsLeftAlone();
    void whatIsTakenAnewDuringTheRunIsLeftAlone();
    void theTimeToLiveIsComparedAsShown();
    void theScriptLeavesOutWhatChanged();
    void oneAtATimeInOrder();
    void theLimitIsWaitedFor();
    void theGuardsOwnLimitIsWaitedForToo();
    void stoppingTriesNothingElse();
    void theFirstFailureMayEndIt();
    void aLostConnectionEndsIt();
    // BulkDialog
    void cancelIsTheDefault();
    void enterOnARowShowsIt();
    void productionAsksForAPhrase();
    void fiveThousandLocks();
    void fiveThousandOnAServer();
    void anotherConnectionIsNotTouched();
    void aRivalsLocksAreNotRemoved();
    void whatChangesBeforehandIsShown();
    void whatTheSameOwnerTookAnewStays();
    void whatWasSeenTakenAnewStays();
    void notDoneMayBeTriedAgain();
    void anExpiryForThoseWithout();
    void theScriptDoesTheSame();
    void commandsOfChosenLocks();
    void reports();
    void pictures_data() { test::pictureLooks(); }
    void pictures();

    void cleanup();

private:
    std::unique_ptr<Sandbox> m_redis;
    std::unique_ptr<QThread> m_thread;
    Engine *m_engine = nullptr;
    std::unique_ptr<EngineBridge> m_link;
    QHash<LockName, LockPtr> m_known;
    QPointer<BulkDialog> m_dialog;
    QTemporaryDir m_dir;
    std::unique_ptr<QTemporaryDir> m_audit;

    void startEngine(int locks, Environment environment = Environment::Development);
    ConnectionSpec m_spec;
    std::vector<LockPtr> knownLocks() const;
    BulkDialog *opened(ActKind act, const ConnectionSpec &spec);
    QByteArray redis(const test::CliCommand &command)
    {
        const auto reply = test::redisCli(m_redis->tcp(), command);
        return reply ? reply->trimmed() : reply.failure().serverText;
    }
    void takeOver(int from, int to)
    {
        QList<test::CliCommand> commands;
        for (int i = from; i < to; ++i)
            commands << test::CliCommand{"SET", "lock:" + QByteArray::number(i).rightJustified(3, '0'),
                                         "rival"};
        VERIFY_OK(test::redisCliAll(m_redis->tcp(), commands));
    }
};

void TestBulkDialog::startEngine(int locks, Environment environment)
{
    auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    m_redis = std::move(*sandbox);
    QList<test::CliCommand> commands;
    for (int i = 0; i < locks; ++i)
        commands << test::CliCommand{"SET", "lock:" + QByteArray::number(i).rightJustified(3, '0'),
                                     "token-" + QByteArray::number(i)};
    VERIFY_OK(test::redisCliAll(m_redis->tcp(), commands));
    m_thread = std::make_unique<QThread>();
    m_engine = new Engine;
    m_audit = std::make_unique<QTemporaryDir>();
    new AuditTrail(m_engine, m_audit->path()); // Required on production
    m_engine->moveToThread(m_thread.get());
    m_link = std::make_unique<EngineBridge>();
    m_link->attach(m_engine);
    m_thread->start();
    connect(m_link.get(), &EngineBridge::tableChanged, this, [this](const LockDelta &delta) {
        for (const LockName &key : delta.removed)
            m_known.remove(key);
        for (const LockPtr &lock : delta.upserted)
            m_known.insert(lock->key, lock);
    });
    m_spec = m_redis->tcp();
    m_spec.name = QStringLiteral("orders");
    m_spec.environment = environment;
    m_spec.readOnly = false;
    m_link->open(m_spec, {});
    QTRY_COMPARE_WITH_TIMEOUT(m_known.size(), locks, 30'000);
}

std::vector<LockPtr> TestBulkDialog::knownLocks() const
{
    std::vector<LockPtr> locks(m_known.cbegin(), m_known.cend());
    std::sort(locks.begin(), locks.end(),
              [](const LockPtr &a, const LockPtr &b) { return a->key.bytes < b->key.bytes; });
    return locks;
}

BulkDialog *TestBulkDialog::opened(ActKind act, const ConnectionSpec &spec)
{
    auto *dialog = new BulkDialog(*m_link, {.shown = knownLocks()}, spec);
    m_dialog = dialog;
    dialog->setAct(act);
    dialog->show();
    return dialog;
}

void TestBulkDialog::cleanup()
{
    delete m_dialog;
    m_known.clear();
    m_link.reset();
    if (m_engine) {
        QMetaObject::invokeMethod(m_engine, [engine = m_engine, thread = m_thread.get()] {
            delete engine;
            QTimer::singleShot(0, thread, &QThread::quit);
        });
        m_engine = nullptr;
        QTRY_VERIFY(m_thread->isFinished());
    }
    m_thread.reset();
    m_redis.reset();
}

void TestBulkDialog::plansAreAskedForInSmallNumbers()
{
    BulkRun series(profile(), ActKind::Wake, {}, tokenLocks(100), now());
    std::vector<int> asked;
    while (const auto row = series.nextToPlan())
        asked.push_back(*row);
    QCOMPARE(int(asked.size()), BulkRun::MostPlansInFlight);
    QCOMPARE(series.unplanned(), 100);
    series.planned(asked.front(), ActPlan{});
    QCOMPARE(series.nextToPlan(), std::optional(16));
    QCOMPARE(series.nextToPlan(), std::nullopt);
    QCOMPARE(series.unplanned(), 99);
}

void TestBulkDialog::anOwnerIsAlwaysCompared()
{
    const std::vector<LockPtr> locks{tokenLock("lock:a", "token-7"),
                                     std::make_shared<const Lock>(samples::renewed(now()))};
    for (const ActKind act : {ActKind::ForceRelease, ActKind::SetExpiry}) {
        BulkRun series(profile(), act, 1s, locks, now());
        QCOMPARE(series.requestOf(0).expectedOwner, std::optional(OwnerId{"token-7"}));
        QCOMPARE(series.requestOf(1).expectedOwner, std::optional(samples::Orders));
    }
    BulkRun series(profile(), ActKind::ForceRelease, {}, locks, now());
    QCOMPARE(series.requestOf(1).expectedCount, std::optional<qint64>(2));
}

void TestBulkDialog::whatMakesNoSenseIsLeftOut()
{
    Lock free = *tokenLock("lock:free");
    free.holders.clear();
    Lock permits = free; // Forcing it would add a permit too many
    permits.key = LockName{"semaphore:a"};
    permits.extras = std::make_shared<const LockExtras>(LockExtras{.permits = Permits{.available = 3}});
    Lock soon = *tokenLock("lock:soon");
    soon.expiresAt = now() + 5s;
    const std::vector<LockPtr> locks{tokenLock("lock:a"), std::make_shared<const Lock>(free),
                                     std::make_shared<const Lock>(soon),
                                     std::make_shared<const Lock>(permits)};
    BulkRun release(profile(), ActKind::ForceRelease, {}, locks, now());
    planAll(release);
    QCOMPARE(release.row(1).state, BulkRun::State::LeftOut);
    QCOMPARE(release.row(3).state, BulkRun::State::LeftOut);
    QCOMPARE(release.meant(), 2);
    BulkRun expiry(profile(), ActKind::SetExpiry, 30s, locks, now());
    planAll(expiry);
    QCOMPARE(expiry.meant(), 1);
    QVERIFY(!expiry.row(2).why.isEmpty());
    BulkRun wake(profile(), ActKind::Wake, {}, locks, now());
    wake.planned(*wake.nextToPlan(),
                 Failure{.kind = ErrorKind::Unsupported, .text = QStringLiteral("no channel")});
    QCOMPARE(wake.row(0).state, BulkRun::State::LeftOut);
    QCOMPARE(wake.row(0).why, QStringLiteral("no channel"));
}

void TestBulkDialog::whatChangedIsLeftAloneUntilSeen()
{
    BulkRun series(profile(), ActKind::ForceRelease, {}, tokenLocks(3), now());
    planAll(series);
    LockDelta delta{.upserted = {tokenLock("lock:1", "rival")}, .removed = {LockName{"lock:2"}}};
    QCOMPARE(series.apply(delta).size(), size_t(2));
    QCOMPARE(series.changed(), 2);
    QCOMPARE(series.meant(), 1);
    QCOMPARE(series.requestOf(1).expectedOwner, std::optional(OwnerId{"token-1"})); // As shown
    QCOMPARE(series.lookAgain(now()).size(), size_t(2));
    QCOMPARE(series.row(2).state, BulkRun::State::LeftOut); // Gone
    QCOMPARE(series.unplanned(), 1);
    planAll(series);
    QCOMPARE(series.meant(), 2);
    QCOMPARE(series.requestOf(1).expectedOwner, std::optional(OwnerId{"rival"}));
}

void TestBulkDialog::whatTheSameOwnerTookAnewIsLeftAlone_data()
{
    QTest::addColumn<ActKind>("act");
    QTest::newRow("release by force") << ActKind::ForceRelease;
    QTest::newRow("expiry") << ActKind::SetExpiry;
}

void TestBulkDialog::whatTheSameOwnerTookAnewIsLeftAlone()
{
    QFETCH(ActKind, act);
    std::vector<LockPtr> locks = tokenLocks(4);
    locks[2] = withTtl(locks[2], 20s);
    BulkRun series(profile(), act, 1s, locks, now());
    planAll(series);
    QCOMPARE(series.meant(), 4);
    // Between two reads: the lock looks the same, and only events reveal the change.
    series.apply({.upserted = {locks[0]},
                  .events = {told(EventKind::Released, locks[0]), told(EventKind::Acquired, locks[0])}});
    QCOMPARE(series.changed(), 1);
    // Its release and acquisition were seen.
    series.apply({.removed = {locks[1]->key}, .events = {told(EventKind::Released, locks[1])}});
    series.apply({.upserted = {locks[1]}, .events = {told(EventKind::Acquired, locks[1])}});
    QCOMPARE(series.changed(), 2);
    series.apply({.upserted = {withTtl(locks[2], 60s)}}); // A longer TTL than before
    QCOMPARE(series.changed(), 3);
    QCOMPARE(series.meant(), 1);
    series.lookAgain(now());
    planAll(series);
    QCOMPARE(series.changed(), 0);
    QCOMPARE(series.meant(), 4);
}

void TestBulkDialog::whatIsTakenAnewDuringTheRunIsLeftAlone()
{
    const std::vector<LockPtr> locks = tokenLocks(4);
    BulkRun series(profile(), ActKind::ForceRelease, {}, locks, now());
    planAll(series);
    series.start({}, now());
    QCOMPARE(series.next(now()), std::optional(0));
    for (const int row : {1, 3})
        series.apply(
            {.upserted = {locks[size_t(row)]}, .events = {told(EventKind::Acquired, locks[size_t(row)])}});
    series.answered(0, receiptOf(series, 0, ActResult::Done), now());
    QCOMPARE(series.next(now()), std::optional(2));
    series.answered(2, receiptOf(series, 2, ActResult::Done), now());
    QCOMPARE(series.next(now()), std::nullopt);
    QCOMPARE(series.phase(), BulkRun::Phase::Ended);
    QCOMPARE(count(series, SeriesOutcome::Done), 2);
    QCOMPARE(count(series, SeriesOutcome::NotTried), 2);
    QVERIFY(!series.row(1).why.isEmpty());
    QCOMPARE(series.notDone().size(), size_t(2));
}

void TestBulkDialog::theTimeToLiveIsComparedAsShown()
{
    const LockPtr leased = withTtl(tokenLock("lock:leased"), 20s);
    BulkRun series(profile(), ActKind::ForceRelease, {}, {tokenLock("lock:endless"), leased}, now());
    planAll(series);
    QCOMPARE(series.requestOf(0).longestTtl, std::optional<milliseconds>(-1ms));
    series.apply({.upserted = {withTtl(leased, 60s)}});
    const auto longest = series.requestOf(1).longestTtl;
    QVERIFY(longest && *longest <= 20s + ShownLock::Tolerance);
    BulkRun expiry(profile(), ActKind::SetExpiry, 1s, {leased}, now());
    QVERIFY(!expiry.requestOf(0).longestTtl);
}

void TestBulkDialog::theScriptLeavesOutWhatChanged()
{
    BulkRun series(profile(), ActKind::ForceRelease, {}, tokenLocks(3), now());
    while (const auto row = series.nextToPlan())
        series.planned(*row, ActPlan{.commands = {QStringLiteral("redis-cli #%1").arg(*row)}});
    series.apply({.upserted = {tokenLock("lock:1", "rival")}});
    const QByteArray script = bulkScript(series, {});
    QVERIFY2(script.contains("redis-cli #0") && script.contains("redis-cli #2"), script.constData());
    QVERIFY2(!script.contains("redis-cli #1"), script.constData());
    QVERIFY2(script.contains("\n# changed since: lock:1: "), script.constData());
    QVERIFY2(script.contains("\n# 2 lock"), script.constData());
}

void TestBulkDialog::oneAtATimeInOrder()
{
    BulkRun series(profile(), ActKind::ForceRelease, {}, tokenLocks(4), now());
    planAll(series);
    series.setTicked(1, false);
    QCOMPARE(series.next(now()), std::nullopt);
    series.start({.reason = QStringLiteral("OPS-1")}, now());
    QCOMPARE(series.total(), 3);
    for (const int expected : {0, 2, 3}) {
        QCOMPARE(series.next(now()), std::optional(expected));
        QCOMPARE(series.next(now()), std::nullopt); // Until the answer arrives
        QCOMPARE(series.requestOf(expected).series, 3);
        QCOMPARE(series.requestOf(expected).reason, QStringLiteral("OPS-1"));
        series.answered(expected, receiptOf(series, expected, ActResult::Done), now());
    }
    QCOMPARE(series.phase(), BulkRun::Phase::Ended);
    QCOMPARE(count(series, SeriesOutcome::Done), 3);
    QCOMPARE(count(series, SeriesOutcome::NotTried), 1);
    QVERIFY(series.notDone().empty()); // It was not ticked
}

void TestBulkDialog::theLimitIsWaitedFor()
{
    const Instant begin = now();
    BulkRun series(profile(Environment::Development, 2), ActKind::Wake, {}, tokenLocks(5), begin);
    planAll(series);
    series.start({}, begin);
    for (const int row : {0, 1}) {
        QCOMPARE(series.next(begin), std::optional(row));
        series.answered(row, receiptOf(series, row, ActResult::Done), begin + row * 10s);
    }
    QCOMPARE(series.next(begin + 10s), std::nullopt);
    QVERIFY(series.pausedUntil() && *series.pausedUntil() > begin + 60s);
    QCOMPARE(series.next(begin + 59s), std::nullopt);
    QCOMPARE(series.next(begin + 61s), std::optional(2));
    series.answered(2, receiptOf(series, 2, ActResult::Done), begin + 61s);
    QCOMPARE(series.next(begin + 61s), std::nullopt); // The second act of the previous minute still counts
    QCOMPARE(series.next(begin + 71s), std::optional(3));
}

// Another program uses the same profile.
void TestBulkDialog::theGuardsOwnLimitIsWaitedForToo()
{
    const Instant begin = now();
    ConnectionSpec spec = profile(Environment::Development, 1);
    ActGuard guard;
    guard.guard(spec);
    BulkRun series(spec, ActKind::Wake, {}, tokenLocks(2), begin);
    planAll(series);
    VERIFY_OK(guard.admit(series.requestOf(0)));
    series.start({}, begin);
    QCOMPARE(series.next(begin), std::optional(0));
    const auto refused = guard.admit(series.requestOf(0));
    QVERIFY(!refused.ok());
    QVERIFY(refused.failure().retryAfter.has_value());
    Receipt receipt = receiptOf(series, 0, ActResult::Refused);
    receipt.failure = refused.failure();
    series.answered(0, receipt, begin);
    QCOMPARE(series.phase(), BulkRun::Phase::Running);
    QVERIFY(series.pausedUntil() && *series.pausedUntil() > begin + 50s);
    QCOMPARE(series.tried(), 0);
    QCOMPARE(series.next(*series.pausedUntil()), std::optional(0)); // The same row again
    // An act denied by the profile is not a limit.
    Receipt denied = receiptOf(series, 0, ActResult::Refused);
    denied.failure = {.kind = ErrorKind::Forbidden, .text = QStringLiteral("denied")};
    QVERIFY(!denied.failure.retryAfter);
}

void TestBulkDialog::stoppingTriesNothingElse()
{
    BulkRun series(profile(), ActKind::Wake, {}, tokenLocks(3), now());
    planAll(series);
    series.start({}, now());
    QCOMPARE(series.next(now()), std::optional(0));
    series.stop(QStringLiteral("stopped"));
    QCOMPARE(series.phase(), BulkRun::Phase::Running); // It waits for the answer
    series.answered(0, receiptOf(series, 0, ActResult::Done), now());
    QCOMPARE(series.phase(), BulkRun::Phase::Ended);
    QCOMPARE(series.next(now()), std::nullopt);
    QCOMPARE(count(series, SeriesOutcome::NotTried), 2);
    QCOMPARE(series.row(2).why, QStringLiteral("stopped"));
    QCOMPARE(series.notDone().size(), size_t(2));
}

void TestBulkDialog::theFirstFailureMayEndIt()
{
    for (const bool stops : {false, true}) {
        BulkRun series(profile(), ActKind::ForceRelease, {}, tokenLocks(3), now());
        planAll(series);
        series.start({.stopAtFailure = stops}, now());
        series.answered(*series.next(now()), receiptOf(series, 0, ActResult::AlreadyGone), now());
        QCOMPARE(series.phase(), BulkRun::Phase::Running); // That is not a failure
        series.answered(*series.next(now()), receiptOf(series, 1, ActResult::OwnerChanged), now());
        QCOMPARE(series.phase() == BulkRun::Phase::Ended, stops);
    }
}

void TestBulkDialog::aLostConnectionEndsIt()
{
    BulkRun series(profile(), ActKind::ForceRelease, {}, tokenLocks(3), now());
    planAll(series);
    series.start({}, now());
    Receipt receipt = receiptOf(series, 0, ActResult::Refused);
    receipt.failure = {.kind = ErrorKind::NotConnected, .text = QStringLiteral("not connected")};
    series.answered(*series.next(now()), receipt, now());
    QCOMPARE(series.phase(), BulkRun::Phase::Ended);
    QCOMPARE(count(series, SeriesOutcome::Refused), 1);
    QCOMPARE(count(series, SeriesOutcome::NotTried), 2);
}

void TestBulkDialog::cancelIsTheDefault()
{
    m_link = std::make_unique<EngineBridge>();
    BulkDialog dialog(*m_link, {.selected = tokenLocks(2), .shown = tokenLocks(3)}, profile());
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    QVERIFY(dialog.cancelButton()->isDefault());
    QVERIFY(!dialog.actButton()->isEnabled());
    QCOMPARE(dialog.choices()->actBox()->currentData().toInt(), int(ActKind::Wake)); // The safest
    QCOMPARE(test::doubledAccessKeys(dialog), QStringList());
    for (const QPushButton *button : dialog.findChildren<QPushButton *>()) {
        if (button != dialog.cancelButton())
            QVERIFY2(!button->isDefault() && !button->autoDefault(), qPrintable(button->text()));
    }
    QCOMPARE(dialog.choices()->scopeBox()->count(), 2);
    QCOMPARE(dialog.table()->model().rowCount(), 2);
    dialog.choices()->scopeBox()->setCurrentIndex(1);
    QCOMPARE(dialog.table()->model().rowCount(), 3);
}

void TestBulkDialog::enterOnARowShowsIt()
{
    m_link = std::make_unique<EngineBridge>();
    auto *dialog = new BulkDialog(*m_link, {.shown = tokenLocks(3)}, profile());
    m_dialog = dialog;
    dialog->show();
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
        dialog->table()->tree()->setCurrentIndex(dialog->table()->model().index(1, 0));
        dialog->table()->tree()->setFocus();
        QTest::keyClick(dialog->table()->tree(), key);
        QCoreApplication::processEvents();
        QVERIFY(m_dialog && m_dialog->isVisible());
    }
}

void TestBulkDialog::productionAsksForAPhrase()
{
    m_link = std::make_unique<EngineBridge>();
    QSignalSpy acts(m_link.get(), &EngineBridge::actWanted);
    connect(m_link.get(), &EngineBridge::planWanted, this, [this](quint64 id, const ActRequest &request) {
        QTimer::singleShot(0, m_link.get(),
                           [this, id, request] { emit m_link->planned(id, samples::plan(request)); });
    });
    BulkDialog dialog(*m_link, {.shown = tokenLocks(3)}, profile(Environment::Production));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.setAct(ActKind::ForceRelease);
    dialog.show();
    QTRY_COMPARE(dialog.confirmation(), QStringLiteral("orders-prod 3"));
    QVERIFY(dialog.consent()->phraseEdit()->isVisible());
    for (QLineEdit *edit :
         // Enter moves on and never triggers the act.
         {dialog.consent()->reasonEdit(), dialog.consent()->phraseEdit()}) {
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
            edit->setFocus();
            QTest::keyClick(edit, key);
            QVERIFY(dialog.isVisible());
            QCOMPARE(acts.size(), 0);
        }
    }
    dialog.consent()->phraseEdit()->setText(QStringLiteral("orders-prod 3"));
    QVERIFY(!dialog.actButton()->isEnabled()); // The reason is missing
    dialog.consent()->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog.actButton()->isEnabled());
    dialog.table()->model().setData(dialog.table()->model().index(1, 0), Qt::Unchecked, Qt::CheckStateRole);
    QVERIFY(!dialog.actButton()->isEnabled()); // A different number
    dialog.consent()->phraseEdit()->setText(QStringLiteral("orders-prod 2"));
    QVERIFY(dialog.actButton()->isEnabled());
    dialog.actButton()->click();
    QCOMPARE(acts.size(), 1);
    const auto request = acts.last().at(1).value<ActRequest>();
    QCOMPARE(request.series, 2);
    QVERIFY(!refusalOf(profile(Environment::Production), request, false));
}

void TestBulkDialog::fiveThousandLocks()
{
    m_link = std::make_unique<EngineBridge>();
    int inFlight = 0, most = 0, answers = 0;
    connect(m_link.get(), &EngineBridge::planWanted, this, [&](quint64 id, const ActRequest &request) {
        most = std::max(most, ++inFlight);
        QTimer::singleShot(0, m_link.get(), [this, id, request, &inFlight, &answers] {
            --inFlight;
            ++answers;
            emit m_link->planned(id, samples::plan(request));
        });
    });
    BulkDialog dialog(*m_link, {.shown = tokenLocks(5000)}, profile());
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QTRY_COMPARE_WITH_TIMEOUT(dialog.series().unplanned(), 0, 60'000);
    QCOMPARE(answers, 5000);
    QVERIFY2(most <= BulkRun::MostPlansInFlight, qPrintable(QString::number(most)));
    QCOMPARE(dialog.series().meant(), 5000);
}

// Prints the duration, and the longest time the window did not respond.
void TestBulkDialog::fiveThousandOnAServer()
{
    startEngine(5000);
    qint64 longest = 0;
    QElapsedTimer since, clock;
    QTimer beat;
    beat.setInterval(5);
    connect(&beat, &QTimer::timeout, this, [&] { longest = std::max(longest, since.restart()); });
    since.start();
    clock.start();
    beat.start();
    BulkDialog *dialog = opened(ActKind::ForceRelease, m_spec);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-5000"));
    QTRY_COMPARE_WITH_TIMEOUT(dialog->series().unplanned(), 0, 120'000);
    QCOMPARE(dialog->series().meant(), 5000);
    qInfo("dry run of 5,000 locks: %lld ms", clock.restart());
    for (QPushButton *button : dialog->findChildren<QPushButton *>()) {
        if (button->text() == QStringLiteral("Select &none"))
            button->click();
    }
    QCOMPARE(dialog->series().meant(), 0);
    for (int row = 0; row < 500; ++row)
        dialog->table()->model().setData(dialog->table()->model().index(row, 0), Qt::Checked,
                                         Qt::CheckStateRole);
    qInfo("500 ticked one by one: %lld ms", clock.restart());
    QSignalSpy over(dialog, &BulkDialog::ended);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    since.restart();
    clock.restart();
    dialog->actButton()->click();
    QTRY_COMPARE_WITH_TIMEOUT(over.size(), 1, 120'000);
    qInfo("500 released: %lld ms; the longest the window did not listen: %lld ms", clock.elapsed(), longest);
    QCOMPARE(count(dialog->series(), SeriesOutcome::Done), 500);
    QCOMPARE(redis({"DBSIZE"}), QByteArray("4500"));
}

void TestBulkDialog::anotherConnectionIsNotTouched()
{
    startEngine(3);
    BulkDialog *dialog = opened(ActKind::ForceRelease, m_spec);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QSignalSpy acts(m_link.get(), &EngineBridge::actWanted);
    m_link->open(m_spec, {});
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(!dialog->status().isEmpty());
    dialog->actButton()->click();
    QCOMPARE(acts.size(), 0);
}

// Some are taken over before the run, unnoticed, and some during it. None of those may be removed.
void TestBulkDialog::aRivalsLocksAreNotRemoved()
{
    startEngine(200, Environment::Production);
    BulkDialog *dialog = opened(ActKind::ForceRelease, m_spec);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-200"));
    QTRY_COMPARE(dialog->series().unplanned(), 0);
    dialog->consent()->phraseEdit()->setText(QStringLiteral("orders 200"));
    QTRY_VERIFY2(dialog->actButton()->isEnabled(), qPrintable(dialog->status()));
    QSignalSpy over(dialog, &BulkDialog::ended);
    int answers = 0;
    connect(m_link.get(), &EngineBridge::acted, this, [&] {
        if (++answers == 50)
            takeOver(180, 200); // During the run
    });
    takeOver(20, 60); // After the dry run, before the window learns of it
    QCOMPARE(dialog->series().meant(), 200);
    dialog->actButton()->click();
    QTRY_COMPARE_WITH_TIMEOUT(over.size(), 1, 60'000);
    const BulkRun &series = dialog->series();
    QCOMPARE(series.phase(), BulkRun::Phase::Ended);
    QCOMPARE(count(series, SeriesOutcome::Done), 140);
    QCOMPARE(count(series, SeriesOutcome::OwnerChanged), 60);
    for (int i = 0; i < 200; ++i) {
        const QByteArray key = "lock:" + QByteArray::number(i).rightJustified(3, '0');
        const bool taken = (i >= 20 && i < 60) || i >= 180;
        QCOMPARE(redis({"GET", key}), taken ? QByteArray("rival") : QByteArray());
        QCOMPARE(series.outcomeOf(series.row(i)), taken ? SeriesOutcome::OwnerChanged : SeriesOutcome::Done);
        if (taken)
            QCOMPARE(series.row(i).receipt->foundOwner, std::optional(OwnerId{"rival"}));
    }
}

void TestBulkDialog::whatChangesBeforehandIsShown()
{
    startEngine(5);
    BulkDialog *dialog = opened(ActKind::ForceRelease, m_spec);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_COMPARE(dialog->series().meant(), 5);
    takeOver(2, 3);
    QTRY_COMPARE(dialog->series().changed(), 1);
    QCOMPARE(dialog->series().meant(), 4);
    QVERIFY(dialog->lookAgainButton()->isVisible());
    const QModelIndex fate = dialog->table()->model().index(2, BulkModel::FateColumn);
    QVERIFY2(fate.data().toString().contains(QStringLiteral("rival")), qPrintable(fate.data().toString()));
    dialog->lookAgainButton()->click();
    QTRY_COMPARE(dialog->series().meant(), 5);
    QCOMPARE(dialog->series().requestOf(2).expectedOwner, std::optional(OwnerId{"rival"}));
    QVERIFY(!dialog->lookAgainButton()->isVisible());
}

// Before the window learns of it: the server notices by the longer TTL.
void TestBulkDialog::whatTheSameOwnerTookAnewStays()
{
    startEngine(3);
    for (const char *key : {"lock:000", "lock:001"})
        redis({"PEXPIRE", key, "20000"});
    QTRY_VERIFY(m_known.value(LockName{"lock:000"})->expiresAt &&
                m_known.value(LockName{"lock:001"})->expiresAt);
    BulkDialog *dialog = opened(ActKind::ForceRelease, m_spec);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QSignalSpy over(dialog, &BulkDialog::ended);
    VERIFY_OK(test::redisCliAll(m_redis->tcp(),
                                {{"DEL", "lock:000"}, {"SET", "lock:000", "token-0", "NX", "PX", "60000"}}));
    QCOMPARE(dialog->series().meant(), 3);
    dialog->actButton()->click();
    QTRY_COMPARE(over.size(), 1);
    const BulkRun &series = dialog->series();
    QCOMPARE(series.outcomeOf(series.row(0)), SeriesOutcome::OwnerChanged);
    QCOMPARE(count(series, SeriesOutcome::Done), 2);
    QCOMPARE(redis({"GET", "lock:000"}), QByteArray("token-0"));
    QCOMPARE(redis({"DBSIZE"}), QByteArray("1"));
}

// The same owner, again without an expiry: only its short absence reveals the change.
void TestBulkDialog::whatWasSeenTakenAnewStays()
{
    startEngine(2);
    BulkDialog *dialog = opened(ActKind::ForceRelease, m_spec);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_COMPARE(dialog->series().meant(), 2);
    redis({"DEL", "lock:001"});
    QTRY_VERIFY(!m_known.contains(LockName{"lock:001"}));
    redis({"SET", "lock:001", "token-1", "NX"});
    QTRY_VERIFY(m_known.contains(LockName{"lock:001"}));
    QCOMPARE(dialog->series().changed(), 1);
    QCOMPARE(dialog->series().meant(), 1);
    QVERIFY(dialog->lookAgainButton()->isVisible());
    QVERIFY2(dialog->output()->script().contains("# changed since: lock:001: "),
             dialog->output()->script().constData());
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QSignalSpy over(dialog, &BulkDialog::ended);
    dialog->actButton()->click();
    QTRY_COMPARE(over.size(), 1);
    QCOMPARE(count(dialog->series(), SeriesOutcome::Done), 1);
    QCOMPARE(count(dialog->series(), SeriesOutcome::NotTried), 1);
    QCOMPARE(redis({"GET", "lock:001"}), QByteArray("token-1"));
}

void TestBulkDialog::notDoneMayBeTriedAgain()
{
    startEngine(4);
    BulkDialog *dialog = opened(ActKind::ForceRelease, m_spec);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-1"));
    dialog->consent()->stopBox()->setChecked(true);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QSignalSpy over(dialog, &BulkDialog::ended);
    takeOver(1, 2);
    dialog->actButton()->click();
    QTRY_COMPARE(over.size(), 1);
    QCOMPARE(count(dialog->series(), SeriesOutcome::Done), 1);
    QCOMPARE(count(dialog->series(), SeriesOutcome::OwnerChanged), 1);
    QCOMPARE(count(dialog->series(), SeriesOutcome::NotTried), 2);
    QTRY_COMPARE(m_known.value(LockName{"lock:001"})->owner(), OwnerId{"rival"});
    dialog->againButton()->click();
    QTRY_COMPARE(dialog->series().meant(), 3);
    QCOMPARE(dialog->series().requestOf(0).expectedOwner, std::optional(OwnerId{"rival"})); // Read again
    dialog->actButton()->click();
    QTRY_COMPARE(over.size(), 2);
    QCOMPARE(count(dialog->series(), SeriesOutcome::Done), 3);
    QCOMPARE(redis({"DBSIZE"}), QByteArray("0"));
}

void TestBulkDialog::anExpiryForThoseWithout()
{
    startEngine(3);
    redis({"PEXPIRE", "lock:001", "50000"});
    QTRY_VERIFY(m_known.value(LockName{"lock:001"})->expiresAt);
    BulkDialog *dialog = opened(ActKind::SetExpiry, m_spec);
    dialog->choices()->leaseEdit()->setValue(60s);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_COMPARE(dialog->series().lease(), std::optional<milliseconds>(60s));
    QTRY_COMPARE(dialog->series().meant(), 2); // The other expires sooner
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QSignalSpy over(dialog, &BulkDialog::ended);
    dialog->actButton()->click();
    QTRY_COMPARE(over.size(), 1);
    QCOMPARE(count(dialog->series(), SeriesOutcome::Done), 2);
    for (const char *key : {"lock:000", "lock:002"}) {
        const qint64 left = redis({"PTTL", key}).toLongLong();
        QVERIFY2(left > 0 && left <= 60'000, qPrintable(QString::number(left)));
    }
}

void TestBulkDialog::theScriptDoesTheSame()
{
    startEngine(6);
    BulkDialog *dialog = opened(ActKind::ForceRelease, m_spec);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-1\nrm -rf nothing"));
    QTRY_COMPARE(dialog->series().meant(), 6);
    dialog->table()->model().setData(dialog->table()->model().index(5, 0), Qt::Unchecked, Qt::CheckStateRole);
    const QByteArray script = dialog->output()->script();
    takeOver(3, 4);
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QString::fromUtf8(script)});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.exitCode(), 0);
    for (int i = 0; i < 6; ++i)
        QCOMPARE(redis({"EXISTS", "lock:00" + QByteArray::number(i)}),
                 QByteArray(i == 3 || i == 5 ? "1" : "0"));
    QCOMPARE(redis({"GET", "lock:003"}), QByteArray("rival"));
}

void TestBulkDialog::commandsOfChosenLocks()
{
    startEngine(2);
    auto *commands = new ActCommands(*m_link, m_spec, ActKind::ForceRelease, knownLocks(), this);
    QString script;
    connect(commands, &ActCommands::ready, this, [&](const QString &text) { script = text; });
    QTRY_VERIFY(!script.isEmpty());
    QVERIFY2(script.contains(QStringLiteral("token-1")), qPrintable(script));
    QVERIFY(script.contains(QString::number(m_spec.port)));
}

void TestBulkDialog::reports()
{
    startEngine(3);
    BulkDialog *dialog = opened(ActKind::ForceRelease, m_spec);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QSignalSpy over(dialog, &BulkDialog::ended);
    takeOver(1, 2);
    dialog->actButton()->click();
    QTRY_COMPARE(over.size(), 1);
    const auto saved = [&](const char *ending) {
        const QString name = m_dir.filePath(QStringLiteral("report.%1").arg(QLatin1String(ending)));
        QFile file(name);
        return dialog->output()->saveReport(name) && file.open(QIODevice::ReadOnly) ? file.readAll()
                                                                                    : QByteArray();
    };
    const QByteArrayList csv = saved("csv").trimmed().split('\n');
    QCOMPARE(csv.size(), 4);
    QVERIFY2(csv[2].contains("lock:001,untokened-lock") && csv[2].contains(",owner-changed,rival,"),
             csv[2].constData());
    const QJsonObject json = QJsonDocument::fromJson(saved("json")).object();
    QCOMPARE(json.value(QStringLiteral("reason")).toString(), QStringLiteral("OPS-1"));
    QCOMPARE(json.value(QStringLiteral("counts")).toObject().value(QStringLiteral("done")).toInt(), 2);
    QCOMPARE(json.value(QStringLiteral("locks")).toArray().size(), 3);
    const QByteArray markdown = saved("md");
    QVERIFY2(markdown.contains("| `lock:001` | `token-1` |"), markdown.constData());
    QVERIFY(markdown.contains("OPS-1"));
}

void TestBulkDialog::pictures()
{
    const test::Pictures pictures("many");
    if (!pictures.isWanted())
        QSKIP("LOCKSCOPE_PICTURES is not set");
    startEngine(12, Environment::Production);
    redis({"DEL", "lock:009"});
    redis({"HSET", "order:77:lock", "6f96ab12-7f31-4c55-9a38-0d7f2f3f6b11:82", "2"});
    redis({"SET", "semaphore:api", "3"});
    QTRY_VERIFY(m_known.contains(LockName{"order:77:lock"}) && m_known.contains(LockName{"semaphore:api"}));
    BulkDialog *dialog = opened(ActKind::ForceRelease, m_spec);
    QTRY_COMPARE(dialog->series().unplanned(), 0);
    takeOver(2, 4);
    QTRY_COMPARE(dialog->series().changed(), 2);
    dialog->table()->model().setData(dialog->table()->model().index(5, 0), Qt::Unchecked, Qt::CheckStateRole);
    dialog->table()->tree()->setCurrentIndex(dialog->table()->model().index(0, 0));
    pictures.save(*dialog, "dryrun");
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-4711: the worker crashed"));
    dialog->consent()->phraseEdit()->setText(dialog->confirmation());
    QVERIFY2(dialog->actButton()->isEnabled(), qPrintable(dialog->status()));
    QSignalSpy over(dialog, &BulkDialog::ended);
    takeOver(7, 9);
    dialog->actButton()->click();
    QTRY_COMPARE(over.size(), 1);
    pictures.save(*dialog, "report");
    dialog->close();
    takeOver(0, 8);
    QTRY_VERIFY(m_known.contains(LockName{"lock:000"}));
    ConnectionSpec limited = m_spec;
    limited.limits.actsAMinute = 3;
    dialog = opened(ActKind::SetExpiry, limited);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-4711"));
    QTRY_COMPARE(dialog->series().unplanned(), 0);
    dialog->consent()->phraseEdit()->setText(dialog->confirmation());
    QTRY_VERIFY2(dialog->actButton()->isEnabled(), qPrintable(dialog->status()));
    dialog->actButton()->click();
    QTRY_VERIFY(dialog->series().pausedUntil());
    QTest::qWait(300);
    pictures.save(*dialog, "paused");
}

LOCKSCOPE_UI_TEST(TestBulkDialog)

} // namespace tst_bulkdialog

#include "tst_bulkdialog.moc"
