// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON document of blocking: since when locks are held and clients are queued.
#include "core/engine/blocking/blockingreport.h"
#include "core/engine/blocking/deadlocktext.h"
#include "core/export/blockingjson.h"
#include "tests/core/engine/blocking/waits.h"
#include "tests/support/runner.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_blockingjson
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::waits;

namespace
{

QJsonObject lockOf(const LockPtr &lock, Instant at)
{
    BlockingReport report{.graph = waitGraph(Registry::builtIn(), {lock}), .at = at};
    JsonWriter json(JsonWriter::Layout::Compact);
    writeBlocking(json, report, {});
    return QJsonDocument::fromJson(json.take()).object()[u"locks"][0].toObject();
}

} // namespace

class tst_BlockingJson : public QObject
{
    Q_OBJECT

private slots:
    void aHoldThatMayBeNew();
    void aWaiterSeenInTheQueue();
    void aPermitOfBytesIsHex();
};

void tst_BlockingJson::aHoldThatMayBeNew()
{
    const Instant at = now();
    const auto lock = Made::held(1, threadNo(1));
    Made::queue(*lock, threadNo(2));
    lock->heldSince = at - 30s;
    QVERIFY(!lockOf(lock, at).contains(u"same_owner_ms"));
    lock->oneHoldSince = at - 2s; // since then it is surely one hold
    const QJsonObject json = lockOf(lock, at);
    QCOMPARE(json[u"held_ms"].toInt(), 2'000);
    QVERIFY(json[u"held_is_lower_bound"].toBool());
    QCOMPARE(json[u"same_owner_ms"].toInt(), 30'000);
}

void tst_BlockingJson::aWaiterSeenInTheQueue()
{
    const Instant at = now();
    const auto lock = Made::held(1, threadNo(1));
    Made::queue(*lock, threadNo(2));
    QVERIFY(!lockOf(lock, at)[u"waiters"][0].toObject().contains(u"queued_ms"));
    lock->waiters.queued[0].seenSince = at - 10ms; // by one look, which read it twice
    QVERIFY(!lockOf(lock, at)[u"waiters"][0].toObject().contains(u"queued_ms"));
    lock->waiters.queued[0].seenSince = at - 5s;
    QCOMPARE(lockOf(lock, at)[u"waiters"][0][u"queued_ms"].toInt(), 5'000);
}

void tst_BlockingJson::aPermitOfBytesIsHex()
{
    const QByteArray id = QByteArray::fromHex("a7327d00112233445566778899aabbcc");
    const auto lock = Made::held(1, {id}, HoldMode::Permit);
    lock->kind = {"permit-semaphore"};
    lock->waiters.subscribed = 1;
    const QJsonObject holder = lockOf(lock, now())[u"holders"][0].toObject();
    QCOMPARE(holder[u"owner_hex"].toString().toLatin1(), id.toHex());
    QCOMPARE(partyText({id}, lock->kind, {}).toLatin1(), id.toHex());
}

LOCKSCOPE_TEST(tst_BlockingJson)

} // namespace tst_blockingjson

#include "tst_blockingjson.moc"
