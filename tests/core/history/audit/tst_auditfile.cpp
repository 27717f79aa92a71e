// SPDX-License-Identifier: GPL-3.0-or-later
// The audit as a file: only added to, by several programs at once, until one is killed; versions and rights.

#include "core/history/audit/auditlog.h"
#include "tests/core/history/audit/auditacts.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_auditfile
{

using namespace lockscope;
using test::sql;
using namespace std::chrono_literals;
using namespace lockscope::test::audit;

namespace
{

// Performs the first steps of an act in a child process, which is then killed.
void dieAfter(int steps, const QString &folder)
{
    const pid_t child = fork();
    if (child == 0) {
        AuditLog log(folder);
        const auto number = steps > 0 ? log.asked(forced(), profile()) : Outcome<qint64>(0);
        if (steps > 1)
            static_cast<void>(log.sending(*number, step()));
        if (steps > 2)
            static_cast<void>(log.answered(*number, receipt()));
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
}

} // namespace

class TestAuditFile : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void isOnlyAddedTo_data();
    void isOnlyAddedTo();
    void killedBetweenTwoSteps();
    void severalWriteAtOnce();
    void whatIsNoFileKeepsItsPermissions();
    void takesOverVersionOne();
    void beginsAnewWhenTheFileIsMovedAway();
    void refusesANewerFile();
    void refusesAFileThatIsNone();
    void looksWithoutLeavingAFile();
    void tellsWhenItCannotWrite();
    void tellsWhenTheDiskIsFull();
    void isForItsOwnerOnly();

private:
    QString file() const { return m_folder->filePath(QStringLiteral("audit.sqlite")); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAuditFile::isOnlyAddedTo_data()
{
    QTest::addColumn<QString>("statement");
    for (const char *table : {"act", "sent", "answer"}) {
        QTest::addRow("update %s", table) << QStringLiteral("UPDATE %1 SET at = 0").arg(QLatin1String(table));
        QTest::addRow("delete from %s", table) << QStringLiteral("DELETE FROM %1").arg(QLatin1String(table));
    }
    QTest::newRow("replace act") << QStringLiteral(
        "INSERT OR REPLACE INTO act (id, at, act, key) VALUES (1, 0, 'wake', x'00')");
    QTest::newRow("replace sent") << QStringLiteral("REPLACE INTO sent (id, act, at) VALUES (1, 1, 0)");
    QTest::newRow("replace answer") << QStringLiteral(
        "REPLACE INTO answer (id, act, at, result) VALUES (1, 1, 0, 'refused')");
    QTest::newRow("answer anew") << QStringLiteral(
        "INSERT OR REPLACE INTO answer (act, at, result) VALUES (1, 0, 'refused')");
}

void TestAuditFile::isOnlyAddedTo()
{
    QFETCH(QString, statement);
    {
        AuditLog log(m_folder->path());
        append(log, forced());
    }
    const auto before = AuditLog(m_folder->path()).find({});
    VERIFY_OK(before);
    QVERIFY(!sql(file(), {statement}).isEmpty());
    const auto after = AuditLog(m_folder->path()).find({});
    VERIFY_OK(after);
    QVERIFY(*before == *after);
}

void TestAuditFile::killedBetweenTwoSteps()
{
    for (int steps = 0; steps <= 3; ++steps)
        dieAfter(steps, m_folder->path());
    AuditLog log(m_folder->path());
    append(log, forced());
    const auto entries = log.find({});
    VERIFY_OK(entries);
    QCOMPARE(entries->size(), 4u);
    QCOMPARE(entries->at(0).result, "unknown");
    QVERIFY(entries->at(0).steps.empty() &&
            entries->at(0).failure.contains(QLatin1String("no record that it was sent")));
    QCOMPARE(entries->at(1).result, "unknown");
    QVERIFY(entries->at(1).failure.contains(QLatin1String("sent, but no response")));
    QVERIFY(entries->at(1).steps.front().before == step().before);
    QCOMPARE(entries->at(2).result, "done");
    const auto unknown = log.find({.results = {"unknown"}});
    VERIFY_OK(unknown);
    QCOMPARE(unknown->size(), 2u);
}

// All start by creating the file.
void TestAuditFile::severalWriteAtOnce()
{
    constexpr int Programs = 4;
    constexpr int Acts = 20;
    std::vector<pid_t> children;
    for (int i = 0; i < Programs; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            AuditLog log(m_folder->path());
            int written = 0;
            for (int act = 0; act < Acts; ++act) {
                const auto number = log.asked(forced(), profile(QString::number(i)));
                if (!number)
                    fprintf(stderr, "%s\n", qPrintable(number.failure().line()));
                written +=
                    number && log.sending(*number, step()).ok() && log.answered(*number, receipt()).ok();
            }
            _exit(written);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), Acts);
    }
    const auto entries = AuditLog(m_folder->path()).find({});
    VERIFY_OK(entries);
    QCOMPARE(entries->size(), size_t(Programs * Acts));
    for (const AuditEntry &entry : *entries)
        QVERIFY(entry.steps.size() == 1 && entry.result == "done" && entry.endedMs);
    const auto check = AuditLog(m_folder->path()).verify();
    QVERIFY(check && check->isIntact());
    QCOMPARE(check->rows, 3 * Programs * Acts);
}

void TestAuditFile::takesOverVersionOne()
{
    const QString table = QStringLiteral(
        "CREATE TABLE audit (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, user TEXT, host TEXT,"
        " act TEXT NOT NULL, key BLOB NOT NULL, node TEXT, expected_owner BLOB, found_owner BLOB,"
        " reason TEXT, result TEXT NOT NULL, failure TEXT)");
    const auto row = [](const char *result) {
        return QStringLiteral("INSERT INTO audit (at, user, host, act, key, node, expected_owner,"
                              " found_owner, reason, result, failure) VALUES (5, 'ann', 'box', 'release',"
                              " x'6100ff', 'n:1', x'61', NULL, 'why', '%1', 'bad')")
            .arg(QLatin1String(result));
    };
    QCOMPARE(sql(file(), {table, row("done"), row("refused")}), QString());
    AuditLog log(m_folder->path());
    append(log, forced());
    auto entries = log.find({});
    VERIFY_OK(entries);
    QCOMPARE(entries->size(), 3u);
    const AuditEntry &old = entries->front();
    QCOMPARE(old.number, 1);
    QCOMPARE(old.atMs, 5);
    QCOMPARE(old.user, QStringLiteral("ann"));
    QCOMPARE(old.key, QByteArray("a\0\xff", 3));
    QCOMPARE(old.expectedOwner, "a");
    QCOMPARE(old.result, "done");
    QCOMPARE(old.steps.size(), 1u);
    QCOMPARE(entries->at(1).result, "refused");
    QVERIFY(entries->at(1).steps.empty());
    QCOMPARE(entries->at(1).failure, QStringLiteral("bad"));
    // A program of version 1 goes on beside it.
    QCOMPARE(sql(file(), {table, row("already-gone")}), QString());
    AuditLog again(m_folder->path());
    entries = again.find({});
    VERIFY_OK(entries);
    QCOMPARE(entries->size(), 4u);
    QCOMPARE(entries->back().number, 4);
    QCOMPARE(entries->back().result, "already-gone");
    const auto check = again.verify();
    QVERIFY(check && check->isIntact());
    QCOMPARE(check->rowsBefore, 2 + 1 + 2);
    QCOMPARE(check->rows, 3 + 3);
}

void TestAuditFile::beginsAnewWhenTheFileIsMovedAway()
{
    AuditLog log(m_folder->path());
    append(log, forced());
    AuditLog other(m_folder->path());
    append(other, forced());
    QTemporaryDir archive;
    for (const QString &name : QDir(m_folder->path()).entryList(QDir::Files))
        QVERIFY(QFile::rename(m_folder->filePath(name), archive.filePath(name)));
    QVERIFY(log.find({})->empty());
    append(log, forced());
    append(other, forced());
    QCOMPARE(log.find({})->size(), 2u);
    QCOMPARE(AuditLog(archive.path()).find({})->size(), 2u);
}

void TestAuditFile::refusesANewerFile()
{
    {
        AuditLog log(m_folder->path());
        append(log, forced());
    }
    QCOMPARE(sql(file(), {QStringLiteral("PRAGMA user_version = 99")}), QString());
    AuditLog log(m_folder->path());
    for (int i = 0; i < 2; ++i) { // each time anew, and with the same words
        const auto number = log.asked(forced(), profile());
        QVERIFY(!number.ok());
        QVERIFY2(number.failure().text.contains(QLatin1String("newer version")),
                 qPrintable(number.failure().text));
    }
    QVERIFY(!log.find({}).ok());
    QCOMPARE(sql(file(), {QStringLiteral("PRAGMA user_version = 3")}), QString());
    QCOMPARE(log.find({})->size(), 1u);
}

void TestAuditFile::refusesAFileThatIsNone()
{
    {
        QFile none(file());
        QVERIFY(none.open(QIODevice::WriteOnly));
        none.write(QByteArray(4096, 'x'));
    }
    AuditLog log(m_folder->path());
    const auto number = log.asked(forced(), profile());
    QVERIFY(!number.ok());
    QVERIFY2(number.failure().text.contains(file()), qPrintable(number.failure().text));
    QVERIFY2(number.failure().remedy.contains(QLatin1String("move the file away")),
             qPrintable(number.failure().remedy));
    QVERIFY(!log.find({}).ok());
    QVERIFY(QFile::remove(file()));
    append(log, forced());
}

void TestAuditFile::looksWithoutLeavingAFile()
{
    AuditLog log(m_folder->path());
    QVERIFY(log.find({})->empty());
    QCOMPARE(log.sentSince(profile(), {})->count, 0);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 0);
}

void TestAuditFile::tellsWhenItCannotWrite()
{
    {
        QFile blocker(m_folder->filePath(QStringLiteral("file")));
        QVERIFY(blocker.open(QIODevice::WriteOnly));
    }
    for (const QString &folder :
         {m_folder->filePath(QStringLiteral("file/below")), QStringLiteral("/proc/self")}) {
        AuditLog log(folder);
        const auto number = log.asked(forced(), profile());
        QVERIFY2(!number.ok(), qPrintable(folder));
        QVERIFY2(number.failure().text.contains(folder), qPrintable(number.failure().text));
        QVERIFY(!number.failure().remedy.isEmpty());
    }
}

void TestAuditFile::tellsWhenTheDiskIsFull()
{
    AuditLog log(m_folder->path());
    append(log, forced());
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto old = std::signal(SIGXFSZ, SIG_IGN);
    rlimit full = before;
    full.rlim_cur = 40'000;
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &full), 0);
    Outcome<qint64> number = 1;
    for (int i = 0; i < 100 && number; ++i)
        number = log.asked(forced(), profile());
    const Done sent = log.sending(1, step());
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, old);
    QVERIFY(!number.ok());
    QVERIFY(!number.failure().text.isEmpty());
    QVERIFY(!sent.ok());
    append(log, forced()); // there is room again
    const auto entries = log.find({});
    VERIFY_OK(entries);
    QCOMPARE(entries->front().result, "done");
}

void TestAuditFile::isForItsOwnerOnly()
{
    const mode_t mask = umask(0);
    AuditLog log(m_folder->path());
    append(log, forced());
    umask(mask);
    const QFile::Permissions others = QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup |
                                      QFile::WriteOther | QFile::ExeGroup | QFile::ExeOther;
    const QFileInfoList files = QDir(m_folder->path()).entryInfoList(QDir::Files);
    QCOMPARE(files.size(), 3); // the log, what was written ahead, and its index
    for (const QFileInfo &one : files)
        QVERIFY2(!(one.permissions() & others), qPrintable(one.fileName()));
}

// As root, a link to /dev/zero made it unusable for all others.
void TestAuditFile::whatIsNoFileKeepsItsPermissions()
{
    const QByteArray pipe = QFile::encodeName(m_folder->filePath(QStringLiteral("pipe")));
    QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
    QCOMPARE(::chmod(pipe.constData(), 0666), 0);
    QVERIFY(QFile::link(QFile::decodeName(pipe), file()));
    AuditLog log(m_folder->path());
    QVERIFY(!log.asked(forced(), profile()).ok());
    struct stat after {
    };
    QCOMPARE(::stat(pipe.constData(), &after), 0);
    QCOMPARE(after.st_mode & 0777, mode_t(0666));
}

LOCKSCOPE_TEST(TestAuditFile)

} // namespace tst_auditfile

#include "tst_auditfile.moc"
