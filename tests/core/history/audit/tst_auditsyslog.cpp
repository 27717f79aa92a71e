// SPDX-License-Identifier: GPL-3.0-or-later
// The copy of the audit in the system log: one line a row, to a real socket, with the row's hash and no
// value.
#include "core/engine/engine.h"
#include "core/history/audit/auditlog.h"
#include "core/history/audit/audittrail.h"
#include "tests/support/datagrams.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_auditsyslog
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

ConnectionSpec orders()
{
    ConnectionSpec spec;
    spec.name = QStringLiteral("orders");
    spec.password = QStringLiteral("s3cr3t-password");
    return spec;
}

ActRequest forced()
{
    return {.act = ActKind::ForceRelease,
            .key = {QByteArray("lock:\n\"x\"\xff")},
            .expectedOwner = OwnerId{"alice"},
            .reason = QStringLiteral("stuck\nact=9 row=answer")};
}

ActStep step()
{
    return {.node = {"n:1"},
            .cli = QStringLiteral("redis-cli -h n"),
            .act = ActKind::ForceRelease,
            .script = "s",
            .foundOwner = {"alice"},
            .before = {{.key = {"lock:a"}, .dump = QByteArray("s3cr3t-value")}}};
}

Receipt receipt()
{
    Receipt receipt{.act = ActKind::ForceRelease, .result = ActResult::Done, .key = forced().key};
    receipt.failure.text = QStringLiteral("s3cr3t-text");
    receipt.plan.commands = {QStringLiteral("redis-cli SET x s3cr3t-command")};
    return receipt;
}

// Three rows.
void record(AuditTrail &trail)
{
    const auto number = trail.asked(forced(), orders());
    VERIFY_OK(number);
    VERIFY_OK(trail.sending(*number, step()));
    VERIFY_OK(trail.answered(*number, receipt()));
}

} // namespace

class TestAuditSyslog final : public QObject
{
    Q_OBJECT
private slots:
    void eachRowIsALine();
    void longFieldsAreCut();
    void itsHashesFindWhatTheFileLost();
    void whatIsNotTakenIsReportedOnceAnAct();
};

void TestAuditSyslog::eachRowIsALine()
{
    const QTemporaryDir folder;
    const Datagrams syslog(folder.filePath(QStringLiteral("log")));
    QVERIFY(syslog.isOpen());
    Engine engine;
    auto *trail = new AuditTrail(&engine, folder.path());
    trail->setSyslog(syslog.path());
    record(*trail);
    const QByteArrayList lines = syslog.received();
    QCOMPARE(lines.size(), 3);
    static const QRegularExpression form(
        QStringLiteral("^<13>[A-Z][a-z]{2} [ 0-9][0-9] [0-9:]{8} lockscope-audit\\[\\d+\\]: act=1 "
                       "row=(asked|sent|answer) .* "
                       "hash=[0-9a-f]{64}$"));
    for (const QByteArray &line : lines) {
        QVERIFY2(form.match(QString::fromUtf8(line)).hasMatch(), line.constData());
        QVERIFY2(!line.contains("s3cr3t"), line.constData());
    }
    QVERIFY2(lines[0].contains("row=asked do=\"force-release\" key=\"lock:\\x0a\\\"x\\\"\\xff\" user="),
             lines[0].constData());
    QVERIFY2(lines[0].contains("profile=\"orders\" expected=\"alice\" reason=\"stuck\\x0aact=9 row=answer\""),
             lines[0].constData());
    QVERIFY2(lines[1].contains("row=sent do=\"force-release\" node=\"n:1\" found=\"alice\""),
             lines[1].constData());
    QVERIFY2(lines[2].contains("row=answer result=\"done\" hash="), lines[2].constData());
    trail->setSyslog({});
    record(*trail);
    QCOMPARE(syslog.received(), QByteArrayList());
}

void TestAuditSyslog::longFieldsAreCut()
{
    const QByteArray line =
        auditLine(1, "asked", {{"key", QByteArray(5000, 'k')}, {"reason", {}}, {"user", "ann"}}, "abc");
    QCOMPARE(line, "act=1 row=asked key=\"" + QByteArray(300, 'k') + "…\" user=\"ann\" hash=abc");
}

void TestAuditSyslog::itsHashesFindWhatTheFileLost()
{
    const QTemporaryDir folder;
    const Datagrams syslog(folder.filePath(QStringLiteral("log")));
    Engine engine;
    auto *trail = new AuditTrail(&engine, folder.path());
    trail->setSyslog(syslog.path());
    record(*trail);
    record(*trail);
    const QByteArrayList lines = syslog.received();
    QCOMPARE(lines.size(), 6);
    for (const QByteArray &line : lines) {
        const auto check = AuditLog(folder.path()).verify(line.right(64));
        VERIFY_OK(check);
        QVERIFY2(check->isIntact(), line.constData());
    }
    const QString file = folder.filePath(QStringLiteral("audit.sqlite"));
    QCOMPARE(
        sql(file, {QStringLiteral("DROP TRIGGER answer_DELETE"), QStringLiteral("DROP TRIGGER chain_DELETE"),
                   QStringLiteral("DELETE FROM answer WHERE act = 2"),
                   QStringLiteral("DELETE FROM chain WHERE id = (SELECT max(id) FROM chain)")}),
        QString());
    VERIFY_OK(AuditLog(folder.path()).verify());
    QVERIFY2(AuditLog(folder.path()).verify()->isIntact(), "the file alone does not show it");
    QVERIFY(!AuditLog(folder.path()).verify(lines.last().right(64))->isIntact());
    QVERIFY(AuditLog(folder.path()).verify(lines[4].right(64))->isIntact());
}

void TestAuditSyslog::whatIsNotTakenIsReportedOnceAnAct()
{
    const QTemporaryDir folder;
    Engine engine;
    auto *trail = new AuditTrail(&engine, folder.path());
    const QString nothing = folder.filePath(QStringLiteral("nothing"));
    trail->setSyslog(nothing);
    const QSignalSpy told(trail, &AuditTrail::copyFailed);
    record(*trail);
    QCOMPARE(told.count(), 1);
    const Failure why = told.first().first().value<Failure>();
    QVERIFY2(why.text.contains(nothing) && why.text.contains(QStringLiteral("No such file")),
             qPrintable(why.line()));
    record(*trail);
    QCOMPARE(told.count(), 2);
    QCOMPARE(AuditLog(folder.path()).find({})->size(), size_t(2)); // The file has all
}

LOCKSCOPE_TEST(TestAuditSyslog)

} // namespace tst_auditsyslog

#include "tst_auditsyslog.moc"
