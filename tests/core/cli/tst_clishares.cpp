// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli output for locks that several share, and for what only some kinds have: permits, queues,
// parts, companions.
#include "app/cli/run/closerlook.h"
#include "app/cli/syntax/exitstatus.h"
#include "app/cli/text/detailtext.h"
#include "app/cli/text/lockrows.h"
#include "tests/core/clisamples.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_clishares
{

using namespace lockscope;
using namespace lockscope::cli;
using namespace lockscope::cli::samples;
using namespace std::chrono_literals;

class tst_CliShares : public QObject
{
    Q_OBJECT
private slots:
    void whatOnlySomeKindsHave();
    void holdersAndWaitersOfTheirOwn();
    void keysThatAreNoText();
    void membersOfAKey();
    void takenForAnotherKind();
    void rowsOfSharedLocks();
    void detailPageOfASharedLock();
    void aPermitHasOneSpelling();
};

void tst_CliShares::whatOnlySomeKindsHave()
{
    Lock lock = sample();
    lock.extras = std::make_shared<const LockExtras>(
        LockExtras{.permits = Permits{.available = 3, .held = 2, .total = 6, .overdue = 1},
                   .fencingToken = 41,
                   .toGo = 7,
                   .companions = {{"{lock:a}:timeout"}}});
    const QJsonObject json = lockJson(lock);
    QCOMPARE(json[u"permits"].toObject(),
             (parsed(R"({"available": 3, "held": 2, "total": 6, "overdue": 1})")));
    QCOMPARE(json[u"fencing_token"].toInt(), 41);
    QCOMPARE(json[u"to_go"].toInt(), 7);
    QCOMPARE(json[u"companions"].toArray(), QJsonArray{QStringLiteral("{lock:a}:timeout")});
    lock.extras = std::make_shared<const LockExtras>(LockExtras{.permits = Permits{.available = 0}});
    const QJsonObject bare = lockJson(lock);
    QCOMPARE(bare[u"permits"].toObject(), (parsed(R"({"available": 0, "overdue": 0})")));
    for (const char *field : {"fencing_token", "to_go", "companions"})
        QVERIFY2(!bare.contains(QLatin1String(field)), field);
}

void tst_CliShares::holdersAndWaitersOfTheirOwn()
{
    Lock lock = sample();
    lock.holders = {Holder{.id = {"a"}, .mode = HoldMode::Read, .expiresAt = At + 7s, .part = "left"},
                    Holder{.id = {"b"}, .mode = HoldMode::Read}};
    lock.waiters.queued = {
        QueuedWaiter{.id = {"c"}, .deadline = At + 4s, .alive = false, .mode = HoldMode::Write},
        QueuedWaiter{.id = {"\xfe"}}};
    const QJsonObject json = lockJson(lock);
    const QJsonObject first = json[u"holders"][0].toObject();
    QCOMPARE(first[u"mode"].toString(), QStringLiteral("read"));
    QCOMPARE(first[u"ttl_ms"].toInt(), 7000);
    QCOMPARE(first[u"part"].toString(), QStringLiteral("left"));
    const QJsonObject second = json[u"holders"][1].toObject();
    QCOMPARE(second[u"ttl_ms"].toInt(), 12345);
    QVERIFY(!second.contains(u"part"));
    const QJsonValue queued = json[u"waiters"][u"queued"];
    QCOMPARE(queued[0].toObject(),
             (parsed(R"({"id": "c", "mode": "write", "ttl_ms": 4000, "alive": false})")));
    QCOMPARE(queued[1].toObject(), (parsed(R"({"id_base64": "/g==", "mode": "exclusive"})")));
}

void tst_CliShares::keysThatAreNoText()
{
    LockDetail detail;
    detail.lock = std::make_shared<const Lock>(sample());
    detail.companions = {{"{a}:queue"}, {"\xff"}};
    detail.sameOwner = {{"lock:b"}};
    detail.alternatives = {{"spring-lock"}};
    const QJsonObject json = written([&detail](JsonWriter &writer) { writeDetail(writer, detail, At); });
    QCOMPARE(json[u"companions"].toArray(), QJsonArray{QStringLiteral("{a}:queue")});
    QCOMPARE(json[u"companions_base64"].toArray(), QJsonArray{QStringLiteral("/w==")});
    QCOMPARE(json[u"same_owner"].toArray(), QJsonArray{QStringLiteral("lock:b")});
    QVERIFY(!json.contains(u"same_owner_base64"));
    QCOMPARE(json[u"alternatives"].toArray(), QJsonArray{QStringLiteral("spring-lock")});
}

void tst_CliShares::membersOfAKey()
{
    LockDetail detail;
    detail.lock = std::make_shared<const Lock>(sample());
    detail.typeFound = ValueType::SortedSet;
    detail.size = 2;
    detail.rawMembers = {{"a", 1787313600123.0}, {"\xff", 0.5}};
    const auto members = [&detail] {
        const QJsonObject json = written([&detail](JsonWriter &writer) { writeDetail(writer, detail, At); });
        return json[u"raw"][u"members"].toArray();
    };
    QCOMPARE(members(), (QJsonArray{parsed(R"({"value": "a", "score": "1787313600123"})"),
                                    parsed(R"({"value_base64": "/w==", "score": "0.5"})")}));
    const QString page = detailText(detail, At, {}).join(u'\n') + u'\n';
    QVERIFY2(page.contains(QStringLiteral("zset, 2 members\n            a = 1787313600123\n")),
             qPrintable(page));
    detail.typeFound = ValueType::List;
    QCOMPARE(members().at(0).toObject(), (parsed(R"({"value": "a"})")));
}

void tst_CliShares::takenForAnotherKind()
{
    KeyReading reading{.key = {"limit"}, .type = ValueType::String, .size = 1, .string = "5", .readAt = At};
    LockDetail detail;
    detail.typeFound = ValueType::String;
    detail.reading = std::make_shared<const KeyReading>(reading);
    const auto taken = takenAs(detail, *Registry::builtIn().find("semaphore"), At);
    QVERIFY(taken.ok() && taken->lock && taken->lock->permits());
    QCOMPARE(taken->lock->permits()->available, 5);
    QCOMPARE(taken->lock->key.bytes, "limit");
    const auto wrong = takenAs(detail, *Registry::builtIn().find("rlock"), At);
    QVERIFY(!wrong.ok());
    QCOMPARE(exitStatus(wrong.failure()), 1);
    QVERIFY(wrong.failure().line().contains(QStringLiteral("cannot be of kind rlock: it holds a string")));
    const auto missing = takenAs({}, *Registry::builtIn().find("rlock"), At);
    QVERIFY(missing.ok() && !missing->lock);
}

void tst_CliShares::rowsOfSharedLocks()
{
    const auto row = [](const Lock &lock) {
        return tableOf({std::make_shared<const Lock>(lock)}).at(1).simplified();
    };
    Lock lock = sample();
    const Holder reader{.id = {"a"}, .mode = HoldMode::Read};
    lock.holders = {reader, reader, reader};
    QCOMPARE(row(lock), QStringLiteral("lock:a rlock 3 readers 3 12.3 s >=2 waited-for"));
    Lock over = lock; // A dead reader stays in the hash as long as others read
    over.holders[1].expiresAt = over.holders[2].expiresAt = over.readAt;
    QCOMPARE(row(over), QStringLiteral("lock:a rlock 1 reader 1 12.3 s >=2 waited-for"));
    over.holders[2].expiresAt.reset();
    const QString facts = explainVerdict(over, over.readAt).evidence.join(QLatin1Char('|'));
    QVERIFY2(facts.contains(QStringLiteral("2 holder(s)")), qPrintable(facts));
    lock.holders[0].mode = HoldMode::Write;
    QCOMPARE(row(lock), QStringLiteral("lock:a rlock a (+2) 3 12.3 s >=2 waited-for"));
    lock.expiresAt.reset();
    lock.lasting = true;
    lock.extras = std::make_shared<const LockExtras>(
        LockExtras{.permits = Permits{.available = 3, .held = 2, .total = 5, .overdue = 1}});
    lock.holders.clear();
    QCOMPARE(row(lock), QStringLiteral("lock:a rlock 2 of 5 held, 1 overdue 2 - >=2 waited-for"));
    lock.extras = std::make_shared<const LockExtras>(LockExtras{.permits = Permits{.available = 3}});
    QCOMPARE(row(lock), QStringLiteral("lock:a rlock 3 available - - >=2 waited-for"));
    lock.extras = std::make_shared<const LockExtras>(LockExtras{.toGo = 3});
    QCOMPARE(row(lock), QStringLiteral("lock:a rlock 3 left 0 - >=2 waited-for"));
    lock.extras = std::make_shared<const LockExtras>(LockExtras{.toGo = 0});
    QCOMPARE(row(lock), QStringLiteral("lock:a rlock open 0 - >=2 waited-for"));
}

void tst_CliShares::detailPageOfASharedLock()
{
    Lock lock = sample();
    lock.holders = {Holder{.id = {"a"}, .mode = HoldMode::Permit, .expiresAt = At + 7s, .part = "left"}};
    lock.expiresAt.reset();
    lock.lasting = true;
    lock.extras = std::make_shared<const LockExtras>(
        LockExtras{.permits = Permits{.available = 3, .held = 2, .total = 5}, .fencingToken = 41});
    lock.waiters.queued = {
        QueuedWaiter{.id = {"c"}, .deadline = At + 4s, .alive = false, .mode = HoldMode::Write}};
    LockDetail detail;
    detail.lock = std::make_shared<const Lock>(lock);
    detail.alternatives = {{"spring-lock"}, {"latch"}};
    detail.sameOwner = {{"lock:b"}};
    const QString page = detailText(detail, At, {}).join(u'\n') + u'\n';
    for (const char *line :
         {"Holder      a, 1 hold, permit, part left, 7 s left\n", "Permits     2 of 5 held\n",
          "Fencing     last token 41\n", "TTL         none: this key never expires by design\n",
          "            queued: c, write, dropped in 4 s, no listener\n", "May also be spring-lock, latch\n",
          "Same owner  lock:b\n"})
        QVERIFY2(page.contains(QLatin1String(line)), qPrintable(page));
    lock.waiters.queued.front().deadline = At - 389s;
    lock.holders.clear();
    lock.lasting = false;
    lock.type = ValueType::None;
    detail.lock = std::make_shared<const Lock>(lock);
    const QString late = detailText(detail, At, {}).join(u'\n') + u'\n';
    QVERIFY2(late.contains(QStringLiteral(
                 "queued: c, write, deadline passed 6 min 29 s ago: the next release drops it")),
             qPrintable(late));
    QVERIFY2(late.contains(QStringLiteral("TTL         -\n")), qPrintable(late)); // there is no key
}

void tst_CliShares::aPermitHasOneSpelling()
{
    const OwnerId raw{QByteArray::fromHex("e4dccc960102030405060708090a0b0c")};
    const QString hex = QStringLiteral("e4dccc960102030405060708090a0b0c");
    Lock lock = sample();
    lock.kind = {"permit-semaphore"};
    lock.holders = {Holder{.id = raw, .mode = HoldMode::Permit}};
    LockDetail detail;
    detail.lock = std::make_shared<const Lock>(lock);
    const Copy master{.node = {"n:1"}, .role = "master", .state = CopyState::Held, .owner = raw, .count = 1};
    detail.copies = {master, master};
    const QString page = detailText(detail, At, {}).join(u'\n');
    QVERIFY2(page.contains(QStringLiteral("n:1 (master): held, %1 × 1").arg(hex)) && !page.contains(u"\\x"),
             qPrintable(page));
    Receipt receipt{.act = ActKind::Release, .result = ActResult::OwnerChanged, .key = lock.key};
    receipt.kind = lock.kind;
    receipt.foundOwner = raw;
    receipt.foundCount = 1;
    QVERIFY2(receipt.line().contains(QStringLiteral("held now by ") + hex), qPrintable(receipt.line()));
    receipt.kind = {"token-lock"}; // 16 bytes that are no permit stay as they are
    QVERIFY2(receipt.line().contains(QStringLiteral("held now by \\xe4\\xdc")), qPrintable(receipt.line()));
}

LOCKSCOPE_TEST(tst_CliShares)

} // namespace tst_clishares

#include "tst_clishares.moc"
