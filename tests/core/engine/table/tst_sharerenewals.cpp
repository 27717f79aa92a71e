// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/verdicttext.h"
#include "core/formats/redissonnames.h"
#include "tests/support/plaintable.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_sharerenewals
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray ReaderA = "8f3c1c58-0000-4000-8000-00000000000a:1";
const QByteArray ReaderB = "8f3c1c58-0000-4000-8000-00000000000b:1";

// Of each reader when its hold ends; one without a time has none any more.
using Ends = std::vector<std::pair<QByteArray, std::optional<milliseconds>>>;

KeyReading reading(const Ends &ends, milliseconds at)
{
    Fields fields{{"mode", "read"}};
    milliseconds last{0};
    for (const auto &[reader, end] : ends) {
        fields.emplace_back(reader, "1");
        last = std::max(last, end.value_or(last));
    }
    KeyReading whole = hash("lock:a", fields, last - at, at);
    for (const auto &[reader, end] : ends) {
        if (!end)
            continue;
        KeyReading hold = token(redissonHoldKey("lock:a", reader, 1).constData(), "1", *end - at, at);
        whole.companions.push_back(hold);
    }
    whole.companionsRead = true;
    return whole;
}

} // namespace

// Read-write locks of Redisson: each reader has a key of its own, and with it a deadline.
class TestShareRenewals : public QObject
{
    Q_OBJECT

    std::unique_ptr<LockTable> m_table;

    // 652 ms apart, each every 10 s, from Start on; of the release where a client renews only its own holds.
    void renewApart(milliseconds until, std::optional<milliseconds> untilB = {})
    {
        milliseconds endA = 30s;
        milliseconds endB = 30'652ms;
        for (milliseconds at = 0s; at <= until; at += 10s) {
            endA = at + 30s;
            see({{ReaderA, endA}, {ReaderB, endB}}, at);
            if (at <= untilB.value_or(until))
                endB = at + 30'652ms;
            see({{ReaderA, endA}, {ReaderB, endB}}, at + 652ms);
        }
    }
    void see(const Ends &ends, milliseconds at, EventSource source = EventSource::Tracking)
    {
        m_table->apply(reading(ends, at), Node, 0, source);
    }
    const Lock &lock() const { return *m_table->find(key("lock:a")); }
    QByteArray code() const
    {
        const std::string_view code = lock().verdict.code;
        return QByteArray(code.data(), qsizetype(code.size()));
    }
    QString sentence() const { return explainVerdict(lock(), lock().readAt).sentence; }
    // A with a lease of 9 s and B with one of 3 s, each renewed when a third is over, until they die. The
    // hash has the lease that was set last.
    void renewWithOtherLeases(milliseconds untilA, milliseconds untilB, milliseconds until)
    {
        milliseconds endA = 9s;
        milliseconds endB = 3350ms;
        for (milliseconds at = 0s; at <= until; at += 1s) {
            if (at % 3s == 0s && at <= untilA)
                see({{ReaderA, endA = at + 9s}, {ReaderB, endB}}, at);
            if (at + 350ms <= untilB)
                see({{ReaderA, endA}, {ReaderB, endB = at + 3350ms}}, at + 350ms);
        }
        see({{ReaderA, endA}, {ReaderB, endB}}, until + 400ms);
    }

private slots:
    void init() { m_table = std::make_unique<LockTable>(Registry::builtIn()); }

    void twoReadersHaveARhythmEach()
    {
        renewApart(40s);
        QVERIFY(!lock().renewals.period);
        QCOMPARE(lock().renewals.missed, 0);
        QVERIFY(lock().shareRenewals);
        for (qsizetype i : {0, 1}) {
            QVERIFY(lock().renewalsOf(i));
            QCOMPARE(lock().renewalsOf(i)->period, std::optional<milliseconds>(10s));
        }
        see({{ReaderA, 70s}, {ReaderB, 70'652ms}}, 48s);
        QCOMPARE(code(), QByteArray("healthy"));
        QCOMPARE(sentence(), QStringLiteral("OK: held; each hold is renewed"));
    }

    void whoIsLateIsNamed()
    {
        renewApart(60s, 40s);
        QCOMPARE(code(), QByteArray("renewal-overdue"));
        QCOMPARE(lock().verdict.figure, lock().holders[0].id.bytes == ReaderB ? 1 : 2);
        // Its share is over, and the other one goes on.
        see({{ReaderA, 90s}, {ReaderB, {}}}, 71s);
        QCOMPARE(code(), QByteArray("healthy"));
    }

    void readersWithOtherLeasesAreNamed()
    {
        renewWithOtherLeases(30s, 30s, 30s);
        QCOMPARE(code(), QByteArray("healthy"));
        QCOMPARE(lock().renewalsOf(0)->period, std::optional<milliseconds>(3s));
        QCOMPARE(lock().renewalsOf(1)->period, std::optional<milliseconds>(1s));
        init();
        renewWithOtherLeases(35s, 30s, 31s);
        QCOMPARE(code(), QByteArray("renewal-overdue"));
        QCOMPARE(lock().holders[qsizetype(lock().verdict.figure) - 1].id.bytes, ReaderB);
        init();
        renewWithOtherLeases(30s, 40s, 35s);
        QCOMPARE(code(), QByteArray("renewal-overdue"));
        QCOMPARE(lock().holders[qsizetype(lock().verdict.figure) - 1].id.bytes, ReaderA);
    }

    void whatOneScriptPutsOffForAllIsJudgedForNone()
    {
        milliseconds end = 30s;
        for (milliseconds at = 0s; at < 60s; at += 10s) { // each client's timer renews the holds of both
            for (const milliseconds moment : {at, at + 652ms}) {
                end = moment + 30s;
                see({{ReaderA, end}, {ReaderB, end}}, moment);
            }
        }
        QVERIFY(!lock().renewalsOf(0));
        QVERIFY(!lock().renewalsOf(1));
        see({{ReaderA, end}, {ReaderB, end}}, 78s);
        QCOMPARE(code(), QByteArray("healthy"));
        QCOMPARE(sentence(), QStringLiteral("Held and renewed; not every holder is known to renew"));
        QVERIFY(!m_table->nextReading(key("lock:a")));
    }

    void nobodyIsNamedWhereAllMoved()
    {
        see({{ReaderA, 30s}, {ReaderB, 30s}}, 0s);
        m_table->takeDelta();
        see({{ReaderA, 40s}, {ReaderB, 40s}}, 10s);
        const std::vector<LockEvent> both = m_table->takeDelta().events;
        QCOMPARE(both.size(), size_t(1));
        QCOMPARE(both.front().kind, EventKind::Renewed);
        QVERIFY(both.front().owner.isEmpty());
        see({{ReaderA, 40s}, {ReaderB, 51s}}, 21s);
        const std::vector<LockEvent> one = m_table->takeDelta().events;
        QCOMPARE(one.size(), size_t(1));
        QCOMPARE(one.front().owner.bytes, ReaderB);
    }

    void whoIsLeftKeepsItsRhythm()
    {
        renewApart(40s);
        see({{ReaderA, 70s}}, 41s);
        QCOMPARE(lock().holders.size(), 1);
        QVERIFY(!lock().shareRenewals);
        QCOMPARE(lock().renewals.period, std::optional<milliseconds>(10s));
        QCOMPARE(*lock().renewals.lastAt, Start + 40s);
        see({{ReaderA, 70s}}, 56s);
        QCOMPARE(code(), QByteArray("renewal-overdue"));
    }

    void whoWasAloneKeepsItsRhythm()
    {
        for (const milliseconds at : {-10s, 0s, 10s, 20s})
            see({{ReaderA, at + 30s}}, at);
        QCOMPARE(lock().renewals.period, std::optional<milliseconds>(10s));
        see({{ReaderA, 50s}, {ReaderB, 52s}}, 22s);
        const qsizetype a = lock().holders[0].id.bytes == ReaderA ? 0 : 1;
        QVERIFY(lock().renewalsOf(a));
        QCOMPARE(lock().renewalsOf(a)->period, std::optional<milliseconds>(10s));
        QVERIFY(!lock().renewalsOf(1 - a)); // no renewal of it was seen so far
    }

    // Of two readers the longer lease of the second is no growth of the first one's.
    void anotherReadersLeaseIsNoGrowth()
    {
        m_table->dropUnseen(Node, {}, Start - 1s, Start - 1s);
        see({{ReaderA, 1s}}, 0s);
        see({{ReaderA, 1s}, {ReaderB, 3600s}}, 500ms);
        see({{ReaderA, {}}, {ReaderB, 3600s}}, 2s);
        see({{ReaderB, 3600s}}, 3s);
        QVERIFY2(code() != "lease-absurd", code().constData());
    }

    // A clock of the server that steps moves all deadlines at once: nobody has renewed.
    void aClockThatStepsIsNoRenewal()
    {
        renewApart(40s);
        const HolderRenewals before = *lock().shareRenewals;
        see({{ReaderA, 70'500ms}, {ReaderB, 71'152ms}}, 45s, EventSource::Poll);
        QCOMPARE(lock().renewalsOf(0)->count, before[0]->count);
        QCOMPARE(lock().renewalsOf(1)->count, before[1]->count);
    }
};

LOCKSCOPE_TEST(TestShareRenewals)

} // namespace tst_sharerenewals

#include "tst_sharerenewals.moc"
