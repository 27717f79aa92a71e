// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/filter/filtercompletion.h"
#include "core/engine/filter/lockfilter.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_lockfilter
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const Instant At{1000s};

Lock lockOf(const char *key, const char *owner)
{
    Lock lock;
    lock.key.bytes = key;
    lock.node.bytes = "10.0.0.1:6379";
    lock.kind.name = "rlock";
    lock.confidence = Confidence::Likely;
    lock.holders.append(Holder{.id = OwnerId{owner}, .count = 2});
    lock.clients = std::make_shared<const HolderClients>(
        HolderClients{{OwnerId{owner}, {.address = "10.0.3.7:4711", .name = "shop-pod-7"}}});
    lock.expiresAt = At + 20s;
    lock.heldSince = At - 10min;
    lock.heldIsLowerBound = false;
    lock.renewals.count = 4;
    lock.waiters.subscribed = 3;
    lock.verdict = {.level = VerdictLevel::Warning, .code = "renewal-overdue"};
    return lock;
}

} // namespace

class tst_LockFilter : public QObject
{
    Q_OBJECT

private slots:
    void matches_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("expected");
        const auto row = [](const char *name, const char *text, bool expected) {
            QTest::newRow(name) << QString::fromUtf8(text) << expected;
        };
        row("the empty filter lets everything through", "", true);
        row("blanks alone are an empty filter", "   ", true);
        row("a word is part of the key", "stock", true);
        row("a word is part of the owner", "orders-7", true);
        row("case does not matter", "STOCK owner:ORDERS", true);
        row("a word that is nowhere", "payment", false);
        row("a key with colons is plain text", "lock:stock:1001", true);
        row("key: does not look at owners", "key:orders-7", false);
        row("owner: does not look at keys", "owner:stock", false);
        row("wildcards cover the whole key", "key:lock:*:1001", true);
        row("wildcards are anchored", "key:stock:*", false);
        row("a question mark is one byte", "key:lock:stock:100?", true);
        row("the client by its name", "client:pod-7", true);
        row("the client by its address", "client:10.0.3.7", true);
        row("another client", "client:pod-8", false);
        row("an owner is no client", "client:orders-7", false);
        row("the node", "node:10.0.0.1", true);
        row("the kind by its beginning", "kind:rl", true);
        row("one of several kinds", "kind:fair-lock,rlock", true);
        row("none of several kinds", "kind:fair-lock,latch", false);
        row("the level", "verdict:warning", true);
        row("the code", "verdict:renewal", true);
        row("another level", "verdict:critical", false);
        row("at least a level, reached", "verdict>=info", true);
        row("at least a level, missed", "verdict>=critical", false);
        row("a level cut short while typing", "verdict>=wa", true);
        row("above a level", "verdict>warning", false);
        row("how sure", "confidence:likely", true);
        row("surer", "confidence:certain", false);
        row("one of two", "confidence:certain,likely", true);
        row("at least likely", "confidence>=likely", true);
        row("less than certain", "confidence<certain", true);
        row("surer than likely", "confidence>likely", false);
        row("no guess", "-confidence:guess", true);
        row("ttl below", "ttl<30s", true);
        row("ttl not below", "ttl<20s", false);
        row("ttl at most", "ttl<=20s", true);
        row("ttl above", "ttl>1s", true);
        row("ttl none on a lock that expires", "ttl:none", false);
        row("held longer", "held>5m", true);
        row("held not that long", "held>10m", false);
        row("waiters", "waiters>2", true);
        row("waiters equal", "waiters:3", true);
        row("the kind not by its middle", "kind:ock", false);
        row("renewals", "renewals>=4", true);
        row("count", "count>1", true);
        row("all terms must hold", "stock kind:rlock waiters>100", false);
        row("not with a minus", "-kind:rlock", false);
        row("not with a bang", "!kind:latch", true);
        row("not a word", "-payment", true);
        row("not a measure", "-ttl<5s", true);
        row("quotes keep blanks together", "\"stock:1001\" owner:\"orders-7\"", true);
        row("quotes switch wildcards off", "key:\"lock:*\"", false);
        row("a quoted text with a blank", "\"orders 7\"", false);
    }
    void matches()
    {
        QFETCH(QString, text);
        QFETCH(bool, expected);
        const auto filter = LockFilter::parse(text);
        QVERIFY2(filter.ok(), qPrintable(filter.ok() ? QString() : filter.failure().text));
        QCOMPARE(filter->matches(lockOf("lock:stock:1001", "orders-7:1"), At), expected);
    }

    void errorsNameThePlace_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *text, const char *expected) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(expected);
        };
        row("kind:rlock ttl<", "ttl< needs a duration such as 30s, at column 16");
        row("ttl<30", "ttl< needs a duration such as 30s, at column 5");
        row("held>soon", "held> needs a duration such as 30s, at column 6");
        row("waiters>", "waiters> needs a number such as 3, at column 9");
        row("count>-1", "count> needs a number such as 3, at column 7");
        row("verdict>=bad", "verdict>= needs ok, info, warning or critical, at column 10");
        row("verdict>=", "verdict>= needs ok, info, warning or critical, at column 10");
        row("owner:", "owner: needs text to search for, at column 7");
        row("kind:,", "kind: needs text to search for, at column 6");
        row("a kind<rlock", "kind cannot be compared, write kind:, at column 3");
        row("kind:rlok",
            "unknown kind rlok, at column 6: did you mean rlock? In quotes, it is a kind of your own");
        row("a verdict:criticl", "unknown verdict criticl, at column 11: did you mean critical?");
        row("verdct>=warning",
            "unknown field verdct, at column 1: did you mean verdict? In quotes, it is text to search for");
        row("-x>3", "unknown field x, at column 2: in quotes, it is text to search for");
        row("-", "text is missing, at column 2");
        row("a \"open", "the quote at column 3 is not closed");
        row("owner:\"a\\\"", "the quote at column 7 is not closed");
    }
    void errorsNameThePlace()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const auto filter = LockFilter::parse(text);
        QVERIFY(!filter.ok());
        QCOMPARE(filter.failure().kind, ErrorKind::BadInput);
        QCOMPARE(filter.failure().line(), expected);
    }

    // While typing, the user sees the matches. Keys may be pasted, and base64 ends with equal signs.
    void aRuleIsReadMoreClosely_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wrong"); // The error in a rule; empty: valid there too
        const auto row = [](const char *text, const char *wrong) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(wrong);
        };
        row("b3duZXI=", "unknown field b3duZXI, at column 1");
        row("\"b3duZXI=\"", "");
        row("a >3", "a field is missing before >3, at column 3");
        row("verdct:critical", "unknown field verdct, at column 1: did you mean verdict?");
        row("-waiter:3", "unknown field waiter, at column 2: did you mean waiters?");
        row("lock:pay", "");
        row("\"verdct:critical\" kind:*lock verdict:c,no-expiry", "");
        row("keys:a owners:b kind:f,r,billing-lock verdict:*", "");
    }
    void aRuleIsReadMoreClosely()
    {
        QFETCH(QString, text);
        QFETCH(QString, wrong);
        QVERIFY(LockFilter::parse(text).ok());
        const auto rule = LockFilter::parse(text, FilterUse::Rule);
        QCOMPARE(rule.ok(), wrong.isEmpty());
        if (!rule)
            QVERIFY2(rule.failure().line().startsWith(wrong), qPrintable(rule.failure().line()));
    }

    void recordingsHaveSomeOfTheFields()
    {
        const auto problem = [](const char *text) {
            const auto filter = LockFilter::parse(QString::fromLatin1(text), FilterUse::Recording);
            return filter ? QString() : filter.failure().line();
        };
        QCOMPARE(
            problem("a -client:pod"),
            QStringLiteral("recordings do not keep client for each moment, at column 3: available: owner, "
                           "kind, verdict, ttl, held, key, waiters, node"));
        for (const char *text : {"renewals>0", "count>1", "confidence:guess"})
            QVERIFY2(problem(text).startsWith(QStringLiteral("recordings do not keep")), text);
        QCOMPARE(problem("a -owner:b key:c kind:rlock verdict>=warning held>3s ttl<3s waiters>0 node:d"),
                 QString());
        QCOMPARE(problem("-ttl:none"), QString());
        QCOMPARE(problem("held>"), QStringLiteral("held> needs a duration such as 30s, at column 6"));
        const auto fields = completeFilter({}, 0, {}, FilterUse::Recording).choices;
        QVERIFY(fields.contains(QStringLiteral("held>")) && fields.contains(QStringLiteral("ttl<")) &&
                !fields.contains(QStringLiteral("count>")));
        QVERIFY(
            completeFilter(QStringLiteral("confidence:"), 11, {}, FilterUse::Recording).choices.isEmpty());
    }

    void unknownFieldsDoNotMatchAndMay()
    {
        const Lock lock = lockOf("lock:stock:1001", "orders-7:1"); // A warning, with three waiters
        const auto of = [&lock](const char *text, const std::vector<FilterField> &unknown) {
            const auto filter = LockFilter::parse(QString::fromLatin1(text));
            return std::pair(filter->matches(lock, At, unknown), filter->mayMatch(lock, At, unknown));
        };
        const std::vector<FilterField> unknown{FilterField::Verdict};
        QCOMPARE(of("verdict:warning", {}), std::pair(true, false));
        QCOMPARE(of("verdict:warning", unknown), std::pair(false, true));
        QCOMPARE(of("verdict:ok", unknown), std::pair(false, true));
        QCOMPARE(of("-verdict:ok", unknown), std::pair(true, false));
        QCOMPARE(of("verdict:ok waiters>2", unknown), std::pair(false, true));
        QCOMPARE(of("verdict:ok waiters>3", unknown), std::pair(false, false));
        QCOMPARE(of("waiters>2", unknown), std::pair(true, false));
    }

    // Rules add kinds that only the registry of a connection knows.
    void kindsOfOnesOwn()
    {
        const auto own = LockFilter::parse(QStringLiteral("kind:billing,rl -kind:\"rlok\" a"));
        QVERIFY(own.ok());
        QCOMPARE(own->kindsNotIn({{"rlock"}, {"billing-lock"}}), QStringList{QStringLiteral("rlok")});
        QCOMPARE(own->kindsNotIn({{"rlok"}, {"billing-lock"}, {"rlock"}}), QStringList());
    }

    void whatIsMeasuredIsSaid()
    {
        Lock lock = lockOf("lock:a", "x");
        lock.heldSince = At - std::chrono::seconds(12);
        lock.expiresAt = At + std::chrono::seconds(30);
        lock.waiters.subscribed = 4;
        lock.verdict.level = VerdictLevel::Critical;
        const auto figures = [&lock](const char *text) {
            return LockFilter::parse(QString::fromLatin1(text))->figures(lock, At);
        };
        QCOMPARE(figures("held>1s held<1m waiters>=4"), QStringLiteral("held 12 s, waiters 4"));
        QCOMPARE(figures("lock:a ttl<1m verdict>=warning"), QStringLiteral("ttl 30 s, verdict critical"));
        QCOMPARE(figures("owner:x"), QString());
        lock.expiresAt = {};
        QCOMPARE(figures("ttl:none"), QStringLiteral("ttl none"));
        lock.heldIsLowerBound = true;
        QCOMPARE(figures("held>1s"), QStringLiteral("held at least 12 s"));
        lock.stale = true; // what it was when its server last answered
        lock.readAt = At - std::chrono::seconds(2);
        QCOMPARE(figures("held>1s"), QStringLiteral("held at least 10 s"));
    }

    void aLockWithoutExpiry()
    {
        Lock lock = lockOf("lock:a", "x");
        lock.expiresAt = {};
        QVERIFY(LockFilter::parse(QStringLiteral("ttl:none"))->matches(lock, At));
        QVERIFY(LockFilter::parse(QStringLiteral("ttl>1d"))->matches(lock, At));
        QVERIFY(!LockFilter::parse(QStringLiteral("ttl<1d"))->matches(lock, At));
    }

    void aLockThatNobodyHolds()
    {
        Lock lock = lockOf("lock:a", "x");
        lock.holders.clear();
        QVERIFY(!LockFilter::parse(QStringLiteral("ttl:none"))->matches(lock, At));
        QVERIFY(!LockFilter::parse(QStringLiteral("held>1s"))->matches(lock, At));
        QVERIFY(LockFilter::parse(QStringLiteral("count:0"))->matches(lock, At));
    }

    void aLockHeldForAtLeastSomeTime()
    {
        Lock lock = lockOf("lock:a", "x");
        lock.heldIsLowerBound = true;
        QVERIFY(LockFilter::parse(QStringLiteral("held>9m"))->matches(lock, At));
        QVERIFY(!LockFilter::parse(QStringLiteral("held<11m"))->matches(lock, At));
        lock.heldIsLowerBound = false;
        QVERIFY(LockFilter::parse(QStringLiteral("held<11m"))->matches(lock, At));
    }

    void everyHolderIsLookedAt()
    {
        Lock lock = lockOf("lock:a", "first");
        lock.holders.append(Holder{.id = OwnerId{QByteArrayLiteral("second")}});
        QVERIFY(LockFilter::parse(QStringLiteral("owner:second"))->matches(lock, At));
    }

    void namesThatAreNoAscii()
    {
        Lock lock = lockOf("", "x");
        lock.key.bytes = QByteArrayLiteral("sperre:\xc3\x84pfel");
        QVERIFY(LockFilter::parse(QString::fromUtf8("\xc3\xa4pfel"))->matches(lock, At));
        QVERIFY(LockFilter::parse(QString::fromUtf8("key:*\xc3\xa4*"))->matches(lock, At));
        lock.key.bytes = QByteArray("a\0\xff", 3);
        QVERIFY(LockFilter::parse(QStringLiteral("a\\x00\\xff"))->matches(lock, At));
        QVERIFY(!LockFilter::parse(QStringLiteral("\\xfe"))->matches(lock, At));
    }

    void onlyClockTermsDependOnTime()
    {
        QVERIFY(LockFilter::parse(QStringLiteral("ttl<3s"))->dependsOnTime());
        QVERIFY(LockFilter::parse(QStringLiteral("a held>3s"))->dependsOnTime());
        QVERIFY(!LockFilter::parse(QStringLiteral("ttl:none waiters>1 a"))->dependsOnTime());
    }

    void completion_data()
    {
        QTest::addColumn<QString>("text"); // | marks the cursor
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *text, const char *expected) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(expected);
        };
        row("ki|", "0+2: kind:");
        row("-ki|", "1+2: kind:");
        row("ver|", "0+3: verdict: verdict>=");
        row("tt|", "0+2: ttl: ttl< ttl>");
        row("kind:|", "5+0: rlock fair-lock");
        row("kind:f|", "5+1: fair-lock");
        row("kind:lock|", "5+4: rlock fair-lock");
        row("kind:rlock,|", "11+0: rlock fair-lock");
        row("kind:rlock|", "5+5: ");
        row("verdict>=w|", "9+1: warning");
        row("verdict:no|", "8+2: no-expiry");
        row("stock owner:|", "12+0: orders-7 \"with blank\"");
        row("\"ki|", "0+3: ");
    }
    void completion()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const qsizetype cursor = text.indexOf(QLatin1Char('|'));
        const FilterVocabulary vocabulary{
            .kinds = {QStringLiteral("rlock"), QStringLiteral("fair-lock")},
            .owners = {QStringLiteral("orders-7"), QStringLiteral("with blank")},
            .nodes = {},
            .verdicts = {QStringLiteral("no-expiry")}};
        const auto found = completeFilter(text.remove(cursor, 1), cursor, vocabulary);
        QCOMPARE(QStringLiteral("%1+%2: %3")
                     .arg(found.from)
                     .arg(found.length)
                     .arg(found.choices.join(QLatin1Char(' '))),
                 expected);
    }

    void afterABlankEveryFieldIsOffered()
    {
        const auto found = completeFilter(QStringLiteral("a "), 2, {});
        QCOMPARE(found.from, 2);
        QVERIFY(found.choices.contains(QStringLiteral("owner:")));
        QVERIFY(found.choices.contains(QStringLiteral("waiters>")));
    }
};

LOCKSCOPE_TEST(tst_LockFilter)

} // namespace tst_lockfilter

#include "tst_lockfilter.moc"
