// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_npmsemaphore
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const QByteArray Ann = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");
const QByteArray Bob = QByteArrayLiteral("0e4f2a51-9a3c-4d0e-8b1f-5f6a7b8c9d0e");
const WallTime At{std::chrono::milliseconds(1'787'313'600'000)};

// Each took or refreshed its permit so long ago; a permit lasts 10 s.
KeyReading semaphore(const std::vector<std::pair<QByteArray, milliseconds>> &holders,
                     const QByteArray &key = "semaphore:gpu")
{
    KeyReading reading{.key = {key}, .type = ValueType::SortedSet, .readAt = now(), .wallAt = At};
    milliseconds newest = 1h;
    for (const auto &[id, ago] : holders) {
        const auto at = std::chrono::duration_cast<milliseconds>(At.time_since_epoch()) - ago;
        reading.members.push_back({.bytes = id, .score = double(at.count())});
        newest = std::min(newest, ago);
    }
    reading.size = qint64(holders.size());
    reading.ttl = 10s - newest;
    return reading;
}

} // namespace

class tst_npmsemaphore : public QObject
{
    Q_OBJECT

private slots:
    void eachPermitEndsByItself();
    void aClockThatIsAheadTellsNoEnd_data();
    void aClockThatIsAheadTellsNoEnd();
    void lookAlikes_data();
    void lookAlikes();
    void plansWhatCanBeDone();
    void saysWhatItCannotDo();

private:
    const Format &m_format = *Registry::builtIn().find("npm-semaphore");
};

void tst_npmsemaphore::eachPermitEndsByItself()
{
    const KeyReading reading = semaphore({{Ann, 2s}, {Bob + "_1", 9s}, {Bob + "_0", 12s}});
    QVERIFY(
        Registry::builtIn().mayBeLock({.key = reading.key.bytes, .type = reading.type, .ttl = reading.ttl}));
    const auto [format, decoded] = Registry::builtIn().decode(reading);
    QCOMPARE(format, &m_format);
    QCOMPARE(decoded->confidence, Confidence::Likely);
    QCOMPARE(decoded->holders.size(), 2);
    QCOMPARE(decoded->holders[0].id.bytes, Ann);
    QCOMPARE(decoded->holders[0].mode, HoldMode::Permit);
    QCOMPARE(*decoded->holders[0].expiresAt - reading.readAt, Instant::duration(8s));
    QCOMPARE(*decoded->holders[1].expiresAt - reading.readAt, Instant::duration(1s));
    QCOMPARE(decoded->extras->permits->held, std::optional<qint64>(2));
    QCOMPARE(decoded->extras->permits->overdue, 1);
    QVERIFY(!decoded->extras->permits->total);
    QVERIFY(!format->explain(reading).isEmpty());
}

void tst_npmsemaphore::aClockThatIsAheadTellsNoEnd_data()
{
    QTest::addColumn<milliseconds>("ahead");
    QTest::addColumn<Confidence>("confidence");
    QTest::newRow("by less than its timeout") << 6'000ms << Confidence::Likely;
    QTest::newRow("by more than its timeout") << 14'000ms << Confidence::Guess;
}

// Bob took his permit 5 s ago, Ann just now. Her entry sets the expiry of the key.
void tst_npmsemaphore::aClockThatIsAheadTellsNoEnd()
{
    QFETCH(milliseconds, ahead);
    QFETCH(Confidence, confidence);
    KeyReading reading = semaphore({{Ann, -ahead}, {Bob, 5s}});
    reading.ttl = 10s;
    const auto [format, decoded] = Registry::builtIn().decode(reading);
    QCOMPARE(format, &m_format);
    QCOMPARE(decoded->confidence, confidence);
    QCOMPARE(decoded->holders.size(), 2);
    QVERIFY(!decoded->holders[0].expiresAt && !decoded->holders[1].expiresAt);
    QVERIFY(!decoded->extras->permits->held);
    QCOMPARE(decoded->extras->permits->overdue, 0);
    QVERIFY(format->explain(reading).join(u' ').contains(u"is unknown"));
}

void tst_npmsemaphore::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::newRow("under another name") << semaphore({{Ann, 2s}}, "ratelimit:user:7");
    QTest::newRow("of names") << semaphore({{"ann", 2s}});
    KeyReading lasting = semaphore({{Ann, 2s}});
    lasting.ttl.reset();
    QTest::newRow("without an expiry") << lasting;
    KeyReading old = semaphore({{Ann, 25h}});
    old.ttl = 5s;
    QTest::newRow("kept for longer than a permit lasts") << old;
    KeyReading future = semaphore({{Ann, -1h}});
    future.ttl = 1s;
    QTest::newRow("with times that are ends") << future;
    KeyReading ranks = semaphore({{Ann, 2s}});
    ranks.members.front().score = 17;
    QTest::newRow("a board") << ranks;
    for (const double score : {-1e300, 17.0, 1e14}) {
        KeyReading mixed = semaphore({{Ann, 2s}, {Bob, 3s}});
        mixed.members.back().score = score;
        QTest::addRow("with one score that is no time: %g", score) << mixed;
    }
}

void tst_npmsemaphore::lookAlikes()
{
    QFETCH(KeyReading, reading);
    QVERIFY(!m_format.decode(reading));
    QVERIFY(!Registry::builtIn().decode(reading).first);
}

void tst_npmsemaphore::plansWhatCanBeDone()
{
    const LockName key{"semaphore:gpu"};
    const auto release = m_format.plan({.act = ActKind::RemoveShare, .key = key, .owner = {Ann}}, nullptr);
    VERIFY_OK(release);
    QCOMPARE(release->script, QByteArray("rule-remove"));
    QVERIFY(std::find(release->args.begin(), release->args.end(), Ann) != release->args.end());
    const auto force = m_format.plan(
        {.act = ActKind::ForceRelease, .key = key, .expectedHolders = {{.id = {Ann}}, {.id = {Bob}}}},
        nullptr);
    VERIFY_OK(force);
    QCOMPARE(force->args[3], QByteArray("all"));
    QCOMPARE(force->args[6], QByteArray("newest"));
    const auto any = m_format.plan({.act = ActKind::ForceRelease, .key = key}, nullptr);
    VERIFY_OK(any);
    QCOMPARE(any->args[3], QByteArray("any"));
    VERIFY_OK(m_format.plan({.act = ActKind::SetExpiry, .key = key, .lease = 5s}, nullptr));
}

void tst_npmsemaphore::saysWhatItCannotDo()
{
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Wake}) {
        const auto plan = m_format.plan({.act = act, .key = {"semaphore:gpu"}, .owner = {Ann}}, nullptr);
        QVERIFY(!plan.ok());
        QVERIFY(!plan.failure().text.isEmpty());
    }
}

LOCKSCOPE_TEST(tst_npmsemaphore)

} // namespace tst_npmsemaphore

#include "tst_npmsemaphore.moc"
