// SPDX-License-Identifier: GPL-3.0-or-later
// The redis-cli commands of a plan, run in a shell, have the effect of the act: for every kind and act, with
// names that contain special characters of shells and terminals.

#include "core/engine/engine.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

namespace tst_plancommands
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

// One key for each kind, in the form that its family requires.
const QByteArrayList PlainKeys{"lock:order",          "order.writer",     "uniquejobs:order:LOCKED",
                               "uniquejobs:order",    "bull:mail:7:lock", "SEMAPHORE:order:GRABBED",
                               "rueidislock:0:order", "semaphore:order",  "latch:order"};
const QByteArray Awkward = QByteArray("lock:it's \"$HOME\" `id` \\ % \xff\x01\n;*") + "ü";

// The state before a lock is taken, as its library writes it: permits, counts, or the lock itself if this
// program cannot take one.
struct Prepared {
    QByteArray key{};
    std::vector<Command> commands{};
    bool isTaken = false;
};

Prepared preparedFor(const QByteArray &kind)
{
    const QByteArray uuid = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f";
    if (kind == "timestamp-lock") // Its owner is the stored time
        return {Awkward, {{"SET", Awkward, "@110000"}}, true};
    if (kind == "semaphore")
        return {"semaphore:order", {{"SET", "semaphore:order", "3"}}};
    if (kind == "permit-semaphore")
        return {"permits", {{"SET", "permits", "3"}}};
    if (kind == "latch")
        return {"latch:order", {{"SET", "latch:order", "3"}}, true};
    if (kind == "npm-semaphore") // Its programs alone know how long a permit lasts
        return {"semaphore:order",
                {{"ZADD", "semaphore:order", "@0", uuid}, {"PEXPIRE", "semaphore:order", "100000"}},
                true};
    if (kind == "redis-semaphore")
        return {"SEMAPHORE:order:GRABBED",
                {{"SET", "SEMAPHORE:order:EXISTS", "1"},
                 {"SET", "SEMAPHORE:order:VERSION", "1"},
                 {"RPUSH", "SEMAPHORE:order:AVAILABLE", "1"},
                 {"HSET", "SEMAPHORE:order:GRABBED", "0", "1770000000.25"}},
                true};
    if (kind == "sidekiq-lock")
        return {
            "uniquejobs:0123456789abcdef0123456789abcdef:LOCKED",
            {{"ZADD", "uniquejobs:digests", "1770000000.125", "uniquejobs:0123456789abcdef0123456789abcdef"},
             {"HSET", "uniquejobs:0123456789abcdef0123456789abcdef:LOCKED", "0123456789abcdef01234567",
              "1770000000.125"},
             {"SET", "uniquejobs:0123456789abcdef0123456789abcdef", "0123456789abcdef01234567"}},
            true};
    if (kind == "job-lock")
        return {"bull:mail:7:lock",
                {{"HSET", "bull:mail:7", "name", "send", "data", "{}", "opts", "{}", "timestamp",
                  "1770000000000"},
                 {"LPUSH", "bull:mail:active", "7"},
                 {"SET", "bull:mail:7:lock", uuid + ":3", "PX", "100000"}},
                true};
    if (kind == "multi-lock")
        return {"group",
                {{"HSET", "group", "c9K1Yq2mTzqOuQvH7nbyXw", uuid + ":7",
                  "c9K1Yq2mTzqOuQvH7nbyXw:" + uuid + ":7:expire_time", "@110000",
                  "c9K1Yq2mTzqOuQvH7nbyXw:" + uuid + ":7:lock_count", "1"},
                 {"PEXPIRE", "group", "100000"}},
                true};
    return {};
}

// Wall-clock times differ between runs: compare them in steps of 20 s; ignore other long numbers.
QByteArray withoutTimes(const QByteArray &values, qint64 wallMs)
{
    static const QRegularExpression numbers(QStringLiteral("\\d{10,}"));
    QString text = QString::fromLatin1(values);
    qsizetype from = 0;
    for (auto match = numbers.match(text); match.hasMatch(); match = numbers.match(text, from)) {
        const qint64 left = match.captured().toLongLong() - wallMs;
        const QString word = match.capturedLength() == 13 ? QStringLiteral("+%1").arg((left + 5'000) / 20'000)
                                                          : QStringLiteral("NUMBER");
        text.replace(match.capturedStart(), match.capturedLength(), word);
        from = match.capturedStart() + word.size();
    }
    return text.toLatin1();
}

struct Ended {
    int status = -1;
    QByteArray output{};
};

Ended pasted(const char *shell, const QStringList &lines)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QLatin1String(shell), {QStringLiteral("-c"), lines.join(u'\n')});
    if (!process.waitForFinished())
        return {.output = "it did not end"};
    return {process.exitCode(), process.readAll()};
}

} // namespace

class TestPlanCommands : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyKindAndAct_data();
    void everyKindAndAct();
    void cleanupTestCase();

private:
    std::unique_ptr<FamilyServer> m_server;
    std::unique_ptr<Engine> m_engine;
    std::map<ActKind, int> m_compared;
    std::map<QByteArray, int> m_ofKind;
    Prepared m_prepared{};
    // By the server's clock: when the row began, and when the state was laid that is compared. Times are
    // compared as they were at that moment, however long the machine takes afterwards.
    qint64 m_begun = 0;
    qint64 m_laid = 0;

    Receipt act(const ActRequest &request) { return finished(m_engine->act(request)); }
    std::optional<ActRequest> taking(const Format &format, const QByteArray &key);
    QByteArray state();
    QByteArray stateOf(const QByteArray &key);
    QByteArrayList scores(const Reply &pairs);
    void layGround();
    bool setUp(const ActRequest &taking, ActKind forAct);
    void compare(const ActRequest &taking, ActRequest request, const char *shell);
    void compareRefused(const ActRequest &taking, ActRequest request, const char *shell);
};

void TestPlanCommands::initTestCase()
{
    m_server = std::make_unique<FamilyServer>();
    m_engine = std::make_unique<Engine>();
    m_engine->open(m_server->spec(), {.follow = false, .scan = false});
    VERIFY_OK(finished(m_engine->waitReady(10s)));
}

void TestPlanCommands::everyKindAndAct_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("shell");
    QTest::addColumn<bool>("awkward");
    for (const LockKind kind : Registry::builtIn().kinds()) {
        const QByteArray name(kind.name.data(), qsizetype(kind.name.size()));
        QTest::addRow("%s sh", name.constData()) << name << QByteArray("/bin/sh") << false;
        QTest::addRow("%s bash, awkward", name.constData()) << name << QByteArray("/bin/bash") << true;
        QTest::addRow("%s sh, awkward", name.constData()) << name << QByteArray("/bin/sh") << true;
    }
}

void TestPlanCommands::layGround()
{
    m_server->clear();
    for (Command command : m_prepared.commands) {
        for (QByteArray &word : command) {
            if (word.startsWith('@')) // Milliseconds from the start of the row
                word = QByteArray::number(m_begun + word.mid(1).toLongLong());
        }
        m_server->call(command);
    }
}

// The request to take a lock of the kind under this name; empty: impossible.
std::optional<ActRequest> TestPlanCommands::taking(const Format &format, const QByteArray &key)
{
    const LockKind kind = format.kind();
    for (const QByteArray &part : {QByteArray(), QByteArray("3"), QByteArray("a,b")}) {
        layGround();
        const ActRequest request{.act = ActKind::Acquire,
                                 .key = {key},
                                 .kind = QByteArray(kind.name.data(), qsizetype(kind.name.size())),
                                 .owner = format.makeOwner(),
                                 .part = part,
                                 .lease = 60s};
        for (const bool leased : {true, false}) {
            ActRequest one = request;
            if (!leased)
                one.lease.reset();
            if (act(one).result == ActResult::Done)
                return one;
        }
    }
    return {};
}

// Times are expressed in steps of 20 s.
QByteArrayList TestPlanCommands::scores(const Reply &pairs)
{
    QByteArrayList parts;
    for (size_t i = 0; i + 1 < pairs.items.size(); i += 2) {
        const double score = pairs.items[i + 1].bytes.toDouble();
        const double left = score > 1e12 ? std::floor((score - double(m_laid) + 5'000) / 20'000) : score;
        parts << pairs.items[i].bytes << QByteArray::number(left);
    }
    return parts;
}

// Times differ between runs: for long numbers, only their presence counts.
QByteArray TestPlanCommands::stateOf(const QByteArray &key)
{
    const QByteArray type = m_server->call({"TYPE", key}).bytes;
    QByteArrayList parts;
    if (type == "string")
        parts << m_server->get(key);
    else if (type == "hash")
        parts = m_server->words({"HGETALL", key});
    else if (type == "list")
        parts = m_server->words({"LRANGE", key, "0", "-1"});
    else if (type == "set")
        parts = m_server->words({"SMEMBERS", key}, true);
    else if (type == "zset")
        parts = scores(m_server->call({"ZRANGE", key, "0", "-1", "WITHSCORES"}));
    const qint64 left = m_server->pttl(key);
    const qint64 since = m_server->wallMilliseconds() - m_laid;
    const QByteArray values = withoutTimes(parts.join('|'), m_laid);
    // In steps of 20 s, of which the acts request whole ones.
    return key.toPercentEncoding() + ' ' + type + ' ' + values.toPercentEncoding() + ' ' +
           QByteArray::number(left < 0 ? left : (left + since + 5'000) / 20'000);
}

QByteArray TestPlanCommands::state()
{
    QByteArrayList all;
    for (const QByteArray &key : m_server->words({"KEYS", "*"}, true))
        all << stateOf(key);
    return all.join('\n');
}

bool TestPlanCommands::setUp(const ActRequest &taking, ActKind forAct)
{
    layGround();
    m_laid = m_server->wallMilliseconds();
    return m_prepared.isTaken || forAct == ActKind::Acquire || act(taking).result == ActResult::Done;
}

void TestPlanCommands::compare(const ActRequest &taking, ActRequest request, const char *shell)
{
    QVERIFY(setUp(taking, request.act));
    request.dryRun = true;
    const Receipt planned = act(request);
    if (planned.result != ActResult::Done)
        return; // The kind has no such act
    request.dryRun = false;
    const Receipt receipt = act(request);
    const QByteArray wanted = state();
    QVERIFY(setUp(taking, request.act));
    const QByteArray before = state();
    const Ended ended = pasted(shell, planned.plan.commands);
    const QByteArray what = QByteArray(name(request.act)) + " of " + request.kind + ": " +
                            name(receipt.result) + "\n" + planned.plan.commands.join(u'\n').toUtf8() + "\n" +
                            ended.output;
    QVERIFY2(ended.status == 0, what.constData());
    QByteArrayList lines = ended.output.split('\n');
    lines.removeIf(
        [](const QByteArray &line) { return line.contains("unknown command `SPUBLISH`"); }); // Redis 6
    QVERIFY2(!lines.join('\n').contains("ERR"), what.constData());
    QVERIFY2(state() == wanted, (what + "\nis\n" + state() + "\nnot\n" + wanted).constData());
    const bool changes = receipt.result == ActResult::Done && !receipt.unchanged &&
                         request.act != ActKind::Wake && request.act != ActKind::Renew;
    if (changes)
        QVERIFY2(before != wanted, (what + "\nnothing was changed").constData());
    if (receipt.result == ActResult::Done) {
        ++m_compared[request.act];
        ++m_ofKind[request.kind];
    }
}

// With another owner than the present one: the command must leave the lock alone, as the act does.
void TestPlanCommands::compareRefused(const ActRequest &taking, ActRequest request, const char *shell)
{
    request.dryRun = true;
    request.expectedOwner = OwnerId{"somebody-else:1"};
    request.expectedCount.reset();
    QVERIFY(setUp(taking, request.act));
    const QByteArray before = state();
    const Receipt planned = act(request);
    if (planned.result != ActResult::Done)
        return;
    const Ended ended = pasted(shell, planned.plan.commands);
    QVERIFY2(state() == before, (QByteArray(name(request.act)) + '\n' + ended.output).constData());
}

void TestPlanCommands::everyKindAndAct()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, shell);
    QFETCH(bool, awkward);
    const Format &format = *Registry::builtIn().find(kind);
    m_prepared = preparedFor(kind);
    if (awkward && kind != "timestamp-lock")
        m_prepared = {};
    m_begun = m_server->wallMilliseconds();
    std::optional<ActRequest> takes;
    if (m_prepared.isTaken)
        takes = ActRequest{.act = ActKind::Acquire, .key = {m_prepared.key}, .kind = kind};
    const QByteArrayList keys = awkward                    ? QByteArrayList{Awkward}
                                : m_prepared.key.isEmpty() ? PlainKeys
                                                           : QByteArrayList{m_prepared.key};
    for (const QByteArray &key : keys) {
        if (takes || (takes = taking(format, key)))
            break;
    }
    if (!takes && awkward)
        return; // The kind restricts names or needs existing state
    QVERIFY2(takes, "no such lock could be taken");
    if (!m_prepared.isTaken)
        compare(*takes, *takes, shell.constData());
    ActRequest request{
        .key = takes->key, .kind = kind, .owner = takes->owner, .mode = takes->mode, .part = takes->part};
    setUp(*takes, ActKind::Renew);
    const auto [found, decoded] = Registry::builtIn().decode(m_server->read(takes->key.bytes));
    const bool named = decoded && !decoded->holders.isEmpty();
    if (named)
        request.owner = decoded->holders.front().id;
    for (const ActKind one : {ActKind::Renew, ActKind::Release, ActKind::SetExpiry, ActKind::Wake,
                              ActKind::RemoveShare, ActKind::ForceRelease}) {
        request.act = one;
        request.lease.reset();
        if (one == ActKind::Renew)
            request.lease = 120s;
        else if (one == ActKind::SetExpiry)
            request.lease = 20s;
        request.expectedOwner.reset();
        if (named && (one == ActKind::ForceRelease || one == ActKind::SetExpiry) &&
            decoded->holders.size() == 1)
            request.expectedOwner = request.owner;
        compare(*takes, request, shell.constData());
        if (request.expectedOwner)
            compareRefused(*takes, request, shell.constData());
    }
}

void TestPlanCommands::cleanupTestCase()
{
    for (const auto &[act, count] : m_compared)
        qInfo("%s: the same as the act itself, %d times", name(act), count);
    for (const ActKind act : AllActKinds)
        QVERIFY2(m_compared[act] > 0, name(act));
    for (const LockKind kind : Registry::builtIn().kinds()) {
        const QByteArray name(kind.name.data(), qsizetype(kind.name.size()));
        QVERIFY2(m_ofKind[name] > 1, name.constData());
    }
    m_engine.reset();
    m_server.reset();
}

LOCKSCOPE_TEST(TestPlanCommands)

} // namespace tst_plancommands

#include "tst_plancommands.moc"
