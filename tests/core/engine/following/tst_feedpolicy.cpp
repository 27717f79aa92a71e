// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/feedmessage.h"
#include "core/engine/following/feedpolicy.h"
#include "tests/support/runner.h"

#include <QTest>

Q_DECLARE_METATYPE(lockscope::FeedFacts)

namespace tst_feedpolicy
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

Failure refusal(const char *words)
{
    return {.kind = ErrorKind::NoPerm, .text = QStringLiteral("refused"), .serverText = words};
}

// A server that allows everything, with keyspace events off.
FeedFacts facts(const QList<QByteArray> &patterns, const char *flags = "")
{
    FeedFacts facts;
    facts.patterns = patterns;
    facts.keyspaceFlags = QByteArray(flags);
    return facts;
}

FeedFacts with(FeedFacts given, void (*change)(FeedFacts &))
{
    change(given);
    return given;
}

Reply bulk(const QByteArray &bytes)
{
    return {.type = Reply::Type::Bulk, .bytes = bytes};
}

Reply array(std::vector<Reply> items)
{
    return {.type = Reply::Type::Array, .items = std::move(items)};
}

} // namespace

class TestFeedPolicy : public QObject
{
    Q_OBJECT

private slots:
    void choosesTheBestWay_data()
    {
        QTest::addColumn<FeedFacts>("given");
        QTest::addColumn<LiveMode>("mode");
        QTest::addColumn<QByteArrayList>("prefixes");
        QTest::addColumn<QByteArray>("reason"); // A word that the reason must contain
        using enum LiveMode;
        const QList<QByteArray> fixed{"lock:*", "job-lock:?"};
        const QList<QByteArray> loose{"*lock*", "job:*"};
        QTest::newRow("fixed beginnings")
            << facts(fixed) << Tracking << QByteArrayList{"job-lock:", "lock:"} << QByteArray("lock:");
        QTest::newRow("fixed beginnings, and events are on")
            << facts(fixed, "AKE") << Tracking << QByteArrayList{"job-lock:", "lock:"} << QByteArray("lock:");
        QTest::newRow("loose, and events are on")
            << facts(loose, "AK") << KeyspaceEvents << QByteArrayList{flushOnlyPrefix()}
            << QByteArray("events");
        QTest::newRow("loose, and the wrong events are on")
            << facts(loose, "KE$h") << Tracking << QByteArrayList{} << QByteArray("picks out the locks");
        QTest::newRow("loose") << facts(loose) << Tracking << QByteArrayList{}
                               << QByteArray("picks out the locks");
        QTest::newRow("all keys") << facts({}, "AKE") << Tracking << QByteArrayList{}
                                  << QByteArray("which keys change");
        QTest::newRow("all keys, too many changes, no events")
            << with(facts({"*"}), [](FeedFacts &f) { f.tooManyChanges = true; }) << TrackingKnownKeys
            << QByteArrayList{} << QByteArray("next scan");
        QTest::newRow("loose, too many changes")
            << with(facts(loose), [](FeedFacts &f) { f.tooManyChanges = true; }) << TrackingKnownKeys
            << QByteArrayList{"job:"} << QByteArray("5000");
        QTest::newRow("loose, too many changes, events were switched on")
            << with(facts(loose, "K$ghlszxe"), [](FeedFacts &f) { f.tooManyChanges = true; })
            << KeyspaceEvents << QByteArrayList{flushOnlyPrefix()} << QByteArray("events");
        QTest::newRow("no right to track, events are on")
            << with(facts(fixed, "AK"), [](FeedFacts &f) { f.tracking = refusal("NOPERM tracking"); })
            << KeyspaceEvents << QByteArrayList{} << QByteArray("events");
        QTest::newRow("no right to track, no events")
            << with(facts(fixed), [](FeedFacts &f) { f.tracking = refusal("NOPERM tracking"); }) << Polling
            << QByteArrayList{} << QByteArray("NOPERM tracking");
        QTest::newRow("no right to the channel of invalidations")
            << with(facts(fixed), [](FeedFacts &f) { f.invalidations = refusal("NOPERM channel"); })
            << Polling << QByteArrayList{} << QByteArray("NOPERM channel");
        QTest::newRow("no right to the channels of events")
            << with(facts(loose, "AK"), [](FeedFacts &f) { f.events = refusal("NOPERM channel"); })
            << Tracking << QByteArrayList{} << QByteArray("picks out the locks");
        QTest::newRow("no right to anything") << with(facts(loose), [](FeedFacts &f) {
            f.keyspaceFlags.reset();
            f.config = refusal("NOPERM config");
            f.tracking = refusal("NOPERM tracking");
        }) << Polling << QByteArrayList{} << QByteArray("NOPERM config");
        QTest::newRow("the connection's number is not told")
            << with(facts(fixed), [](FeedFacts &f) { f.ownIdKnown = false; }) << Polling << QByteArrayList{}
            << QByteArray("id of the connection");
        QTest::newRow("no second connection") << with(facts(fixed, "AK"), [](FeedFacts &f) {
            f.connection = refusal("ERR max number of clients reached");
        }) << Polling << QByteArrayList{} << QByteArray("max number of clients");
    }

    void choosesTheBestWay()
    {
        QFETCH(FeedFacts, given);
        QFETCH(LiveMode, mode);
        QFETCH(QByteArrayList, prefixes);
        QFETCH(QByteArray, reason);
        const FeedPlan plan = planFeed(given);
        QVERIFY(!plan.askKeyspaceFlags);
        QCOMPARE(plan.mode, mode);
        QCOMPARE(plan.prefixes, prefixes);
        QVERIFY2(plan.reason.contains(QString::fromLatin1(reason)), qPrintable(plan.reason));
        QVERIFY2(!plan.reason.contains(QLatin1Char('%')), qPrintable(plan.reason));
        QCOMPARE(plan.exact, mode == LiveMode::KeyspaceEvents);
        QCOMPARE(plan.trackKnownKeys, mode == LiveMode::TrackingKnownKeys);
        QCOMPARE(plan.eventGlobs.isEmpty(), mode != LiveMode::KeyspaceEvents);
        // Tracking only names keys to be read. An event has the time at which it comes.
        QCOMPARE(plan.pause > milliseconds(0), plan.subscribeToInvalidations() && !plan.exact);
    }

    void knowsWhetherEachEndIsTold()
    {
        FeedFacts given = facts({"*lock*"}, "AK");
        QVERIFY(planFeed(given).tellsEachEnd);
        given.keyspaceFlags = "K$ghlszxe";
        QVERIFY(planFeed(given).tellsEachEnd);
        given.keyspaceFlags = "K$ghlszx"; // Not of evictions
        QCOMPARE(planFeed(given).mode, LiveMode::KeyspaceEvents);
        QVERIFY(!planFeed(given).tellsEachEnd);
        given.keyspaceFlags = "AK";
        given.tracking = refusal("NOPERM tracking"); // Not of flushes
        QCOMPARE(planFeed(given).mode, LiveMode::KeyspaceEvents);
        QVERIFY(!planFeed(given).tellsEachEnd);
        QVERIFY(!planFeed(facts({"lock:*"})).tellsEachEnd);
    }

    void asksForTheFlagsOnlyWhenTheyMatter()
    {
        FeedFacts unasked = facts({"lock:*"});
        unasked.keyspaceFlags.reset();
        QVERIFY(!planFeed(unasked).askKeyspaceFlags);
        unasked.patterns = {"*lock*"};
        QVERIFY(planFeed(unasked).askKeyspaceFlags);
        unasked.config = refusal("NOPERM");
        QVERIFY(!planFeed(unasked).askKeyspaceFlags);
    }

    void exactEventsGoFirstWhereTheyAreWantedAndOn()
    {
        FeedFacts facts{.patterns = {"lock:*"}, .exactWanted = true};
        QVERIFY(planFeed(facts).askKeyspaceFlags);
        facts.keyspaceFlags = "KA";
        QCOMPARE(planFeed(facts).mode, LiveMode::KeyspaceEvents);
        QCOMPARE(planFeed(facts).eventGlobs, QList<QByteArray>{"__keyspace@0__:lock:*"});
        facts.patterns.clear();
        QCOMPARE(planFeed(facts).mode, LiveMode::KeyspaceEvents);
        facts.patterns = {"lock:*"};
        facts.exactWanted = false;
        QCOMPARE(planFeed(facts).mode, LiveMode::Tracking);
        facts.exactWanted = true;
        facts.keyspaceFlags = "";
        QCOMPARE(planFeed(facts).mode, LiveMode::Tracking);
        QVERIFY(planFeed(facts).offer.contains(QStringLiteral("notify-keyspace-events")));
        facts.keyspaceFlags.reset();
        facts.config = Failure{.kind = ErrorKind::NoPerm, .text = QStringLiteral("no CONFIG")};
        QCOMPARE(planFeed(facts).mode, LiveMode::Tracking);
    }

    void offersWhatTheOperatorCouldDo()
    {
        FeedFacts given = facts({"*lock*"}, "KEm");
        given.tracking = refusal("NOPERM");
        QString offer = planFeed(given).offer;
        QVERIFY2(offer.contains(QLatin1String("CONFIG SET notify-keyspace-events KEm$ghlszxe")),
                 qPrintable(offer));
        QVERIFY2(offer.contains(QLatin1String("per write")), qPrintable(offer));
        given.config = refusal("NOPERM");
        QVERIFY(planFeed(given).offer.isEmpty());
        QVERIFY(planFeed(facts({"*lock*"})).offer.contains(QLatin1String("lock:*")));
        QVERIFY(planFeed(facts({"lock:*"})).offer.isEmpty());
    }

    void manyPrefixesAreNoBargain()
    {
        QList<QByteArray> patterns;
        for (int i = 0; i < 1000; ++i)
            patterns += QByteArray::number(i).rightJustified(4, '0') + ":lock*";
        const FeedPlan plan = planFeed(facts(patterns));
        QCOMPARE(plan.mode, LiveMode::Tracking);
        QVERIFY(plan.prefixes.isEmpty());
    }

    void prefixesNeverOverlap_data()
    {
        QTest::addColumn<QByteArrayList>("patterns");
        QTest::addColumn<QByteArrayList>("prefixes");
        QTest::newRow("sorted") << QByteArrayList{"b*", "a*"} << QByteArrayList{"a", "b"};
        QTest::newRow("one begins the other")
            << QByteArrayList{"lock:a*", "lock:*", "lock:b"} << QByteArrayList{"lock:"};
        QTest::newRow("the same twice") << QByteArrayList{"lock:*", "lock:?"} << QByteArrayList{"lock:"};
        QTest::newRow("an exact name") << QByteArrayList{"lock:\\*a"} << QByteArrayList{"lock:*a"};
        QTest::newRow("a neighbour in between")
            << QByteArrayList{"a*", "a:b*", "a;*", "b*"} << QByteArrayList{"a", "b"};
        QTest::newRow("loose ones are left out")
            << QByteArrayList{"*x", "a*", "[ab]c"} << QByteArrayList{"a"};
    }

    void prefixesNeverOverlap()
    {
        QFETCH(QByteArrayList, patterns);
        QFETCH(QByteArrayList, prefixes);
        QCOMPARE(trackingPrefixes(patterns), prefixes);
    }

    void knowsWhichFlagsSuffice()
    {
        for (const char *flags : {"AK", "KA", "AKE", "K$ghlszxe", "g$xhKzsl"})
            QVERIFY2(keyspaceFlagsSuffice(flags), flags);
        for (const char *flags : {"", "AE", "K", "K$gh", "K$ghxe", "Kghlszx", "$ghlszxe"})
            QVERIFY2(!keyspaceFlagsSuffice(flags), flags);
        QCOMPARE(wantedKeyspaceFlags(""), QByteArray("K$ghlszxe"));
        QCOMPARE(wantedKeyspaceFlags("AE"), QByteArray("AEK"));
        QVERIFY(keyspaceFlagsSuffice(wantedKeyspaceFlags("Elx")));
    }

    void givesUpOnlyAfterSecondsOfTooMuch()
    {
        const Instant start = Instant() + 1000h;
        ForeignChanges changes(start);
        QVERIFY(!changes.areTooMany(1'000'000, start + 1s)); // A burst, such as a deployment or a cache flush
        for (int second = 2; second < 20; ++second)
            QVERIFY(!changes.areTooMany(MaxForeignKeys - 1, start + second * 1s));
        QVERIFY(!changes.areTooMany(MaxForeignKeys + 1, start + 20s));
        QVERIFY(!changes.areTooMany(MaxForeignKeys + 1, start + 21s));
        QVERIFY(changes.areTooMany(MaxForeignKeys + 1, start + 22s));
        // Many changes over a long interval are few per second.
        QVERIFY(!ForeignChanges(start).areTooMany(MaxForeignKeys * 10, start + 60s));
    }

    void readsWhatTheServerTells()
    {
        using Kind = FeedMessage::Kind;
        const auto read = [](const Reply &push) { return readFeedMessage(push, keyspaceChannel(3)); };
        const Reply channel = bulk(InvalidationChannel);
        const FeedMessage keys =
            read(array({bulk("message"), channel, array({bulk("a"), bulk(QByteArray("\0b", 2))})}));
        QCOMPARE(keys.kind, Kind::Keys);
        QCOMPARE(keys.keys, (std::vector<LockName>{{"a"}, {QByteArray("\0b", 2)}}));
        QCOMPARE(read(array({bulk("message"), channel, Reply()})).kind, Kind::Flush);
        const FeedMessage event = read(array(
            {bulk("pmessage"), bulk("__keyspace@3__:l*"), bulk("__keyspace@3__:lock:a"), bulk("expire")}));
        QCOMPARE(event.kind, Kind::Event);
        QCOMPARE(event.keys, std::vector<LockName>{{"lock:a"}});
        QCOMPARE(event.event, QByteArray("expire"));
        QCOMPARE(event.pattern, QByteArray("__keyspace@3__:l*"));
        const Reply one{.type = Reply::Type::Integer, .integer = 1};
        QCOMPARE(read(array({bulk("subscribe"), channel, one})).kind, Kind::Confirmed);
        QCOMPARE(read(array({bulk("psubscribe"), channel, one})).kind, Kind::Confirmed);
        QCOMPARE(read({.type = Reply::Type::Error, .bytes = "NOPERM x"}).event, QByteArray("NOPERM x"));
    }

    void whatIsNotTheServersOwnIsPassedOver()
    {
        using Kind = FeedMessage::Kind;
        const auto read = [](const Reply &push) { return readFeedMessage(push, keyspaceChannel(0)).kind; };
        const Reply channel = bulk(InvalidationChannel);
        QCOMPARE(read(array({bulk("message"), channel, bulk("lock:spoofed")})), Kind::Nothing);
        QCOMPARE(read(array({bulk("message"), bulk("another"), array({bulk("a")})})), Kind::Nothing);
        QCOMPARE(read(array({bulk("pmessage"), bulk("*"), bulk("__keyspace@1__:a"), bulk("del")})),
                 Kind::Nothing);
        QCOMPARE(read(array({bulk("pong"), bulk("")})), Kind::Nothing);
        QCOMPARE(read(array({})), Kind::Nothing);
        QCOMPARE(read({.type = Reply::Type::Status, .bytes = "OK"}), Kind::Nothing);
    }
};

LOCKSCOPE_TEST(TestFeedPolicy)

} // namespace tst_feedpolicy

#include "tst_feedpolicy.moc"
