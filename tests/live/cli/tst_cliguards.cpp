// SPDX-License-Identifier: GPL-3.0-or-later
// No path bypasses the guards: whatever is requested, the server counts no write. Paths: the engine (as
// called by window and cli), a RedLock group, and lockscope-cli with a profile.

#include "core/config/profilestore.h"
#include "core/engine/engine.h"
#include "core/history/audit/audittrail.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/program.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QSet>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cliguards
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Key = "lock:a";

// The server's statistics of commands that may write.
QByteArrayList writesCounted(const SandboxServer &server)
{
    const auto stats = server.ask({"INFO", "commandstats"});
    QByteArrayList written;
    if (!stats)
        return {"no answer"};
    for (const QByteArray &line : stats->bytes.split('\n')) {
        if (!line.startsWith("cmdstat_"))
            continue;
        const QByteArray command = line.mid(8, line.indexOf(':') - 8);
        const auto told =
            server.ask({"COMMAND", "INFO",
                        command.left(command.indexOf('|') < 0 ? command.size() : command.indexOf('|'))});
        QSet<QByteArray> flags;
        if (told && !told->items.empty() && told->items.front().items.size() > 2) {
            for (const Reply &flag : told->items.front().items[2].items)
                flags.insert(flag.bytes);
        }
        const bool runs = command.startsWith("eval") || command.endsWith("publish") || command == "fcall";
        if (flags.contains("write") || runs)
            written += line.trimmed();
    }
    return written;
}

ActRequest request(ActKind act)
{
    ActRequest asked{.act = act, .key = {Key}, .owner = {Alice}};
    if (act == ActKind::ForceRelease)
        asked.expectedOwner = OwnerId{Alice};
    if (act == ActKind::Acquire) {
        asked.kind = "rlock";
        asked.wait = 50ms;
        asked.watchdog = true;
    }
    asked.lease = 30s;
    return asked;
}

struct Guarded {
    const char *name;
    ConnectionSpec spec;
    QList<ActKind> acts; // The acts it refuses
};

std::vector<Guarded> guardsOver(const ConnectionSpec &server)
{
    const QList<ActKind> all(AllActKinds.begin(), AllActKinds.end());
    ConnectionSpec readOnly = server;
    readOnly.readOnly = true;
    readOnly.tellMembers();
    ConnectionSpec denied = server;
    denied.name = QStringLiteral("denied");
    denied.limits.denied = all;
    ConnectionSpec production = server;
    production.name = QStringLiteral("production");
    production.environment = Environment::Production;
    ConnectionSpec expiries = server;
    expiries.name = QStringLiteral("expiries");
    expiries.limits.denied = {ActKind::SetExpiry};
    return {{"read-only", readOnly, all},
            {"denied", denied, all},
            {"production",
             production,
             {ActKind::ForceRelease, ActKind::SetExpiry, ActKind::RemoveShare, ActKind::Release,
              ActKind::Renew, ActKind::Acquire}},
            {"expiries denied", expiries, {ActKind::SetExpiry, ActKind::Renew, ActKind::Acquire}}};
}

} // namespace

class TestCliGuards : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();

    void theEngineRefuses();
    void aGroupRefuses();
    void askedByNumberToo();
    void aLimitHoldsAcrossPrograms();
    void theProgramRefuses_data();
    void theProgramRefuses();
    void productionActsWhenItIsConfirmed();
    void theLabRefuses();

private:
    void hold(const SandboxServer &server);
    bool isUntouched(const SandboxServer &server);
    QByteArray saveProfile(ConnectionSpec spec); // Returns its name

    std::unique_ptr<SandboxDeployment> m_one;
    std::unique_ptr<SandboxDeployment> m_group;
    std::unique_ptr<QTemporaryDir> m_config;
};

void TestCliGuards::initTestCase()
{
    VERIFY_INTO(m_one, SandboxDeployment::start(SandboxTopology::Standalone));
    VERIFY_INTO(m_group, SandboxDeployment::start(SandboxTopology::RedLock, {.masters = 3}));
}

void TestCliGuards::init()
{
    m_config = std::make_unique<QTemporaryDir>();
    hold(m_one->node(0));
    for (size_t i = 0; i < m_group->size(); ++i)
        hold(m_group->node(i));
}

void TestCliGuards::hold(const SandboxServer &server)
{
    VERIFY_OK(server.ask({"FLUSHALL"}));
    VERIFY_OK(server.ask({"HSET", Key, Alice, "1"}));
    VERIFY_OK(server.ask({"PEXPIRE", Key, "600000"}));
    VERIFY_OK(server.ask({"CONFIG", "RESETSTAT"}));
}

bool TestCliGuards::isUntouched(const SandboxServer &server)
{
    const QByteArrayList written = writesCounted(server);
    if (!written.isEmpty())
        qWarning() << written;
    const auto held = server.ask({"HGET", Key, Alice});
    return written.isEmpty() && held && held->bytes == "1";
}

void TestCliGuards::theEngineRefuses()
{
    for (const Guarded &guarded : guardsOver(m_one->spec())) {
        Engine engine;
        new AuditTrail(&engine, m_config->path());
        engine.open(guarded.spec, {.follow = false, .scan = false});
        VERIFY_OK(finished(engine.waitReady(20s)));
        for (const ActKind act : guarded.acts) {
            const Receipt receipt = finished(engine.act(request(act)));
            QVERIFY2(receipt.result == ActResult::Refused, name(act));
            QVERIFY2(receipt.failure.kind == ErrorKind::Forbidden ||
                         receipt.failure.kind == ErrorKind::ReadOnlySession,
                     qPrintable(receipt.failure.line()));
        }
        QVERIFY2(isUntouched(m_one->node(0)), guarded.name);
    }
    // Proves the counter: the same act without guards is counted.
    Engine engine;
    engine.open(m_one->spec(), {.follow = false, .scan = false});
    VERIFY_OK(finished(engine.waitReady(20s)));
    QCOMPARE(finished(engine.act(request(ActKind::ForceRelease))).result, ActResult::Done);
    QVERIFY(!writesCounted(m_one->node(0)).isEmpty());
}

void TestCliGuards::aGroupRefuses()
{
    for (const Guarded &guarded : guardsOver(m_group->spec())) {
        Engine engine;
        new AuditTrail(&engine, m_config->path());
        engine.open(guarded.spec, {.follow = false, .scan = false});
        VERIFY_OK(finished(engine.waitReady(20s)));
        for (const ActKind act : guarded.acts) {
            const Receipt receipt = finished(engine.act(request(act)));
            QVERIFY2(receipt.result == ActResult::Refused, name(act));
        }
        for (size_t i = 0; i < m_group->size(); ++i)
            QVERIFY2(isUntouched(m_group->node(i)), guarded.name);
    }
}

// The interface of the window: numbered requests, several at once, answered by signals.
void TestCliGuards::askedByNumberToo()
{
    for (const Guarded &guarded : guardsOver(m_one->spec())) {
        int refused = 0;
        Engine engine;
        new AuditTrail(&engine, m_config->path());
        engine.open(guarded.spec, {.follow = true});
        VERIFY_OK(finished(engine.waitReady(20s)));
        connect(&engine, &Engine::acted, this, [&refused](quint64, const Receipt &receipt) {
            refused += receipt.result == ActResult::Refused ? 1 : 0;
        });
        quint64 id = 0;
        for (const ActKind act : guarded.acts) {
            engine.requestPlan(++id, request(act)); // Plans change nothing
            engine.requestAct(++id, request(act));
        }
        QTRY_COMPARE(refused, guarded.acts.size());
        QVERIFY2(isUntouched(m_one->node(0)), guarded.name);
    }
}

// Two programs share one audit: acts of one count for the other.
void TestCliGuards::aLimitHoldsAcrossPrograms()
{
    ConnectionSpec spec = m_one->spec();
    spec.name = QStringLiteral("limited");
    spec.limits.actsAMinute = 4;
    int done = 0;
    int refused = 0;
    for (int program = 0; program < 3; ++program) {
        Engine engine;
        new AuditTrail(&engine, m_config->path());
        engine.open(spec, {.follow = false, .scan = false});
        VERIFY_OK(finished(engine.waitReady(20s)));
        for (int i = 0; i < 3; ++i) {
            const Receipt receipt = finished(engine.act(request(ActKind::Wake)));
            done += receipt.result == ActResult::Done ? 1 : 0;
            refused += receipt.failure.kind == ErrorKind::Forbidden ? 1 : 0;
        }
    }
    QCOMPARE(done, 4);
    QCOMPARE(refused, 5);
}

QByteArray TestCliGuards::saveProfile(ConnectionSpec spec)
{
    spec.name = QStringLiteral("guarded");
    const Done saved = ProfileStore(m_config->path()).save({spec});
    return saved ? QByteArrayLiteral("guarded") : QByteArray();
}

void TestCliGuards::theProgramRefuses_data()
{
    QTest::addColumn<int>("guard");
    QTest::addColumn<QByteArrayList>("command");
    const std::vector<QByteArrayList> takes{
        {"force-release", Key, "--expect-owner", Alice, "--reason", "test"},
        {"force-release", Key, "--any-owner", "--reason", "test"},
        {"force-release", Key, "--expect-owner", Alice, "--share", "--reason", "test"},
        {"force-release", Key, "--any-owner", "--reason", "test", "--confirm", "lock:b"},
        {"release", Key, "--owner", Alice},
        {"set-expiry", Key, "--lease", "1s"},
        {"renew", Key, "--owner", Alice, "--lease", "1ms", "--reason", "test"},
        {"renew", Key, "--owner", Alice, "--reason", "test", "--confirm", "lock:b"},
        {"acquire", Key, "--kind", "rlock", "--owner", Alice, "--lease", "1ms", "--reason", "test"},
        {"acquire", Key, "--kind", "rlock", "--owner", Alice, "--confirm", Key},
    };
    const std::vector<QByteArrayList> others{
        {"wake", Key},
        {"acquire", Key, "--wait", "50ms"},
        {"acquire", "lock:new", "--", "true"},
    };
    const std::array<const char *, 3> guards{"read-only", "denied", "production"};
    for (int guard = 0; guard < 3; ++guard) {
        for (const QByteArrayList &command : takes)
            QTest::addRow("%s %s", guards[size_t(guard)], command.join(' ').constData()) << guard << command;
        for (const QByteArrayList &command : others) {
            if (guard < 2) // Production allows these
                QTest::addRow("%s %s", guards[size_t(guard)], command.join(' ').constData())
                    << guard << command;
        }
    }
}

void TestCliGuards::theProgramRefuses()
{
    QFETCH(const int, guard);
    QFETCH(const QByteArrayList, command);
    const auto guards = guardsOver(m_one->spec());
    const QByteArray profile = saveProfile(guards[size_t(guard)].spec);
    QVERIFY(!profile.isEmpty());
    const Ended ended =
        runCli(QByteArrayList{"--config-dir", m_config->path().toUtf8(), "--profile", profile} + command);
    QVERIFY2(ended.status == 4, ended.told().constData());
    QVERIFY2(ended.err.contains("lock:"), ended.told().constData());
    const bool namesOptions =
        ended.err.contains("add --reason TEXT") || ended.err.contains("add --confirm lock:a");
    QVERIFY2(namesOptions == (guard == 2), ended.told().constData());
    QVERIFY(isUntouched(m_one->node(0)));
}

void TestCliGuards::productionActsWhenItIsConfirmed()
{
    const QByteArray profile = saveProfile(guardsOver(m_one->spec())[2].spec);
    const QByteArrayList where{"--config-dir", m_config->path().toUtf8(), "--profile", profile};
    const Ended set = runCli(
        where + QByteArrayList{"set-expiry", Key, "--lease", "5m", "--reason", "leaked", "--confirm", Key});
    QVERIFY2(set.status == 0, set.told().constData());
    for (const QByteArrayList &command :
         {QByteArrayList{"renew", Key, "--owner", Alice, "--lease", "4m"},
          QByteArrayList{"acquire", Key, "--kind", "rlock", "--owner", Alice, "--lease", "4m"}}) {
        const Ended renewed = runCli(where + command + QByteArrayList{"--reason", "slow", "--confirm", Key});
        QVERIFY2(renewed.status == 0, renewed.told().constData());
    }
    QCOMPARE(m_one->node(0).ask({"HGET", Key, Alice})->bytes, "2");
    const Ended taken = runCli(where + QByteArrayList{"acquire", "lock:new", "--lease", "1m"});
    QVERIFY2(taken.status == 0, taken.told().constData()); // With an owner of its own
    const Ended forced = runCli(where + QByteArrayList{"force-release", Key, "--expect-owner", Alice,
                                                       "--reason", "stuck", "--confirm", Key});
    QVERIFY2(forced.status == 0, forced.told().constData());
    QCOMPARE(m_one->node(0).ask({"EXISTS", Key})->number(), 0);
}

// The lab's clients act without guards, so it refuses such profiles.
void TestCliGuards::theLabRefuses()
{
    for (const Guarded &guarded : guardsOver(m_one->spec())) {
        const QByteArray profile = saveProfile(guarded.spec);
        const Ended ended = runCli({"--config-dir", m_config->path().toUtf8(), "--profile", profile, "lab",
                                    "run", "reentry", "--for", "1s"});
        QVERIFY2(ended.status == 4 || ended.status == 2, ended.told().constData());
        QVERIFY2(isUntouched(m_one->node(0)), guarded.name);
    }
}

LOCKSCOPE_TEST(TestCliGuards)

} // namespace tst_cliguards

#include "tst_cliguards.moc"
