// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/keyreader.h"
#include "core/engine/table/locktable.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/finished.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_keyreader
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class TestKeyReader : public QObject
{
    Q_OBJECT

    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Session> m_session;

    void openAs(const QString &user)
    {
        ConnectionSpec spec = readOnly();
        spec.user = user;
        spec.password = QStringLiteral("any");
        open(spec);
    }
    void open(const ConnectionSpec &spec)
    {
        m_session = std::make_unique<Session>(spec);
        m_session->open();
        QTRY_VERIFY(m_session->isReady());
    }

    ConnectionSpec readOnly() const
    {
        ConnectionSpec spec = m_server->tcp();
        spec.readOnly = true;
        return spec;
    }

    void cli(const QList<CliCommand> &commands) { VERIFY_OK(redisCliAll(m_server->tcp(), commands)); }

    Outcome<std::vector<KeyReading>> read(const QByteArrayList &names, std::vector<ValueType> known = {})
    {
        std::vector<LockName> keys;
        for (const QByteArray &name : names)
            keys.push_back({name});
        return finished(readKeys(m_session.get(), keys, std::move(known)));
    }

    qint64 errorsOnTheServer() const
    {
        const auto info = redisCli(m_server->tcp(), {"INFO", "errorstats"});
        return info ? info->count("errorstat_") : -1;
    }

private slots:
    void initTestCase() { VERIFY_INTO(m_server, Sandbox::start()); }

    void init()
    {
        cli({{"FLUSHALL"}, {"CONFIG", "RESETSTAT"}});
        open(readOnly());
    }

    void cleanup() { m_session.reset(); }

    void readsEveryTypeWithoutProvokingAnError()
    {
        cli({{"SET", "string", "token", "PX", "60000"},
             {"HSET", "hash", "uuid:1", "2"},
             {"RPUSH", "list", "a", "b", "c"},
             {"SADD", "set", "a"},
             {"ZADD", "zset", "1", "a", "2", "b"},
             {"XADD", "stream", "*", "f", "v"}});
        const auto readings = read({"string", "hash", "list", "missing", "set", "zset", "stream"});
        VERIFY_OK(readings);
        const std::vector<KeyReading> &all = *readings;
        QCOMPARE(all.size(), 7);
        QCOMPARE(all[0].key.bytes, QByteArray("string"));
        QCOMPARE(all[0].type, ValueType::String);
        QCOMPARE(all[0].string, QByteArray("token"));
        QCOMPARE(all[0].size, 5);
        QVERIFY(*all[0].ttl > 50s && *all[0].ttl <= 60s);
        QVERIFY(all[0].readAt <= now() && all[0].readAt > now() - 10s);
        QCOMPARE(all[1].type, ValueType::Hash);
        QCOMPARE(all[1].fields, (std::vector<std::pair<QByteArray, QByteArray>>{{"uuid:1", "2"}}));
        QVERIFY(!all[1].ttl);
        QCOMPARE(all[2].type, ValueType::List);
        QCOMPARE(all[2].size, 3);
        QCOMPARE(all[3].type, ValueType::None);
        QCOMPARE(all[4].type, ValueType::Set);
        QCOMPARE(all[5].type, ValueType::SortedSet);
        QCOMPARE(all[5].size, 2);
        QCOMPARE(all[6].type, ValueType::Stream);
        QCOMPARE(errorsOnTheServer(), 0);
    }

    void keysAreBytes()
    {
        const QByteArray key("a\0b\r\n\xff \"'", 9);
        const QByteArray value("\0\x01\xfe\r\n", 5);
        cli({{"SET", key, value}});
        const auto readings = read({key, ""});
        VERIFY_OK(readings);
        QCOMPARE((*readings)[0].key.bytes, key);
        QCOMPARE((*readings)[0].string, value);
        QCOMPARE((*readings)[1].type, ValueType::None);
    }

    void knownTypesTakeOneTrip()
    {
        cli({{"SET", "string", "token"}, {"HSET", "hash", "uuid:1", "2"}});
        const qint64 before = m_session->bytesSent();
        const auto readings = read({"string", "hash"}, {ValueType::String, ValueType::Hash});
        VERIFY_OK(readings);
        QCOMPARE((*readings)[0].string, QByteArray("token"));
        QCOMPARE((*readings)[1].fields.size(), 1);
        QCOMPARE((*readings)[1].fields[0].first, QByteArray("uuid:1"));
        QVERIFY(m_session->bytesSent() - before < 250);
    }

    void aKeyThatBecameAnotherTypeIsReadAnew_data()
    {
        QTest::addColumn<ValueType>("known");
        QTest::newRow("was a string") << ValueType::String;
        QTest::newRow("was a hash") << ValueType::Hash;
        QTest::newRow("was a list") << ValueType::List;
    }

    void aKeyThatBecameAnotherTypeIsReadAnew()
    {
        QFETCH(ValueType, known);
        cli({{"HSET", "hash", "f", "v"}, {"SET", "string", "s"}, {"SADD", "set", "m"}});
        const auto readings = read({"hash", "string", "set", "gone"}, std::vector<ValueType>(4, known));
        VERIFY_OK(readings);
        QCOMPARE((*readings)[0].fields.size(), 1);
        QCOMPARE((*readings)[1].string, QByteArray("s"));
        QCOMPARE((*readings)[2].type, ValueType::Set);
        QCOMPARE((*readings)[3].type, ValueType::None);
    }

    void largeValuesAreNeverFetched_data()
    {
        QTest::addColumn<ValueType>("known");
        QTest::newRow("unknown") << ValueType::None;
        QTest::newRow("a lock before, by its type a string") << ValueType::String;
        QTest::newRow("a lock before, by its type a hash") << ValueType::Hash;
    }

    void largeValuesAreNeverFetched()
    {
        QFETCH(ValueType, known);
        constexpr int Large = 100'000'000;
        cli({{"SETRANGE", "lock:string", QByteArray::number(Large - 1), "x"},
             {"EVAL", "for i=1,10000 do redis.call('hset', KEYS[1], 'field:'..i, i) end", "1", "lock:hash"}});
        const qint64 before = m_session->bytesReceived();
        const auto readings = read({"lock:string", "lock:hash"}, {known, known});
        VERIFY_OK(readings);
        QCOMPARE((*readings)[0].type, ValueType::String);
        QCOMPARE((*readings)[0].size, Large);
        QVERIFY((*readings)[0].string.isEmpty());
        QCOMPARE((*readings)[1].type, ValueType::Hash);
        QCOMPARE((*readings)[1].size, 10'000);
        QVERIFY((*readings)[1].fields.empty());
        QVERIFY2(m_session->bytesReceived() - before < 20'000, "more than a look was taken");
    }

    void aSmallHashWithALargeValueIsNotFetched()
    {
        cli({{"EVAL", "redis.call('hset', KEYS[1], 'a', '1', 'b', string.rep('x', 100000000))", "1",
              "lock:hash"}});
        const qint64 before = m_session->bytesReceived();
        const auto readings = read({"lock:hash"});
        VERIFY_OK(readings);
        QCOMPARE((*readings)[0].size, 2);
        QVERIFY((*readings)[0].fields.empty());
        QVERIFY(m_session->bytesReceived() - before < 1000);
    }

    void sizesAroundTheLimits_data()
    {
        QTest::addColumn<int>("fields");
        QTest::addColumn<int>("valueBytes");
        QTest::addColumn<bool>("fetched");
        QTest::newRow("a full reader's lock, kept as a list") << 256 << 1 << true;
        QTest::newRow("one field too many") << 257 << 1 << false;
        QTest::newRow("a full lock with long values, kept as a table") << 256 << 100 << true;
        QTest::newRow("one field too many, as a table") << 257 << 100 << false;
    }

    void sizesAroundTheLimits()
    {
        QFETCH(int, fields);
        QFETCH(int, valueBytes);
        QFETCH(bool, fetched);
        cli({{"EVAL", "for i=1,ARGV[1] do redis.call('hset', KEYS[1], 'f'..i, string.rep('x', ARGV[2])) end",
              "1", "lock:hash", QByteArray::number(fields), QByteArray::number(valueBytes)}});
        for (const ValueType known : {ValueType::None, ValueType::Hash}) {
            const auto readings = read({"lock:hash"}, {known});
            VERIFY_OK(readings);
            QCOMPARE((*readings)[0].size, fields);
            QCOMPARE((*readings)[0].fields.size(), size_t(fetched ? fields : 0));
        }
    }

    void withoutTheRightToWeighTheCountDecides()
    {
        cli({{"ACL", "SETUSER", "counter", "on", "nopass", "allkeys", "+@all", "-memory"},
             {"HSET", "lock:small", "uuid:1", "1"},
             {"EVAL", "for i=1,10000 do redis.call('hset', KEYS[1], i, i) end", "1", "lock:large"}});
        openAs(QStringLiteral("counter"));
        const auto readings = read({"lock:small", "lock:large"});
        VERIFY_OK(readings);
        QCOMPARE((*readings)[0].fields.size(), 1);
        QCOMPARE((*readings)[1].size, 10'000);
        QVERIFY((*readings)[1].fields.empty());
    }

    void aKeyThatMayNotBeReadDoesNotHideTheOthers()
    {
        cli({{"ACL", "SETUSER", "narrow", "on", "nopass", "~lock:*", "+@all"},
             {"SET", "lock:a", "token"},
             {"SET", "secret:a", "token"}});
        openAs(QStringLiteral("narrow"));
        const auto readings = read({"secret:a", "lock:a"});
        VERIFY_OK(readings);
        QCOMPARE((*readings)[0].type, ValueType::Other);
        QCOMPARE((*readings)[0].size, RefusedSize);
        QCOMPARE((*readings)[1].string, QByteArray("token"));
        VERIFY_FAILS(read({"secret:a"}), ErrorKind::NoPerm);
    }

    void aCommandThatMayNotBeRunIsAFailure()
    {
        cli({{"ACL", "SETUSER", "typeless", "on", "nopass", "allkeys", "+@all", "-type"},
             {"SET", "lock:a", "token"}});
        openAs(QStringLiteral("typeless"));
        const auto readings = read({"lock:a", "lock:b"});
        VERIFY_FAILS(readings, ErrorKind::NoPerm);
        QVERIFY(readings.failure().serverText.contains("type"));
        QCOMPARE(readings.failure().node, m_session->node());
    }

    void aCommandForOneTypeConcernsThisTypeOnly()
    {
        cli({{"ACL", "SETUSER", "hashless", "on", "nopass", "allkeys", "+@all", "-hgetall", "-hscan"},
             {"SET", "lock:a", "token"},
             {"HSET", "lock:b", "uuid:1", "1"}});
        openAs(QStringLiteral("hashless"));
        const auto readings = read({"lock:a", "lock:b"});
        VERIFY_OK(readings);
        QCOMPARE((*readings)[0].string, QByteArray("token"));
        QCOMPARE((*readings)[1].size, RefusedSize);
        VERIFY_FAILS(read({"lock:b"}), ErrorKind::NoPerm);
    }

    void manyKeysComeInOrder()
    {
        QByteArrayList names;
        QList<CliCommand> commands;
        for (int i = 0; i < 1234; ++i) {
            names += "lock:" + QByteArray::number(i);
            if (i % 3 == 0)
                commands += {"SET", names.back(), QByteArray::number(i)};
            else if (i % 3 == 1)
                commands += {"HSET", names.back(), "f", QByteArray::number(i)};
        }
        cli(commands);
        const auto readings = read(names);
        VERIFY_OK(readings);
        QCOMPARE(readings->size(), size_t(names.size()));
        for (int i = 0; i < 1234; ++i) {
            const KeyReading &reading = (*readings)[size_t(i)];
            QCOMPARE(reading.key.bytes, names[i]);
            if (i % 3 == 0)
                QCOMPARE(reading.string, QByteArray::number(i));
            else if (i % 3 == 1)
                QCOMPARE(reading.fields.front().second, QByteArray::number(i));
            else
                QCOMPARE(reading.type, ValueType::None);
        }
    }

    void noKeysNeedNoTrip()
    {
        const qint64 before = m_session->bytesSent();
        const auto readings = read({});
        VERIFY_OK(readings);
        QVERIFY(readings->empty());
        QCOMPARE(m_session->bytesSent(), before);
    }

    void aSessionThatIsClosedIsAFailure()
    {
        QCoro::Task<Outcome<std::vector<KeyReading>>> task =
            readKeys(m_session.get(), {{QByteArray("lock:a")}});
        m_session.reset();
        VERIFY_FAILS(finished(std::move(task)), ErrorKind::Cancelled);
        VERIFY_FAILS(finished(readKeys(m_session.get(), {{QByteArray("lock:a")}})), ErrorKind::Cancelled);
    }
};

LOCKSCOPE_TEST(TestKeyReader)

} // namespace tst_keyreader

#include "tst_keyreader.moc"
