// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/scriptreply.h"
#include "core/formats/wholeplan.h"
#include "core/redis/reply.h"
#include "core/redis/script.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

namespace tst_scriptreply
{

using namespace lockscope;

namespace
{

Reply text(QByteArray bytes)
{
    return {.type = Reply::Type::Bulk, .bytes = std::move(bytes)};
}

Reply integer(qint64 value)
{
    return {.type = Reply::Type::Integer, .integer = value};
}

Reply answer(QByteArray result, QByteArray owner, qint64 count, qint64 ttl, qint64 woken)
{
    return {.type = Reply::Type::Array,
            .items = {text(std::move(result)), text(std::move(owner)), integer(count), integer(ttl),
                      integer(woken)}};
}

} // namespace

class tst_scriptreply : public QObject
{
    Q_OBJECT

private slots:
    void becomesAReceipt_data();
    void becomesAReceipt();
    void otherRepliesAreNone_data();
    void otherRepliesAreNone();
    void anUnknownWordIsUnknown();
    void scriptsKeepTheirContract_data();
    void scriptsKeepTheirContract();
    void scriptsGoIntoOneLineOfAShell();
    void itIsKnownWhichNeedMemory();
};

void tst_scriptreply::becomesAReceipt_data()
{
    QTest::addColumn<Reply>("reply");
    QTest::addColumn<ActResult>("result");
    QTest::addColumn<QByteArray>("found");
    QTest::addColumn<bool>("somebody");
    QTest::addColumn<qint64>("ttl"); // -1: none
    QTest::newRow("done and still held")
        << answer("done", "me", 2, 30000, 0) << ActResult::Done << QByteArray("me") << true << qint64(30000);
    QTest::newRow("done and gone") << answer("done", "", 0, -2, 3) << ActResult::Done << QByteArray() << false
                                   << qint64(-1);
    QTest::newRow("held by another") << answer("held", "she", 1, 0, 0) << ActResult::NotAcquired
                                     << QByteArray("she") << true << qint64(0);
    QTest::newRow("changed hands") << answer("owner-changed", "she", 1, -1, 0) << ActResult::OwnerChanged
                                   << QByteArray("she") << true << qint64(-1);
    QTest::newRow("an owner without a name") << answer("owner-changed", "", 1, -1, 0)
                                             << ActResult::OwnerChanged << QByteArray() << true << qint64(-1);
    QTest::newRow("already gone") << answer("already-gone", "", 0, -2, 0) << ActResult::AlreadyGone
                                  << QByteArray() << false << qint64(-1);
}

void tst_scriptreply::becomesAReceipt()
{
    QFETCH(Reply, reply);
    QFETCH(qint64, ttl);
    const Outcome<ScriptReply> read = readScriptReply(reply);
    VERIFY_OK(read);
    Receipt receipt;
    receipt.foundOwner = OwnerId{"of an earlier look"};
    receipt.ttl = milliseconds(1);
    applyScriptReply(*read, receipt);
    QTEST(receipt.result, "result");
    QTEST(receipt.foundOwner.has_value(), "somebody");
    QTEST(receipt.foundOwner.value_or(OwnerId()).bytes, "found");
    QCOMPARE(receipt.foundCount, reply.items[2].integer);
    QCOMPARE(receipt.ttl.value_or(milliseconds(-1)).count(), ttl);
    QCOMPARE(receipt.woken, reply.items[4].integer);
}

void tst_scriptreply::otherRepliesAreNone_data()
{
    QTest::addColumn<Reply>("reply");
    QTest::newRow("nil") << Reply{};
    QTest::newRow("a number") << integer(1);
    QTest::newRow("too short") << Reply{.type = Reply::Type::Array, .items = {text("done")}};
    QTest::newRow("another word") << answer("dunno", "", 0, -2, 0);
    Reply wrong = answer("done", "", 0, -2, 0);
    wrong.items[3] = text("soon");
    QTest::newRow("a TTL that is not a number") << wrong;
}

void tst_scriptreply::otherRepliesAreNone()
{
    QFETCH(Reply, reply);
    VERIFY_FAILS(readScriptReply(reply), ErrorKind::Protocol);
}

void tst_scriptreply::anUnknownWordIsUnknown()
{
    Receipt receipt;
    receipt.result = ActResult::Done;
    applyScriptReply({.result = "dunno"}, receipt);
    QVERIFY(receipt.result == ActResult::Unknown);
    QVERIFY(receipt.failure.kind == ErrorKind::Protocol);
}

void tst_scriptreply::scriptsKeepTheirContract_data()
{
    QTest::addColumn<QString>("file");
    const QDir folder(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/resources/lua"));
    const QStringList files =
        folder.entryList({QStringLiteral("redisson-*.lua"), QStringLiteral("token-*.lua")});
    QVERIFY(files.size() >= 11);
    for (const QString &file : files)
        QTest::newRow(qPrintable(file)) << folder.filePath(file);
}

void tst_scriptreply::scriptsGoIntoOneLineOfAShell()
{
    const QDir folder(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/resources/lua"));
    const QStringList files = folder.entryList({QStringLiteral("*.lua")});
    QVERIFY(files.size() > 50);
    for (const QString &file : files) {
        QFile lua(folder.filePath(file));
        QVERIFY(lua.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = lua.readAll().split('\n');
        for (const QByteArray &line : lines) {
            if (line.trimmed().startsWith("--"))
                continue;
            // A comment needs a line of its own, as the rest is joined to one.
            QVERIFY2(!line.contains("--"), qPrintable(file + QStringLiteral(": ") + QString::fromUtf8(line)));
        }
    }
}

void tst_scriptreply::scriptsKeepTheirContract()
{
    QFETCH(QString, file);
    QFile lua(file);
    QVERIFY(lua.open(QIODevice::ReadOnly));
    const QByteArray all = lua.readAll();
    QVERIFY(all.startsWith("-- SPDX-License-Identifier: GPL-3.0-or-later\n-- "));
    QVERIFY2(all.contains("-- KEYS[1]") && all.contains("-- Replies"), "the contract is on top");
    QVERIFY2(!all.contains("#!"), "a script with a shebang is refused by a server out of memory");
    QVERIFY2(!all.contains("\"KEYS\"") && !all.contains("\"SCAN\""), "no script looks at other keys");
    QByteArray code;
    for (const QByteArray &line : all.split('\n')) {
        if (line.trimmed().startsWith("--"))
            continue;
        code += line + '\n';
    }
    const qsizetype published =
        QString::fromUtf8(code).indexOf(QRegularExpression(QStringLiteral("\\b(publish|wakefirst)\\(")));
    const qsizetype deleted = code.indexOf("\"DEL\"");
    QVERIFY2(published < 0 || deleted < 0 || published < deleted,
             "publish first: scripts are not rolled back");
    QVERIFY2(!all.contains("redisson_unlock_latch"), "the latch is Redisson's own");
}

// A server out of memory refuses the first command that a script writes with if it may need memory, and no
// later one.
void tst_scriptreply::itIsKnownWhichNeedMemory()
{
    const QByteArrayList needing{"SET",     "INCR", "INCRBY",  "DECR", "DECRBY", "HSET",
                                 "HINCRBY", "ZADD", "ZINCRBY", "SADD", "LPUSH",  "RPUSH"};
    const QByteArrayList others{
        "DEL",    "UNLINK", "EXPIRE",   "PEXPIRE",     "PEXPIREAT", "HDEL",     "SREM",          "ZREM",
        "LREM",   "LPOP",   "TYPE",     "STRLEN",      "GET",       "GETRANGE", "PTTL",          "TIME",
        "EXISTS", "SCARD",  "SMEMBERS", "SRANDMEMBER", "SISMEMBER", "ZCARD",    "ZRANGE",        "ZREVRANGE",
        "ZSCORE", "ZCOUNT", "HLEN",     "HGETALL",     "HGET",      "HKEYS",    "ZRANGEBYSCORE", "LLEN",
        "LINDEX", "LRANGE", "HEXISTS",  "PUBLISH",     "SPUBLISH"};
    // These free memory, or set an expiry, before a command that needs some.
    const QByteArrayList freeFirst{"permit-force-release",          "permit-release",
                                   "pythonredislock-force-release", "pythonredislock-release",
                                   "redissemaphore-force-release",  "redissemaphore-release",
                                   "redisson-fair-leave",           "redisson-rw-remove-holder",
                                   "sidekiq-force-release",         "sidekiq-release",
                                   "sidekiq6-force-release",        "sidekiq6-release"};
    const Holder writer{.count = 2, .mode = HoldMode::Write};
    static const QRegularExpression act(
        QStringLiteral("-(renew|release|set-expiry|leave|remove|remove-holder|expire)$"));
    static const QRegularExpression call(QStringLiteral("redis\\.p?call\\(\"([A-Z]+)\""));
    int seen = 0;
    for (const QString &file : QDir(QStringLiteral(":/lua")).entryList({QStringLiteral("*.lua")})) {
        const QByteArray name = file.chopped(4).toUtf8();
        if (!act.match(QString::fromUtf8(name)).hasMatch())
            continue;
        ++seen;
        bool isNeeding = false;
        for (const QRegularExpressionMatch &match : call.globalMatch(QString::fromUtf8(script(name).text))) {
            const QByteArray command = match.captured(1).toLatin1();
            QVERIFY2(needing.contains(command) || others.contains(command),
                     (command + " in " + name).constData());
            isNeeding = isNeeding || needing.contains(command);
        }
        ActPlan plan{.act = ActKind::Release, .script = name};
        plan.args = {"hash", "field-name", "field-value", "renew", "", "", "score"};
        bool isKnown = needsMemory(plan, &writer);
        plan.args[3] = "hold";
        isKnown = isKnown || needsMemory(plan, &writer);
        QVERIFY2(isKnown == (isNeeding && !freeFirst.contains(name)), name.constData());
    }
    QVERIFY(seen > 40);
    // The last hold is deleted; the key of a reader's hold too, before the count.
    const ActPlan release{.act = ActKind::Release, .script = "redisson-rw-release"};
    const Holder last{.count = 1, .mode = HoldMode::Write}, reader{.count = 2, .mode = HoldMode::Read};
    QVERIFY(needsMemory(release, &writer) && !needsMemory(release, &last) && !needsMemory(release, &reader));
}

LOCKSCOPE_TEST(tst_scriptreply)

} // namespace tst_scriptreply

#include "tst_scriptreply.moc"
