// SPDX-License-Identifier: GPL-3.0-or-later
// Files exported from the Contention page, read back.

#include "core/history/causes/causesdocument.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/contention/answeredcontention.h"
#include "tests/ui/exportedfile.h"
#include "tests/ui/historysamples.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentionplots.h"
#include "ui/contention/holdhistogram.h"
#include "ui/theme/language.h"

#include <QImage>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <numeric>

namespace tst_contentionexport
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::Start;
using lockscope::test::AnsweredContention;

class tst_ContentionExport : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void csvIsReadBack()
    {
        AnsweredContention p;
        p.page.show();
        std::vector<Tally> tallies = samples::seconds(Start - 300s, 300);
        tallies[0].sampled = true;
        tallies[1].blind = true;
        tallies[2].holds = {};
        p.answer(tallies);
        QTemporaryDir folder;
        const QString fileName = folder.filePath(QStringLiteral("f.csv"));
        VERIFY_OK(p.page.plots().save(fileName));
        const QList<QByteArrayList> rows = test::csvOf(fileName);
        QCOMPARE(rows.size(), 301);
        const QByteArrayList &head = rows[0];
        for (const QByteArrayList &row : rows)
            QCOMPARE(row.size(), head.size());
        const auto cell = [&](int row, const char *name) { return rows[row][head.indexOf(name)]; };
        QCOMPARE(cell(1, "time"), QByteArray("2026-06-12T02:59:00.000Z"));
        QCOMPARE(cell(1, "sight"), QByteArray("sampled"));
        QCOMPARE(cell(2, "sight"), QByteArray("blind"));
        QCOMPARE(cell(3, "sight"), QByteArray("exact"));
        QVERIFY(cell(3, "hold_p90_ms").isEmpty());
        QCOMPARE(cell(3, "waiters_sight"), QByteArray("sampled")); // However changes are followed
        QCOMPARE(cell(300, "acquired").toLongLong(), tallies[299].acquired);
        QCOMPARE(cell(300, "held").toLongLong(), tallies[299].totals.held);
        QCOMPARE(cell(300, "hold_p99_ms").toLongLong(), tallies[299].holds.percentile(0.99)->count());
    }

    void picturesAreReadBack()
    {
        AnsweredContention p;
        p.together();
        p.page.resize(1300, 400);
        p.show();
        p.drawn();
        QTemporaryDir folder;
        const QString png = folder.filePath(QStringLiteral("f.png"));
        VERIFY_OK(p.page.plots().save(png));
        const QImage image(png);
        QVERIFY(image.width() > 1000 && image.height() > 400);
        const QString svg = folder.filePath(QStringLiteral("f.svg"));
        VERIFY_OK(p.page.plots().save(svg));
        QVERIFY(test::svgElements(svg) > 50);
        QVERIFY(!p.page.plots().save(QStringLiteral("/proc/nowhere/f.png")).ok());
        QVERIFY(!p.page.plots().save(QStringLiteral("/proc/nowhere/f.svg")).ok());
        QVERIFY(!p.page.plots().save(QStringLiteral("/proc/nowhere/f.csv")).ok());
        const Done unclear = p.page.plots().save(folder.filePath(QStringLiteral("f.gif")));
        QVERIFY(!unclear && unclear.failure().text.contains(QStringLiteral(".svg")));
    }

    void eachPartIsExported()
    {
        AnsweredContention p;
        p.page.resize(1300, 500);
        p.show();
        const std::vector<Contention> locks = samples::contended(3);
        p.answerDemand(locks);
        p.drawn();
        QTRY_VERIFY(!p.page.histogram().bars().empty());
        QTemporaryDir folder;
        const QList<QAction *> offers = p.page.exportButton()->menu()->actions();
        QCOMPARE(offers.size(), 4);
        const WaitingCosts costs = p.answerCosts(3);
        const auto save = [&](int offer, const QString &name) {
            offers[offer]->trigger();
            return test::chooseFile(p.page, folder.filePath(name));
        };
        for (const char *name : {"plots.png", "plots.svg", "plots.csv"})
            QVERIFY2(save(0, QString::fromLatin1(name)), name);
        for (const char *name : {"holds.png", "holds.svg", "holds.csv"})
            QVERIFY2(save(1, QString::fromLatin1(name)), name);
        QVERIFY(save(2, QStringLiteral("demand.csv")));
        QVERIFY(save(3, QStringLiteral("causes.csv")));
        QCOMPARE(test::contentOf(folder.filePath(QStringLiteral("causes.csv"))),
                 costsCsv(costs, CostBy::Lock));
        for (const char *name : {"plots.png", "holds.png"})
            QVERIFY2(QImage(folder.filePath(QString::fromLatin1(name))).width() > 300, name);
        for (const char *name : {"plots.svg", "holds.svg"})
            QVERIFY2(test::svgElements(folder.filePath(QString::fromLatin1(name))) > 10, name);
        const auto lengths = test::csvOf(folder.filePath(QStringLiteral("holds.csv")));
        qint64 counted = 0;
        for (const QByteArrayList &row : lengths.mid(1))
            counted += row[lengths[0].indexOf("holds")].toLongLong();
        const std::vector<qint64> bars = p.page.histogram().bars();
        QCOMPARE(counted, std::accumulate(bars.begin(), bars.end(), qint64(0)));
        const auto demand = test::csvOf(folder.filePath(QStringLiteral("demand.csv")));
        QCOMPARE(demand.size(), 4);
        // As shown: the one that caused most waiting first
        QCOMPARE(demand[1][demand[0].indexOf("key")], locks[2].key.bytes);
        QCOMPARE(demand[2][demand[0].indexOf("acquired")].toLongLong(), locks[1].acquired);
        QCOMPARE(demand[2][demand[0].indexOf("key")], locks[1].key.bytes);
    }

    void plotsOfLocksAreReadBack()
    {
        AnsweredContention p;
        p.page.resize(1300, 500);
        p.show();
        p.answerLocks(12);
        QTemporaryDir folder;
        const QString fileName = folder.filePath(QStringLiteral("f.csv"));
        VERIFY_OK(p.page.plots().save(fileName));
        const QList<QByteArrayList> rows = test::csvOf(fileName);
        QCOMPARE(rows[0].front(), QByteArray("key"));
        QSet<QByteArray> keys;
        qint64 most = 0;
        for (const QByteArrayList &row : rows.mid(1)) {
            QCOMPARE(row.size(), rows[0].size());
            keys.insert(row.front());
            most = std::max(most, row[rows[0].indexOf("most_waiters")].toLongLong());
        }
        QCOMPARE(keys.size(), qsizetype(ContentionPage::MostPlots));
        QCOMPARE(most, 12);
    }
};

LOCKSCOPE_UI_TEST(tst_ContentionExport)

} // namespace tst_contentionexport

#include "tst_contentionexport.moc"
