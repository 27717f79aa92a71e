// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/permissions.h"

#include <QTest>

using namespace lockscope;

namespace
{

Reply bulk(const QByteArray &text)
{
    return {.type = Reply::Type::Bulk, .bytes = text};
}

Reply error(const QByteArray &text)
{
    return {.type = Reply::Type::Error, .bytes = text};
}

Reply role(const QByteArray &word)
{
    return {.type = Reply::Type::Array, .items = {bulk(word)}};
}

const Reply Fine{.type = Reply::Type::Status, .bytes = "OK"};

ConnectionSpec bob(QList<QByteArray> patterns = {})
{
    return {.host = QStringLiteral("redis"), .user = QStringLiteral("bob"), .patterns = std::move(patterns)};
}

// The answers of one server: all allowed but what is said here.
std::vector<Reply> answers(const Reply &roleReply, const Reply &info, const Reply &firstTrial = Fine)
{
    const Batch questions = writeQuestions(bob());
    std::vector<Reply> replies{roleReply, info, firstTrial};
    replies.resize(size_t(questions.count()), Fine);
    return replies;
}

const Reply Seven = bulk("# Server\r\nredis_version:7.0.15\r\nrole:master\r\n");

} // namespace

class tst_permissions : public QObject
{
    Q_OBJECT
private slots:
    void questionsChangeNothing();
    void aSampleKeyIsOneOfThePattern();
    void mayWrite_data();
    void mayWrite();
    void mayRead_data();
    void mayRead();
};

void tst_permissions::questionsChangeNothing()
{
    QVERIFY(!readQuestions(bob()).mayWrite());
    QVERIFY(!writeQuestions(bob()).mayWrite());
}

void tst_permissions::aSampleKeyIsOneOfThePattern()
{
    QVERIFY(readQuestions(bob({"app:lock:*"})).wire().contains("\r\napp:lock:lockscope\r\n"));
    QVERIFY(writeQuestions(bob({"app:l[ao]ck"})).wire().contains("\r\napp:llockscope\r\n"));
    QVERIFY(writeQuestions(bob()).wire().contains("\r\nbob\r\n"));
    QVERIFY(writeQuestions({}).wire().contains("\r\ndefault\r\n"));
}

void tst_permissions::mayWrite_data()
{
    QTest::addColumn<std::vector<Reply>>("replies");
    QTest::addColumn<QList<QByteArray>>("patterns");
    QTest::addColumn<QString>("text");
    const QList<QByteArray> none;
    const QList<QByteArray> locks{"lock:*"};
    const Reply noInfo = error("NOPERM this user has no permissions to run the 'info' command");
    const Reply noRole = error("NOPERM this user has no permissions to run the 'role' command");
    const Reply five = bulk("# Server\r\nredis_version:5.0.14\r\n");
    const Reply ten = bulk("# Server\r\nredis_version:10.0.0\r\n");
    const Reply six = bulk("# Server\r\nredis_version:6.2.6\r\n");
    const Reply noTry =
        error("ERR Unknown subcommand or wrong number of arguments for 'DRYRUN'. Try ACL HELP.");
    const auto row = [](const char *name, const std::vector<Reply> &replies,
                        const QList<QByteArray> &patterns, const char *text) {
        QTest::newRow(name) << replies << patterns << QString::fromLatin1(text);
    };
    row("a master, everything allowed", answers(role("master"), Seven), none, "may write");
    row("a replica", answers(role("slave"), Seven), none, "may not write: it is a replica");
    row("a replica that tells its role to nobody but INFO", answers(noRole, bulk("x\r\nrole:slave\r\n")),
        none, "may not write: it is a replica");
    row("a command is missing",
        answers(role("master"), Seven, bulk("This user has no permissions to run the 'evalsha' command")),
        none, "may not write: the user may not run evalsha");
    row("of 7.2",
        answers(role("master"), Seven, bulk("User bob has no permissions to run the 'evalsha' command")),
        none, "may not write: the user may not run evalsha");
    row("other keys only",
        answers(role("master"), Seven,
                bulk("This user has no permissions to access the 'lock:lockscope' key")),
        locks, "may not write: the user may not touch keys of lock:*");
    row("other keys only, none asked for",
        answers(role("master"), Seven,
                bulk("This user has no permissions to access the 'lock:lockscope' key")),
        none, "may write (not every key)");
    row("may not ask",
        answers(noRole, noInfo, error("NOPERM this user has no permissions to run the 'acl|dryrun' command")),
        none, "whether it may write is not known: this user may not ask the server for it (ACL DRYRUN)");
    row("too old to be asked", answers(role("master"), six, noTry), none,
        "whether it may write is not known: a server before 7.0 cannot be asked");
    row("older than users", answers(role("master"), five, error("ERR unknown command `ACL`, with args")),
        none, "may write");
    row("a version of two digits", answers(role("master"), ten, error("ERR unknown command 'ACL'")), none,
        "whether it may write is not known: a server before 7.0 cannot be asked");
}

void tst_permissions::mayWrite()
{
    QFETCH(std::vector<Reply>, replies);
    QFETCH(QList<QByteArray>, patterns);
    QFETCH(QString, text);
    QCOMPARE(stageText(lockscope::mayWrite(replies, bob(patterns))), text);
}

void tst_permissions::mayRead_data()
{
    QTest::addColumn<std::vector<Reply>>("replies");
    QTest::addColumn<QList<QByteArray>>("patterns");
    QTest::addColumn<QString>("text");
    const QList<QByteArray> none;
    const QList<QByteArray> locks{"lock:*"};
    const Reply keyDenied =
        error("NOPERM this user has no permissions to access one of the keys used as arguments");
    QTest::newRow("all") << std::vector{Fine, Fine} << none << QStringLiteral("may read");
    QTest::newRow("the sample is on another node")
        << std::vector{Fine, error("MOVED 1 127.0.0.1:7001")} << none << QStringLiteral("may read");
    QTest::newRow("some keys") << std::vector{Fine, keyDenied} << none
                               << QStringLiteral("may read (not every key)");
    QTest::newRow("not those asked for") << std::vector{Fine, keyDenied} << locks
                                         << QStringLiteral("may not read: the user may not touch this key");
    QTest::newRow("no SCAN")
        << std::vector{error("NOPERM this user has no permissions to run the 'scan' command"), Fine} << none
        << QStringLiteral("may not read: the user may not run scan");
}

void tst_permissions::mayRead()
{
    QFETCH(std::vector<Reply>, replies);
    QFETCH(QList<QByteArray>, patterns);
    QFETCH(QString, text);
    QCOMPARE(stageText(lockscope::mayRead(replies, bob(patterns))), text);
}

QTEST_GUILESS_MAIN(tst_permissions)
#include "tst_permissions.moc"
