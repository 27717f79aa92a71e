// SPDX-License-Identifier: GPL-3.0-or-later
// The hash chain of the audit: it finds the first row that was changed, removed or inserted, and holds while
// several programs write and are killed.
#include "core/history/audit/auditlog.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>

namespace tst_auditchain
{

using namespace lockscope;
using test::sql;
using What = AuditFault::What;

namespace
{

constexpr int Acts = 4;

ConnectionSpec orders()
{
    ConnectionSpec spec;
    spec.name = QStringLiteral("orders");
    return spec;
}

// Three rows.
bool recordAct(AuditLog &log)
{
    const ActRequest request{.act = ActKind::ForceRelease,
                             .key = {QByteArray("lock:\x00\xff", 7)},
                             .expectedOwner = OwnerId{"alice"},
                             .reason = QStringLiteral("stuck")};
    const auto number = log.asked(request, orders());
    const ActStep step{.node = {"n:1"}, .act = ActKind::ForceRelease, .script = "s", .foundOwner = {"alice"}};
    const Receipt receipt{.act = ActKind::ForceRelease, .result = ActResult::Done, .key = request.key};
    return number && log.sending(*number, step) && log.answered(*number, receipt);
}

// What an attacker who can write the file does first.
QStringList withoutTriggers()
{
    QStringList statements;
    for (const char *table : {"act", "sent", "answer", "chain"})
        for (const char *trigger : {"UPDATE", "DELETE", "REPLACE"})
            statements
                << QStringLiteral("DROP TRIGGER %1_%2").arg(QLatin1String(table), QLatin1String(trigger));
    return statements;
}

} // namespace

class TestAuditChain : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void isIntactAsWritten();
    void namesTheFirstFault_data();
    void namesTheFirstFault();
    void theNewestRowsAreMissedByTheirHash();
    void theChainIsOnlyAddedTo();
    void withoutItsHashesNothingIsAdded();
    void aChainThatWasDroppedIsMissed();
    void rowsOfAFormerReleaseAreBeforeIt();
    void holdsWhenWritersAreKilled();
    void nothingIsWrongWithNoFile();

private:
    QString file() const { return m_folder->filePath(QStringLiteral("audit.sqlite")); }
    AuditCheck checked(const QByteArray &expected = {}) const
    {
        AuditLog log(m_folder->path());
        const auto check = log.verify(expected);
        if (!check)
            QTest::qFail(qPrintable(check.failure().line()), __FILE__, __LINE__);
        return check ? *check : AuditCheck{.fault = AuditFault{}};
    }
    void record(int acts)
    {
        AuditLog log(m_folder->path());
        for (int act = 0; act < acts; ++act)
            QVERIFY(recordAct(log));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAuditChain::isIntactAsWritten()
{
    record(Acts);
    const AuditCheck check = checked();
    QVERIFY2(!check.fault, qPrintable(check.fault ? sentenceOf(*check.fault) : QString()));
    QCOMPARE(check.rows, 3 * Acts);
    QCOMPARE(check.rowsBefore, 0);
    QCOMPARE(check.newestHash.size(), 64);
    record(1);
    QVERIFY(checked(check.newestHash).isIntact());
    QVERIFY(checked().newestHash != check.newestHash);
}

void TestAuditChain::namesTheFirstFault_data()
{
    QTest::addColumn<QStringList>("statements");
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<What>("what");
    QTest::addColumn<qint64>("row");
    QTest::addColumn<qint64>("act");
    const auto row = [](const char *name, const QStringList &statements, const QByteArray &table, What what,
                        qint64 number,
                        qint64 act) { QTest::newRow(name) << statements << table << what << number << act; };
    row("reason", {QStringLiteral("UPDATE act SET reason = 'stucK' WHERE id = 2")}, "act", What::Changed, 2,
        2);
    row("behind a NUL byte", {QStringLiteral("UPDATE act SET key = x'6c6f636b3a00fe' WHERE id = 3")}, "act",
        What::Changed, 3, 3);
    row("type", {QStringLiteral("UPDATE answer SET woken = x'30' WHERE id = 2")}, "answer", What::Changed, 2,
        2);
    row("between two columns", {QStringLiteral("UPDATE act SET user = host || user, host = '' WHERE id = 1")},
        "act", What::Changed, 1, 1);
    row("first of two", {QStringLiteral("UPDATE sent SET node = 'n:2' WHERE id IN (3, 2)")}, "sent",
        What::Changed, 2, 2);
    row("row removed", {QStringLiteral("DELETE FROM sent WHERE id = 2")}, "sent", What::Removed, 2, 0);
    row("newest row removed", {QStringLiteral("DELETE FROM answer WHERE id = 4")}, "answer", What::Removed, 4,
        0);
    row("row removed with its hash",
        {QStringLiteral("DELETE FROM sent WHERE id = 2"),
         QStringLiteral("DELETE FROM chain WHERE of = 'sent' AND row = 2")},
        "", What::HashMissing, 6, 0);
    row("removed, and the chain numbered anew",
        {QStringLiteral("DELETE FROM sent WHERE id = 2"), QStringLiteral("DELETE FROM chain WHERE id = 6"),
         QStringLiteral("UPDATE chain SET id = id - 1 WHERE id > 6")},
        "act", What::Changed, 2, 2);
    row("row inserted", {QStringLiteral("INSERT INTO act (at, act, key) VALUES (5, 'wake', x'61')")}, "act",
        What::Inserted, 5, 5);
    row("row inserted before the first",
        {QStringLiteral("INSERT INTO act (id, at, act, key) VALUES (-1, 5, 'wake', x'61')")}, "act",
        What::Inserted, -1, -1);
    row("hash changed", {QStringLiteral("UPDATE chain SET hash = before WHERE of = 'act' AND row = 2")},
        "act", What::Changed, 2, 2);
    row("all before it removed",
        {QStringLiteral("DELETE FROM chain WHERE id < 5"), QStringLiteral("DELETE FROM act WHERE id = 1")},
        "", What::HashMissing, 1, 0);
    row("no chain", {QStringLiteral("DELETE FROM chain")}, "", What::HashMissing, 1, 0);
    row("said to be older", {QStringLiteral("UPDATE chain SET note = '4 4 4' WHERE id = 1")}, "begin",
        What::Changed, 0, 0);
}

void TestAuditChain::namesTheFirstFault()
{
    QFETCH(QStringList, statements);
    QFETCH(QByteArray, table);
    QFETCH(What, what);
    QFETCH(qint64, row);
    QFETCH(qint64, act);
    record(Acts);
    QCOMPARE(sql(file(), withoutTriggers() + statements), QString());
    const AuditCheck check = checked();
    QVERIFY(!check.isIntact() && check.fault);
    const QByteArray said = sentenceOf(*check.fault).toUtf8();
    QVERIFY2(check.fault->what == what && check.fault->table == table, said.constData());
    QVERIFY2(check.fault->row == row && check.fault->act == act, said.constData());
}

void TestAuditChain::theNewestRowsAreMissedByTheirHash()
{
    record(Acts);
    const QByteArray newest = checked().newestHash;
    QCOMPARE(sql(file(), withoutTriggers() + QStringList{QStringLiteral("DELETE FROM answer WHERE id = 4"),
                                                         QStringLiteral("DELETE FROM chain WHERE id = 13")}),
             QString());
    QVERIFY(checked().isIntact()); // the file alone cannot show it
    const AuditCheck check = checked(newest);
    QVERIFY(!check.hasExpected && !check.isIntact() && !check.fault);
}

void TestAuditChain::theChainIsOnlyAddedTo()
{
    record(1);
    for (const char *statement :
         {"UPDATE chain SET hash = ''", "DELETE FROM chain",
          "REPLACE INTO chain (id, of, row, before, hash) VALUES (1, 'act', 1, '', '')"})
        QVERIFY2(!sql(file(), {QLatin1String(statement)}).isEmpty(), statement);
    QVERIFY(checked().isIntact());
}

void TestAuditChain::withoutItsHashesNothingIsAdded()
{
    record(1);
    QCOMPARE(sql(file(), withoutTriggers() + QStringList{QStringLiteral("DELETE FROM chain")}), QString());
    AuditLog log(m_folder->path());
    const auto asked = log.asked({.act = ActKind::Release, .key = {"lock:a"}}, orders());
    QVERIFY(!asked.ok());
    QVERIFY2(asked.failure().text.endsWith(QLatin1String("the chain of its hashes was removed")),
             qPrintable(asked.failure().text));
}

void TestAuditChain::aChainThatWasDroppedIsMissed()
{
    record(1);
    QCOMPARE(sql(file(), {QStringLiteral("DROP TABLE chain")}), QString());
    const AuditCheck check = checked();
    QVERIFY(!check.isIntact() && check.fault);
    QCOMPARE(check.fault->what, AuditFault::What::HashMissing);
}

void TestAuditChain::rowsOfAFormerReleaseAreBeforeIt()
{
    record(2);
    QCOMPARE(sql(file(), {QStringLiteral("DROP TABLE chain"), QStringLiteral("PRAGMA user_version = 2")}),
             QString());
    record(1);
    const AuditCheck check = checked();
    QVERIFY(check.isIntact());
    QCOMPARE(check.rowsBefore, 6);
    QCOMPARE(check.rows, 3);
    AuditLog log(m_folder->path());
    QCOMPARE(log.find({})->size(), 3u);
}

// Each child writes until it is killed, at moments that differ.
void TestAuditChain::holdsWhenWritersAreKilled()
{
    constexpr int Writers = 4;
    std::array<int, 2> pipe{};
    QCOMPARE(::pipe(pipe.data()), 0);
    std::vector<pid_t> children;
    for (int writer = 0; writer < Writers; ++writer) {
        const pid_t child = fork();
        if (child == 0) {
            AuditLog log(m_folder->path());
            while (recordAct(log))
                static_cast<void>(::write(pipe[1], "x", 1) + 0);
            _exit(1);
        }
        children.push_back(child);
    }
    ::close(pipe[1]); // else reading would not end if all of them did
    int acts = 0;
    for (const pid_t child : children) {
        char byte = 0;
        for (int i = 0; i < 25 && ::read(pipe[0], &byte, 1) == 1; ++i)
            ++acts;
        QCOMPARE(::kill(child, SIGKILL), 0);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
    }
    ::close(pipe[0]);
    record(1);
    const AuditCheck check = checked();
    QVERIFY2(check.isIntact(), qPrintable(check.fault ? sentenceOf(*check.fault) : QString()));
    QVERIFY(check.rows >= 3 * (acts + 1));
}

void TestAuditChain::nothingIsWrongWithNoFile()
{
    QVERIFY(checked().isIntact());
    QVERIFY(!checked("00").isIntact());
    QVERIFY(!QFile::exists(file()));
}

LOCKSCOPE_TEST(TestAuditChain)

} // namespace tst_auditchain

#include "tst_auditchain.moc"
