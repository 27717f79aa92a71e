// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/outcome.h"
#include "core/values/act.h"
#include "core/values/events.h"
#include "core/values/status.h"
#include "tests/support/runner.h"

#include <QSet>
#include <QTest>

namespace tst_outcome
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

QList<ErrorKind> allKinds()
{
    QList<ErrorKind> kinds;
    for (int kind = 0; kind <= int(ErrorKind::Internal); ++kind)
        kinds << ErrorKind(kind);
    return kinds;
}

// The words of an enumeration whose last value is `last`; no word may be empty or occur twice.
template<class Enum> QByteArrayList words(Enum last)
{
    QByteArrayList list;
    for (int i = 0; i <= int(last); ++i)
        list << QByteArray(name(Enum(i)));
    return list;
}

Receipt receipt(ActKind act, ActResult result)
{
    Receipt r{.act = act, .result = result, .key = {"lock:a"}, .owner = {"me:1"}};
    return r;
}

} // namespace

class tst_outcome : public QObject
{
    Q_OBJECT

private slots:
    void holdsEitherAValueOrAFailure();
    void failureLine_data();
    void failureLine();
    void everyKindHasItsOwnName();
    void noKindIsBothConnectionAndRefusal();
    void kindClasses_data();
    void kindClasses();
    void namesAreTheWordsOfTheContract();
    void receiptLine_data();
    void receiptLine();
};

void tst_outcome::holdsEitherAValueOrAFailure()
{
    Outcome<int> good = 3;
    QVERIFY(good.ok());
    QCOMPARE(*good, 3);
    *good = 4;
    QCOMPARE(good.value(), 4);

    const Outcome<int> poor = Failure{.kind = ErrorKind::Busy, .text = QStringLiteral("a script runs")};
    QVERIFY(!poor);
    QCOMPARE(poor.failure().kind, ErrorKind::Busy);
    QCOMPARE(poor.failure().text, QStringLiteral("a script runs"));
}

void tst_outcome::failureLine_data()
{
    QTest::addColumn<Failure>("failure");
    QTest::addColumn<QString>("line");

    QTest::newRow("node, key, text and remedy in this order")
        << Failure{.kind = ErrorKind::WrongType,
                   .text = QStringLiteral("holds a list"),
                   .remedy = QStringLiteral("look at it with redis-cli"),
                   .node = {"127.0.0.1:6379"},
                   .key = "lock:a"}
        << QStringLiteral("127.0.0.1:6379: key lock:a: holds a list: look at it with redis-cli");
    QTest::newRow("text alone") << Failure{.kind = ErrorKind::BadInput,
                                           .text = QStringLiteral("the port is missing")}
                                << QStringLiteral("the port is missing");
    QTest::newRow("without a text the kind speaks")
        << Failure{.kind = ErrorKind::TimedOut, .node = {"a:1"}} << QStringLiteral("a:1: timed-out");
    QTest::newRow("a binary key stays on one line")
        << Failure{.text = QStringLiteral("gone"), .key = QByteArray("a\n\xff", 3)}
        << QStringLiteral("key a\\x0a\\xff: gone");
    QTest::newRow("line breaks of a server's words become spaces")
        << Failure{.text = QStringLiteral("one\r\ntwo"), .remedy = QStringLiteral("three\n")}
        << QStringLiteral("one  two: three");
}

void tst_outcome::failureLine()
{
    QFETCH(Failure, failure);
    QTEST(failure.line(), "line");
}

void tst_outcome::everyKindHasItsOwnName()
{
    QSet<QByteArray> names;
    for (const ErrorKind kind : allKinds())
        names << QByteArray(errorKindName(kind));
    QCOMPARE(names.size(), allKinds().size());
    QVERIFY(!names.contains(QByteArray()));
}

void tst_outcome::noKindIsBothConnectionAndRefusal()
{
    for (const ErrorKind kind : allKinds())
        QVERIFY2(!(isConnectionFailure(kind) && isServerRefusal(kind)), errorKindName(kind));
}

void tst_outcome::kindClasses_data()
{
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<bool>("connection");
    QTest::addColumn<bool>("refusal");
    QTest::addColumn<bool>("passing");

    QTest::newRow("nobody listens") << ErrorKind::Refused << true << false << true;
    QTest::newRow("wrong password does not get right by itself")
        << ErrorKind::WrongPass << true << false << false;
    QTest::newRow("login missing") << ErrorKind::NoAuth << true << false << false;
    QTest::newRow("TLS failed") << ErrorKind::TlsFailed << true << false << false;
    QTest::newRow("too many clients") << ErrorKind::MaxClients << true << false << true;
    QTest::newRow("no permission") << ErrorKind::NoPerm << false << true << false;
    QTest::newRow("read-only replica") << ErrorKind::ReadOnlyReplica << false << true << false;
    QTest::newRow("still loading") << ErrorKind::Loading << false << true << true;
    QTest::newRow("busy with a script") << ErrorKind::Busy << false << true << true;
    QTest::newRow("disabled command") << ErrorKind::UnknownCommand << false << true << false;
    QTest::newRow("our own read-only guard is no server's word")
        << ErrorKind::ReadOnlySession << false << false << false;
    QTest::newRow("bad input") << ErrorKind::BadInput << false << false << false;
    QTest::newRow("cancelled") << ErrorKind::Cancelled << false << false << false;
}

void tst_outcome::kindClasses()
{
    QFETCH(ErrorKind, kind);
    QTEST(isConnectionFailure(kind), "connection");
    QTEST(isServerRefusal(kind), "refusal");
    QTEST(isPassing(kind), "passing");
}

void tst_outcome::namesAreTheWordsOfTheContract()
{
    QCOMPARE(words(ActKind::SetExpiry),
             QByteArrayList({"acquire", "renew", "release", "force-release", "wake", "set-expiry"}));
    QCOMPARE(words(ActResult::Unknown),
             QByteArrayList({"done", "owner-changed", "already-gone", "not-acquired", "refused", "unknown"}));
    QCOMPARE(words(EventKind::Node), QByteArrayList({"acquired", "reentered", "renewed", "released",
                                                     "expired", "forced", "changed", "waiters", "node"}));
    QCOMPARE(words(EventSource::Act), QByteArrayList({"tracking", "keyspace", "poll", "scan", "act"}));
    QCOMPARE(words(HoldMode::Permit), QByteArrayList({"exclusive", "read", "write", "permit"}));
    QCOMPARE(words(VerdictLevel::Critical), QByteArrayList({"ok", "info", "warning", "critical"}));
    QCOMPARE(words(Confidence::Guess), QByteArrayList({"certain", "likely", "guess"}));
    QCOMPARE(words(ValueType::Other),
             QByteArrayList({"none", "string", "hash", "list", "set", "zset", "stream", "other"}));
    QCOMPARE(words(ConnectionPhase::Closed),
             QByteArrayList({"idle", "connecting", "ready", "waiting", "failed", "closed"}));
    QCOMPARE(words(ScanPhase::Failed), QByteArrayList({"idle", "running", "complete", "stopped", "failed"}));
    QCOMPARE(words(LiveMode::Polling),
             QByteArrayList({"off", "tracking", "tracking-known-keys", "keyspace-events", "polling"}));
}

void tst_outcome::receiptLine_data()
{
    QTest::addColumn<Receipt>("given");
    QTest::addColumn<QString>("line");

    Receipt r = receipt(ActKind::Acquire, ActResult::Done);
    r.foundOwner = r.owner;
    r.foundCount = 1;
    r.ttl = 30s;
    QTest::newRow("acquired") << r << QStringLiteral("lock:a: acquired by me:1, 30 s left");
    r.foundCount = 2;
    QTest::newRow("re-entered") << r << QStringLiteral("lock:a: reentered by me:1 (holds: 2), 30 s left");

    r = receipt(ActKind::Acquire, ActResult::NotAcquired);
    r.foundOwner = OwnerId{"other:%2"};
    r.foundCount = 3;
    r.ttl = 12300ms;
    QTest::newRow("not acquired, and who has it")
        << r << QStringLiteral("lock:a: not acquired; held now by other:%2 (holds: 3), 12.3 s left");

    QTest::newRow("released for good")
        << receipt(ActKind::Release, ActResult::Done) << QStringLiteral("lock:a: released");
    r = receipt(ActKind::Release, ActResult::Done);
    r.foundOwner = r.owner;
    r.foundCount = 1;
    r.ttl = 30s;
    QTest::newRow("one of two holds released")
        << r << QStringLiteral("lock:a: one hold released; holds left: 1, 30 s left");
    r = receipt(ActKind::Release, ActResult::Done);
    r.foundOwner = OwnerId{"next:7"};
    r.foundCount = 1;
    r.woken = 1;
    QTest::newRow("released, and taken by the next at once")
        << r
        << QStringLiteral(
               "lock:a: released; wake-up message sent to 1 subscriber(s); held now by next:7, no expiry");

    r = receipt(ActKind::ForceRelease, ActResult::OwnerChanged);
    r.foundOwner = OwnerId{"next:7"};
    r.foundCount = 1;
    r.ttl = 5s;
    QTest::newRow("owner changed before the force-release")
        << r
        << QStringLiteral("lock:a: the owner has changed; nothing was changed; held now by next:7, 5 s left");
    r.owner = *r.foundOwner;
    QTest::newRow("the same owner, but not the hold that was shown")
        << r
        << QStringLiteral("lock:a: acquired again or renewed since it was shown; nothing was changed; "
                          "held now by next:7, 5 s left");
    QTest::newRow("gone before the release") << receipt(ActKind::Release, ActResult::AlreadyGone)
                                             << QStringLiteral("lock:a: already gone; nothing was changed");

    r = receipt(ActKind::Renew, ActResult::Refused);
    r.failure = {.kind = ErrorKind::NoPerm,
                 .text = QStringLiteral("no permission for EVALSHA"),
                 .node = {"h:1"},
                 .key = "lock:a"};
    QTest::newRow("refused, the key named once")
        << r << QStringLiteral("lock:a: renew refused: h:1: no permission for EVALSHA");
    r.result = ActResult::Unknown;
    r.failure.text = QStringLiteral("the connection was lost");
    QTest::newRow("outcome not known")
        << r
        << QStringLiteral("lock:a: the renew may or may not have been done: h:1: the connection was lost");

    r = receipt(ActKind::Wake, ActResult::Done);
    QTest::newRow("woke nobody, as far as this server can tell")
        << r << QStringLiteral("lock:a: wake-up message sent; no client of this server received it");
    r.isHeardElsewhere = true;
    QTest::newRow("woke others elsewhere")
        << r << QStringLiteral("lock:a: wake-up message sent to clients of other servers");
    r.isHeardElsewhere = false;
    QTest::newRow("woke nobody") << r
                                 << QStringLiteral("lock:a: wake-up message sent; no client was listening");
    r.woken = 1;
    r.wokenWaiter = {"b:2"};
    r.dropped = {{"a:1"}};
    QTest::newRow("woke the first that was not dead")
        << r
        << QStringLiteral("lock:a: wake-up message sent to 1 subscriber(s); first in the queue: "
                          "b:2; dropped from the queue, past their deadlines or not listening: a:1");
    r = receipt(ActKind::ForceRelease, ActResult::Done);
    r.dryRun = true;
    QTest::newRow("dry run") << r << QStringLiteral("lock:a: dry run, nothing sent: would force-release");
    r = receipt(ActKind::SetExpiry, ActResult::Done);
    r.ttl = 20s;
    r.unchanged = true;
    QTest::newRow("expires sooner already")
        << r << QStringLiteral("lock:a: already expires sooner; nothing was changed, 20 s left");
    r.unchanged = false;
    r.ttl = 90s;
    r.key = {QByteArray("\x01k")};
    QTest::newRow("a binary key is escaped") << r << QStringLiteral("\\x01k: expiry set, 1 min 30 s left");
}

void tst_outcome::receiptLine()
{
    QFETCH(Receipt, given);
    QTEST(given.line(), "line");
}

LOCKSCOPE_TEST(tst_outcome)

} // namespace tst_outcome

#include "tst_outcome.moc"
