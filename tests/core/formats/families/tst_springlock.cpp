// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTest>

namespace tst_springlock
{

using namespace lockscope;
using lockscope::test::stringKey;

namespace
{

const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");

} // namespace

class tst_springlock : public QObject
{
    Q_OBJECT

private slots:
    void recognises_data();
    void recognises();
    void lookAlikes_data();
    void lookAlikes();
    void plansEveryAct();
    void triesEachColon_data();
    void triesEachColon();
    void needsAColon();

private:
    const Format &m_format = *Registry::builtIn().find("spring-lock");
};

void tst_springlock::recognises_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::addColumn<Confidence>("confidence");
    QTest::newRow("a registry") << stringKey("lock-registry:order-7", uuid) << Confidence::Likely;
    QTest::newRow("another") << stringKey("orderLockRegistry:a:b", uuid) << Confidence::Likely;
    QTest::newRow("one that names Spring")
        << stringKey("spring-integration-lock:a", uuid) << Confidence::Likely;
    QTest::newRow("without an expiry") << stringKey("lock-registry:a", uuid, {}) << Confidence::Guess;
}

void tst_springlock::recognises()
{
    QFETCH(KeyReading, lock);
    QFETCH(Confidence, confidence);
    QVERIFY(Registry::builtIn().mayBeLock({.key = lock.key.bytes, .type = lock.type, .ttl = lock.ttl}));
    const auto [format, decoded] = Registry::builtIn().decode(lock);
    QCOMPARE(format, &m_format);
    QCOMPARE(int(decoded->confidence), int(confidence));
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders.front().id.bytes, uuid);
    QCOMPARE(Registry::builtIn().alternatives(lock), std::vector<LockKind>{{"token-lock"}});
    QVERIFY(format->explain(lock).join(QLatin1Char('\n')).contains(QLatin1String("unknown")));
}

void tst_springlock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::newRow("a home-made lock") << stringKey("lock:order:7", uuid);
    QTest::newRow("a session of Spring's") << stringKey("spring:session:sessions:7", uuid);
    QTest::newRow("a registry of services") << stringKey("registry:service:7", uuid);
    QTest::newRow("no path") << stringKey("lock-registry:", uuid);
    QTest::newRow("no colon") << stringKey("lock-registry", uuid);
    QTest::newRow("another token") << stringKey("lock-registry:a", "9f86d081884c4d63af2b4c6a1f0e7d55");
    QTest::newRow("a UUID with a time")
        << stringKey("lock-registry:a", "d5cea000-9d57-11f1-a5c2-00163e010203");
}

void tst_springlock::lookAlikes()
{
    QFETCH(KeyReading, lock);
    QVERIFY(!m_format.decode(lock));
    QVERIFY(m_format.explain(lock).isEmpty());
}

void tst_springlock::plansEveryAct()
{
    const auto plan = [this](ActKind act) {
        return m_format.plan(
            {.act = act, .key = {"lock-registry:a"}, .owner = {uuid}, .lease = milliseconds(5000)}, nullptr);
    };
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::Wake, ActKind::SetExpiry}) {
        const Outcome<ActPlan> made = plan(act);
        VERIFY_OK(made);
        QVERIFY(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(made->script))));
        QCOMPARE(made->keys, std::vector<QByteArray>{"lock-registry:a"});
        const bool tells = act == ActKind::Release || act == ActKind::ForceRelease || act == ActKind::Wake;
        QCOMPARE(made->channels.empty(), !tells);
    }
    VERIFY_FAILS(plan(ActKind::RemoveShare), ErrorKind::Unsupported);
    QCOMPARE(plan(ActKind::Release)->args,
             (std::vector<QByteArray>{uuid, "must", "lock-registry:a",
                                      "lock-registry-channel:lock-registry:a", "lock-registry-channel"}));
    QCOMPARE(*m_format.watchdogPeriod(m_format.defaultLease()), milliseconds(20000));
}

void tst_springlock::triesEachColon_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<std::vector<QByteArray>>("channels");
    QTest::newRow("one") << QByteArray("r:a") << std::vector<QByteArray>{"r-channel:r:a", "r-channel"};
    QTest::newRow("two") << QByteArray("app:r:a")
                         << std::vector<QByteArray>{"app-channel:app:r:a", "app-channel",
                                                    "app:r-channel:app:r:a", "app:r-channel"};
    QTest::newRow("an empty path is none")
        << QByteArray("r:a:") << std::vector<QByteArray>{"r-channel:r:a:", "r-channel"};
    std::vector<QByteArray> eight;
    const QByteArray many("a:a:a:a:a:a:a:a:a:a:a:a");
    for (int i = 0; i < 8; ++i) {
        eight.push_back(many.first(2 * i + 1) + "-channel:" + many);
        eight.push_back(many.first(2 * i + 1) + "-channel");
    }
    QTest::newRow("never more than eight registries") << many << eight;
}

void tst_springlock::triesEachColon()
{
    QFETCH(QByteArray, key);
    QFETCH(std::vector<QByteArray>, channels);
    const Outcome<ActPlan> plan = m_format.plan({.act = ActKind::Wake, .key = {key}}, nullptr);
    VERIFY_OK(plan);
    QCOMPARE(plan->channels, channels);
}

void tst_springlock::needsAColon()
{
    VERIFY_FAILS(m_format.plan({.act = ActKind::Acquire, .key = {"order"}}, nullptr), ErrorKind::BadInput);
}

LOCKSCOPE_TEST(tst_springlock)

} // namespace tst_springlock

#include "tst_springlock.moc"
