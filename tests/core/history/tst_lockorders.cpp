// SPDX-License-Identifier: GPL-3.0-or-later
// Orders in which locks were acquired: in memory, in the file, and as text.

#include "core/history/history.h"
#include "core/history/historystore.h"
#include "core/history/orders/ordersdocument.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_lockorders
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{1'700'000'000s};

AcquireOrder order(const QByteArray &first, const QByteArray &second, milliseconds at,
                   const QByteArray &owner = "alice:1")
{
    return {.first = {first}, .second = {second}, .owner = {owner}, .node = {"a:6379"}, .at = Start + at};
}

// a then b twice, b then a once, and c only after a, except in another database.
std::vector<AcquireOrder> some()
{
    AcquireOrder apart = order("c", "a", 2s);
    apart.database = 1;
    return {order("a", "b", 1s), order("a", "c", 2s), apart, order("b", "a", 3s, "bob:7"),
            order("a", "b", 4s, "carol:2")};
}

// What some() shows.
void checkSome(const OrdersAnswer &answer)
{
    QCOMPARE(answer.orders, 4);
    QVERIFY(!answer.truncated);
    QCOMPARE(answer.inversions.size(), size_t(1));
    const OrderSeen usual{.first = {"a"},
                          .second = {"b"},
                          .owner = {"carol:2"},
                          .node = {"a:6379"},
                          .count = 2,
                          .began = Start + 1s,
                          .last = Start + 4s};
    const OrderSeen opposite{.first = {"b"},
                             .second = {"a"},
                             .owner = {"bob:7"},
                             .node = {"a:6379"},
                             .count = 1,
                             .began = Start + 3s,
                             .last = Start + 3s};
    QCOMPARE(answer.inversions.front().usual, usual);
    QCOMPARE(answer.inversions.front().opposite, opposite);
}

} // namespace

class TestLockOrders : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void bothOrdersAreAnInversion();
    void oneOrderIsNone();
    void theNewestIsFirst();
    void memoryIsBounded();
    void theFileKeepsThem();
    void theFileForgetsOldOnes();
    void aFileOfAnOlderVersionHasNone();
    void theHistoryAnswersFromEither();
    void inSentences();
    void inDocuments();

private:
    QString file() const { return m_folder->filePath(QStringLiteral("history.sqlite")); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestLockOrders::bothOrdersAreAnInversion()
{
    LockOrders orders;
    for (const AcquireOrder &one : some())
        orders.note(one);
    checkSome(orders.answer());
    orders.clear();
    QCOMPARE(orders.answer().orders, 0);
}

void TestLockOrders::oneOrderIsNone()
{
    LockOrders orders;
    for (int i = 0; i < 10; ++i)
        orders.note(order("a", "b", 1s * i));
    orders.note(order("b", "c", 20s));
    orders.note(order("c", "a", 21s)); // A circle of three is not looked for
    QCOMPARE(orders.answer().orders, 3);
    QVERIFY(orders.answer().inversions.empty());
}

void TestLockOrders::theNewestIsFirst()
{
    LockOrders orders;
    for (const AcquireOrder &one :
         {order("a", "b", 1s), order("b", "a", 9s), order("c", "d", 2s), order("d", "c", 3s)})
        orders.note(one);
    const OrdersAnswer answer = orders.answer();
    QCOMPARE(answer.inversions.size(), size_t(2));
    QCOMPARE(answer.inversions[0].usual.first, LockName{"a"}); // As often as the other
    QCOMPARE(answer.inversions[1].usual.first, LockName{"c"});
}

void TestLockOrders::memoryIsBounded()
{
    LockOrders orders(100);
    for (int i = 0; i < 1000; ++i)
        orders.note(order("a", QByteArray::number(i), 1s * i));
    QVERIFY(orders.answer().orders <= 100);
    QVERIFY(orders.answer().orders >= 70);
    orders.note(order("999", "a", 1000s));
    orders.note(order("1", "a", 1000s)); // Forgotten
    QCOMPARE(orders.answer().inversions.size(), size_t(1));
}

void TestLockOrders::theFileKeepsThem()
{
    const std::vector<AcquireOrder> all = some();
    {
        HistoryStore store(file());
        VERIFY_OK(store.open());
        VERIFY_OK(store.append(std::vector<AcquireOrder>{all[0], all[1]}));
        VERIFY_OK(store.close(Start + 2s));
    }
    HistoryStore store(file());
    VERIFY_OK(store.open());
    VERIFY_OK(store.append(std::vector<AcquireOrder>{all[2], all[3], all[4]}));
    VERIFY_OK(store.commit());
    HistoryReader reader(file());
    VERIFY_OK(reader.openForReading());
    const auto answer = reader.orders({});
    VERIFY_OK(answer);
    checkSome(*answer);
    const auto recent = reader.orders(Start + 4s); // One of both
    VERIFY_OK(recent);
    checkSome(*recent);
    const auto later = reader.orders(Start + 5s);
    VERIFY_OK(later);
    QVERIFY(later->inversions.empty());
    QCOMPARE(later->orders, 4);
}

void TestLockOrders::theFileForgetsOldOnes()
{
    HistoryStore store(file());
    VERIFY_OK(store.open());
    VERIFY_OK(store.append(some()));
    const auto trimmed = store.trim({.keep = true, .age = 1h}, Start + 1h + 2500ms);
    VERIFY_OK(trimmed);
    const auto answer = store.orders({});
    VERIFY_OK(answer);
    QCOMPARE(answer->orders, 2); // Without a then c
    QCOMPARE(answer->inversions.size(), size_t(1));
    VERIFY_OK(store.trim({.keep = true, .age = 1h}, Start + 1h + 3500ms));
    const auto rest = store.orders({});
    VERIFY_OK(rest);
    QCOMPARE(rest->orders, 1);
    QVERIFY(rest->inversions.empty());
}

void TestLockOrders::aFileOfAnOlderVersionHasNone()
{
    {
        HistoryStore store(file());
        VERIFY_OK(store.open());
        VERIFY_OK(store.close(Start));
    }
    QCOMPARE(test::sql(file(), {QStringLiteral("DROP TABLE lock_order")}), QString());
    HistoryReader reader(file());
    VERIFY_OK(reader.openForReading());
    const auto answer = reader.orders({});
    VERIFY_OK(answer);
    QCOMPARE(answer->orders, 0);
    HistoryStore store(file());
    VERIFY_OK(store.open());
    VERIFY_OK(store.append(some()));
    checkSome(*store.orders({}));
}

void TestLockOrders::theHistoryAnswersFromEither()
{
    for (const bool keeps : {false, true}) {
        History history(m_folder->path());
        history.configure({.keep = keeps});
        history.open(QStringLiteral("orders"));
        history.take({.orders = some()});
        checkSome(history.orders());
        history.close();
        QCOMPARE(history.orders().orders, 0);
        history.open(QStringLiteral("orders"));
        QCOMPARE(history.orders().orders, keeps ? 4 : 0);
    }
}

void TestLockOrders::inSentences()
{
    LockOrders orders;
    QVERIFY(ordersText(orders.answer()).startsWith(QStringLiteral("No lock order was seen.")));
    QVERIFY(ordersText(orders.answer()).contains(QStringLiteral("keyspace events")));
    orders.note(order("a", "b", 1s));
    QVERIFY(ordersText(orders.answer())
                .startsWith(QStringLiteral("Lock orders seen: 1, none in both directions. An order")));
    QVERIFY(ordersText(orders.answer()).contains(QStringLiteral("keyspace events")));
    orders.note(order("a", "b", 2s));
    orders.note(order("b", "a\n", 3s));
    orders.note(order("b", "a", 3s, "bob:7"));
    const OrdersAnswer answer = orders.answer();
    QVERIFY(ordersText(answer).startsWith(QStringLiteral("Acquired in both orders:")));
    const QStringList lines = inversionText(answer.inversions.front());
    QCOMPARE(lines.size(), 2);
    QVERIFY2(lines[0].startsWith(QStringLiteral("a, then b: 2×, last at 2023-11-1")), qPrintable(lines[0]));
    QVERIFY2(lines[1].startsWith(QStringLiteral("b, then a: 1×, last at ")), qPrintable(lines[1]));
    QVERIFY2(lines[1].endsWith(QStringLiteral("by bob:7")), qPrintable(lines[1]));
}

void TestLockOrders::inDocuments()
{
    LockOrders orders;
    for (const AcquireOrder &one : some())
        orders.note(one);
    const QByteArray csv = ordersCsv(orders.answer());
    QCOMPARE(csv, QByteArray("first,second,count,first_at,last_at,last_owner,node,database\n"
                             "a,b,2,2023-11-14T22:13:21.000Z,2023-11-14T22:13:24.000Z,carol:2,a:6379,0\n"
                             "b,a,1,2023-11-14T22:13:23.000Z,2023-11-14T22:13:23.000Z,bob:7,a:6379,0\n"));
    const QByteArray text = ordersJson(orders.answer(), JsonWriter::Layout::Indented);
    const QJsonObject json = QJsonDocument::fromJson(text).object();
    QCOMPARE(json[QLatin1String("orders")].toInt(), 4);
    QCOMPARE(json[QLatin1String("truncated")].toBool(true), false);
    const QJsonArray inversions = json[QLatin1String("inversions")].toArray();
    QCOMPARE(inversions.size(), 1);
    const QJsonArray both = inversions[0].toObject()[QLatin1String("orders")].toArray();
    QCOMPARE(both.size(), 2);
    const QJsonObject usual = both[0].toObject();
    QCOMPARE(usual[QLatin1String("first")].toString(), QStringLiteral("a"));
    QCOMPARE(usual[QLatin1String("second")].toString(), QStringLiteral("b"));
    QCOMPARE(usual[QLatin1String("count")].toInt(), 2);
    QCOMPARE(usual[QLatin1String("last_owner")].toString(), QStringLiteral("carol:2"));
    QCOMPARE(usual[QLatin1String("node")].toString(), QStringLiteral("a:6379"));
    QCOMPARE(usual[QLatin1String("first_at")].toInteger(), 1'700'000'001'000);
    QCOMPARE(usual[QLatin1String("last_at")].toInteger(), 1'700'000'004'000);
}

LOCKSCOPE_TEST(TestLockOrders)

} // namespace tst_lockorders

#include "tst_lockorders.moc"
