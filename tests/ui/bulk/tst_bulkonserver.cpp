// SPDX-License-Identifier: GPL-3.0-or-later
// One act on many locks of a real redis-server, with a rival that takes over locks meanwhile.

#include "core/history/audit/audittrail.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/rediscli.h"
#include "tests/support/threaded.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/bulk/bulksamples.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bulk/actcommands.h"
#include "ui/bulk/bulkchoices.h"
#include "ui/bulk/bulkconsent.h"
#include "ui/bulk/bulkdialog.h"
#include "ui/bulk/bulkoutput.h"
#include "ui/bulk/bulktable.h"
#include "ui/forms/durationedit.h"

#include <QCheckBox>
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
#include <QTreeView>

namespace tst_bulkonserver
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::count;

class TestBulkOnServer : public QObject
{
    Q_OBJECT

private slots:
    void twoThousandOnAServer();
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

    void cleanup();

private:
    std::unique_ptr<Sandbox> m_redis;
    std::unique_ptr<test::Threaded<Engine>> m_engine;
    std::unique_ptr<EngineBridge> m_bridge;
    QHash<LockName, LockPtr> m_known;
    QPointer<BulkDialog> m_dialog;
    QTemporaryDir m_dir;
    std::unique_ptr<QTemporaryDir> m_audit;
    ConnectionSpec m_spec;

    void startEngine(int locks, Environment environment = Environment::Development);
    std::vector<LockPtr> knownLocks() const;
    BulkDialog *opened(ActKind act, const ConnectionSpec &spec);
    BulkDialog *forceDialog(const char *reason)
    {
        BulkDialog *dialog = opened(ActKind::ForceRelease, m_spec);
        dialog->consent()->reasonEdit()->setText(QString::fromLatin1(reason));
        return dialog;
    }
    static void run(BulkDialog *dialog)
    {
        QSignalSpy over(dialog, &BulkDialog::ended);
        dialog->actButton()->click();
        QTRY_COMPARE(over.size(), 1);
    }
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

void TestBulkOnServer::startEngine(int locks, Environment environment)
{
    VERIFY_INTO(m_redis, Sandbox::start());
    QList<test::CliCommand> commands;
    for (int i = 0; i < locks; ++i)
        commands << test::CliCommand{"SET", "lock:" + QByteArray::number(i).rightJustified(3, '0'),
                                     "token-" + QByteArray::number(i)};
    VERIFY_OK(test::redisCliAll(m_redis->tcp(), commands));
    auto *engine = new Engine;
    m_audit = std::make_unique<QTemporaryDir>();
    new AuditTrail(engine, m_audit->path()); // Required on production
    m_engine = std::make_unique<test::Threaded<Engine>>(engine);
    m_bridge = std::make_unique<EngineBridge>();
    m_bridge->attach(engine);
    connect(m_bridge.get(), &EngineBridge::tableChanged, this, [this](const LockDelta &delta) {
        for (const LockName &key : delta.removed)
            m_known.remove(key);
        for (const LockPtr &lock : delta.upserted)
            m_known.insert(lock->key, lock);
    });
    m_spec = m_redis->tcp();
    m_spec.name = QStringLiteral("orders");
    m_spec.environment = environment;
    m_spec.readOnly = false;
    m_bridge->open(m_spec, {});
    QTRY_COMPARE(m_known.size(), locks);
}

std::vector<LockPtr> TestBulkOnServer::knownLocks() const
{
    std::vector<LockPtr> locks(m_known.cbegin(), m_known.cend());
    std::sort(locks.begin(), locks.end(),
              [](const LockPtr &a, const LockPtr &b) { return a->key.bytes < b->key.bytes; });
    return locks;
}

BulkDialog *TestBulkOnServer::opened(ActKind act, const ConnectionSpec &spec)
{
    auto *dialog = new BulkDialog(*m_bridge, {.shown = knownLocks()}, spec);
    m_dialog = dialog;
    dialog->setAct(act);
    dialog->show();
    return dialog;
}

void TestBulkOnServer::cleanup()
{
    delete m_dialog;
    m_known.clear();
    m_bridge.reset();
    m_engine.reset();
    m_redis.reset();
}

void TestBulkOnServer::twoThousandOnAServer()
{
    startEngine(2000);
    BulkDialog *dialog = forceDialog("OPS-2000");
    QTRY_COMPARE_WITH_TIMEOUT(dialog->series().unplanned(), 0, 120'000);
    QCOMPARE(dialog->series().meant(), 2000);
    for (QPushButton *button : dialog->findChildren<QPushButton *>()) {
        if (button->text() == QStringLiteral("Select &none"))
            button->click();
    }
    QCOMPARE(dialog->series().meant(), 0);
    for (int row = 0; row < 500; ++row)
        dialog->table()->model().setData(dialog->table()->model().index(row, 0), Qt::Checked,
                                         Qt::CheckStateRole);
    QSignalSpy over(dialog, &BulkDialog::ended);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QTRY_COMPARE_WITH_TIMEOUT(over.size(), 1, 120'000);
    QCOMPARE(count(dialog->series(), SeriesOutcome::Done), 500);
    QCOMPARE(redis({"DBSIZE"}), QByteArray("1500"));
}

void TestBulkOnServer::anotherConnectionIsNotTouched()
{
    startEngine(3);
    BulkDialog *dialog = forceDialog("OPS-1");
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QSignalSpy acts(m_bridge.get(), &EngineBridge::actWanted);
    m_bridge->open(m_spec, {});
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(!dialog->status().isEmpty());
    dialog->actButton()->click();
    QCOMPARE(acts.size(), 0);
}

// Some are taken over before the run, unnoticed, and some during it. None of those may be removed.
void TestBulkOnServer::aRivalsLocksAreNotRemoved()
{
    startEngine(200, Environment::Production);
    BulkDialog *dialog = forceDialog("OPS-200");
    QTRY_COMPARE(dialog->series().unplanned(), 0);
    dialog->consent()->phraseEdit()->setText(QStringLiteral("orders 200"));
    QTRY_VERIFY2(dialog->actButton()->isEnabled(), qPrintable(dialog->status()));
    QSignalSpy over(dialog, &BulkDialog::ended);
    int answers = 0;
    connect(m_bridge.get(), &EngineBridge::acted, this, [&] {
        if (++answers == 50)
            takeOver(180, 200); // During the run
    });
    takeOver(20, 60); // After the dry run, before the window learns of it
    QCOMPARE(dialog->series().meant(), 200);
    dialog->actButton()->click();
    QTRY_COMPARE(over.size(), 1);
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

void TestBulkOnServer::whatChangesBeforehandIsShown()
{
    startEngine(5);
    BulkDialog *dialog = forceDialog("OPS-1");
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
void TestBulkOnServer::whatTheSameOwnerTookAnewStays()
{
    startEngine(3);
    for (const char *key : {"lock:000", "lock:001"})
        redis({"PEXPIRE", key, "200000"});
    QTRY_VERIFY(m_known.value(LockName{"lock:000"})->expiresAt &&
                m_known.value(LockName{"lock:001"})->expiresAt);
    BulkDialog *dialog = forceDialog("OPS-1");
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    VERIFY_OK(test::redisCliAll(m_redis->tcp(),
                                {{"DEL", "lock:000"}, {"SET", "lock:000", "token-0", "NX", "PX", "600000"}}));
    QCOMPARE(dialog->series().meant(), 3);
    run(dialog);
    const BulkRun &series = dialog->series();
    QCOMPARE(series.outcomeOf(series.row(0)), SeriesOutcome::OwnerChanged);
    QCOMPARE(count(series, SeriesOutcome::Done), 2);
    QCOMPARE(redis({"GET", "lock:000"}), QByteArray("token-0"));
    QCOMPARE(redis({"DBSIZE"}), QByteArray("1"));
}

// The same owner, again without an expiry: only its short absence reveals the change.
void TestBulkOnServer::whatWasSeenTakenAnewStays()
{
    startEngine(2);
    BulkDialog *dialog = forceDialog("OPS-1");
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
    run(dialog);
    QCOMPARE(count(dialog->series(), SeriesOutcome::Done), 1);
    QCOMPARE(count(dialog->series(), SeriesOutcome::NotTried), 1);
    QCOMPARE(redis({"GET", "lock:001"}), QByteArray("token-1"));
}

void TestBulkOnServer::notDoneMayBeTriedAgain()
{
    startEngine(4);
    BulkDialog *dialog = forceDialog("OPS-1");
    dialog->consent()->stopBox()->setChecked(true);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    takeOver(1, 2);
    run(dialog);
    QCOMPARE(count(dialog->series(), SeriesOutcome::Done), 1);
    QCOMPARE(count(dialog->series(), SeriesOutcome::OwnerChanged), 1);
    QCOMPARE(count(dialog->series(), SeriesOutcome::NotTried), 2);
    QTRY_COMPARE(m_known.value(LockName{"lock:001"})->owner(), OwnerId{"rival"});
    dialog->againButton()->click();
    QTRY_COMPARE(dialog->series().meant(), 3);
    QCOMPARE(dialog->series().requestOf(0).expectedOwner, std::optional(OwnerId{"rival"})); // Read again
    run(dialog);
    QCOMPARE(count(dialog->series(), SeriesOutcome::Done), 3);
    QCOMPARE(redis({"DBSIZE"}), QByteArray("0"));
}

void TestBulkOnServer::anExpiryForThoseWithout()
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
    run(dialog);
    QCOMPARE(count(dialog->series(), SeriesOutcome::Done), 2);
    for (const char *key : {"lock:000", "lock:002"}) {
        const qint64 left = redis({"PTTL", key}).toLongLong();
        QVERIFY2(left > 0 && left <= 60'000, qPrintable(QString::number(left)));
    }
}

void TestBulkOnServer::theScriptDoesTheSame()
{
    startEngine(6);
    BulkDialog *dialog = forceDialog("OPS-1\nrm -rf nothing");
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

void TestBulkOnServer::commandsOfChosenLocks()
{
    startEngine(2);
    auto *commands = new ActCommands(*m_bridge, m_spec, ActKind::ForceRelease, knownLocks(), this);
    QString script;
    connect(commands, &ActCommands::ready, this, [&](const QString &text) { script = text; });
    QTRY_VERIFY(!script.isEmpty());
    QVERIFY2(script.contains(QStringLiteral("token-1")), qPrintable(script));
    QVERIFY(script.contains(QString::number(m_spec.port)));
}

void TestBulkOnServer::reports()
{
    startEngine(3);
    BulkDialog *dialog = forceDialog("OPS-1");
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    takeOver(1, 2);
    run(dialog);
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

LOCKSCOPE_UI_TEST(TestBulkOnServer)

} // namespace tst_bulkonserver

#include "tst_bulkonserver.moc"
