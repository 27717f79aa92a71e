// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli with every kind of lock, created by the commands of their libraries: scan and show recognise
// it; acts take and release it, and remove one share or all.
#include "core/formats/format.h"
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"

#include <QJsonArray>
#include <QTest>

namespace tst_clikinds
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Ann = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57");
const QByteArray Bob = QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1");
const QByteArray Raw = QByteArrayLiteral("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\xff");
const QByteArray OtherRaw = QByteArray(16, '\xaa');
const QByteArray Never = QByteArrayLiteral("922337203685477");
const QByteArray Late = QByteArrayLiteral("4102444800000"); // The year 2100
const QByteArray Web = QByteArrayLiteral("WEB_1_4242_0123456789abcdef0123456789abcdef");
const QByteArray Digest = QByteArrayLiteral("uniquejobs:0123456789abcdef0123456789abcdef");
// Only their library takes them.
const QByteArrayList Untakeable{"job-lock", "latch", "npm-semaphore", "sidekiq-lock"};
const QByteArray Eve = QByteArrayLiteral("eeeeeeee-0795-4907-87fd-6c719a6b4586:1");
const QByteArray Workload = QByteArrayLiteral("0123456789abcdef01234567");

} // namespace

class tst_CliKinds : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { ask({"FLUSHALL"}); }
    void eachIsListedAndShown_data();
    void eachIsListedAndShown();
    void kindFilters();
    void eachIsTakenAndGivenBack_data();
    void eachIsTakenAndGivenBack();
    void aReaderIsRemovedAlone();
    void readersWithoutTimeLeftKeepWritersOut();
    void theLastReaderDecidesWhenAReadLockExpires();
    void aPermitIsRemovedByWhatIsPrinted();
    void exactlyTheseHoldersAreExpected();
    void aPlaceInTheQueueIsRemoved();
    void aFairLockIsWoken();
    void kindsWithoutOwnersNeedNone();
    void aKeyIsTakenForWhatIsSaid();

private:
    QJsonObject shown(const QByteArray &key)
    {
        return cli({"--json", "show", key}).json()[QLatin1String("lock")].toObject();
    }
    void makeReaders()
    {
        ask({"HSET", "doc", "mode", "read", Ann, "1", Bob, "1"});
        ask({"PEXPIRE", "doc", "60000"});
        for (const QByteArray &owner : {Ann, Bob})
            ask({"SET", "{doc}:" + owner + ":rwlock_timeout:1", "1", "PX", "60000"});
    }
    void makePermits()
    {
        ask({"SET", "pool", "3"});
        ask({"ZADD", "{pool}:timeout", Late, Raw, Never, OtherRaw});
    }
    void makeFairQueue()
    {
        ask({"HSET", "fair", Ann, "1"});
        ask({"PEXPIRE", "fair", "60000"});
        ask({"RPUSH", "redisson_lock_queue:{fair}", Bob});
        ask({"ZADD", "redisson_lock_timeout:{fair}", Late, Bob});
    }
};

void tst_CliKinds::initTestCase()
{
    startServer();
}

void tst_CliKinds::eachIsListedAndShown_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QList<CliCommand>>("commands");
    QTest::addColumn<QByteArray>("owner"); // Of the first holder; empty: not recorded
    const auto row = [](const char *kind, const QByteArray &key, const QByteArray &owner,
                        const QList<CliCommand> &commands) {
        QTest::newRow(kind) << key << commands << owner;
    };
    row("rlock", "lock:a", Ann, {{"HSET", "lock:a", Ann, "2"}, {"PEXPIRE", "lock:a", "60000"}});
    row("fair-lock", "fair", Ann,
        {{"HSET", "fair", Ann, "1"},
         {"PEXPIRE", "fair", "60000"},
         {"RPUSH", "redisson_lock_queue:{fair}", Bob},
         {"ZADD", "redisson_lock_timeout:{fair}", Late, Bob}});
    row("rw-lock", "doc", Ann,
        {{"HSET", "doc", "mode", "read", Ann, "1"},
         {"SET", "{doc}:" + Ann + ":rwlock_timeout:1", "1", "PX", "60000"},
         {"PEXPIRE", "doc", "60000"}});
    row("permit-semaphore", "pool", Raw, {{"SET", "pool", "3"}, {"ZADD", "{pool}:timeout", Late, Raw}});
    row("semaphore", "jobs:semaphore", "", {{"SET", "jobs:semaphore", "2"}});
    row("token-lock", "lock:b", "0123456789abcdef0123456789abcdef",
        {{"SET", "lock:b", "0123456789abcdef0123456789abcdef", "PX", "60000"}});
    row("job-lock", "bull:mail:7:lock", "01020304-0795-4907-87fd-6c719a6b4586:12",
        {{"SET", "bull:mail:7:lock", "01020304-0795-4907-87fd-6c719a6b4586:12", "PX", "60000"}});
    row("shedlock", "job-lock:default:mail", "ADDED:2026-08-21T12:00:00.123Z@web-1",
        {{"SET", "job-lock:default:mail", "ADDED:2026-08-21T12:00:00.123Z@web-1", "PX", "60000"}});
    row("spring-lock", "lock-registry:order", "01020304-0795-4907-87fd-6c719a6b4586",
        {{"SET", "lock-registry:order", "01020304-0795-4907-87fd-6c719a6b4586", "PX", "60000"}});
    row("distributed-lock", "lock:orders", Web, {{"SET", "lock:orders", Web, "PX", "60000"}});
    row("distributed-semaphore", "semaphore:printers", Web,
        {{"ZADD", "semaphore:printers", Late, Web}, {"PEXPIRE", "semaphore:printers", "90000"}});
    row("sidekiq-lock", Digest + ":LOCKED", Workload,
        {{"HSET", Digest + ":LOCKED", Workload,
          R"({"worker":"M","queue":"q","limit":1,"type":"until_executed"})"},
         {"ZADD", "uniquejobs:digests", "1787313600", Digest}});
    row("redis-semaphore", "SEMAPHORE:x:GRABBED", "0",
        {{"SET", "SEMAPHORE:x:EXISTS", "1"},
         {"SET", "SEMAPHORE:x:VERSION", "1"},
         {"HSET", "SEMAPHORE:x:GRABBED", "0", "1787313600.25"}});
    row("untokened-lock", "rq:scheduler-lock:default", "4242",
        {{"SET", "rq:scheduler-lock:default", "4242", "PX", "60000"}});
}

void tst_CliKinds::eachIsListedAndShown()
{
    QFETCH(QByteArray, key);
    QFETCH(QList<CliCommand>, commands);
    QFETCH(QByteArray, owner);
    const QString kind = QString::fromLatin1(QTest::currentDataTag());
    for (const CliCommand &command : commands)
        ask(command);
    const Ended scan = cli({"--json", "scan"});
    QVERIFY2(scan.status == 0, scan.told().constData());
    const QJsonArray locks = scan.json()[QLatin1String("locks")].toArray();
    QVERIFY2(locks.size() == 1, scan.told().constData());
    QCOMPARE(locks[0][QLatin1String("key")].toString().toUtf8(), key);
    QVERIFY2(locks[0][QLatin1String("kind")].toString() == kind, scan.told().constData());
    const QJsonObject lock = shown(key);
    QCOMPARE(lock[u"kind"].toString(), kind);
    QVERIFY(lock[u"raw"].isObject() && lock[u"alternatives"].isArray() && lock[u"same_owner"].isArray());
    const QJsonObject holder = lock[u"holders"][0].toObject();
    QByteArray found = holder[u"id"].toString().toUtf8();
    if (holder.contains(u"id_base64"))
        found = QByteArray::fromBase64(holder[u"id_base64"].toString().toLatin1());
    if (!owner.isEmpty())
        QCOMPARE(found, owner);
    const Ended text = cli({"show", key});
    QVERIFY2(text.status == 0 && text.out.contains(kind.toUtf8()), text.told().constData());
}

void tst_CliKinds::kindFilters()
{
    makeFairQueue();
    makePermits();
    const Ended fair = cli({"--json", "scan", "--kind", "fair-lock"});
    const QJsonArray locks = fair.json()[QLatin1String("locks")].toArray();
    QVERIFY2(locks.size() == 1, fair.told().constData());
    QCOMPARE(locks[0][QLatin1String("key")].toString(), QStringLiteral("fair"));
    const Ended table = cli({"scan"});
    QVERIFY2(table.out.contains("2 of 5 held"), table.told().constData());
    const Ended unknown = cli({"scan", "--kind", "fare-lock"});
    QVERIFY2(unknown.status == 2 && unknown.err.contains("did you mean fair-lock?"),
             unknown.told().constData());
}

void tst_CliKinds::eachIsTakenAndGivenBack_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArrayList>("more");
    const QHash<QByteArray, QByteArray> keys{
        {"shedlock", "job-lock:default:k"},        {"job-lock", "bull:mail:7:lock"},
        {"spring-lock", "lock-registry:k"},        {"rueidis-lock", "rueidislock:0:k"},
        {"distributed-rw-lock", "k.writer"},       {"sidekiq-lock", Digest + ":LOCKED"},
        {"redis-semaphore", "SEMAPHORE:k:GRABBED"}};
    const QHash<QByteArray, QByteArrayList> more{
        {"distributed-semaphore", {"--part", "2"}},
        {"multi-lock", {"--part", "AAECAwQFBgcICQoLDA0ODw,BBECAwQFBgcICQoLDA0O+A"}},
        {"timestamp-lock", {"--part", "ms"}}};
    for (const LockKind kind : Registry::builtIn().kinds()) {
        const QByteArray name(kind.name.data(), qsizetype(kind.name.size()));
        QTest::newRow(name.constData()) << keys.value(name, "lock:k") << more.value(name);
    }
    QTest::newRow("rw-lock reader") << QByteArray("lock:k") << QByteArrayList{"--mode", "read"};
    QTest::newRow("distributed-rw-lock reader") << QByteArray("k.writer") << QByteArrayList{"--mode", "read"};
}

// A kind performs every act it supports; the rest is refused as a usage error, without changes.
void tst_CliKinds::eachIsTakenAndGivenBack()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArrayList, more);
    const QByteArray kind = QByteArray(QTest::currentDataTag()).split(' ').front();
    if (kind == "semaphore" || kind == "permit-semaphore")
        ask({"SET", key, "2"});
    if (kind == "redis-semaphore") {
        ask({"SET", "SEMAPHORE:k:EXISTS", "1"});
        ask({"RPUSH", "SEMAPHORE:k:AVAILABLE", "0"});
    }
    const QByteArray before = ask({"DBSIZE"});
    const QByteArrayList lease = kind == "semaphore"
                                     ? QByteArrayList()
                                     : QByteArrayList{"--lease", "60s"}; // its permits do not expire
    const Ended taken = cli(QByteArrayList{"--json", "acquire", key, "--kind", kind} + lease + more);
    if (Untakeable.contains(kind)) {
        QVERIFY2(taken.status == 2 && !taken.err.isEmpty() && ask({"DBSIZE"}) == before,
                 taken.told().constData());
        return;
    }
    QVERIFY2(taken.status == 0, taken.told().constData());
    const QJsonObject receipt = taken.json();
    QByteArrayList release{"release", key, "--kind", kind};
    if (receipt.contains(u"owner_base64"))
        release += {"--owner", "base64:" + receipt[u"owner_base64"].toString().toUtf8()};
    else if (receipt.contains(u"owner"))
        release += {"--owner", receipt[u"owner"].toString().toUtf8()};
    if (more.contains("--mode") || kind == "multi-lock")
        release += more;
    const Ended released = cli(release);
    QVERIFY2(released.status == 0, released.told().constData());
}

// A reader was paused for longer than its lease, and its watchdog renews the hash alone.
void tst_CliKinds::readersWithoutTimeLeftKeepWritersOut()
{
    ask({"HSET", "lock:doc", "mode", "read", Ann, "1", Bob, "1"});
    ask({"PEXPIRE", "lock:doc", "60000"});
    const QJsonObject lock = shown("lock:doc");
    QCOMPARE(lock[u"verdict"][u"code"].toString(), QStringLiteral("reads-expired"));
    QCOMPARE(lock[u"verdict"][u"level"].toString(), QStringLiteral("warning"));
    QCOMPARE(lock[u"holders"].toArray().size(), 2);
    QVERIFY(!lock[u"holders"][0].toObject().contains(u"over"));
    const Ended scan = cli({"scan"});
    QVERIFY2(scan.out.contains("2 readers"), scan.told().constData());
    const Ended writer =
        cli({"acquire", "lock:doc", "--kind", "rw-lock", "--mode", "write", "--lease", "5s", "--json"});
    QVERIFY2(writer.status == 1 && ask({"HEXISTS", "lock:doc", Ann}) == "1", writer.told().constData());
}

void tst_CliKinds::theLastReaderDecidesWhenAReadLockExpires()
{
    makeReaders();
    ask({"PEXPIRE", "{doc}:" + Ann + ":rwlock_timeout:1", "20000"});
    const Ended ended = cli({"set-expiry", "doc", "--lease", "100s", "--json"});
    QVERIFY2(ended.status == 0 && ended.json()[u"unchanged"].toBool(), ended.told().constData());
    QVERIFY2(ended.json()[u"ttl_ms"].toInt() > 20'000, ended.told().constData());
}

void tst_CliKinds::aReaderIsRemovedAlone()
{
    makeReaders();
    const Ended dry = cli({"force-release", "doc", "--share", "--expect-owner", Ann, "--dry-run"});
    QVERIFY2(dry.status == 0 && ask({"HEXISTS", "doc", Ann}) == "1", dry.told().constData());
    const Ended stranger =
        cli({"force-release", "doc", "--share", "--expect-owner", Eve, "--reason", "test"});
    QVERIFY2(stranger.status == 1, stranger.told().constData());
    const Ended removed = cli({"force-release", "doc", "--share", "--expect-owner", Ann, "--reason", "test"});
    QVERIFY2(removed.status == 0, removed.told().constData());
    QCOMPARE(ask({"HEXISTS", "doc", Ann}), QByteArray("0"));
    QCOMPARE(ask({"HEXISTS", "doc", Bob}), QByteArray("1"));
}

void tst_CliKinds::aPermitIsRemovedByWhatIsPrinted()
{
    makePermits();
    const Ended page = cli({"show", "pool"});
    QVERIFY2(page.out.contains("Permits     2 of 5 held"), page.told().constData());
    const QByteArray printed = Raw.toHex(); // As Redisson gave it out
    QVERIFY2(page.out.contains(printed), page.told().constData());
    const Ended stranger = cli({"release", "pool", "--owner", QByteArray(32, '0')});
    QVERIFY2(stranger.status == 1 && !stranger.err.contains("\\x") && !stranger.out.contains("\\x"),
             stranger.told().constData());
    const Ended removed =
        cli({"force-release", "pool", "--share", "--expect-owner", printed, "--reason", "test"});
    QVERIFY2(removed.status == 0, removed.told().constData());
    const QJsonObject lock = shown("pool");
    QCOMPARE(lock[u"permits"][u"available"].toInt(), 4);
    const QByteArray left = lock[u"holders"][0][u"id_base64"].toString().toLatin1();
    QCOMPARE(QByteArray::fromBase64(left), OtherRaw);
    QCOMPARE(lock[u"holders"][0][u"id_hex"].toString().toLatin1(), OtherRaw.toHex());
    const Ended again = cli({"release", "pool", "--owner", "base64:" + left});
    QVERIFY2(again.status == 0, again.told().constData());
    QCOMPARE(ask({"GET", "pool"}), QByteArray("5"));
}

void tst_CliKinds::exactlyTheseHoldersAreExpected()
{
    makeReaders();
    for (const bool dry : {true, false}) {
        const auto force = [this, dry](const QByteArrayList &owners) {
            QByteArrayList words{"force-release", "doc", "--reason", "test"};
            for (const QByteArray &owner : owners)
                words += {"--expect-owner", owner};
            if (dry)
                words += "--dry-run";
            return cli(words);
        };
        for (const QByteArrayList &wrong : {QByteArrayList{Ann}, {Ann, Eve}, {Ann, Bob, Eve}}) {
            const Ended refused = force(wrong);
            QVERIFY2(refused.status == 1 && ask({"EXISTS", "doc"}) == "1", refused.told().constData());
        }
        const Ended done = force({Bob, Ann});
        QVERIFY2(done.status == 0, done.told().constData());
    }
    QCOMPARE(ask({"EXISTS", "doc"}), QByteArray("0"));
}

void tst_CliKinds::aPlaceInTheQueueIsRemoved()
{
    makeFairQueue();
    const QJsonObject waiter = shown("fair")[u"waiters"][u"queued"][0].toObject();
    QCOMPARE(waiter[u"id"].toString().toUtf8(), Bob);
    QVERIFY(waiter[u"ttl_ms"].toDouble() > 0);
    const Ended removed =
        cli({"force-release", "fair", "--share", "--expect-owner", Bob, "--reason", "test"});
    QVERIFY2(removed.status == 0, removed.told().constData());
    QCOMPARE(ask({"EXISTS", "redisson_lock_queue:{fair}"}), QByteArray("0"));
    QCOMPARE(ask({"HEXISTS", "fair", Ann}), QByteArray("1"));
}

void tst_CliKinds::aFairLockIsWoken()
{
    makeFairQueue();
    const Ended woken = cli({"wake", "fair"});
    QVERIFY2(woken.status == 0, woken.told().constData());
    const Ended named = cli({"wake", "fair", "--kind", "fair-lock"});
    QVERIFY2(named.status == 0, named.told().constData());
    QCOMPARE(ask({"LLEN", "redisson_lock_queue:{fair}"}), QByteArray("1"));
}

void tst_CliKinds::kindsWithoutOwnersNeedNone()
{
    ask({"SET", "jobs:semaphore", "2"});
    const Ended released = cli({"release", "jobs:semaphore", "--kind", "semaphore"});
    QVERIFY2(released.status == 0 && ask({"GET", "jobs:semaphore"}) == "3", released.told().constData());
    ask({"SET", "limit", "2"});
    const Ended named = cli({"release", "limit", "--kind", "semaphore"});
    QVERIFY2(named.status == 0 && ask({"GET", "limit"}) == "3", named.told().constData());
    ask({"HSET", "lock:a", Ann, "1"});
    const Ended refused = cli({"release", "lock:a"});
    QVERIFY2(refused.status == 2 && refused.err.contains("owner"), refused.told().constData());
    QCOMPARE(ask({"EXISTS", "lock:a"}), QByteArray("1"));
}

void tst_CliKinds::aKeyIsTakenForWhatIsSaid()
{
    ask({"SET", "limit", "5"});
    QCOMPARE(cli({"show", "limit"}).status, 1);
    const Ended show = cli({"show", "limit", "--kind", "semaphore"});
    QVERIFY2(show.status == 0 && show.out.contains("5 available"), show.told().constData());
    const Ended wrong = cli({"show", "limit", "--kind", "rlock"});
    QVERIFY2(wrong.status == 1 && wrong.err.contains("cannot be of kind rlock"), wrong.told().constData());
}

LOCKSCOPE_TEST(tst_CliKinds)

} // namespace tst_clikinds

#include "tst_clikinds.moc"
