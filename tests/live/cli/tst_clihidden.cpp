// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli for a user who may not see or do everything, and on a server that lacks commands: what could
// not be read is unknown and not absent, and a refusal names its own cause.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/cli/clilocks.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_clihidden
{

using namespace lockscope;
using namespace lockscope::test;
using clilocks::Alice;
using clilocks::Bob;
using clilocks::lockIn;

class tst_CliHidden : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_servers.reset(); }
    void whatIsHiddenIsUnknown();
    void theKeyThatIsMissingIsNamed();
    void aSampleKeyIsNoReason();
    void aRenamedPublishIsNoChannel();
    void aWaiterThatDoesNotHearIsNotNotified();
    void aRenamedCommandIsMissed();
    void aLockThatCannotBeReleasedEndsByItself();
    void aKeyThatMayNotBeReadAnyMoreIsUnknown();
    void aPolledRecordingSaysSo();

private:
    void start(const QStringList &arguments = {})
    {
        VERIFY_INTO(m_servers,
                    SandboxDeployment::start(SandboxTopology::Standalone, {.serverArguments = arguments}));
        ask({"HSET", "lock:a", Alice, "1"});
        ask({"PEXPIRE", "lock:a", "600000"});
        ask({"RPUSH", "redisson_lock_queue:{lock:a}", Bob});
        ask({"ZADD", "redisson_lock_timeout:{lock:a}", "4102444800000", Bob});
    }
    void allow(const QByteArray &user, const QByteArrayList &rules)
    {
        Command command{"ACL", "SETUSER", user, "reset", "on", ">pw"};
        command.insert(command.end(), rules.begin(), rules.end());
        VERIFY_OK(m_servers->node(0).ask(command));
    }
    void ask(const Command &command) { VERIFY_OK(m_servers->node(0).ask(command)); }
    Ended as(const QByteArray &user, const QByteArrayList &arguments) const
    {
        const QByteArray port = QByteArray::number(m_servers->node(0).port());
        return runCli(
            QByteArrayList{"-u", "redis://" + (user.isEmpty() ? user : user + '@') + "127.0.0.1:" + port} +
            arguments);
    }

    std::unique_ptr<SandboxDeployment> m_servers;
};

void tst_CliHidden::whatIsHiddenIsUnknown()
{
    start();
    allow("part", {"~lock:*", "&*", "+@all"});
    const Ended scanned = as("part:pw", {"--json", "scan"});
    QVERIFY2(scanned.status == 4, scanned.told().constData());
    QVERIFY2(scanned.err.contains("redisson_lock_"), scanned.told().constData());
    const QJsonObject listed = lockIn(scanned.json(), "lock:a");
    QCOMPARE(listed[u"confidence"].toString(), QStringLiteral("likely"));
    QVERIFY2(!listed[u"waiters"].toObject().contains(u"subscribed"), scanned.told().constData());

    const Ended shown = as("part:pw", {"show", "lock:a"});
    QVERIFY2(!shown.out.contains("It has neither a queue"), shown.told().constData());
    QVERIFY2(shown.out.contains("Could not be read") && shown.out.contains("~redisson_lock_queue:{lock:a}"),
             shown.told().constData());
    QVERIFY2(shown.out.contains("unknown: not all keys of this lock could be read"),
             shown.told().constData());
}

void tst_CliHidden::theKeyThatIsMissingIsNamed()
{
    start();
    allow("part", {"~lock:*", "&*", "+@all"});
    const Ended refused =
        as("part:pw", {"force-release", "lock:a", "--any-owner", "--kind", "fair-lock", "--reason", "stuck"});
    QVERIFY2(refused.status == 4, refused.told().constData());
    QVERIFY2(refused.err.contains("~redisson_lock_queue:{lock:a}"), refused.told().constData());
}

// Without a pattern, the doctor tries a key that this user may not access; its commands are permitted.
void tst_CliHidden::aSampleKeyIsNoReason()
{
    start();
    allow("part", {"~lock:*", "&*", "+@all", "-acl"});
    const Ended told = as("part:pw", {"doctor"});
    QVERIFY2(told.out.contains("\nscript      allowed  not every key"), told.told().constData());
    QVERIFY2(told.out.contains("\nwrite       unknown "), told.told().constData());
    const Ended meant = as("part:pw", {"--pattern", "lock:*", "doctor"});
    QVERIFY2(meant.out.contains("\nwrite       allowed "), meant.told().constData());
}

void tst_CliHidden::aRenamedPublishIsNoChannel()
{
    start({QStringLiteral("--rename-command"), QStringLiteral("PUBLISH"), QString()});
    const Ended refused = as("", {"force-release", "lock:a", "--any-owner", "--reason", "stuck"});
    QVERIFY2(refused.status == 4, refused.told().constData());
    QVERIFY2(refused.err.contains("the server does not support the command") &&
                 refused.err.contains("publish") && !refused.err.contains("channel"),
             refused.told().constData());
    QCOMPARE(m_servers->node(0).ask({"EXISTS", "lock:a"})->integer, 1);
}

void tst_CliHidden::aWaiterThatDoesNotHearIsNotNotified()
{
    start();
    allow("deaf", {"~*", "&*", "+@all", "-pubsub"}); // whether the waiter is alive is unknown to this user
    const Ended forced = as("deaf:pw", {"force-release", "lock:a", "--any-owner", "--reason", "stuck"});
    QVERIFY2(forced.status == 0, forced.told().constData());
    QVERIFY2(!forced.told().contains("sent to"), forced.told().constData());
    QVERIFY2(forced.told().contains("no client of this server received the wake-up message"),
             forced.told().constData());
}

void tst_CliHidden::aRenamedCommandIsMissed()
{
    start({QStringLiteral("--rename-command"), QStringLiteral("LRANGE"), QString(),
           QStringLiteral("--rename-command"), QStringLiteral("HDEL"), QString()});
    const Ended told = as("", {"doctor"});
    QVERIFY2(told.out.contains("the server has no LRANGE") && told.out.contains("the server has no HDEL"),
             told.told().constData());
}

void tst_CliHidden::aLockThatCannotBeReleasedEndsByItself()
{
    start({QStringLiteral("--rename-command"), QStringLiteral("DEL"), QString()});
    const Ended told = as("", {"acquire", "lock:own", "--kind", "rlock", "--lease", "20s", "--", "true"});
    QVERIFY2(told.status != 0 && told.err.contains("lock:own: not released") &&
                 told.err.contains("it expires at"),
             told.told().constData());
}

// Nothing that happens meanwhile is taken for a release, and the lock is read again.
void tst_CliHidden::aKeyThatMayNotBeReadAnyMoreIsUnknown()
{
    start();
    allow("part", {"~*", "&*", "+@all"});
    const QByteArray url = "redis://part:pw@127.0.0.1:" + QByteArray::number(m_servers->node(0).port());
    const QTemporaryDir folder;
    const QByteArray file = QFile::encodeName(folder.filePath(QStringLiteral("hidden.lockscope")));
    Program record({"-u", url, "record", file});
    QTRY_VERIFY(record.complained("recording the locks of"));
    const auto shown = [&file] { return runCli({"show", "lock:b", "--recording", file}); };
    Program watch({"-u", url, "watch", "lock:b", "lock:a:began"});
    const auto says = [&watch](const char *words) { return watch.said(words); };
    // During the first pass, a new lock is told as changed; after it, as acquired.
    const auto isFollowed = [&] {
        ask({"DEL", "lock:a:began"});
        ask({"SET", "lock:a:began", "36a474f2673f11ef8931315d61d55cb1", "PX", "600000"});
        return says("acquired   lock:a:began");
    };
    QTRY_VERIFY(says("followed by") && isFollowed());
    ask({"SET", "lock:b", "36a474f2673f11ef8931315d61d55cb1", "PX", "600000"});
    QTRY_VERIFY(says("acquired   lock:b"));
    ask({"ACL", "SETUSER", "part", "resetkeys", "~lock:a*"});
    ask({"SET", "lock:b", "36a474f2673f11ef8931315d61d55cb2", "PX", "600000"});
    QTRY_VERIFY(says("unknown    lock:b  by 36a474f2673f11ef8931315d61d55cb1, cannot be read: "));
    QTRY_VERIFY(shown().out.contains(": unknown: the server refused to show the key"));
    ask({"ACL", "SETUSER", "part", "~*"});
    QTRY_VERIFY(says("changed    lock:b  by 36a474f2673f11ef8931315d61d55cb2"));
    QVERIFY(!says("released   lock:b"));
    QTRY_VERIFY(shown().out.contains("held by 36a474f2673f11ef8931315d61d55cb2"));
    ask({"FLUSHALL"});
    QTRY_VERIFY(shown().out.endsWith(": not held\n"));
    ::kill(pid_t(record.process.processId()), SIGINT);
    const Ended ended = record.ended();
    QVERIFY2(ended.status == 0 && ended.out.contains(" with 0 gaps") &&
                 ended.out.contains("a server was flushed, swapped or reloaded 1 time"),
             ended.told().constData());
}

// Between two polls, it may have been held for a moment.
void tst_CliHidden::aPolledRecordingSaysSo()
{
    start();
    allow("poller", {"~*", "&*", "+@all", "-client|tracking", "-psubscribe", "-subscribe"});
    const QTemporaryDir folder;
    const QByteArray file = QFile::encodeName(folder.filePath(QStringLiteral("polled.lockscope")));
    const QByteArray url = "redis://poller:pw@127.0.0.1:" + QByteArray::number(m_servers->node(0).port());
    Program record({"-u", url, "record", file});
    QTRY_VERIFY(record.complained("recording the locks of"));
    const auto shown = [&file] { return runCli({"--json", "show", "lock:a", "--recording", file}).json(); };
    QTRY_VERIFY(!shown()[u"holders"].toArray().isEmpty());
    ask({"DEL", "lock:a", "redisson_lock_queue:{lock:a}", "redisson_lock_timeout:{lock:a}"});
    const auto isFree = [&shown] {
        const QJsonObject now = shown();
        return now[u"watched"].toBool() && now[u"holders"].toArray().isEmpty();
    };
    QTRY_VERIFY(isFree());
    QCOMPARE(shown()[u"sampled"], QJsonValue(true));
    const Ended told = runCli({"show", "lock:a", "--recording", file});
    QVERIFY2(told.out.contains("not held, as far as polling showed"), told.told().constData());
    ::kill(pid_t(record.process.processId()), SIGINT);
    QCOMPARE(record.ended().status, 0);
}

LOCKSCOPE_TEST(tst_CliHidden)

} // namespace tst_clihidden

#include "tst_clihidden.moc"
