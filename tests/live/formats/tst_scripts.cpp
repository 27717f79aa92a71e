// SPDX-License-Identifier: GPL-3.0-or-later
// What the scripts of all acts share: other types, expiry, messages, rights, memory, commands to copy,
// clusters.

#include "core/lab/sandbox/sandbox.h"
#include "core/redis/session.h"
#include "tests/live/formats/scripttest.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace tst_scripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_scripts : public ScriptTest
{
    Q_OBJECT

private slots:
    void init() { m_server.clear(); }
    void anExpiredLockIsGone_data();
    void anExpiredLockIsGone();
    void anotherTypeIsAnErrorAndNothingChanges_data();
    void anotherTypeIsAnErrorAndNothingChanges();
    void subscribersAreWokenBeforeTheLockIsGone();
    void shardedSubscribersAreWokenToo();
    void withoutTheRightToPublishNothingChanges_data();
    void withoutTheRightToPublishNothingChanges();
    void bytesStayBytes_data();
    void bytesStayBytes();
    void aServerMayCheckTheNumberOfArguments();
    void aForgottenScriptIsSentAgain();
    void outOfMemoryALockCanStillBeFreed();
    void aBadLeaseLeavesNoLockWithoutAnExpiry();
    void theLinesToCopyDoTheSame_data();
    void theLinesToCopyDoTheSame();
    void allOfItWorksInACluster();
};

void tst_scripts::anExpiredLockIsGone_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<OwnerId>("owner");
    QTest::newRow("rlock") << QByteArray("rlock") << ann;
    QTest::newRow("token-lock") << QByteArray("token-lock") << OwnerId{"me"};
}

void tst_scripts::anExpiredLockIsGone()
{
    QFETCH(QByteArray, kind);
    QFETCH(OwnerId, owner);
    call({"DEBUG", "SET-ACTIVE-EXPIRE", "0"}); // Keeps expired keys in memory until they are accessed
    act(kind, {.act = ActKind::Acquire, .owner = owner, .lease = 1ms});
    QTRY_COMPARE(call({"PTTL", key.bytes}).integer, -2);
    for (const ActKind act : {ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        const Receipt receipt =
            this->act(kind, {.act = act, .owner = owner, .expectedOwner = owner, .lease = 5s});
        QCOMPARE(word(receipt.result), word(ActResult::AlreadyGone));
        QVERIFY(!receipt.foundOwner && !receipt.ttl);
    }
    call({"DEBUG", "SET-ACTIVE-EXPIRE", "1"});
}

void tst_scripts::anotherTypeIsAnErrorAndNothingChanges_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<Command>("put");
    const std::vector<std::pair<const char *, Command>> forHash{
        {"a string", {"SET", key.bytes, "1"}},
        {"a list", {"RPUSH", key.bytes, "1"}},
        {"a sorted set", {"ZADD", key.bytes, "1", "a"}},
        {"a read-write lock", {"HSET", key.bytes, "mode", "read", ann.bytes, "1"}},
        {"a hash of two owners", {"HSET", key.bytes, ann.bytes, "1", bob.bytes, "1"}},
        {"a hash without a count", {"HSET", key.bytes, ann.bytes, "soon"}}};
    const std::vector<std::pair<const char *, Command>> forString{
        {"a hash", {"HSET", key.bytes, "a", "1"}},
        {"a set", {"SADD", key.bytes, "1"}},
        {"a stream", {"XADD", key.bytes, "*", "a", "1"}},
        {"a long string", {"SET", key.bytes, QByteArray(513, 'x')}}};
    for (const ActKind act :
         {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        for (const auto &put : forHash)
            QTest::newRow(qPrintable(
                QStringLiteral("rlock %1: %2").arg(QLatin1String(name(act)), QLatin1String(put.first))))
                << QByteArray("rlock") << act << put.second;
        for (const auto &put : forString)
            QTest::newRow(qPrintable(
                QStringLiteral("token %1: %2").arg(QLatin1String(name(act)), QLatin1String(put.first))))
                << QByteArray("token-lock") << act << put.second;
    }
}

void tst_scripts::anotherTypeIsAnErrorAndNothingChanges()
{
    QFETCH(QByteArray, kind);
    QFETCH(ActKind, kindOfAct);
    QFETCH(Command, put);
    call(put);
    const QByteArray before = dump();
    const Outcome<Receipt> receipt =
        m_server.attempt(kind, {.act = kindOfAct, .key = key, .owner = ann, .lease = 1s});
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY2(receipt.failure().serverText.contains("nothing was changed"),
             receipt.failure().serverText.constData());
    QCOMPARE(dump(), before);
    QCOMPARE(pttl(), -1);
}

void tst_scripts::subscribersAreWokenBeforeTheLockIsGone()
{
    auto waiter = m_server.connected();
    auto other = connectedTo(m_server.sandbox().unixSocket());
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    QSignalSpy pushedToOther(other.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel});
    other->subscribe({"SUBSCRIBE", channel});
    QTRY_VERIFY(pushed.size() == 1 && pushedToOther.size() == 1);
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(act("rlock", {.act = ActKind::Release, .owner = ann}).woken, 0);
    QCOMPARE(act("rlock", {.act = ActKind::Release, .owner = bob}).woken, 0);
    QCOMPARE(act("rlock", {.act = ActKind::Release, .owner = ann}).woken, 2);
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(act("rlock", {.act = ActKind::ForceRelease, .expectedOwner = bob}).woken, 0);
    QCOMPARE(act("rlock", {.act = ActKind::ForceRelease, .expectedOwner = ann}).woken, 2);
    QTRY_COMPARE(pushed.size(), 3);
    QCOMPARE(pushed.last().first().value<Reply>().items.at(2).bytes, QByteArray("0"));
}

void tst_scripts::shardedSubscribersAreWokenToo()
{
    if (!m_server.hasShardedChannels())
        QSKIP("this server has no sharded channels (before 7.0)");
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SSUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);
    QCOMPARE(act("rlock", {.act = ActKind::Wake}).woken, 1);
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(act("rlock", {.act = ActKind::Release, .owner = ann}).woken, 1);
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(act("rlock", {.act = ActKind::ForceRelease}).woken, 1);
    QTRY_COMPARE(pushed.size(), 4);
}

void tst_scripts::withoutTheRightToPublishNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::newRow("release") << ActKind::Release;
    QTest::newRow("force-release") << ActKind::ForceRelease;
    QTest::newRow("wake") << ActKind::Wake;
}

void tst_scripts::withoutTheRightToPublishNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    if (!finished(m_server.session().call({"ACL", "WHOAMI"})).ok())
        QSKIP("this server has no users with rights of their own (before 6.0)");
    call({"ACL", "SETUSER", "carl", "reset", "on", ">secret", "~*", "+@all", "resetchannels"});
    ConnectionSpec spec = m_server.spec();
    spec.user = QStringLiteral("carl");
    spec.password = QStringLiteral("secret");
    auto session = connectedTo(spec);
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    const QByteArray before = dump();
    const ActRequest request{.act = kindOfAct, .key = key, .owner = ann};
    VERIFY_FAILS(m_server.attemptBy(*session, "rlock", request), ErrorKind::NoPerm);
    QCOMPARE(dump(), before);
    call({"ACL", "SETUSER", "carl", "&*", "-publish"});
    const Outcome<Receipt> mute = m_server.attemptBy(*session, "rlock", request);
    VERIFY_FAILS(mute, ErrorKind::NoPerm);
    QVERIFY(mute.failure().serverText.contains("PUBLISH"));
    QCOMPARE(dump(), before);
    call({"ACL", "SETUSER", "carl", "+publish"});
    VERIFY_OK(m_server.attemptBy(*session, "rlock", request));
    call({"ACL", "DELUSER", "carl"});
}

void tst_scripts::bytesStayBytes_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("token");
    QTest::newRow("NUL and high bytes") << QByteArray("lock:\0\xff\x80", 8) << QByteArray("\0\r\n\xfe", 4);
    QTest::newRow("quotes and braces") << QByteArray("lock:'\"{}\\") << QByteArray("'\"\\n");
    QTest::newRow("spaces and new lines") << QByteArray(" lock \n") << QByteArray(" \t");
    QTest::newRow("not one character of UTF-8") << QByteArray("lock:\xc3\x28") << QByteArray("\xf0\x9f");
}

void tst_scripts::bytesStayBytes()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, token);
    const LockName lock{name};
    QCOMPARE(act("token-lock", {.act = ActKind::Acquire, .key = lock, .owner = {token}}).foundOwner->bytes,
             token);
    QCOMPARE(call({"GET", name}).bytes, token);
    QCOMPARE(word(act("token-lock", {.act = ActKind::Renew, .key = lock, .owner = {token}}).result),
             word(ActResult::Done));
    QCOMPARE(
        word(act("token-lock", {.act = ActKind::ForceRelease, .key = lock, .expectedOwner = OwnerId{token}})
                 .result),
        word(ActResult::Done));
    act("rlock", {.act = ActKind::Acquire, .key = lock, .owner = ann});
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", *Registry::builtIn().find("rlock")->wakeChannel(lock)});
    QTRY_COMPARE(pushed.size(), 1);
    QCOMPARE(act("rlock", {.act = ActKind::Release, .key = lock, .owner = ann}).woken, 1);
    QCOMPARE(call({"DBSIZE"}).integer, 0);
}

// As Redis 8 does when a script asks whether the user may run a command, with the commands of all scripts.
void tst_scripts::aServerMayCheckTheNumberOfArguments()
{
    constexpr QByteArrayView Strict = R"lua(
local redis = setmetatable({acl_check_cmd = function(command, ...)
    local arity = redis.call("COMMAND", "INFO", command)[1][2]
    local words = select("#", ...) + 1
    if (arity > 0 and words ~= arity) or words < -arity then
        error({err = "ERR Wrong number of args for redis.acl_check_cmd()"})
    end
    return redis.acl_check_cmd(command, ...)
end}, {__index = redis})
)lua";
    if (!m_server.hasShardedChannels())
        QSKIP("before Redis 7.0 scripts cannot ask");
    static const QRegularExpression call(QStringLiteral("redis\\.call\\((\"[A-Z]+\")"));
    QSet<QByteArray> commands;
    QByteArray check;
    for (const QFileInfo &file : QDir(QStringLiteral(":/lua")).entryInfoList()) {
        QFile text(file.filePath());
        QVERIFY(text.open(QIODevice::ReadOnly));
        const QByteArray bytes = text.readAll();
        for (const QRegularExpressionMatch &match : call.globalMatch(QString::fromUtf8(bytes)))
            commands.insert(match.captured(1).toLatin1());
        if (file.fileName() == QLatin1String("all-allowed.lua"))
            check = bytes;
    }
    QVERIFY(commands.contains("\"TIME\"") && commands.contains("\"HINCRBY\""));
    const QByteArray all = commands.values().join(", ");
    const auto answer = [&](const QByteArray &asked) {
        const QByteArray text =
            Strict.toByteArray() + QByteArray(check).replace("COMMANDS})", asked + "})") + "return \"all\"";
        return finished(m_server.session().call({"EVAL", text, "1", "lock:a"}));
    };
    const Outcome<Reply> known = answer(all);
    VERIFY_OK(known);
    QCOMPARE(known->bytes, QByteArray("all"));
    VERIFY_FAILS(answer(all + ", \"NOSUCH\""), ErrorKind::UnknownCommand);
}

void tst_scripts::aForgottenScriptIsSentAgain()
{
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    call({"SCRIPT", "FLUSH"});
    QCOMPARE(word(act("rlock", {.act = ActKind::Renew, .owner = ann}).result), word(ActResult::Done));
    call({"SCRIPT", "FLUSH"});
    QCOMPARE(word(act("rlock", {.act = ActKind::Release, .owner = ann}).result), word(ActResult::Done));
    QVERIFY(!exists());
}

void tst_scripts::outOfMemoryALockCanStillBeFreed()
{
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    call({"CONFIG", "SET", "maxmemory", "1"});
    QCOMPARE(word(act("rlock", {.act = ActKind::Renew, .owner = ann}).result), word(ActResult::Done));
    VERIFY_FAILS(m_server.attempt("rlock", {.act = ActKind::Acquire, .key = key, .owner = ann}),
                 ErrorKind::OutOfMemory);
    QCOMPARE(call({"HGET", key.bytes, ann.bytes}).bytes, QByteArray("1"));
    QCOMPARE(word(act("rlock", {.act = ActKind::Release, .owner = ann}).result), word(ActResult::Done));
    QVERIFY(!exists());
    call({"CONFIG", "SET", "maxmemory", "0"});
    act("token-lock", {.act = ActKind::Acquire, .owner = ann});
    call({"CONFIG", "SET", "maxmemory", "1"});
    QCOMPARE(word(act("token-lock", {.act = ActKind::SetExpiry, .lease = 1s}).result), word(ActResult::Done));
    QCOMPARE(word(act("token-lock", {.act = ActKind::ForceRelease, .expectedOwner = ann}).result),
             word(ActResult::Done));
}

void tst_scripts::aBadLeaseLeavesNoLockWithoutAnExpiry()
{
    for (const char *lease : {"0", "-1", "soon", "", "1.5", "99999999999999999"}) {
        const Outcome<Reply> reply =
            finished(m_server.session().evaluate("redisson-acquire", {key.bytes}, {ann.bytes, lease}));
        VERIFY_FAILS(reply, ErrorKind::ServerError);
        QVERIFY(!exists());
    }
}

void tst_scripts::theLinesToCopyDoTheSame_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("lock");
    for (const char *kind : {"rlock", "fair-lock", "fenced-lock", "spin-lock", "nonreentrant-lock", "rw-lock",
                             "token-lock", "untokened-lock"}) {
        QTest::addRow("%s with a plain name", kind) << QByteArray(kind) << QByteArray("lock:order");
        QTest::addRow("%s with a name for the shell", kind)
            << QByteArray(kind) << QByteArray("lock's $HOME `id` \"{x}\" \\n é *");
        QTest::addRow("%s with a binary name", kind)
            << QByteArray(kind) << QByteArray("lock'\0\"\\\xff\n$", 11);
    }
}

// Runs the plan's commands in a shell whose redis-cli connects to this server, and checks the result.
void tst_scripts::theLinesToCopyDoTheSame()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, lock);
    QTemporaryDir folder;
    QFile wrapper(folder.filePath(QStringLiteral("redis-cli")));
    QVERIFY(wrapper.open(QIODevice::WriteOnly));
    const QString cli = QStandardPaths::findExecutable(QStringLiteral("redis-cli"));
    wrapper.write("#!/bin/sh\nexec " + cli.toUtf8() + " -p " + QByteArray::number(m_server.sandbox().port()) +
                  " \"$@\"\n");
    wrapper.close();
    QVERIFY(wrapper.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));

    const auto paste = [&](ActRequest request) {
        request.key = {lock};
        const Outcome<ActPlan> plan = Registry::builtIn().find(kind)->plan(request, nullptr);
        if (!plan)
            return QByteArray("no plan");
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
                           folder.path() + QLatin1Char(':') + environment.value(QStringLiteral("PATH")));
        shell.setProcessEnvironment(environment);
        shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), plan->commands.join(QLatin1Char('\n'))});
        shell.waitForFinished();
        return shell.readAllStandardOutput() + shell.readAllStandardError();
    };
    // SetExpiry without an owner applies to any holder.
    const OwnerId holder = kind == "rw-lock" ? OwnerId{} : ann;
    const auto there = [&] { return call({"EXISTS", lock}).integer == 1; };

    paste({.act = ActKind::Acquire, .owner = ann, .lease = 60s});
    QVERIFY(there());
    QVERIFY(call({"PTTL", lock}).integer > 50000 && call({"PTTL", lock}).integer <= 60000);
    paste({.act = ActKind::Renew, .owner = ann, .lease = 90s});
    QVERIFY(call({"PTTL", lock}).integer > 80000);
    paste({.act = ActKind::SetExpiry, .owner = holder, .lease = 20s});
    QVERIFY(call({"PTTL", lock}).integer <= 20000);
    const QByteArray refused = paste({.act = ActKind::ForceRelease, .expectedOwner = bob});
    QVERIFY2(refused.contains("owner-changed") && refused.contains(ann.bytes), refused.constData());
    const QByteArray released = paste({.act = ActKind::Release, .owner = ann});
    QVERIFY2(released.contains("done"), released.constData());
    QVERIFY(!there());
    paste({.act = ActKind::Acquire, .owner = ann, .lease = 5s});
    const OwnerId shown{kind == "rw-lock" ? ann.bytes + ":write" : ann.bytes};
    paste({.act = ActKind::ForceRelease, .expectedOwner = shown});
    QVERIFY(!there());
}

void tst_scripts::allOfItWorksInACluster()
{
    auto started =
        Sandbox::start({.serverArguments = {QStringLiteral("--cluster-enabled"), QStringLiteral("yes")}});
    VERIFY_OK(started);
    auto session = connectedTo((*started)->tcp());
    Command assign{"CLUSTER", "ADDSLOTS"};
    for (int slot = 0; slot < 16384; ++slot)
        assign.push_back(QByteArray::number(slot));
    VERIFY_OK(finished(session->call(assign)));
    QTRY_VERIFY(finished(session->call({"SET", "probe", "1"})).ok());
    // The empty hash tag puts the channel into another slot than the lock: SPUBLISH is refused, and left out.
    const auto done = [&](const char *kind, ActRequest request) {
        const Outcome<Receipt> receipt = m_server.attemptBy(*session, kind, request);
        if (!receipt)
            qWarning("%s: %s", kind, qPrintable(receipt.failure().line()));
        return receipt && receipt->result == ActResult::Done;
    };
    for (const char *name : {"lock:order", "{shop}:lock:order", "lock:{}order", "lock:{order"}) {
        const LockName lock{name};
        QVERIFY(done("rlock", {.act = ActKind::Acquire, .key = lock, .owner = ann}));
        QVERIFY(done("rlock", {.act = ActKind::Renew, .key = lock, .owner = ann}));
        QVERIFY(done("rlock", {.act = ActKind::SetExpiry, .key = lock, .lease = 5s}));
        QVERIFY(done("rlock", {.act = ActKind::Wake, .key = lock}));
        QVERIFY(done("rlock", {.act = ActKind::Release, .key = lock, .owner = ann}));
        QVERIFY(done("rlock", {.act = ActKind::Acquire, .key = lock, .owner = ann}));
        QVERIFY(done("rlock", {.act = ActKind::ForceRelease, .key = lock, .expectedOwner = ann}));
    }
    // Redisson itself cannot use such names for locks with several keys.
    for (const char *name : {"lock:order", "{shop}:lock:order"}) {
        const LockName lock{name};
        for (const char *kind : {"fair-lock", "fenced-lock", "rw-lock"}) {
            QVERIFY(done(kind, {.act = ActKind::Acquire, .key = lock, .owner = ann, .mode = HoldMode::Read}));
            QVERIFY(done(kind, {.act = ActKind::Renew, .key = lock, .owner = ann}));
            QVERIFY(done(kind, {.act = ActKind::SetExpiry, .key = lock, .lease = 5s}));
            QVERIFY(done(kind, {.act = ActKind::Wake, .key = lock}));
            QVERIFY(done(kind, {.act = ActKind::Release, .key = lock, .owner = ann}));
            QVERIFY(done(kind, {.act = ActKind::Acquire, .key = lock, .owner = ann}));
            QVERIFY(done(kind, {.act = ActKind::ForceRelease, .key = lock}));
        }
    }
}

LOCKSCOPE_TEST(tst_scripts)

} // namespace tst_scripts

#include "tst_scripts.moc"
