// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDateTime>
#include <QTest>
#include <QTimeZone>

namespace tst_shedlock
{

using namespace lockscope;
using lockscope::test::stringKey;

namespace
{

const QByteArray entry = QByteArrayLiteral("ADDED:2026-08-21T12:00:00.123Z@web-1");
const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");
const WallTime started = WallTime(std::chrono::milliseconds(
    QDateTime(QDate(2026, 8, 21), QTime(12, 0, 0, 123), QTimeZone::utc()).toMSecsSinceEpoch()));

KeyReading reading(QByteArray key, QByteArray value, std::optional<milliseconds> ttl = milliseconds(30000))
{
    KeyReading lock = stringKey(std::move(key), std::move(value), ttl);
    lock.wallAt = started + std::chrono::seconds(5);
    return lock;
}

} // namespace

class tst_shedlock : public QObject
{
    Q_OBJECT

private slots:
    void recognises_data();
    void recognises();
    void lookAlikes_data();
    void lookAlikes();
    void explainsHostAndTime_data();
    void explainsHostAndTime();
    void makesWhatItRecognises();
    void plansEveryAct();

private:
    const Format &m_format = *Registry::builtIn().find("shedlock");
};

void tst_shedlock::recognises_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::newRow("the usual name") << reading("job-lock:default:mail", entry);
    QTest::newRow("since 6.7.0") << reading("job-lock:default:mail", entry + ':' + uuid);
    QTest::newRow("another prefix") << reading("jobs:mail", entry);
    QTest::newRow("without an expiry") << reading("job-lock:default:mail", entry, {});
    QTest::newRow("a host with a colon") << reading("job-lock:default:mail", entry + ":8080");
}

void tst_shedlock::recognises()
{
    QFETCH(KeyReading, lock);
    QVERIFY(Registry::builtIn().mayBeLock({.key = lock.key.bytes, .type = lock.type, .ttl = lock.ttl}));
    const auto [format, decoded] = Registry::builtIn().decode(lock);
    QCOMPARE(format, &m_format);
    QVERIFY(decoded->confidence == Confidence::Certain);
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders.front().id.bytes, lock.string);
    QVERIFY2(Registry::builtIn().alternatives(lock).empty(), "the value leaves no doubt");
    QVERIFY(m_format.nature() == Nature::Workload);
}

void tst_shedlock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::newRow("a word") << reading("job-lock:default:mail", "ADDED:yesterday@web-1");
    QTest::newRow("no host") << reading("job-lock:default:mail", "ADDED:2026-08-21T12:00:00.123Z");
    QTest::newRow("an address") << reading("job-lock:default:mail", "2026-08-21@web-1.example");
    QTest::newRow("stored under any name for ever") << reading("jobs:mail", entry, {});
    KeyReading hash = reading("job-lock:default:mail", entry);
    hash.type = ValueType::Hash;
    QTest::newRow("another type") << hash;
    KeyReading cut = reading("job-lock:default:mail", entry);
    cut.size = 600;
    QTest::newRow("a value read in part") << cut;
}

void tst_shedlock::lookAlikes()
{
    QFETCH(KeyReading, lock);
    QVERIFY(!m_format.decode(lock));
    QVERIFY(m_format.explain(lock).isEmpty());
}

void tst_shedlock::explainsHostAndTime_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("mayBeExtended");
    QTest::newRow("plain") << entry << true;
    QTest::newRow("with a uuid") << entry + ':' + uuid << false;
}

void tst_shedlock::explainsHostAndTime()
{
    QFETCH(QByteArray, value);
    QFETCH(bool, mayBeExtended);
    const QString text = m_format.explain(reading("job-lock:a:b", value)).join(QLatin1Char('\n'));
    QVERIFY2(text.contains(QLatin1String("host web-1\n")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("at 2026-08-21T12:00:00.123Z, 5")), qPrintable(text));
    QVERIFY(text.contains(QLatin1String("lockAtLeastFor")));
    QCOMPARE(text.contains(QLatin1String("extended at")), mayBeExtended);
}

void tst_shedlock::makesWhatItRecognises()
{
    const OwnerId owner = m_format.makeOwner();
    QVERIFY(owner != m_format.makeOwner());
    QVERIFY(m_format.decode(reading("job-lock:a:b", owner.bytes)));
    QVERIFY(!m_format.wakeChannel({"job-lock:a:b"}));
}

void tst_shedlock::plansEveryAct()
{
    const auto plan = [this](ActKind act) {
        return m_format.plan(
            {.act = act, .key = {"job-lock:a:b"}, .owner = {entry}, .lease = milliseconds(5000)}, nullptr);
    };
    for (const ActKind act :
         {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry})
        VERIFY_OK(plan(act));
    for (const ActKind act : {ActKind::Wake, ActKind::RemoveShare})
        VERIFY_FAILS(plan(act), ErrorKind::Unsupported);
    QVERIFY(plan(ActKind::Acquire)->warnings.front().contains(QLatin1String("starts nowhere")));
    QVERIFY(plan(ActKind::Release)->warnings.front().contains(QLatin1String("lockAtLeastFor")));
    QVERIFY(plan(ActKind::ForceRelease)->warnings.front().contains(QLatin1String("may start again")));
    QVERIFY(plan(ActKind::ForceRelease)->warnings.back().contains(QLatin1String("safeUpdate")));
    QVERIFY(plan(ActKind::SetExpiry)->warnings.front().contains(QLatin1String("second time")));
}

LOCKSCOPE_TEST(tst_shedlock)

} // namespace tst_shedlock

#include "tst_shedlock.moc"
