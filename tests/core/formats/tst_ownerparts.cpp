// SPDX-License-Identifier: GPL-3.0-or-later
// What the owner ids of each family tell of who made them.
#include "core/formats/ownerparts.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_ownerparts
{

using namespace lockscope;

namespace
{

const QByteArray redisson = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");
// As Python's uuid1() made them on a machine with the MAC address 00:16:3e:12:34:56, and on one that hides
// it.
const QByteArray ofMachine = QByteArrayLiteral("5b2a7f0043a211f1a1b200163e123456");
const QByteArray ofDrawn = QByteArrayLiteral("5b2a7f0043a211f1a1b293163e123456");
const QByteArray version7 = QByteArrayLiteral("019a0000-0000-7000-8000-000000000001");

WallTime wall(qint64 milliseconds)
{
    return WallTime(std::chrono::milliseconds(milliseconds));
}

} // namespace

class tst_ownerparts : public QObject
{
    Q_OBJECT

private slots:
    void tells_data();
    void tells();
    void tellsNothing_data();
    void tellsNothing();
    void tellsTheTimeOfVersion1();
    void tellsTheTimeOfVersion7();
    void everyFamilyTakesAnyBytes();
};

void tst_ownerparts::tells_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<OwnerParts>("parts");
    const auto row = [](const char *what, const char *kind, const QByteArray &id, const OwnerParts &parts) {
        QTest::newRow(what) << QByteArray(kind) << id << parts;
    };
    for (const char *kind : {"rlock", "fair-lock", "fenced-lock", "spin-lock", "multi-lock"})
        row(kind, kind, redisson + ":61", {.client = redisson, .thread = "61"});
    row("a writer", "rw-lock", redisson + ":61:write", {.client = redisson, .thread = "61"});
    row("a writer in a transaction", "rw-lock", redisson + ":61:write:" + QByteArray(32, 'a'),
        {.client = redisson, .thread = "61"});
    row("a negative thread", "rlock", redisson + ":-7", {.client = redisson, .thread = "-7"});
    row("a registry", "spring-lock", redisson, {.client = redisson});
    row("BullMQ", "job-lock", redisson + ":12", {.client = redisson});
    row("Bull", "job-lock", redisson, {.client = redisson});
    const QByteArray distributed = "WEB_1_4242_" + QByteArray(32, 'b');
    const OwnerParts process{.client = "WEB_1_4242_", .host = "WEB_1", .process = "4242"};
    for (const char *kind : {"distributed-lock", "distributed-rw-lock", "distributed-semaphore"})
        row(kind, kind, distributed, process);
    row("a writer that waits", "distributed-rw-lock", distributed + "_WRITERWAITING", process);
    const OwnerParts shed{.host = "batch-2", .madeAt = wall(1'767'225'600'123)};
    row("ShedLock", "shedlock", "ADDED:2026-01-01T00:00:00.123Z@batch-2", shed);
    row("ShedLock with a uuid", "shedlock", "ADDED:2026-01-01T00:00:00.123Z@batch-2:" + redisson, shed);
    row("a Java process", "token-lock", "4242@app-3.example", {.host = "app-3.example", .process = "4242"});
    row("a Java process, untokened", "untokened-lock", "4242@app-3", {.host = "app-3", .process = "4242"});
    row("an address", "untokened-lock", "10.0.0.7", {.host = "10.0.0.7"});
    row("an address with a port", "untokened-lock", "10.0.0.7:50312", {.host = "10.0.0.7"});
    row("an address of version 6", "untokened-lock", "[fe80::1]:50312", {.host = "fe80::1"});
    row("of an id of the caller's own", "python-redis-lock", "7@worker", {.host = "worker", .process = "7"});
}

void tst_ownerparts::tells()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, id);
    QFETCH(OwnerParts, parts);
    const Format *format = Registry::builtIn().find(kind);
    QVERIFY(format);
    const OwnerParts told = format->ownerParts({id});
    QCOMPARE(told.client, parts.client);
    QCOMPARE(told.thread, parts.thread);
    QCOMPARE(told.host, parts.host);
    QCOMPARE(told.process, parts.process);
    QCOMPARE(told.mac, parts.mac);
    QVERIFY(told.madeAt == parts.madeAt);
}

void tst_ownerparts::tellsNothing_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("id");
    const auto row = [](const char *what, const char *kind, const QByteArray &id) {
        QTest::newRow(what) << QByteArray(kind) << id;
    };
    row("a uuid of one acquisition", "token-lock", redisson);
    row("node-redlock", "token-lock", "0f63d4ac1e6b4d2faa3e8d6a9c1b7e55");
    row("redsync", "token-lock", "rZb0kgqQ1eWmWb3mF2sW5g==");
    row("Laravel", "token-lock", "Zk3JbQ9xTfLw0aVd");
    row("a token with an @", "token-lock", "user@example.org");
    row("short numbers", "untokened-lock", "4242");
    row("a version", "untokened-lock", "1.2");
    row("no address", "untokened-lock", "300.1.2.3");
    row("a job's id", "sidekiq-lock", "b4a577edbccf1d805744efa9");
    row("python-redis-lock", "python-redis-lock", "Yk0vTnJqZ2p2cWtJd3h6Zmhi");
    row("random bytes", "rueidis-lock", QByteArray("\x01\xff\x00\x80", 4).repeated(6));
    row("no owner of Redisson", "rlock", redisson);
    row("no owner of DistributedLock", "distributed-lock", "WEB1_x_" + QByteArray(32, 'b'));
    row("a permit", "permit-semaphore", QByteArray(32, 'c'));
}

void tst_ownerparts::tellsNothing()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, id);
    const Format *format = Registry::builtIn().find(kind);
    QVERIFY(format);
    QVERIFY(format->ownerParts({id}) == OwnerParts());
}

// 5b2a7f00-43a2-11f1 is 0x1f143a25b2a7f00 ticks of 100 ns since 1582-10-15.
void tst_ownerparts::tellsTheTimeOfVersion1()
{
    const qint64 expected = (0x1f143a25b2a7f00 - 122'192'928'000'000'000) / 10'000;
    for (const QByteArray &id : {ofMachine, QByteArray("5b2a7f00-43a2-11f1-a1b2-00163e123456"),
                                 QByteArray("worker:5B2A7F00-43A2-11F1-A1B2-00163E123456")}) {
        const OwnerParts parts = opaqueParts(id);
        QVERIFY(parts.madeAt);
        QCOMPARE(std::chrono::floor<milliseconds>(parts.madeAt->time_since_epoch()).count(), expected);
        QCOMPARE(parts.mac, QByteArray("00:16:3e:12:34:56"));
        QVERIFY(parts.client.isEmpty());
    }
    QVERIFY(opaqueParts(ofDrawn).madeAt);
    QVERIFY(opaqueParts(ofDrawn).mac.isEmpty());
}

void tst_ownerparts::tellsTheTimeOfVersion7()
{
    const OwnerParts parts = opaqueParts(version7);
    QVERIFY(parts.madeAt == wall(0x019a00000000));
    QVERIFY(parts.mac.isEmpty());
    QVERIFY(!opaqueParts("ffffffff-ffff-7000-8000-000000000001").madeAt);
    const OwnerParts client = redissonParts(version7 + ":1");
    QCOMPARE(client.client, version7);
    QVERIFY(client.madeAt == parts.madeAt);
}

void tst_ownerparts::everyFamilyTakesAnyBytes()
{
    for (const auto &format : Registry::builtIn().formats()) {
        for (const QByteArray &id : {QByteArray(), QByteArray("@"), QByteArray("_"), QByteArray("["),
                                     QByteArray(512, '\xff'), QByteArray("ADDED:"), QByteArray(36, '-')})
            QVERIFY2(format->ownerParts({id}) == OwnerParts(), format->kind().name.data());
    }
}

LOCKSCOPE_TEST(tst_ownerparts)

} // namespace tst_ownerparts

#include "tst_ownerparts.moc"
