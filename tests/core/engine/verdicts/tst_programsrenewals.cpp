// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/verdicttext.h"
#include "core/formats/format.h"
#include "tests/core/engine/verdicts/verdictlocks.h"
#include "tests/support/runner.h"

#include <QTest>

// A library renews as long as the lock is held; a program may stop before its last part of work.
namespace tst_programsrenewals
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::verdictlocks;

class TestProgramsRenewals : public QObject
{
    Q_OBJECT

private slots:
    void judges_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("renewals");
        QTest::addColumn<int>("period");
        QTest::addColumn<int>("lease");
        QTest::addColumn<int>("silence");
        QTest::addColumn<QByteArray>("verdict");
        const auto row = [](const char *text, const char *kind, int renewals, int period, int lease,
                            int silence, const char *verdict) {
            QTest::newRow(text) << QByteArray(kind) << renewals << period << lease << silence
                                << QByteArray(verdict);
        };
        row("redis-py, works on", "token-lock", 4, 4, 20, 10, "ok healthy");
        row("redis-py, works on for long", "token-lock", 5, 4, 20, 12, "info renewal-overdue");
        row("redis-py, nearly over", "token-lock", 3, 4, 20, 17, "info about-to-expire");
        row("Spring, by its program", "spring-lock", 5, 10, 60, 30, "info renewal-overdue");
        row("Spring, by its registry", "spring-lock", 3, 20, 60, 31, "warning renewal-overdue");
        row("ShedLock, kept alive", "shedlock", 3, 30, 60, 46, "warning renewal-overdue");
        row("python-redis-lock, by its program", "python-redis-lock", 5, 10, 30, 26, "info renewal-overdue");
        row("python-redis-lock, by its thread", "python-redis-lock", 3, 20, 30, 28,
            "warning about-to-expire");
        row("Redisson", "rlock", 3, 10, 30, 26, "critical renewal-overdue");
        row("BullMQ", "job-lock", 3, 15, 30, 23, "warning renewal-overdue");
    }

    void judges()
    {
        QFETCH(QByteArray, kind);
        QFETCH(int, renewals);
        QFETCH(int, period);
        QFETCH(int, lease);
        QFETCH(int, silence);
        Lock lock = watched();
        lock.kind = Registry::builtIn().find(kind)->kind();
        lock.lease = std::chrono::seconds(lease);
        lock.expiresAt = Start + 20s + *lock.lease;
        lock.renewals = {.count = renewals, .period = std::chrono::seconds(period), .lastAt = Start + 20s};
        const Instant at = lock.readAt = Start + 20s + std::chrono::seconds(silence);
        const Surroundings manyOfItsClient{.renewing = 3, .allLateAt = Start + 20s};
        lock.verdict = judge(lock, at);
        QTEST((QByteArray(name(lock.verdict.level)) + ' ' + lock.verdict.code.data()), "verdict");
        const bool isSure = lock.verdict.level > VerdictLevel::Info;
        QCOMPARE(lock.verdict.basis == Basis::Concluded, isSure);
        QCOMPARE(judge(lock, at, {}, manyOfItsClient).code == "client-silent", isSure);
        const VerdictText text = explainVerdict(lock, at);
        QCOMPARE(text.evidence.join(QLatin1Char('|')).contains(QLatin1String("watchdog")), isSure);
        if (lock.verdict.code == "renewal-overdue" && !isSure)
            QVERIFY2(text.advice.contains(QLatin1String("last part of its work")), qPrintable(text.advice));
    }
};

LOCKSCOPE_TEST(TestProgramsRenewals)

} // namespace tst_programsrenewals

#include "tst_programsrenewals.moc"
