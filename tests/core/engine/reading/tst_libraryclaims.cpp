// SPDX-License-Identifier: GPL-3.0-or-later
// A library is named only where something but the shape of a value speaks for it.
#include "core/engine/reading/decodedlock.h"
#include "core/engine/reading/libraryclaims.h"
#include "core/formats/shapes.h"
#include "tests/support/runner.h"

#include <QTest>

#include <functional>

namespace tst_libraryclaims
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

KeyReading string(const QByteArray &key, const QByteArray &value, std::optional<milliseconds> ttl = {})
{
    return {.key = {key},
            .type = ValueType::String,
            .ttl = ttl,
            .size = value.size(),
            .string = value,
            .readAt = now(),
            .companionsRead = true};
}

// The claims as "library, …" of what the key is decoded as.
QByteArray claimsOf(const KeyReading &reading, const ScriptEvidence &scripts = {},
                    const HolderClients &clients = {})
{
    const auto [format, decoded] = Registry::builtIn().decode(reading);
    if (!decoded)
        return "no lock";
    Lock lock;
    describe(lock, reading, *decoded);
    if (!clients.empty())
        lock.clients = std::make_shared<const HolderClients>(clients);
    QByteArrayList names;
    for (const LibraryClaim &claim : libraryClaims(*format, lock, false, scripts)) {
        if (claim.because.isEmpty())
            return "without evidence";
        names << QByteArray(claim.library.data(), qsizetype(claim.library.size()));
    }
    return names.join(", ");
}

// A server that was sent the scripts that fit.
ScriptEvidence sentWhere(const std::function<bool(const Fingerprint &)> &fits)
{
    Reply answer;
    answer.type = Reply::Type::Array;
    for (const auto &format : Registry::builtIn().formats()) {
        for (const Fingerprint &print : format->fingerprints()) {
            Reply known;
            known.type = Reply::Type::Integer;
            known.integer = fits(print) ? 1 : 0;
            answer.items.push_back(known);
        }
    }
    return ScriptEvidence::from(Registry::builtIn(), answer);
}

ScriptEvidence sent(const std::vector<std::string_view> &libraries)
{
    return sentWhere([&](const Fingerprint &print) {
        return std::ranges::find(libraries, print.library) != libraries.end();
    });
}

ScriptEvidence sentOnly(std::string_view sha1)
{
    return sentWhere([&](const Fingerprint &print) { return print.sha1 == sha1; });
}

} // namespace

class tst_libraryclaims : public QObject
{
    Q_OBJECT
private slots:
    void aShapeNamesNone_data();
    void aShapeNamesNone();
    void aNameDoes_data();
    void aNameDoes();
    void anOwnFormatDoes();
    void aScriptDoesForThoseThatItMayBe();
    void aNameRulesNoOtherOut();
    void aScriptOfAnotherKindDoesNot();
    void aClientsNameDoes();
};

void tst_libraryclaims::aShapeNamesNone_data()
{
    QTest::addColumn<KeyReading>("reading");
    const QByteArray uuid = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    QTest::newRow("a constant") << string("lock:report:daily", "locked");
    QTest::newRow("a number") << string("lock:report:daily", "4711", 60s);
    QTest::newRow("a counter") << string("page_lock7", "5");
    QTest::newRow("a time") << string("lock:nightly",
                                      QByteArray::number(QDateTime::currentSecsSinceEpoch() + 60) + ".25");
    QTest::newRow("a UUID") << string("lock:a", uuid, 30s);
    QTest::newRow("a UUID under a path") << string("orders:lock", uuid, 30s);
    QTest::newRow("32 hex digits") << string("lock:a", "0123456789abcdef0123456789abcdef", 30s);
    QTest::newRow("16 letters") << string("lock:a", "aB3dE6gH9jK2mN5p", 30s);
    QTest::newRow("RedLock.net's name, another value")
        << string("redlock:node:1", "0123456789abcdef0123456789abcdef", 30s);
    QTest::newRow("RedLock.net's name, a constant") << string("redlock:order:8", "1", 30s);
    QTest::newRow("18 bytes in base64") << string("lock:a", "AAECAwQFBgcICQoLDA0ODxAR", 30s);
}

void tst_libraryclaims::aShapeNamesNone()
{
    QFETCH(KeyReading, reading);
    QCOMPARE(claimsOf(reading), QByteArray());
}

void tst_libraryclaims::aNameDoes_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::addColumn<QByteArray>("library");
    const QByteArray uuid = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    const auto row = [](const KeyReading &reading, const char *library) {
        QTest::newRow(reading.key.bytes.constData()) << reading << QByteArray(library);
    };
    row(string("rq:scheduler-lock:default", "4711", 60s), "RQ");
    row(string("{hangfire}:lock:job", uuid, 30s), "Hangfire");
    row(string("redlock:orders", uuid, 30s), "RedLock.net, pottery");
    row(string("laravel_unique_job:App:lock", "aB3dE6gH9jK2mN5p", 30s), "Laravel");
    row(string("lock||app||a", "1", 30s), "Dapr");
    row(string("framework/schedule-lock", "b:1;", 30s), "Laravel");
    row(string("bull:mail:7:lock", uuid + ":3", 30s), "BullMQ");
}

void tst_libraryclaims::aNameDoes()
{
    QFETCH(KeyReading, reading);
    QTEST(claimsOf(reading), "library");
}

void tst_libraryclaims::anOwnFormatDoes()
{
    KeyReading redisson = string("orders:7", {}, 30s);
    redisson.type = ValueType::Hash;
    redisson.size = 1;
    redisson.fields = {{"8743c9c0-0795-4907-87fd-6c719a6b4586:57", "1"}};
    QCOMPARE(claimsOf(redisson), QByteArray("Redisson"));
    QCOMPARE(claimsOf(string("job-lock:default:report", "ADDED:2026-11-25T01:02:03.004Z@host-7", 60s)),
             QByteArray("ShedLock"));
}

void tst_libraryclaims::aScriptDoesForThoseThatItMayBe()
{
    const KeyReading hex = string("lock:a", "0123456789abcdef0123456789abcdef", 30s);
    QCOMPARE(claimsOf(hex, sent({"node-redlock", "redsync"})), QByteArray("node-redlock"));
    QCOMPARE(claimsOf(hex, sent({"redsync"})), QByteArray());
    QCOMPARE(claimsOf(string("lock:a", "locked"), sent({"redsync", "redis-py"})), QByteArray());
}

void tst_libraryclaims::aNameRulesNoOtherOut()
{
    const QByteArray uuid = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    for (const char *name : {"gitlab:exclusive_lease:a", "activejob_uniqueness:a"}) {
        QCOMPARE(claimsOf(string(name, uuid, 30s)), QByteArray());
        QCOMPARE(claimsOf(string(name, uuid, 30s), sent({"redlock-rb"})), QByteArray("redlock-rb"));
    }
    KeyReading once = string("qo_tasks.report_7", "d5cea0009d5711f1a5c200163e010203", 30s);
    once.wallAt = timedUuid(once.string)->madeAt + 5s;
    QCOMPARE(claimsOf(once, sent({"redis-py"})), QByteArray("celery-once, redis-py"));
}

void tst_libraryclaims::aScriptOfAnotherKindDoesNot()
{
    KeyReading number = string("semaphore:level", "5");
    const Fingerprint &fair = Registry::builtIn().find("fair-lock")->fingerprints().front();
    const Fingerprint &own = Registry::builtIn().find("semaphore")->fingerprints().front();
    QCOMPARE(claimsOf(number, sentOnly(fair.sha1)), QByteArray());
    QCOMPARE(claimsOf(number, sentOnly(own.sha1)), QByteArray("Redisson"));
}

void tst_libraryclaims::aClientsNameDoes()
{
    const QByteArray token = "0123456789abcdef0123456789abcdef";
    const HolderClients clients{{OwnerId{token}, ClientInfo{.name = "orders-Node-Redlock"}}};
    QCOMPARE(claimsOf(string("lock:a", token, 30s), {}, clients), QByteArray("node-redlock"));
    const HolderClients others{{OwnerId{token}, ClientInfo{.name = "mynode-redlocks"}}}; // a part of a word
    QCOMPARE(claimsOf(string("lock:a", token, 30s), {}, others), QByteArray());
}

LOCKSCOPE_TEST(tst_libraryclaims)

} // namespace tst_libraryclaims

#include "tst_libraryclaims.moc"
