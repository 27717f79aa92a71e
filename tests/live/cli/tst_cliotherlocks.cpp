// SPDX-License-Identifier: GPL-3.0-or-later
// What show says besides the lock itself: the other locks of its owner, which need a scan, and the kinds that
// it may also be.

#include "tests/live/cli/clilocks.h"
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/listener.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDateTime>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cliotherlocks
{

using namespace lockscope;
using namespace lockscope::test;
using clilocks::lockIn;

class tst_CliOtherLocks : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void init()
    {
        ask({"FLUSHALL"});
        ask({"SCRIPT", "FLUSH"});
    }
    void aScanFindsTheOtherLocks();
    void onlyADryRunScans();
    void aNumberMayCountWhereSemaphoresAreUsed();
    void freePermitsAreNoHeldLock();
    void allAgreeOnWhatANumberIs();
    void aMissingSemaphoreHasNoNumber();
    void permitsHeldBeforeAreNotAcquired();

private:
    void ask(const CliCommand &command) { VERIFY_OK(redisCli(m_sandbox->tcp(), command)); }
    // tryAcquire() of Redisson's semaphore
    void loadTryAcquire()
    {
        ask({"SCRIPT", "LOAD",
             "local value = redis.call('get', KEYS[1]); if (value ~= false and tonumber(value) >= "
             "tonumber(ARGV[1])) then local val = redis.call('decrby', KEYS[1], ARGV[1]); return 1; end; "
             "return 0;"});
    }
    QByteArrayList at(const QByteArrayList &arguments) const
    {
        return QByteArrayList{"-u", url()} + arguments;
    }
};

void tst_CliOtherLocks::aScanFindsTheOtherLocks()
{
    const QByteArray owner = "11111111-1111-4111-8111-111111111111:1";
    for (const char *key : {"lock:a", "lock:b"}) {
        ask({"HSET", key, owner, "1"});
        ask({"PEXPIRE", key, "600000"});
    }
    const QByteArrayList dryRun{"force-release", "lock:a", "--expect-owner", owner, "--dry-run"};
    const QByteArray unknown = "Whether its client holds other locks is unknown";
    const Ended asked = runCli(at({"show", "lock:a"}));
    QVERIFY2(asked.status == 0 && !asked.out.contains("lock:b"), asked.told().constData());
    const Ended planned = runCli(at(dryRun));
    QVERIFY2(!planned.out.contains("lock:b") && planned.out.contains(unknown), planned.told().constData());
    const Ended shown = runCli(at({"show", "lock:a", "--scan", "--json"}));
    QVERIFY2(shown.json()[u"lock"][u"same_owner"].toArray() == QJsonArray{QStringLiteral("lock:b")},
             shown.told().constData());
    const Ended scanned = runCli(at(dryRun + QByteArrayList{"--scan"}));
    QVERIFY2(scanned.status == 0 && scanned.out.contains("lock:b") && !scanned.out.contains(unknown),
             scanned.told().constData());
}

void tst_CliOtherLocks::onlyADryRunScans()
{
    const Ended refused =
        runCli(at({"force-release", "lock:a", "--any-owner", "--reason", "gone", "--scan"}));
    QCOMPARE(refused.status, 2);
    QVERIFY2(refused.err.contains("--scan requires --dry-run"), refused.told().constData());
}

void tst_CliOtherLocks::aNumberMayCountWhereSemaphoresAreUsed()
{
    ask({"SET", "lock:a", "1"});
    const auto kinds = [this] {
        return runCli(at({"show", "lock:a", "--json"})).json()[u"lock"][u"alternatives"].toArray();
    };
    QVERIFY(kinds().contains(QStringLiteral("semaphore")) &&
            kinds().contains(QStringLiteral("counter-lock")));
    const Ended planned =
        runCli(at({"force-release", "lock:a", "--any-owner", "--reason", "test", "--dry-run"}));
    QVERIFY2(planned.out.contains("the free permits of a semaphore, that number is lost"),
             planned.told().constData());
    loadTryAcquire();
    QVERIFY(kinds().contains(QStringLiteral("semaphore")));
}

// trySetPermits(2), and later both are acquired. A single one looks like a lock without a token.
void tst_CliOtherLocks::freePermitsAreNoHeldLock()
{
    loadTryAcquire();
    for (const char *free : {"2", "0"}) {
        ask({"SET", "lock:export", free});
        const QJsonObject lock = lockIn(runCli(at({"scan", "--json"})).json(), "lock:export");
        QCOMPARE(lock[u"kind"].toString(), QStringLiteral("semaphore"));
        QCOMPARE(lock[u"confidence"].toString(), QStringLiteral("guess"));
        QVERIFY(lock[u"holders"].toArray().isEmpty());
        const Ended shown = runCli(at({"show", "lock:export"}));
        QVERIFY2(shown.out.contains(QByteArray(free) + " permit") && !shown.out.contains("no-expiry"),
                 shown.told().constData());
        const Ended refused = runCli(at({"force-release", "lock:export", "--any-owner", "--reason", "test"}));
        QVERIFY2(refused.status != 0 && refused.err.contains("may not be a lock"),
                 refused.told().constData());
        QCOMPARE(CliTest::ask({"GET", "lock:export"}), QByteArray(free));
    }
}

// Also under a name like that of a counter lock.
void tst_CliOtherLocks::allAgreeOnWhatANumberIs()
{
    loadTryAcquire();
    for (const char *key : {"lock:export", "export_lock5"}) {
        ask({"SET", key, "7"});
        const QJsonObject listed = lockIn(runCli(at({"scan", "--json"})).json(), key);
        QCOMPARE(listed[u"kind"].toString(), QStringLiteral("semaphore"));
        const QJsonObject shown = runCli(at({"show", key, "--json"})).json()[u"lock"].toObject();
        QCOMPARE(shown[u"kind"].toString(), QStringLiteral("semaphore"));
        const Ended refused = runCli(at({"force-release", key, "--any-owner", "--reason", "test"}));
        QVERIFY2(refused.err.contains("specify its kind: semaphore"), refused.told().constData());
    }
}

void tst_CliOtherLocks::aMissingSemaphoreHasNoNumber()
{
    const Listener listener(m_sandbox->tcp(), "redisson_sc:{lock:export}");
    const Ended shown = runCli(at({"show", "lock:export"}));
    QVERIFY2(shown.out.contains("likely a lock") && shown.out.contains("The key does not exist") &&
                 !shown.out.contains("whole number"),
             shown.told().constData());
}

// Of a permit-expirable semaphore: its number alone would be a lock, or with 0 none.
void tst_CliOtherLocks::permitsHeldBeforeAreNotAcquired()
{
    const qint64 later = QDateTime::currentMSecsSinceEpoch() + 600'000;
    for (const QByteArray &free : {QByteArray("0"), QByteArray("1")}) {
        const QByteArray key = "pq:lock:" + free;
        ask({"SET", key, free});
        ask({"ZADD", "{" + key + "}:timeout", QByteArray::number(later), "0123456789abcdef"});
    }
    const Ended watched = runCli(at({"watch", "--for", "1s"}));
    QVERIFY2(watched.status == 0 && !watched.out.contains("pq:lock"), watched.told().constData());
    QTemporaryDir folder;
    const QByteArray file = QFile::encodeName(folder.filePath(QStringLiteral("r")));
    QCOMPARE(runCli(at({"record", file, "--for", "1s"})).status, 0);
    const Ended recorded = runCli({"watch", "--recording", file});
    for (const char *key : {"held       pq:lock:0  by", "held       pq:lock:1  by"})
        QVERIFY2(recorded.out.count(key) == 1, recorded.told().constData());
    QVERIFY2(!recorded.out.contains("by 1,") && !recorded.out.contains("acquired"),
             recorded.told().constData());
}

LOCKSCOPE_TEST(tst_CliOtherLocks)

} // namespace tst_cliotherlocks

#include "tst_cliotherlocks.moc"
