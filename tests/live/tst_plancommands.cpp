// SPDX-License-Identifier: GPL-3.0-or-later
// The redis-cli lines of a plan, pasted into a shell, do what the act itself does: for every kind and act
// there is, with bytes in names that shells and terminals mistake for something else.

#include "core/engine/engine.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/verify.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

// Of each kind one that its family takes for its own.
const QByteArrayList PlainKeys{"lock:order",          "order.writer",     "uniquejobs:order:LOCKED",
                               "uniquejobs:order",    "bull:mail:7:lock", "SEMAPHORE:order:GRABBED",
                               "rueidislock:0:order", "semaphore:order",  "latch:order"};
const QByteArray Awkward = QByteArray("lock:it's \"$HOME\" `id` \\ % \xff\x01\n;*") + "ü";

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

    Receipt act(const ActRequest &request) { return finished(m_engine->act(request)); }
    std::optional<ActRequest> taking(const Format &format, const QByteArray &key);
    QByteArray state();
    QByteArray stateOf(const QByteArray &key);
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

// How a lock of the kind is taken under this name; nothing: it is not.
std::optional<ActRequest> TestPlanCommands::taking(const Format &format, const QByteArray &key)
{
    const LockKind kind = format.kind();
    for (const QByteArray &part : {QByteArray(), QByteArray("3"), QByteArray("a,b")}) {
        m_server->clear();
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

// Times differ from one run to the next: of long numbers only that they are there.
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
        parts = m_server->words({"ZRANGE", key, "0", "-1"});
    const qint64 left = m_server->pttl(key);
    static const QRegularExpression times(QStringLiteral("\\d{10,}"));
    const QByteArray values =
        QString::fromLatin1(parts.join('|')).replace(times, QStringLiteral("TIME")).toLatin1();
    // To the next half minute: the acts ask for whole ones.
    return key.toPercentEncoding() + ' ' + type + ' ' + values.toPercentEncoding() + ' ' +
           QByteArray::number(left < 0 ? left : (left + 29'999) / 30'000);
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
    m_server->clear();
    return forAct == ActKind::Acquire || act(taking).result == ActResult::Done;
}

void TestPlanCommands::compare(const ActRequest &taking, ActRequest request, const char *shell)
{
    QVERIFY(setUp(taking, request.act));
    request.dryRun = true;
    const Receipt planned = act(request);
    if (planned.result != ActResult::Done)
        return; // this kind has no such act
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
    QVERIFY2(!ended.output.contains("ERR"), what.constData());
    QVERIFY2(state() == wanted, (what + "\nis\n" + state() + "\nnot\n" + wanted).constData());
    const bool changes = receipt.result == ActResult::Done && !receipt.unchanged &&
                         request.act != ActKind::Wake && request.act != ActKind::Renew;
    if (changes)
        QVERIFY2(before != wanted, (what + "\nnothing was changed").constData());
    if (receipt.result == ActResult::Done)
        ++m_compared[request.act];
}

// Another owner than the one that is there: the line must leave it alone, as the act does.
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
    std::optional<ActRequest> takes;
    for (const QByteArray &key : awkward ? QByteArrayList{Awkward} : PlainKeys) {
        if ((takes = taking(format, key)))
            break;
    }
    if (!takes && awkward)
        return; // its names have a form
    QVERIFY2(takes, "no such lock could be taken");
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
    m_engine.reset();
    m_server.reset();
}

QTEST_GUILESS_MAIN(TestPlanCommands)
#include "tst_plancommands.moc"
