// SPDX-License-Identifier: GPL-3.0-or-later
// Matching an owner to its client: real CLIENT LIST replies, aliases, and ties between the two.
#include "core/engine/owners/clientmatcher.h"
#include "core/engine/owners/clientschedule.h"
#include "tests/core/engine/owners/clientsights.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_clientmatcher
{

using namespace lockscope;
using namespace lockscope::test::clientsights;

namespace
{
const Instant start = now();

// Settles all doubts: no client in doubt is connected elsewhere.
bool settleAll(ClientMatcher &book)
{
    bool changed = false;
    for (const ClientMatcher::Doubt &doubt : book.doubts())
        changed = book.settle(doubt, true) || changed;
    return changed;
}

// Two lists far enough apart.
void seeTwice(ClientMatcher &book, const QByteArray &list, Instant at)
{
    book.see(clients(list), at);
    book.see(clients(list), at + ClientMatcher::Reconnect);
    settleAll(book);
}

} // namespace

class tst_clientmatcher : public QObject
{
    Q_OBJECT

private slots:
    void nobodyIsKnown();
    void aHostInTheId();
    void severalProcessesOnTheHostOfTheId();
    void theNameOfAConnection();
    void aNameThatSeveralHave();
    void aProbeTiesAllOfOneClient();
    void whoIsGone();
    void aClientOfSeveralConnectionsStays();
    void whatIsLeftMayBeOfAnotherProcess();
    void whoReconnectsIsNotGone();
    void whoIsConnectedElsewhereIsNotGone();
    void whatAnotherServerMayTell();
    void ofManyClientsOnlyThoseThatAreTied();
    void aTieThatWasNotAskedFor();
    void whoWasOnlyInAnOldListIsNotGone();
    void whoIsGoneWhenNobodyCanTell();
    void aServerThatIsStartedAnew();
    void eachConnectionIsAskedForOnce();
    void whoIsGoneIsNotFoundInAnOldList();
    void whatIsNotUsedIsForgotten();
    void whenANodeIsAskedAgain();
};

void tst_clientmatcher::nobodyIsKnown()
{
    ClientMatcher book;
    QVERIFY(!book.find(redisson, ofRedisson));
    book.see(clients("id=1 addr=10.0.0.7:1 name=\nid=2 addr=10.0.0.8:1 name=app"), start);
    QVERIFY(!book.find(redisson, ofRedisson));
    QVERIFY(!book.find({"app-token"}, {}));
    QVERIFY(!book.find({""}, {}));
}

void tst_clientmatcher::aHostInTheId()
{
    ClientMatcher book;
    const OwnerId owner{"WEB1_42_0123456789abcdef0123456789abcdef"};
    const OwnerParts parts{.client = "WEB1_42_", .host = "WEB1", .process = "42"};
    const auto alone = book.find(owner, parts);
    QVERIFY(alone && alone->address == "WEB1" && alone->learnt == QLatin1String("owner id"));
    book.see(clients("id=1 addr=10.0.0.7:1 name=WEB10(SE.Redis-v2.8)\nid=2 addr=10.0.0.8:1 "
                     "name=WEB1(SE.Redis-v2.8)\nid=3 addr=10.0.0.8:2 name=WEB1(SE.Redis-v2.8)"),
             start);
    const auto met = book.find(owner, parts);
    QVERIFY(met);
    QCOMPARE(met->address, QByteArray("10.0.0.8")); // Which of its two connections is unknown
    QCOMPARE(met->name, QByteArray("WEB1(SE.Redis-v2.8)"));
    const auto byAddress = book.find({"10.0.0.7"}, {.host = "10.0.0.7"});
    QVERIFY(byAddress);
    QCOMPARE(byAddress->address, QByteArray("10.0.0.7:1"));
}

void tst_clientmatcher::severalProcessesOnTheHostOfTheId()
{
    using namespace std::chrono_literals;
    const QByteArray a = "id=1 addr=10.0.0.7:1 name=worker-a\n";
    const QByteArray b = "id=2 addr=10.0.0.7:2 name=worker-b\n";
    ClientMatcher book;
    const OwnerId owner{"10.0.0.7:42:x"};
    const OwnerParts parts{.client = "10.0.0.7:42", .host = "10.0.0.7"};
    book.see(clients(b + a), start);
    const auto either = book.find(owner, parts);
    QVERIFY(either);
    QCOMPARE(either->address, QByteArray("10.0.0.7"));
    QCOMPARE(either->name, QByteArray());
    QCOMPARE(book.tiedIds(), (std::vector<qint64>{1, 2}));
    for (const QByteArray &left : {a, b}) { // The other one may have been the owner
        seeTwice(book, left, start + 10s);
        const auto still = book.find(owner, parts);
        QVERIFY(!still->goneSince && still->address == "10.0.0.7" && still->name.isEmpty());
    }
    seeTwice(book, {}, start + 20s);
    QVERIFY(book.find(owner, parts)->goneSince == start + 20s);
    book.see(clients("id=3 addr=10.0.0.7:3 name=worker-c"), start + 30s); // The only one left
    QCOMPARE(book.find(owner, parts)->address, QByteArray("10.0.0.7:3"));
    QCOMPARE(book.find(owner, parts)->name, QByteArray("worker-c"));
    // However many candidates there are, each of them is tracked.
    QByteArray many;
    for (int i = 0; i < 100; ++i)
        many += "id=" + QByteArray::number(i) + " addr=10.0.0.9:" + QByteArray::number(i) + " name=w-" +
                QByteArray::number(i) + '\n';
    ClientMatcher crowd;
    crowd.see(clients(many), start);
    QVERIFY(crowd.find(owner, {.host = "10.0.0.9"}));
    QCOMPARE(crowd.tiedIds().size(), size_t(100));
}

void tst_clientmatcher::aNameThatSeveralHave()
{
    ClientMatcher book;
    book.see(clients("id=1 addr=10.0.0.7:1 name=job:" + uuid + "\nid=2 addr=10.0.0.7:2 name=pubsub:" + uuid +
                     "\nid=3 addr=10.0.0.8:1 name=worker-7\nid=4 addr=10.0.0.9:1 name=worker-7"),
             start);
    const auto byUuid = book.find(redisson, ofRedisson);
    QVERIFY(byUuid);
    QCOMPARE(byUuid->address, QByteArray("10.0.0.7"));
    QCOMPARE(byUuid->name, uuid);
    const auto byName = book.find({"worker-7"}, {});
    QVERIFY(byName && byName->address.isEmpty());
    QCOMPARE(byName->name, QByteArray("worker-7"));
    QCOMPARE(book.tiedIds(), (std::vector<qint64>{1, 2, 3, 4}));
}

void tst_clientmatcher::theNameOfAConnection()
{
    ClientMatcher book;
    book.see(clients("id=1 addr=10.0.0.7:1 name=billing/" + uuid + "\nid=2 addr=10.0.0.8:1 name=worker-7"),
             start);
    const auto byUuid = book.find(redisson, ofRedisson);
    QVERIFY(byUuid && byUuid->address == "10.0.0.7:1");
    QCOMPARE(byUuid->learnt, QStringLiteral("CLIENT LIST"));
    const auto byName = book.find({"worker-7"}, {});
    QVERIFY(byName && byName->address == "10.0.0.8:1");
}

void tst_clientmatcher::aProbeTiesAllOfOneClient()
{
    ClientMatcher book;
    book.learn(redisson, ofRedisson, "10.0.0.7:5"); // The list arrives later
    QCOMPARE(book.find(redisson, ofRedisson)->name, QByteArray());
    book.see(clients("id=1 addr=10.0.0.7:5 name=app\nid=2 addr=10.0.0.7:6 name=app"), start);
    const auto other = book.find({uuid + ":99"}, {.client = uuid, .thread = "99"});
    QVERIFY(other);
    QCOMPARE(other->address, QByteArray("10.0.0.7:5"));
    QCOMPARE(other->name, QByteArray("app"));
    QCOMPARE(other->learnt, QStringLiteral("MONITOR probe"));
    QVERIFY(!other->goneSince);
    QVERIFY(!book.find({"00000000-0795-4907-87fd-6c719a6b4586:1"},
                       {.client = "00000000-0795-4907-87fd-6c719a6b4586"}));
}

void tst_clientmatcher::whoIsGone()
{
    using namespace std::chrono_literals;
    const QByteArray others = "id=2 addr=10.0.0.7:2 name=another";
    ClientMatcher book;
    book.see(clients("id=1 addr=10.0.0.7:1 name=" + uuid), start);
    QVERIFY(!book.find(redisson, ofRedisson)->goneSince);
    QVERIFY(book.see(clients(others), start + 10s));
    QVERIFY(!book.see(clients(others), start + 14s)); // Nothing new
    QVERIFY(book.doubts().empty());
    QVERIFY(!book.find(redisson, ofRedisson)->goneSince); // It may be reconnecting
    book.see(clients(others), start + 15s);
    QVERIFY(settleAll(book));
    QVERIFY(!settleAll(book));
    const auto gone = book.find(redisson, ofRedisson);
    QCOMPARE(gone->address, QByteArray("10.0.0.7:1"));
    QVERIFY(gone->goneSince == start + 10s);
    book.see(clients("id=9 addr=10.0.0.9:2 name=" + uuid), start + 30s);
    const auto back = book.find(redisson, ofRedisson);
    QVERIFY(!back->goneSince);
    QCOMPARE(back->address, QByteArray("10.0.0.9:2"));
}

void tst_clientmatcher::aClientOfSeveralConnectionsStays()
{
    using namespace std::chrono_literals;
    ClientMatcher book;
    book.see(clients("id=1 addr=10.0.0.7:1 name=app\nid=2 addr=10.0.0.7:2 name=app"), start);
    book.learn(redisson, ofRedisson, "10.0.0.7:1");
    book.see(clients("id=2 addr=10.0.0.7:2 name=app\nid=3 addr=10.0.0.7:3 name=app"), start + 10s);
    const auto client = book.find(redisson, ofRedisson);
    QVERIFY(!client->goneSince);
    QCOMPARE(client->address, QByteArray("10.0.0.7"));
}

// Behind a proxy or NAT, all have one address.
void tst_clientmatcher::whatIsLeftMayBeOfAnotherProcess()
{
    using namespace std::chrono_literals;
    ClientMatcher book;
    book.see(clients("id=1 addr=10.0.0.7:1 name=app\nid=2 addr=10.0.0.7:2 name=app"), start);
    book.learn(redisson, ofRedisson, "10.0.0.7:1");
    book.see(clients("id=2 addr=10.0.0.7:2 name=app"), start + 10s);
    const auto client = book.find(redisson, ofRedisson);
    QVERIFY(!client->goneSince);
    QCOMPARE(client->address, QByteArray("10.0.0.7"));
}

void tst_clientmatcher::whoReconnectsIsNotGone()
{
    using namespace std::chrono_literals;
    ClientMatcher book;
    book.see(clients("id=1 addr=10.0.0.7:1 name=" + uuid), start);
    QVERIFY(book.find(redisson, ofRedisson));
    book.see({}, start + 10s); // Without a connection at that moment
    QVERIFY(!settleAll(book) && !book.find(redisson, ofRedisson)->goneSince);
    book.see(clients("id=2 addr=10.0.0.7:2 name=" + uuid), start + 20s);
    QVERIFY(!settleAll(book) && !book.misses());
    QCOMPARE(book.find(redisson, ofRedisson)->address, QByteArray("10.0.0.7:2"));
    book.see({}, start + 30s); // A new absence, not a continuation
    QVERIFY(!settleAll(book) && !book.find(redisson, ofRedisson)->goneSince);
}

void tst_clientmatcher::whoIsConnectedElsewhereIsNotGone()
{
    using namespace std::chrono_literals;
    ClientMatcher book;
    book.see(clients("id=1 addr=10.0.0.7:1 name=" + uuid), start);
    QVERIFY(book.find(redisson, ofRedisson));
    book.see({}, start + 10s);
    book.see({}, start + 20s);
    const std::vector<ClientMatcher::Doubt> doubts = book.doubts();
    QCOMPARE(doubts.size(), size_t(1));
    QCOMPARE(doubts[0].who, uuid);
    QVERIFY(doubts[0].since == start + 10s);
    QVERIFY(!book.settle(doubts[0], false) && !book.find(redisson, ofRedisson)->goneSince);
    QVERIFY(book.doubts().empty());
    book.see({}, start + 30s); // The same list: is it still connected elsewhere?
    book.see({}, start + 40s);
    QVERIFY(!book.settle(doubts[0], true)); // An answer to an older doubt
    QVERIFY(settleAll(book));
    QVERIFY(book.find(redisson, ofRedisson)->goneSince == start + 30s);
}

void tst_clientmatcher::whatAnotherServerMayTell()
{
    using namespace std::chrono_literals;
    ClientMatcher here;
    here.see(clients("id=1 addr=10.0.0.7:1 name=" + uuid), start);
    QVERIFY(here.find(redisson, ofRedisson));
    seeTwice(here, {}, start + 10s);
    ClientMatcher there;
    const QSet<QByteArray> groups{QByteArray("10.0.0.7") + '\0' + uuid};
    QVERIFY(!there.has(groups, start)); // Never asked
    there.see(clients("id=7 addr=10.0.0.7:5 name=" + uuid), start + 10s);
    QVERIFY(there.has(groups, start + 10s) == true);
    QVERIFY(!there.has(groups, start + 11s)); // The answer is older
    there.see(clients("id=7 addr=10.0.0.7:5 name=another"), start + 20s);
    QVERIFY(there.has(groups, start + 11s) == false);
}

void tst_clientmatcher::ofManyClientsOnlyThoseThatAreTied()
{
    using namespace std::chrono_literals;
    const QByteArray first = "id=1 addr=10.0.0.7:1 name=app\n";
    const QByteArray second = "id=2 addr=10.0.0.7:2 name=app\n";
    ClientMatcher book;
    book.learn(redisson, ofRedisson, "10.0.0.7:1");
    QVERIFY(book.tiedIds().empty());
    book.seeAgain({}, {}, start); // Nothing was asked, so nothing is known
    QVERIFY(!book.misses());
    book.see(clients(first + second), start);
    QCOMPARE(book.tiedIds(), (std::vector<qint64>{1, 2}));
    book.seeAgain({1, 2}, clients(second), start + 10s);
    QVERIFY(!book.misses());
    book.seeAgain({1, 2}, {}, start + 20s);
    QVERIFY(book.misses());
    book.seeAgain({1, 2}, {}, start + 30s); // It may have new connections
    QVERIFY(!settleAll(book) && !book.find(redisson, ofRedisson)->goneSince);
    book.see(clients("id=3 addr=10.0.0.7:3 name=app"), start + 40s);
    QVERIFY(!settleAll(book) && !book.misses());
    QCOMPARE(book.tiedIds(), std::vector<qint64>{3});
    book.seeAgain({3}, {}, start + 50s);
    book.see({}, start + 60s);
    QVERIFY(settleAll(book));
    QVERIFY(book.find(redisson, ofRedisson)->goneSince == start + 50s);
}

// A tie made while the answer was in flight.
void tst_clientmatcher::aTieThatWasNotAskedFor()
{
    using namespace std::chrono_literals;
    ClientMatcher book;
    const OwnerId late{"10.0.0.8"};
    const OwnerParts ofLate{.host = "10.0.0.8"};
    book.see(clients("id=1 addr=10.0.0.7:1 name=" + uuid + "\nid=2 addr=10.0.0.8:1 name=app"), start);
    QVERIFY(book.find(redisson, ofRedisson));
    const std::vector<qint64> asked = book.tiedIds();
    QCOMPARE(asked, std::vector<qint64>{1});
    QVERIFY(book.find(late, ofLate));
    book.seeAgain(asked, clients("id=1 addr=10.0.0.7:1 name=" + uuid), start + 10s);
    QVERIFY(!book.misses());
    // A client with new connections since.
    book.see(clients("id=1 addr=10.0.0.7:1 name=" + uuid + "\nid=3 addr=10.0.0.8:1 name=app"), start + 11s);
    book.seeAgain({1, 2}, clients("id=1 addr=10.0.0.7:1 name=" + uuid), start + 12s);
    QVERIFY(!book.misses());
    book.seeAgain({1, 3}, clients("id=1 addr=10.0.0.7:1 name=" + uuid), start + 20s);
    QVERIFY(book.misses());
}

// A client that takes a lock is connected then, whatever an older list shows.
void tst_clientmatcher::whoWasOnlyInAnOldListIsNotGone()
{
    using namespace std::chrono_literals;
    ClientMatcher book;
    book.see(clients("id=1 addr=10.0.0.7:1 name=worker-7\nid=2 addr=10.0.0.8:1 name=app"), start);
    book.seeAgain({}, {}, start + 10s);
    QVERIFY(book.find({"worker-7"}, {}));
    book.seeAgain({1}, {}, start + 20s);
    book.see({}, start + 30s);
    settleAll(book);
    QVERIFY(!book.find({"worker-7"}, {}));
    // A probe that sees it act does not trust the old list about that address.
    book.see(clients("id=1 addr=10.0.0.7:1 name=app"), start + 40s);
    book.seeAgain({}, {}, start + 50s);
    book.learn(redisson, ofRedisson, "10.0.0.7:1");
    QVERIFY(book.tiedIds().empty());
    QCOMPARE(book.find(redisson, ofRedisson)->name, QByteArray());
}

void tst_clientmatcher::whoIsGoneWhenNobodyCanTell()
{
    using namespace std::chrono_literals;
    ClientMatcher book;
    book.see(clients("id=1 addr=10.0.0.7:1 name=" + uuid), start);
    QVERIFY(book.find(redisson, ofRedisson));
    seeTwice(book, {}, start + 10s);
    QVERIFY(book.find(redisson, ofRedisson)->goneSince);
    QVERIFY(book.withdraw() && !book.withdraw());
    QVERIFY(!book.find(redisson, ofRedisson)->goneSince);
    book.see({}, start + 30s);
    settleAll(book);
    QVERIFY(book.find(redisson, ofRedisson)->goneSince == start + 10s);
}

// After a restart, clients reconnect one by one, and their ids may belong to others.
void tst_clientmatcher::aServerThatIsStartedAnew()
{
    using namespace std::chrono_literals;
    ClientMatcher book;
    book.see(clients("id=1 addr=10.0.0.7:1 name=" + uuid), start);
    QVERIFY(book.find(redisson, ofRedisson));
    book.see({}, start + 10s);
    book.forgetConnections();
    QVERIFY(book.tiedIds().empty() && !book.misses());
    seeTwice(book, {}, start + 20s);
    QVERIFY(!book.find(redisson, ofRedisson)); // It is not known to have connected since
    book.see(clients("id=1 addr=10.0.0.7:9 name=" + uuid), start + 40s);
    QCOMPARE(book.find(redisson, ofRedisson)->address, QByteArray("10.0.0.7:9"));
    seeTwice(book, {}, start + 50s);
    QVERIFY(book.find(redisson, ofRedisson)->goneSince == start + 50s);
}

void tst_clientmatcher::eachConnectionIsAskedForOnce()
{
    QByteArray list;
    for (int i = 1; i <= 1500; ++i) // From 30 hosts with 50 connections each
        list += "id=" + QByteArray::number(i) + " addr=10.0.0." + QByteArray::number(i % 30) + ":" +
                QByteArray::number(i) + " name=app\n";
    ClientMatcher book;
    book.see(clients(list), start);
    for (int i = 0; i < 300; ++i) {
        const QByteArray host = "10.0.0." + QByteArray::number(i % 30);
        QVERIFY(book.find({host + "_" + QByteArray::number(i)}, {.host = host}));
    }
    const std::vector<qint64> ids = book.tiedIds();
    QCOMPARE(ids.size(), size_t(1500));
    const std::vector<Command> commands = clientListsOf(ids);
    QCOMPARE(commands.size(), size_t(2));
    QCOMPARE(commands[0].size(), size_t(3 + 1000));
    QCOMPARE(commands[1].size(), size_t(3 + 500));
    QCOMPARE(QByteArrayList(commands[1].begin(), commands[1].begin() + 4).join(' '),
             "CLIENT LIST ID " + QByteArray::number(ids[1000]));
    QVERIFY(clientListsOf({}).empty());
}

void tst_clientmatcher::whoIsGoneIsNotFoundInAnOldList()
{
    using namespace std::chrono_literals;
    ClientMatcher book;
    const OwnerId byHost{"10.0.0.8"};
    const OwnerParts parts{.host = "10.0.0.8"};
    book.see(clients("id=1 addr=10.0.0.7:1 name=" + uuid + "\nid=2 addr=10.0.0.8:1 name=app"), start);
    QVERIFY(book.find(redisson, ofRedisson) && book.find(byHost, parts));
    seeTwice(book, {}, start + 10s);
    QVERIFY(book.find(redisson, ofRedisson)->goneSince == start + 10s);
    QVERIFY(book.find(byHost, parts)->goneSince == start + 10s);
    QVERIFY(!book.seeAgain({1, 2}, {}, start + 20s)); // Nothing new
    QVERIFY(book.find(redisson, ofRedisson)->goneSince == start + 10s);
    book.see(clients("id=3 addr=10.0.0.7:3 name=" + uuid), start + 30s);
    QVERIFY(!book.find(redisson, ofRedisson)->goneSince);
    QVERIFY(book.find(byHost, parts)->goneSince == start + 10s);
}

void tst_clientmatcher::whatIsNotUsedIsForgotten()
{
    ClientMatcher book;
    book.learn(redisson, ofRedisson, "10.0.0.7:1");
    book.keepOnly({uuid});
    QVERIFY(book.find(redisson, ofRedisson));
    book.keepOnly({});
    QVERIFY(!book.find(redisson, ofRedisson));
}

void tst_clientmatcher::whenANodeIsAskedAgain()
{
    using namespace std::chrono_literals;
    ClientSchedule asking;
    QVERIFY(asking.mayAsk(start, {}));
    asking.noteAsked(start, false);
    QVERIFY(!asking.mayAsk(start + 1999ms, 5));
    QVERIFY(asking.mayAsk(start + 2s, 199));
    QVERIFY(!asking.mayAsk(start + 2s, 200));
    QVERIFY(!asking.mayAsk(start + 2s, {}));
    asking.noteAsked(start + 2s, false);
    QVERIFY(!asking.mayAsk(start + 9s, 5)); // Asked once in between
    asking.noteAsked(start + 9s, false);    // After a probe
    QVERIFY(!asking.mayAsk(start + 10s, 5));
    QVERIFY(asking.mayAsk(start + 11s, {}));
    asking.noteAsked(start + 9500ms, true); // Timers are not exact
    QVERIFY(!asking.mayAsk(start + 11s, 5));
    QVERIFY(asking.mayAsk(start + 11500ms, 5));
    asking.noteAsked(start + 12s, false);
    QVERIFY(!asking.mayAsk(start + 19s, 5));
    QVERIFY(asking.mayAsk(start + 19500ms, {}));
}

LOCKSCOPE_TEST(tst_clientmatcher)

} // namespace tst_clientmatcher

#include "tst_clientmatcher.moc"
