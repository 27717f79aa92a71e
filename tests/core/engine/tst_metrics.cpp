// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/metrics.h"
#include "tests/support/runner.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace tst_metrics
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestMetrics : public QObject
{
    Q_OBJECT

private slots:
    void metricsAreWellFormed();
    void metricsCountUp();
};

// Valid for the parser of node_exporter's textfile collector: the samples of a family follow its type.
void TestMetrics::metricsAreWellFormed()
{
    Metrics metrics;
    Tally tally{.from = WallTime(1'700'000'000s), .acquired = 3, .released = 2};
    tally.totals = {.locks = 4, .held = 3, .waiters = 2, .levels = {1, 2, 0, 1}};
    tally.holds.add(30ms);
    tally.holds.add(90s);
    tally.heldSeconds = 90.03;
    metrics.add(tally);
    metrics.setNodes({{.node = {QByteArray("127.0.0.1:6379")}, .role = "master"}});
    metrics.setContended({{.key = {QByteArray("a\"b\\\n\xff")}, .kind = "rlock", .waiterSeconds = 1.5}});
    const QByteArray text = metrics.text(WallTime(1'700'000'001s));
    static const QRegularExpression sample(QStringLiteral(
        "^([a-z_]+)(\\{([a-z_]+=\"([^\"\\\\]|\\\\.)*\",?)+\\})? (-?[0-9.]+(e[+-]?[0-9]+)?|\\+Inf)$"));
    QByteArray family;
    QSet<QByteArray> families;
    for (const QByteArray &line : text.trimmed().split('\n')) {
        if (line.startsWith("# TYPE ")) {
            family = line.split(' ').value(2);
            QVERIFY2(!families.contains(family), family.constData());
            families.insert(family);
        } else if (!line.startsWith('#')) {
            QVERIFY2(sample.match(QString::fromUtf8(line)).hasMatch(), line.constData());
            QVERIFY2(line.startsWith(family), line.constData());
        }
    }
    QVERIFY(text.contains("\nlockscope_locks_by_level{level=\"critical\"} 1\n"));
    QVERIFY(text.contains("\nlockscope_hold_seconds_bucket{le=\"0.05\"} 1\n"));
    QVERIFY(text.contains("\nlockscope_hold_seconds_bucket{le=\"+Inf\"} 2\n"));
    QVERIFY(text.contains("\nlockscope_hold_seconds_count 2\n"));
    QVERIFY(text.contains("\nlockscope_node_up{node=\"127.0.0.1:6379\",role=\"master\"} 0\n"));
    QVERIFY2(text.contains("key=\"a\\\"b"), text.constData());
    QVERIFY(text.endsWith('\n'));
    QFile documented(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/resources/docs/metrics.md"));
    QVERIFY(documented.open(QIODevice::ReadOnly));
    const QByteArray names = documented.readAll();
    for (const QByteArray &name : families)
        QVERIFY2(names.contains('`' + name + '`') || names.contains('`' + name + '{'), name.constData());
}

void TestMetrics::metricsCountUp()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("lockscope.prom"));
    Metrics metrics;
    Tally tally{.from = WallTime(1'700'000'000s), .acquired = 3, .unread = 1, .sampled = true};
    metrics.add(tally);
    tally.from += 1s;
    tally.sampled = false;
    metrics.add(tally);
    QVERIFY(metrics.writeTo(file, WallTime(1'700'000'002s)).ok());
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray text = written.readAll();
    QVERIFY(text.contains("\nlockscope_acquired_total 6\n"));
    QVERIFY(text.contains("\nlockscope_exact 0\n")); // A second ago, fast changes were merged
    QVERIFY(text.contains("\nlockscope_unread_keys_total 2\n"));
    QVERIFY(metrics.text(WallTime(1'700'000'011s)).contains("\nlockscope_exact 1\n"));
    const Done failed = metrics.writeTo(folder.filePath(QStringLiteral("no/such/folder.prom")), {});
    QVERIFY(!failed.ok());
    QVERIFY(failed.failure().text.contains(QStringLiteral("folder.prom")));
}

LOCKSCOPE_TEST(TestMetrics)

} // namespace tst_metrics

#include "tst_metrics.moc"
