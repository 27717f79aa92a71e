// SPDX-License-Identifier: GPL-3.0-or-later
// The three locks of DistributedLock.Redis.
#include "core/formats/distributedid.h"
#include "core/formats/format.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTest>

namespace tst_distributedlock
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::stringKey;

namespace
{

const QByteArray ann = QByteArrayLiteral("WEB_1_4242_0123456789abcdef0123456789abcdef");
const QByteArray bob = QByteArrayLiteral("WEB-2_17_fedcba9876543210fedcba9876543210");
const QByteArray waitingBob = bob + "_WRITERWAITING";
const WallTime at = WallTime(std::chrono::seconds(1'787'313'600));

KeyReading text(QByteArray key, QByteArray value, std::optional<milliseconds> ttl = 30s)
{
    KeyReading reading = stringKey(std::move(key), std::move(value), ttl);
    reading.wallAt = at;
    return reading;
}

KeyReading group(QByteArray key, ValueType type, std::vector<Member> members,
                 std::optional<milliseconds> ttl = 30s)
{
    const qint64 size = qint64(members.size());
    return {.key = {std::move(key)},
            .type = type,
            .ttl = ttl,
            .size = size,
            .members = std::move(members),
            .readAt = now(),
            .wallAt = at};
}

KeyReading readers(std::vector<Member> members, std::optional<milliseconds> ttl = 20s)
{
    return group("orders.readers", ValueType::Set, std::move(members), ttl);
}

KeyReading readWrite(KeyReading writer, std::optional<KeyReading> with)
{
    writer.companionsRead = true;
    if (with)
        writer.companions.push_back(*with);
    return writer;
}

KeyReading noWriter()
{
    return {.key = {"orders.writer"}, .type = ValueType::None, .readAt = now(), .wallAt = at};
}

double ms(milliseconds fromNow)
{
    return double((at.time_since_epoch() + fromNow) / 1ms) + 0.25;
}

KeyReading semaphore(std::vector<Member> members)
{
    return group("lock:printers", ValueType::SortedSet, std::move(members), 90s);
}

const Format &family(const char *kind)
{
    const Format *format = Registry::builtIn().find(kind);
    if (!format)
        qFatal("no such family");
    return *format;
}

QByteArray kindOf(const KeyReading &reading)
{
    const Format *format = Registry::builtIn().decode(reading).first;
    return format ? QByteArray(format->kind().name.data(), qsizetype(format->kind().name.size()))
                  : QByteArray();
}

} // namespace

class tst_distributedlock : public QObject
{
    Q_OBJECT
private slots:
    void readsIds_data();
    void readsIds();
    void mutex_data();
    void mutex();
    void readWriteHolders();
    void aWriterThatWaitsHoldsNothing();
    void readWriteLookAlikes_data();
    void readWriteLookAlikes();
    void namesTellTheReaders();
    void semaphoreHolders();
    void semaphoreLookAlikes_data();
    void semaphoreLookAlikes();
    void explainsWho();
    void plansEveryAct_data();
    void plansEveryAct();
    void refusesWhatMakesNoSense();
    void comparesWhatWasShown();
};

void tst_distributedlock::readsIds_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("machine"); // Empty: not such an id
    QTest::addColumn<bool>("waiting");
    QTest::newRow("plain") << bob << QByteArray("WEB-2") << false;
    QTest::newRow("bars in the machine's name") << ann << QByteArray("WEB_1") << false;
    QTest::newRow("waiting") << waitingBob << QByteArray("WEB-2") << true;
    QTest::newRow("made here") << makeDistributedId().bytes << QByteArray("lockscope") << false;
    QTest::newRow("no machine") << QByteArray("_17_fedcba9876543210fedcba9876543210") << QByteArray()
                                << false;
    QTest::newRow("no process") << QByteArray("WEB__fedcba9876543210fedcba9876543210") << QByteArray()
                                << false;
    QTest::newRow("upper case") << QByteArray("WEB_17_FEDCBA9876543210fedcba9876543210") << QByteArray()
                                << false;
    QTest::newRow("too short") << QByteArray("WEB_17_fedcba9876543210fedcba987654321") << QByteArray()
                               << false;
    QTest::newRow("only hex") << QByteArray("fedcba9876543210fedcba9876543210") << QByteArray() << false;
    QTest::newRow("empty") << QByteArray() << QByteArray() << false;
    QTest::newRow("only the mark") << QByteArray("_WRITERWAITING") << QByteArray() << false;
}

void tst_distributedlock::readsIds()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, machine);
    QFETCH(bool, waiting);
    const auto id = distributedId(value);
    QCOMPARE(id.has_value(), !machine.isEmpty());
    if (!id)
        return;
    QCOMPARE(id->machine.toByteArray(), machine);
    QCOMPARE(id->waiting, waiting);
    QCOMPARE(isDistributedHolder(value), !waiting);
}

void tst_distributedlock::mutex_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::addColumn<bool>("is");
    QTest::newRow("under any name") << text("orders", ann) << true;
    QTest::newRow("without an expiry under a lock's name") << text("lock:orders", ann, {}) << true;
    QTest::newRow("without an expiry under any name") << text("orders", ann, {}) << false;
    QTest::newRow("a writer's key is another kind") << text("orders.writer", ann) << false;
    QTest::newRow("a mark of waiting is no hold") << text("orders", waitingBob) << false;
    QTest::newRow("an id and more") << text("lock:a", ann + "x") << false;
    KeyReading cut = text("orders", ann);
    cut.size = 600;
    QTest::newRow("read in part") << cut << false;
}

void tst_distributedlock::mutex()
{
    QFETCH(KeyReading, lock);
    QFETCH(bool, is);
    QCOMPARE(kindOf(lock) == "distributed-lock", is);
    if (!is)
        return;
    const auto decoded = family("distributed-lock").decode(lock);
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders.front().id.bytes, ann);
    QVERIFY(Registry::builtIn().alternatives(lock).empty());
    QVERIFY(Registry::builtIn().mayBeLock({.key = lock.key.bytes, .type = lock.type, .ttl = lock.ttl}));
}

void tst_distributedlock::readWriteHolders()
{
    const KeyReading both = readers({{ann}, {bob}});
    const auto read = family("distributed-rw-lock").decode(readWrite(noWriter(), both));
    QVERIFY(read);
    QCOMPARE(read->holders.size(), 2);
    QVERIFY(read->holders[0].mode == HoldMode::Read && read->holders[1].id.bytes == bob);
    QVERIFY(read->ownDeadline && read->deadline == both.readAt + 20s &&
            read->holders[0].expiresAt == read->deadline);
    QCOMPARE(read->extras->companions, std::vector<LockName>{{"orders.readers"}});
    QCOMPARE(kindOf(readWrite(noWriter(), both)), QByteArray("distributed-rw-lock"));

    const KeyReading writer = readWrite(text("orders.writer", ann), {});
    const auto write = family("distributed-rw-lock").decode(writer);
    QVERIFY(write && write->holders.size() == 1 && write->queue.empty());
    QVERIFY(write->holders[0].mode == HoldMode::Write && write->holders[0].expiresAt == writer.readAt + 30s);
    QVERIFY(!write->ownDeadline);
    QCOMPARE(kindOf(writer), QByteArray("distributed-rw-lock"));
}

void tst_distributedlock::aWriterThatWaitsHoldsNothing()
{
    const KeyReading alone = text("orders.writer", waitingBob);
    const auto free = family("distributed-rw-lock").decode(alone);
    QVERIFY(free && free->holders.isEmpty() && free->queue.size() == 1);
    QCOMPARE(free->queue[0].id.bytes, bob);
    QVERIFY(free->queue[0].mode == HoldMode::Write && free->queue[0].deadline == alone.readAt + 30s);
    const auto held = family("distributed-rw-lock").decode(readWrite(alone, readers({{ann}})));
    QVERIFY(held && held->holders.size() == 1 && held->queue.size() == 1 && held->ownDeadline);
    QVERIFY(family("distributed-rw-lock").explain(alone).join(u'\n').contains(u"waiting writer"));
}

void tst_distributedlock::readWriteLookAlikes_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::newRow("nothing there") << readWrite(noWriter(), {});
    QTest::newRow("an ordinary set of readers") << readWrite(noWriter(), readers({{"ann"}, {"bob"}}));
    QTest::newRow("one ordinary member") << readWrite(noWriter(), readers({{ann}, {"bob"}}));
    QTest::newRow("a waiting mark among the readers") << readWrite(noWriter(), readers({{waitingBob}}));
    KeyReading list = readers({{ann}});
    list.type = ValueType::List;
    QTest::newRow("a list") << readWrite(noWriter(), list);
    QTest::newRow("another text") << readWrite(text("orders.writer", "Tolstoy"), readers({{ann}}));
    QTest::newRow("only the ending") << text(".writer", ann);
    QTest::newRow("another name") << text("orders.write", waitingBob);
}

void tst_distributedlock::readWriteLookAlikes()
{
    QFETCH(KeyReading, lock);
    QVERIFY(!family("distributed-rw-lock").decode(lock));
    QVERIFY(family("distributed-rw-lock").explain(lock).isEmpty());
}

void tst_distributedlock::namesTellTheReaders()
{
    const NameRole role = Registry::builtIn().roleOf("orders.readers");
    QVERIFY(role.kind == NameRole::Kind::Companion && role.subject == LockName{"orders.writer"});
    QVERIFY(Registry::builtIn().roleOf("orders.writer").kind == NameRole::Kind::Open);
    QVERIFY(Registry::builtIn().roleOf(".readers").kind == NameRole::Kind::Open);
    const auto with = family("distributed-rw-lock").companions(noWriter());
    QVERIFY(with.size() == 1 && with[0].key == LockName{"orders.readers"} && with[0].essential);
    QVERIFY(family("distributed-rw-lock").companions(text("orders.writer", "Tolstoy")).empty());
    QVERIFY(family("distributed-rw-lock").companions(text("orders", ann)).empty());
}

void tst_distributedlock::semaphoreHolders()
{
    KeyReading lock = semaphore({{ann, ms(-1s)}, {bob, ms(10s)}});
    const auto decoded = family("distributed-semaphore").decode(lock);
    QVERIFY(decoded);
    QCOMPARE(kindOf(lock), QByteArray("distributed-semaphore"));
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders[0].id.bytes, bob);
    QVERIFY(decoded->holders[0].mode == HoldMode::Permit &&
            decoded->holders[0].expiresAt == lock.readAt + 10s);
    QVERIFY(decoded->ownDeadline && decoded->deadline == lock.readAt + 10s);
    const auto &permits = decoded->extras->permits;
    QVERIFY(permits->held == 1 && permits->overdue == 1 && !permits->total && !permits->available);
    lock.size = 300; // More than were read
    QCOMPARE(*family("distributed-semaphore").decode(lock)->extras->permits->held, 299);
    QVERIFY(Registry::builtIn().mayBeLock({.key = "semaphore:a", .type = ValueType::SortedSet, .ttl = 90s}));
}

void tst_distributedlock::semaphoreLookAlikes_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::newRow("a delayed queue") << semaphore({{"job:1", ms(10s)}, {"job:2", ms(20s)}});
    QTest::newRow("a rate limiter") << semaphore({{"1787313600000-1", ms(-1s)}});
    QTest::newRow("a score that is no time") << semaphore({{ann, 3}});
    QTest::newRow("one odd member") << semaphore({{ann, ms(10s)}, {"x", ms(10s)}});
    QTest::newRow("not read") << semaphore({});
    KeyReading set = semaphore({{ann, ms(10s)}});
    set.type = ValueType::Set;
    QTest::newRow("a set") << set;
}

void tst_distributedlock::semaphoreLookAlikes()
{
    QFETCH(KeyReading, lock);
    QVERIFY(!family("distributed-semaphore").decode(lock));
    QVERIFY(family("distributed-semaphore").explain(lock).isEmpty());
    QVERIFY(!Registry::builtIn().mayBeLock({.key = "delayed", .type = ValueType::SortedSet, .ttl = 90s}));
}

void tst_distributedlock::explainsWho()
{
    const QString mutex = family("distributed-lock").explain(text("orders", ann)).join(u'\n');
    QVERIFY2(mutex.contains(u"Machine WEB_1, process 4242"), qPrintable(mutex));
    QVERIFY(family("distributed-lock").explain(text("lock:a", ann, {})).join(u'\n').contains(u"no expiry"));
    const QString reader =
        family("distributed-rw-lock").explain(readWrite(noWriter(), readers({{bob}}))).join(u'\n');
    QVERIFY2(reader.contains(u"Reader: Machine WEB-2, process 17"), qPrintable(reader));
    const QString permit =
        family("distributed-semaphore").explain(semaphore({{ann, ms(-1s)}, {bob, ms(10s)}})).join(u'\n');
    QVERIFY(permit.contains(u"Holder: Machine WEB-2") &&
            permit.contains(u"Expired, dropped by the next client: Machine WEB_1"));
}

void tst_distributedlock::plansEveryAct_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("mutex") << QByteArray("distributed-lock");
    QTest::newRow("read-write") << QByteArray("distributed-rw-lock");
    QTest::newRow("semaphore") << QByteArray("distributed-semaphore");
}

void tst_distributedlock::plansEveryAct()
{
    QFETCH(QByteArray, kind);
    const Format &format = family(kind.constData());
    QVERIFY(!format.title().isEmpty() && !format.legend().isEmpty() && format.libraries().size() == 1);
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::SetExpiry, ActKind::RemoveShare, ActKind::Wake}) {
        const Outcome<ActPlan> plan = format.plan(
            {.act = act, .key = {"orders.writer"}, .owner = {ann}, .part = "3", .lease = milliseconds(5000)},
            nullptr);
        if (act == ActKind::Wake || (act == ActKind::RemoveShare && kind == "distributed-lock")) {
            VERIFY_FAILS(plan, ErrorKind::Unsupported);
            QVERIFY(!plan.failure().text.isEmpty() && !plan.failure().remedy.isEmpty());
            continue;
        }
        VERIFY_OK(plan);
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QVERIFY(!plan->steps.isEmpty() && !plan->commands.isEmpty() && plan->channels.empty());
        const bool harsh = act == ActKind::ForceRelease || act == ActKind::RemoveShare;
        QVERIFY(!harsh || plan->warnings.join(u'\n').contains(u"keeps running"));
    }
}

void tst_distributedlock::refusesWhatMakesNoSense()
{
    const auto plan = [](const char *kind, ActRequest request) {
        return family(kind).plan(request, nullptr);
    };
    for (const char *kind : {"distributed-lock", "distributed-rw-lock", "distributed-semaphore"})
        VERIFY_FAILS(
            plan(kind, {.act = ActKind::Acquire, .key = {"a.writer"}, .owner = {"ann"}, .part = "3"}),
            ErrorKind::BadInput);
    VERIFY_FAILS(plan("distributed-rw-lock", {.act = ActKind::Acquire, .key = {"orders"}}),
                 ErrorKind::BadInput);
    VERIFY_FAILS(plan("distributed-rw-lock", {.act = ActKind::RemoveShare, .key = {"a.writer"}}),
                 ErrorKind::BadInput);
    VERIFY_FAILS(plan("distributed-semaphore", {.act = ActKind::Acquire, .key = {"a"}}),
                 ErrorKind::Unsupported);
    VERIFY_FAILS(plan("distributed-semaphore", {.act = ActKind::Acquire, .key = {"a"}, .part = "many"}),
                 ErrorKind::BadInput);
    VERIFY_FAILS(plan("distributed-semaphore", {.act = ActKind::SetExpiry, .key = {"a"}}),
                 ErrorKind::BadInput);
    VERIFY_FAILS(
        plan("distributed-semaphore",
             {.act = ActKind::ForceRelease, .key = {"a"}, .expectedOwner = OwnerId{ann}, .expectedCount = 2}),
        ErrorKind::BadInput);
}

void tst_distributedlock::comparesWhatWasShown()
{
    ActRequest request{.act = ActKind::ForceRelease, .key = {"orders.writer"}};
    const auto arguments = [&] { return family("distributed-rw-lock").plan(request, nullptr)->args; };
    QCOMPARE(arguments(), (std::vector<QByteArray>{"any"}));
    request.expectedOwner = OwnerId{ann};
    QCOMPARE(arguments(), (std::vector<QByteArray>{"these", "", ann}));
    request.expectedHolders = {{.id = {ann}, .mode = HoldMode::Read},
                               {.id = {bob}, .count = 0, .mode = HoldMode::Write}};
    QCOMPARE(arguments(), (std::vector<QByteArray>{"these", "read", ann, "write", bob}));
}

LOCKSCOPE_TEST(tst_distributedlock)

} // namespace tst_distributedlock

#include "tst_distributedlock.moc"
