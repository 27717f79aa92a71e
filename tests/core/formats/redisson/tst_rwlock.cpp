// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/redisson/rwlock.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTest>

namespace tst_rwlock
{

using namespace lockscope;
using lockscope::test::Fields;
using lockscope::test::hashKey;

namespace
{

const QByteArray ann = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57");
const QByteArray bob = QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1");
const QByteArray annWrites = ann + ":write";
const QByteArray transaction = QByteArrayLiteral("0123456789abcdef0123456789abcdef");

KeyReading hash(Fields fields, std::optional<milliseconds> ttl = milliseconds(30000))
{
    return hashKey("order", std::move(fields), ttl);
}

void add(KeyReading &reading, const QByteArray &holder, int hold, std::optional<int> ttl)
{
    KeyReading key{.key = {redissonHoldKey(reading.key.bytes, holder, hold)}, .readAt = reading.readAt};
    if (ttl) {
        key.type = ValueType::String;
        key.string = "1";
        key.size = 1;
        key.ttl = milliseconds(*ttl);
    }
    reading.companions.push_back(key);
}

ActRequest request(ActKind act, const QByteArray &owner = {}, HoldMode mode = HoldMode::Exclusive)
{
    return {.act = act, .key = {"order"}, .owner = {owner}, .mode = mode};
}

} // namespace

class tst_rwlock : public QObject
{
    Q_OBJECT
private slots:
    void recognises_data();
    void recognises();
    void lookAlikes_data();
    void lookAlikes();
    void aReaderLivesAsLongAsHisLongestHold();
    void ofLockscopesOwnHoldToo();
    void theWriterLivesAsLongAsTheHash();
    void withoutHoldKeysTheHashDecides();
    void holdKeysAreRead();
    void endlessHoldsAreReadInPart();
    void aHoldKeyNamesItsLock_data();
    void aHoldKeyNamesItsLock();
    void explains();
    void channel();
    void acquires_data();
    void acquires();
    void whoIsMeant_data();
    void whoIsMeant();
    void badInput_data();
    void badInput();
    void plansEveryAct();
    void comparesAllHolders();
    void takesOneHolderOut();

private:
    RwLock m_format;
};

void tst_rwlock::recognises_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::addColumn<QByteArrayList>("holders");
    const auto row = [](const char *title, const KeyReading &reading, const QByteArrayList &holders) {
        QTest::newRow(title) << reading << holders;
    };
    row("one reader", hash({{"mode", "read"}, {ann, "1"}}), {ann + " read 1"});
    row("two readers, holds", hash({{"mode", "read"}, {ann, "3"}, {bob, "1"}}),
        {ann + " read 3", bob + " read 1"});
    row("a writer", hash({{"mode", "write"}, {annWrites, "2"}}), {annWrites + " write 2"});
    row("a writer who reads, the writer first", hash({{ann, "1"}, {"mode", "write"}, {annWrites, "1"}}),
        {annWrites + " write 1", ann + " read 1"});
    row("in a transaction", hash({{"mode", "write"}, {annWrites + ":" + transaction, "1"}}),
        {annWrites + ":" + transaction + " write 1"});
    row("without an expiry", hash({{"mode", "read"}, {ann, "1"}}, {}), {ann + " read 1"});
    row("as many holds as Redisson can read", hash({{"mode", "read"}, {ann, "2147483647"}}),
        {ann + " read 2147483647"});
}

void tst_rwlock::recognises()
{
    QFETCH(KeyReading, reading);
    const auto [format, decoded] = Registry::builtIn().decode(reading);
    QVERIFY(format && decoded);
    QVERIFY(format->kind() == LockKind{"rw-lock"} && decoded->kind == LockKind{"rw-lock"});
    QVERIFY(decoded->confidence == Confidence::Certain);
    QByteArrayList holders;
    for (const Holder &holder : decoded->holders)
        holders << holder.id.bytes + ' ' + name(holder.mode) + ' ' + QByteArray::number(holder.count);
    QTEST(holders, "holders");
    QVERIFY(Registry::builtIn().alternatives(reading).empty());
    QVERIFY(!format->explain(reading).isEmpty());
}

void tst_rwlock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("reading");
    const auto row = [](const char *title, const Fields &fields) { QTest::newRow(title) << hash(fields); };
    row("a mode alone", {{"mode", "read"}});
    row("no mode", {{ann, "1"}, {bob, "1"}});
    row("another mode", {{"mode", "append"}, {ann, "1"}});
    row("a file's settings", {{"mode", "read"}, {"path", "1"}});
    row("one field more", {{"mode", "read"}, {ann, "1"}, {"since", "12"}});
    row("a count of none", {{"mode", "read"}, {ann, "0"}});
    row("a count that is not a number", {{"mode", "read"}, {ann, "many"}});
    for (const char *count :
         {"-1", "-9007199254740996", "01", "+1", "1.0", "1e3", "2147483648", "999999999999999",
          "9007199254740992", "9007199254740996", "9223372036854775807", "12345678901234567890"}) {
        QTest::addRow("%s read holds", count) << hash({{"mode", "read"}, {bob, "1"}, {ann, count}});
        QTest::addRow("%s write holds", count) << hash({{"mode", "write"}, {annWrites, count}});
        QTest::addRow("%s holds of a reentrant lock", count) << hash({{ann, count}});
    }
    row("a writer among readers", {{"mode", "read"}, {annWrites, "1"}});
    row("written by readers", {{"mode", "write"}, {ann, "1"}});
    row("two writers", {{"mode", "write"}, {annWrites, "1"}, {bob + ":write", "1"}});
    KeyReading cut = hash({{"mode", "read"}, {ann, "1"}});
    cut.size = 3;
    QTest::newRow("read in part") << cut;
    KeyReading string = cut;
    string.type = ValueType::String;
    QTest::newRow("a string") << string;
}

void tst_rwlock::lookAlikes()
{
    QFETCH(KeyReading, reading);
    QVERIFY(!m_format.decode(reading));
    QVERIFY(m_format.explain(reading).isEmpty());
    QVERIFY(m_format.companions(reading).empty());
    QVERIFY(!Registry::builtIn().decode(reading).first);
}

void tst_rwlock::aReaderLivesAsLongAsHisLongestHold()
{
    KeyReading reading = hash({{"mode", "read"}, {ann, "2"}, {bob, "1"}});
    add(reading, ann, 1, 9000);
    add(reading, ann, 2, 4000);
    add(reading, bob, 1, {});
    const Decoded decoded = *m_format.decode(reading);
    QCOMPARE(*decoded.holders[0].expiresAt, reading.readAt + milliseconds(9000));
    QVERIFY2(*decoded.holders[1].expiresAt == reading.readAt, "his holds are over");
    QCOMPARE(decoded.extras->companions.size(), size_t(2));
    QVERIFY(m_format.explain(reading).join(QLatin1Char(' ')).contains(QLatin1String("have expired")));
    reading.companions[0].ttl.reset();
    QVERIFY2(!m_format.decode(reading)->holders[0].expiresAt, "somebody took the expiry away");
}

void tst_rwlock::ofLockscopesOwnHoldToo()
{
    const QByteArray own = m_format.makeOwner().bytes;
    KeyReading reading = hash({{"mode", "read"}, {ann, "1"}, {own, "1"}});
    add(reading, ann, 1, 9000);
    add(reading, own, 1, {});
    const QString text = m_format.explain(reading).join(u'\n');
    QVERIFY2(text.contains(QStringLiteral("Lockscope reads; holds: 1")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("All holds of that reader have expired")), qPrintable(text));
}

void tst_rwlock::theWriterLivesAsLongAsTheHash()
{
    KeyReading reading = hash({{"mode", "write"}, {annWrites, "1"}, {ann, "1"}}, milliseconds(7000));
    add(reading, ann, 1, 3000);
    const Decoded decoded = *m_format.decode(reading);
    QCOMPARE(*decoded.holders[0].expiresAt, reading.readAt + milliseconds(7000));
    QCOMPARE(*decoded.holders[1].expiresAt, reading.readAt + milliseconds(3000));
    reading.ttl.reset();
    QVERIFY(!m_format.decode(reading)->holders[0].expiresAt);
}

void tst_rwlock::withoutHoldKeysTheHashDecides()
{
    const KeyReading reading = hash({{"mode", "read"}, {ann, "1"}}, milliseconds(7000));
    const Decoded decoded = *m_format.decode(reading);
    QCOMPARE(*decoded.holders[0].expiresAt, reading.readAt + milliseconds(7000));
    QVERIFY(!decoded.extras);
}

void tst_rwlock::holdKeysAreRead()
{
    const std::vector<CompanionKey> keys =
        m_format.companions(hash({{"mode", "write"}, {annWrites, "1"}, {ann, "2"}}));
    QCOMPARE(keys.size(), size_t(2));
    QCOMPARE(keys[0].key.bytes, "{order}:" + ann + ":rwlock_timeout:2");
    QCOMPARE(keys[1].key.bytes, "{order}:" + ann + ":rwlock_timeout:1");
    QVERIFY2(keys[0].essential, "his time to live stands there");
}

void tst_rwlock::endlessHoldsAreReadInPart()
{
    Fields fields{{"mode", "read"}};
    for (int i = 0; i < 40; ++i)
        fields.push_back({bob + QByteArray::number(i), "2147483647"});
    const std::vector<CompanionKey> keys = m_format.companions(hash(fields));
    QVERIFY(keys.size() == size_t(MaxLockMembers));
    QVERIFY(keys[0].key.bytes.endsWith(":2147483647"));
}

void tst_rwlock::aHoldKeyNamesItsLock_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("lock");
    const auto row = [](const char *title, const QByteArray &key, const QByteArray &lock) {
        QTest::newRow(title) << key << lock;
    };
    row("a plain name", "{order}:" + ann + ":rwlock_timeout:1", "order");
    row("a tag", "{shop}:order:" + ann + ":rwlock_timeout:12", "{shop}:order");
    row("a negative thread", "{order}:" + ann.first(36) + ":-3:rwlock_timeout:1", "order");
    row("a transaction", "{order}:" + ann + ":" + transaction + ":rwlock_timeout:1", "order");
    row("no number", "{order}:" + ann + ":rwlock_timeout:x", "");
    row("no owner", "{order}:rwlock_timeout:1", "");
    row("another word", "{order}:" + ann + ":timeout:1", "");
    row("no name", ann + ":rwlock_timeout:1", "");
}

void tst_rwlock::aHoldKeyNamesItsLock()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, lock);
    const NameRole role = m_format.roleOf(key);
    QCOMPARE(role.kind == NameRole::Kind::Companion, !lock.isEmpty());
    QCOMPARE(role.subject.bytes, lock);
    if (!lock.isEmpty())
        QVERIFY(Registry::builtIn().roleOf(key).subject.bytes == lock);
}

void tst_rwlock::explains()
{
    const QString text =
        m_format.explain(hash({{"mode", "write"}, {annWrites, "1"}, {ann, "3"}}, {})).join(QLatin1Char('\n'));
    for (const char *word : {"writ", "reads", "57", "8743c9c0-0795-4907-87fd-6c719a6b4586", "no expiry", "3"})
        QVERIFY2(text.contains(QLatin1String(word)), word);
}

void tst_rwlock::channel()
{
    QCOMPARE(*m_format.wakeChannel({"order"}), QByteArray("redisson_rwlock:{order}"));
    QCOMPARE(*m_format.wakeChannel({"{shop}:order"}), QByteArray("redisson_rwlock:{shop}:order"));
    QCOMPARE(m_format.wakeMessage(), QByteArray("1"));
    QCOMPARE(m_format.subjectOfChannel("redisson_rwlock:{order}")->bytes, QByteArray("order"));
    QVERIFY(!m_format.subjectOfChannel("redisson_lock__channel:{order}"));
    QVERIFY(m_format.nature() == Nature::ReadWrite);
}

void tst_rwlock::acquires_data()
{
    QTest::addColumn<HoldMode>("mode");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("read") << HoldMode::Read << QByteArray("read");
    QTest::newRow("write") << HoldMode::Write << QByteArray("write");
    QTest::newRow("exclusive means write") << HoldMode::Exclusive << QByteArray("write");
}

void tst_rwlock::acquires()
{
    QFETCH(HoldMode, mode);
    ActRequest asked = request(ActKind::Acquire, ann, mode);
    asked.wait = milliseconds(2000);
    const Outcome<ActPlan> plan = m_format.plan(asked, nullptr);
    VERIFY_OK(plan);
    QTEST(plan->args[0], "word");
    QCOMPARE(plan->args[1], ann);
    QCOMPARE(plan->args[2], annWrites);
    QCOMPARE(plan->keys, (std::vector<QByteArray>{"order", "{order}:" + ann + ":rwlock_timeout"}));
    QVERIFY(plan->steps.join(QLatin1Char(' ')).contains(QLatin1String("redisson_rwlock")));
    QVERIFY(redissonOwner(m_format.plan(request(ActKind::Acquire), nullptr)->args[1]));
}

void tst_rwlock::whoIsMeant_data()
{
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<HoldMode>("mode");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char *title, const QByteArray &owner, HoldMode mode, const char *word) {
        QTest::newRow(title) << owner << mode << QByteArray(word);
    };
    row("as the lock shows a reader", ann, HoldMode::Read, "read");
    row("as the lock shows the writer", annWrites, HoldMode::Write, "write");
    row("the writer without a mode", annWrites, HoldMode::Exclusive, "write");
    row("the thread that writes", ann, HoldMode::Write, "write");
    row("the thread, whatever it holds", ann, HoldMode::Exclusive, "either");
}

void tst_rwlock::whoIsMeant()
{
    QFETCH(QByteArray, owner);
    QFETCH(HoldMode, mode);
    for (const ActKind act : {ActKind::Renew, ActKind::Release, ActKind::RemoveShare}) {
        const Outcome<ActPlan> plan = m_format.plan(request(act, owner, mode), nullptr);
        VERIFY_OK(plan);
        QTEST(plan->args[0], "word");
        QCOMPARE(plan->args[1], ann);
        QCOMPARE(plan->args[2], annWrites);
    }
}

void tst_rwlock::badInput_data()
{
    QTest::addColumn<ActRequest>("asked");
    QTest::newRow("no name") << ActRequest{.act = ActKind::Wake};
    QTest::newRow("an owner Redisson would not write") << request(ActKind::Acquire, "me");
    QTest::newRow("renew without an owner") << request(ActKind::Renew);
    QTest::newRow("nobody's share") << request(ActKind::RemoveShare);
    QTest::newRow("a permit") << request(ActKind::Acquire, ann, HoldMode::Permit);
    QTest::newRow("a writer who reads") << request(ActKind::Release, annWrites, HoldMode::Read);
    QTest::newRow("set-expiry without a time") << request(ActKind::SetExpiry);
}

void tst_rwlock::badInput()
{
    QFETCH(ActRequest, asked);
    VERIFY_FAILS(m_format.plan(asked, nullptr), ErrorKind::BadInput);
}

void tst_rwlock::plansEveryAct()
{
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::Wake, ActKind::SetExpiry, ActKind::RemoveShare}) {
        ActRequest asked = request(act, ann);
        asked.lease = milliseconds(5000);
        const Outcome<ActPlan> plan = m_format.plan(asked, nullptr);
        VERIFY_OK(plan);
        QVERIFY(plan->act == act && plan->kind == LockKind{"rw-lock"});
        QCOMPARE(plan->keys.front(), QByteArray("order"));
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QVERIFY(!plan->steps.isEmpty() && !plan->commands.isEmpty());
        const bool wakes = act == ActKind::Release || act == ActKind::ForceRelease || act == ActKind::Wake ||
                           act == ActKind::RemoveShare;
        QCOMPARE(plan->channels.size(), size_t(wakes ? 1 : 0));
    }
    ActRequest tagged = request(ActKind::ForceRelease);
    tagged.key = {"{shop}:order"};
    QVERIFY2(m_format.plan(tagged, nullptr)->keys[1] == "{shop}:order", "the name brings its braces");
}

void tst_rwlock::comparesAllHolders()
{
    ActRequest asked = request(ActKind::ForceRelease);
    const Outcome<ActPlan> any = m_format.plan(asked, nullptr);
    QCOMPARE(any->args, (std::vector<QByteArray>{"any", "redisson_rwlock:{order}", "1"}));
    asked.expectedHolders = {{.id = {ann}, .count = 2, .mode = HoldMode::Read},
                             {.id = {bob}, .count = 0, .mode = HoldMode::Write}};
    const Outcome<ActPlan> these = m_format.plan(asked, nullptr);
    QCOMPARE(these->args, (std::vector<QByteArray>{"these", "redisson_rwlock:{order}", "1", ann, "2",
                                                   bob + ":write", "0"}));
    QVERIFY2(any->warnings.size() > these->warnings.size(), "the one without a comparison warns of it");
    asked.expectedHolders.clear();
    asked.expectedOwner = OwnerId{annWrites};
    asked.expectedCount = 3;
    const Outcome<ActPlan> alone = m_format.plan(asked, nullptr);
    QCOMPARE(alone->args, (std::vector<QByteArray>{"these", "redisson_rwlock:{order}", "1", annWrites, "3"}));
}

void tst_rwlock::takesOneHolderOut()
{
    ActRequest asked = request(ActKind::RemoveShare, ann, HoldMode::Read);
    QCOMPARE(m_format.plan(asked, nullptr)->args[3], QByteArray());
    asked.expectedCount = 2;
    const Outcome<ActPlan> plan = m_format.plan(asked, nullptr);
    QCOMPARE(plan->args,
             (std::vector<QByteArray>{"read", ann, annWrites, "2", "redisson_rwlock:{order}", "1"}));
    QVERIFY(plan->warnings.join(QLatin1Char(' ')).contains(QLatin1String("keeps running")));
}

LOCKSCOPE_TEST(tst_rwlock)

} // namespace tst_rwlock

#include "tst_rwlock.moc"
