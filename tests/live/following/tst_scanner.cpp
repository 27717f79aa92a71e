// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/scanner.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/finished.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"
#include "tests/support/verify.h"

#include <QEventLoop>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <map>

namespace tst_scanner
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

constexpr char Owner[] = "6f9619ff-8b86-d011-b42d-00c04fc964ff:17";

// `count` locks of each kind, and ten times as many other keys.
CliCommand populate(int count)
{
    return {"EVAL",
            "for i=1,ARGV[1] do "
            "redis.call('hset', 'lock:h'..i, ARGV[2], 1) redis.call('pexpire', 'lock:h'..i, 600000) "
            "redis.call('set', 'lock:s'..i, 'token'..i, 'px', 600000) "
            "for j=1,10 do redis.call('set', 'other:'..i..':'..j, 'x') end end",
            "0", QByteArray::number(count), Owner};
}

} // namespace

class TestScanner : public QObject
{
    Q_OBJECT

    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Session> m_session;
    std::map<QByteArray, KeyReading> m_found;
    std::map<QByteArray, ErrorKind> m_unreadable;
    int m_deliveries = 0;
    QEventLoop m_firstPage;

    void open(const ConnectionSpec &spec)
    {
        m_session = std::make_unique<Session>(spec);
        m_session->open();
        QTRY_VERIFY(m_session->isReady());
    }

    void openAs(const QByteArray &user)
    {
        ConnectionSpec spec = m_server->tcp();
        spec.user = QString::fromLatin1(user);
        spec.password = QStringLiteral("any");
        open(spec);
    }

    Outcome<QByteArray> cli(const QList<CliCommand> &commands) const
    {
        return redisCliAll(m_server->tcp(), commands);
    }

    Scanner::Sink sink()
    {
        return [this](std::vector<KeyReading> page) {
            for (KeyReading &reading : page) {
                const QByteArray key = reading.key.bytes;
                QVERIFY2(m_found.emplace(key, std::move(reading)).second,
                         ("delivered twice: " + key).constData());
                ++m_deliveries;
            }
        };
    }

    // A fast scan would be over before QTRY_VERIFY looks again.
    Scanner::Sink untilTheFirstPage()
    {
        return [this, keep = sink()](std::vector<KeyReading> page) {
            keep(std::move(page));
            m_firstPage.quit();
        };
    }

    void awaitTheFirstPage()
    {
        QTimer::singleShot(10s, &m_firstPage, &QEventLoop::quit);
        m_firstPage.exec();
        QVERIFY(!m_found.empty());
    }

    ScanProgress scan(ScanOptions options)
    {
        m_found.clear();
        Scanner scanner(*m_session, Registry::builtIn());
        const ScanProgress progress = finished(scanner.run(std::move(options), sink()));
        if (size_t(scanner.seen().size()) != m_found.size())
            qFatal("seen() and the deliveries differ");
        m_unreadable.clear();
        scanner.forEachUnreadable([this](const LockName &key, const Failure &why) {
            m_unreadable.emplace(key.bytes.left(32), why.kind);
        });
        return progress;
    }

    static ScanOptions lockNames() { return {.patterns = {"lock:*"}, .firstCount = 100}; }

private slots:
    void initTestCase()
    {
        VERIFY_INTO(m_server, Sandbox::start({.serverArguments = {QStringLiteral("--busy-reply-threshold"),
                                                                  QStringLiteral("50")}}));
    }

    void init()
    {
        VERIFY_OK(cli({{"FLUSHALL"}, {"CONFIG", "RESETSTAT"}}));
        ConnectionSpec spec = m_server->tcp();
        spec.readOnly = true;
        open(spec);
    }

    void cleanup() { m_session.reset(); }

    void findsEveryLockAmongOtherKeys_data()
    {
        QTest::addColumn<QByteArrayList>("patterns");
        QTest::newRow("one pattern") << QByteArrayList{"lock:*"};
        QTest::newRow("patterns with a common start") << QByteArrayList{"lock:h*", "lock:s*"};
        QTest::newRow("patterns with nothing in common") << QByteArrayList{"*k:h*", "lock:s*", "nothing"};
        const auto builtIn = Registry::builtIn().defaultPatterns();
        QTest::newRow("the built-in patterns") << QByteArrayList(builtIn.begin(), builtIn.end());
        QTest::newRow("all keys, by shape") << QByteArrayList{};
    }

    void findsEveryLockAmongOtherKeys()
    {
        QFETCH(QByteArrayList, patterns);
        VERIFY_OK(cli({populate(1000)}));
        const ScanProgress progress = scan({.patterns = patterns});
        QCOMPARE(progress.phase, ScanPhase::Complete);
        for (int i = 1; i <= 1000; ++i) {
            const auto hash = m_found.find("lock:h" + QByteArray::number(i));
            const auto string = m_found.find("lock:s" + QByteArray::number(i));
            QVERIFY(hash != m_found.end() && string != m_found.end());
            QCOMPARE(hash->second.fields.front().first, QByteArray(Owner));
            QVERIFY(*hash->second.ttl > 500s);
            QCOMPARE(string->second.string, "token" + QByteArray::number(i));
            QVERIFY(*string->second.ttl > 500s);
        }
        if (!patterns.isEmpty())
            QCOMPARE(m_found.size(), 2000);
        QCOMPARE(progress.locksFound, qint64(m_found.size()));
        QCOMPARE(progress.keysEstimated, 12'000);
        QCOMPARE(progress.keysSeen, 12'000);
        QCOMPARE(progress.nodes.size(), 1U);
        QCOMPARE(progress.nodes[0].node, m_session->node());
        QCOMPARE(progress.nodes[0].phase, ScanPhase::Complete);
        QCOMPARE(progress.nodes[0].keysSeen, progress.keysSeen);
        QCOMPARE(progress.nodes[0].locksFound, progress.locksFound);
        QVERIFY(*progress.endedAt >= progress.startedAt);
        const auto errors = cli({{"INFO", "errorstats"}});
        QVERIFY2(!errors->contains("errorstat_"), errors->constData());
    }

    void anEmptyServerIsACompletePass()
    {
        const ScanProgress progress = scan(lockNames());
        QCOMPARE(progress.phase, ScanPhase::Complete);
        QCOMPARE(progress.keysSeen, 0);
        QVERIFY(m_found.empty());
    }

    void keysAreBytes()
    {
        const QByteArray key("lock:\0\r\n\xff*?[", 12);
        VERIFY_OK(cli({{"SET", key, "token"}, {"SET", "lock:", "token"}, {"SET", "", "token"}}));
        QCOMPARE(scan(lockNames()).phase, ScanPhase::Complete);
        QCOMPARE(m_found.size(), 2);
        QVERIFY(m_found.count(key));
        QCOMPARE(scan({.patterns = {}}).phase, ScanPhase::Complete);
    }

    void companionsAreNotListed()
    {
        VERIFY_OK(cli({{"HSET", "order:lock", Owner, "1"},
                       {"PEXPIRE", "order:lock", "60000"},
                       {"RPUSH", "redisson_lock_queue:{order:lock}", Owner},
                       {"ZADD", "redisson_lock_timeout:{order:lock}", "1", Owner},
                       {"SET", "redisson_unlock_latch:{order:lock}:0123456789abcdef0123456789abcdef", "1"}}));
        QCOMPARE(scan({.patterns = {"*lock*"}}).phase, ScanPhase::Complete);
        QCOMPARE(m_found.size(), 1);
        QVERIFY(m_found.count("order:lock"));
    }

    void largeValuesUnderLockNamesAreNotFetched()
    {
        VERIFY_OK(cli({{"SETRANGE", "lock:string", "99999999", "x"},
                       {"EVAL", "for i=1,10000 do redis.call('hset', KEYS[1], i, i) end", "1", "lock:hash"},
                       {"EVAL", "redis.call('hset', KEYS[1], ARGV[1], string.rep('x', 100000000))", "1",
                        "lock:field", Owner},
                       {"PEXPIRE", "lock:field", "60000"},
                       {"SET", "lock:a", "token", "PX", "60000"}}));
        for (const QList<QByteArray> &patterns : {QList<QByteArray>{"lock:*"}, QList<QByteArray>{}}) {
            const qint64 before = m_session->bytesReceived();
            QCOMPARE(scan({.patterns = patterns}).phase, ScanPhase::Complete);
            QVERIFY(m_found.count("lock:a"));
            QCOMPARE(m_found.size(), 1);
            QVERIFY(m_session->bytesReceived() - before < 4000);
        }
    }

    void aTableThatGrowsMeanwhileHidesNothingAndRepeatsNothing()
    {
        VERIFY_OK(cli({populate(2000)}));
        Session writer(patient(m_server->tcp()));
        writer.open();
        QTRY_VERIFY(writer.isReady());
        Scanner scanner(*m_session, Registry::builtIn());
        m_found.clear();
        int trips = 0;
        // Grows the keyspace during the scan, by a thousand keys per page, and shrinks it now and then.
        const auto growing = [&](std::vector<KeyReading> page) {
            Batch batch;
            ++trips;
            for (int i = 0; i < 250; ++i) {
                const QByteArray key =
                    "other:grown:" + QByteArray::number(trips) + ':' + QByteArray::number(i);
                batch.add({"SET", key, "x"});
            }
            writer.send(std::move(batch));
            sink()(std::move(page));
        };
        const ScanProgress progress =
            finished(scanner.run({.patterns = {"lock:*"}, .firstCount = 200, .adaptive = false}, growing));
        QCOMPARE(progress.phase, ScanPhase::Complete);
        QCOMPARE(m_found.size(), 4000);
        QVERIFY(trips > 20);
    }

    void keysThatExpireMeanwhileAreNotListedAsPresent()
    {
        VERIFY_OK(cli({{"EVAL",
                        "for i=1,3000 do redis.call('set', 'lock:short'..i, 'token', 'px', 1 + i % 40) end "
                        "for i=1,100 do redis.call('set', 'lock:long'..i, 'token', 'px', 600000) end",
                        "0"}}));
        QCOMPARE(scan(lockNames()).phase, ScanPhase::Complete);
        int lasting = 0;
        for (const auto &[key, reading] : m_found) {
            QCOMPARE(reading.type, ValueType::String);
            lasting += key.startsWith("lock:long") ? 1 : 0;
        }
        QCOMPARE(lasting, 100);
    }

    void stopsWhenTold()
    {
        VERIFY_OK(cli({populate(5000)}));
        Scanner scanner(*m_session, Registry::builtIn());
        m_found.clear();
        const auto stopping = [&](std::vector<KeyReading> page) {
            sink()(std::move(page));
            scanner.stop();
        };
        const ScanProgress progress = finished(scanner.run(lockNames(), stopping));
        QCOMPARE(progress.phase, ScanPhase::Stopped);
        QVERIFY(progress.endedAt);
        QVERIFY2(m_found.size() < 2000, qPrintable(QString::number(m_found.size())));
        // A second scan works.
        m_found.clear();
        QCOMPARE(finished(scanner.run(lockNames(), sink())).phase, ScanPhase::Complete);
        QCOMPARE(m_found.size(), 10'000);
    }

    void aConnectionLostInTheMiddleIsAFailedPass()
    {
        VERIFY_OK(cli({populate(5000)}));
        Scanner scanner(*m_session, Registry::builtIn());
        m_found.clear();
        const QByteArray id = QByteArray::number(m_session->clientId());
        bool killed = false;
        const auto killing = [&](std::vector<KeyReading> page) {
            sink()(std::move(page));
            if (!std::exchange(killed, true))
                VERIFY_OK(cli({{"CLIENT", "KILL", "ID", id}}));
        };
        const ScanProgress progress = finished(scanner.run(lockNames(), killing));
        QCOMPARE(progress.phase, ScanPhase::Failed);
        QVERIFY(progress.failure.kind == ErrorKind::ConnectionLost ||
                progress.failure.kind == ErrorKind::NotConnected);
        QCOMPARE(progress.failure.node, m_session->node());
        QVERIFY(!progress.failure.text.isEmpty());
        QTRY_VERIFY(m_session->isReady());
        m_found.clear();
        QCOMPARE(finished(scanner.run(lockNames(), sink())).phase, ScanPhase::Complete);
    }

    void aBusyServerIsWaitedFor()
    {
        VERIFY_OK(cli({populate(2000)}));
        Session blocker(m_server->tcp());
        blocker.open();
        QTRY_VERIFY(blocker.isReady());
        Scanner scanner(*m_session, Registry::builtIn());
        QSignalSpy progressed(&scanner, &Scanner::progressed);
        m_found.clear();
        bool blocked = false;
        const auto blocking = [&](std::vector<KeyReading> page) {
            sink()(std::move(page));
            if (std::exchange(blocked, true))
                return;
            Batch endless;
            endless.add({"EVAL", "while true do end", "0"});
            blocker.send(std::move(endless));
        };
        std::optional<ScanProgress> ended;
        QCoro::connect(scanner.run(lockNames(), blocking), &scanner,
                       [&](const ScanProgress &progress) { ended = progress; });
        QTRY_VERIFY(blocked);
        // It keeps asking at a low rate until the script has ended.
        const auto asked = m_session->bytesSent();
        QTRY_VERIFY(m_session->bytesSent() > asked);
        QVERIFY(!ended);
        VERIFY_OK(cli({{"SCRIPT", "KILL"}}));
        QTRY_VERIFY(ended);
        QCOMPARE(ended->phase, ScanPhase::Complete);
        QCOMPARE(m_found.size(), 4000);
    }

    void withoutTheRightToScanThePassFails()
    {
        VERIFY_OK(cli({{"ACL", "SETUSER", "scanless", "on", "nopass", "allkeys", "+@all", "-scan"}}));
        openAs("scanless");
        const ScanProgress progress = scan(lockNames());
        QCOMPARE(progress.phase, ScanPhase::Failed);
        QCOMPARE(progress.failure.kind, ErrorKind::NoPerm);
        QVERIFY(progress.failure.serverText.contains("scan"));
    }

    void withoutTheRightToACommandThatReadsThePassFails()
    {
        VERIFY_OK(
            cli({{"ACL", "SETUSER", "typeless", "on", "nopass", "allkeys", "+@all", "-type"}, populate(10)}));
        openAs("typeless");
        const ScanProgress progress = scan(lockNames());
        QCOMPARE(progress.phase, ScanPhase::Failed);
        QCOMPARE(progress.failure.kind, ErrorKind::NoPerm);
    }

    // Eight replies with 40 names of a megabyte each took 1.6 GB.
    void namesThatAreTooLongArePassedOver()
    {
        const QByteArray edge = "lock:" + QByteArray(8 * 1024 - 5, 'e');
        VERIFY_OK(
            cli({{"EVAL", "redis.call('set', KEYS[1] .. string.rep('x', 1000000), 'token')", "1", "lock:"},
                 {"EVAL", "redis.call('rpush', KEYS[1] .. string.rep('x', 1000000) .. '}', 'waiter')", "1",
                  "redisson_lock_queue:{lock:"},
                 {"SET", edge, "9f2c4e6a8b0d1f3a5c7e9b2d4f6a8c0e"},
                 {"SET", "lock:a", "9f2c4e6a8b0d1f3a5c7e9b2d4f6a8c0e"}}));
        open(m_server->tcp());
        const ScanProgress progress =
            scan({.patterns = {"lock:*", "redisson_lock_queue:*"}, .firstCount = 100});
        QCOMPARE(progress.phase, ScanPhase::Complete);
        QCOMPARE(m_found.size(), 2);
        QVERIFY(m_found.contains(edge));
        QCOMPARE(progress.keysRefused, 2);
        QVERIFY2(progress.refusal.line().size() < 200, qPrintable(progress.refusal.line()));
    }

    void keysThatMayNotBeReadArePassedOver()
    {
        VERIFY_OK(cli(
            {{"ACL", "SETUSER", "narrow", "on", "nopass", "~lock:s*", "+@all", "-dbsize"}, populate(300)}));
        openAs("narrow");
        const ScanProgress progress = scan(lockNames());
        QCOMPARE(progress.phase, ScanPhase::Complete);
        QCOMPARE(m_found.size(), 300);
        QCOMPARE(progress.keysEstimated, 0);
        QCOMPARE(progress.keysRefused, 300);
        QCOMPARE(progress.refusal.kind, ErrorKind::NoPerm);
        QVERIFY(progress.refusal.key.startsWith("lock:h"));
        VERIFY_OK(
            cli({{"EVAL", "redis.call('set', KEYS[1] .. string.rep('x', 9000), 'token')", "1", "lock:s"}}));
        QCOMPARE(scan(lockNames()).keysRefused, 301); // each with its own reason, whichever is met first
        QCOMPARE(m_unreadable.size(), size_t(301));
        for (const auto &[key, why] : m_unreadable)
            QCOMPARE(why, key.startsWith("lock:h") ? ErrorKind::NoPerm : ErrorKind::Forbidden);
    }

    void withoutTheRightToWeighHashesAreCounted()
    {
        VERIFY_OK(
            cli({{"ACL", "SETUSER", "counter", "on", "nopass", "allkeys", "+@all", "-memory"},
                 populate(300),
                 {"EVAL", "for i=1,10000 do redis.call('hset', KEYS[1], i, i) end", "1", "lock:large"}}));
        openAs("counter");
        const qint64 before = m_session->bytesReceived();
        QCOMPARE(scan(lockNames()).phase, ScanPhase::Complete);
        QCOMPARE(m_found.size(), 600);
        QVERIFY(m_session->bytesReceived() - before < 200'000);
    }

    void largeMembersAreNotFetched_data()
    {
        QTest::addColumn<QByteArrayList>("patterns");
        QTest::newRow("by name") << lockNames().patterns;
        QTest::newRow("all keys, by shape") << QByteArrayList{};
    }

    void largeMembersAreNotFetched()
    {
        QFETCH(QByteArrayList, patterns);
        VERIFY_OK(
            cli({{"EVAL", "for i=1,3 do redis.call('zadd', KEYS[1], i, i..string.rep('x', 1000000)) end", "1",
                  "lock:large"},
                 {"PEXPIRE", "lock:large", "60000"}}));
        const qint64 before = m_session->bytesReceived();
        QCOMPARE(scan({.patterns = patterns}).phase, ScanPhase::Complete);
        QVERIFY(m_session->bytesReceived() - before < 10'000);
    }

    void tellsItsProgress()
    {
        VERIFY_OK(cli({populate(6000)}));
        Scanner scanner(*m_session, Registry::builtIn());
        m_found.clear();
        qint64 keysSeen = 0;
        int told = 0;
        std::optional<ScanPhase> last;
        connect(&scanner, &Scanner::progressed, &scanner, [&](const ScanProgress &progress) {
            QVERIFY(progress.keysSeen >= keysSeen && progress.keysSeen <= progress.keysEstimated);
            keysSeen = progress.keysSeen;
            last = progress.phase;
            ++told;
        });
        const ScanProgress progress = finished(scanner.run(
            {.patterns = {"lock:*"}, .pause = 5ms, .firstCount = 500, .adaptive = false}, sink()));
        QCOMPARE(progress.phase, ScanPhase::Complete);
        QCOMPARE(*last, ScanPhase::Complete);
        QVERIFY(told >= 3);
        const auto tenths = (*progress.endedAt - progress.startedAt) / 100ms;
        QVERIFY2(told <= tenths + 2,
                 qPrintable(QStringLiteral("%1 in %2 tenths of a second").arg(told).arg(tenths)));
    }

    void oneRunAtATime()
    {
        VERIFY_OK(cli({populate(100)}));
        Scanner scanner(*m_session, Registry::builtIn());
        m_found.clear();
        auto first = scanner.run(lockNames(), sink());
        QCOMPARE(finished(scanner.run(lockNames(), sink())).phase, ScanPhase::Failed);
        QCOMPARE(finished(std::move(first)).phase, ScanPhase::Complete);
        QCOMPARE(m_found.size(), 200);
    }

    void aScannerThatDiesCallsNobody()
    {
        VERIFY_OK(cli({populate(3000)}));
        auto scanner = std::make_unique<Scanner>(*m_session, Registry::builtIn());
        m_found.clear();
        auto run = scanner->run(lockNames(), untilTheFirstPage());
        awaitTheFirstPage();
        scanner.reset();
        const int deliveries = m_deliveries;
        QCOMPARE(finished(std::move(run)).phase, ScanPhase::Stopped);
        QCOMPARE(m_deliveries, deliveries);
    }

    void aSessionThatDiesEndsThePass()
    {
        VERIFY_OK(cli({populate(3000)}));
        Scanner scanner(*m_session, Registry::builtIn());
        m_found.clear();
        auto run = scanner.run(lockNames(), untilTheFirstPage());
        awaitTheFirstPage();
        m_session.reset();
        const ScanProgress progress = finished(std::move(run));
        QCOMPARE(progress.phase, ScanPhase::Failed);
        QCOMPARE(progress.failure.kind, ErrorKind::Cancelled);
        QCOMPARE(finished(scanner.run(lockNames(), sink())).phase, ScanPhase::Failed);
    }
};

LOCKSCOPE_TEST(TestScanner)

} // namespace tst_scanner

#include "tst_scanner.moc"
