// SPDX-License-Identifier: GPL-3.0-or-later
// The histogram of hold times, alone and on the Contention page.

#include "tests/support/uirunner.h"
#include "tests/ui/contention/answeredcontention.h"
#include "tests/ui/historysamples.h"
#include "ui/contention/holdhistogram.h"
#include "ui/theme/language.h"

#include <QTest>

#include <numeric>

namespace tst_holdhistogram
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::Start;
using lockscope::test::AnsweredContention;

class tst_HoldHistogram : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void theHistogramCountsTheHoldsInSight()
    {
        AnsweredContention p;
        p.page.show();
        std::vector<Tally> tallies = samples::seconds(Start - 400s, 400);
        p.answer(tallies);
        QTRY_VERIFY(!p.page.histogram().bars().empty());
        const std::vector<qint64> bars = p.page.histogram().bars();
        QCOMPARE(std::accumulate(bars.begin(), bars.end(), qint64(0)), qint64(300 * 40));
        HoldHistogram &histogram = p.page.histogram();
        QStringList told;
        for (int x = 0; x < histogram.width(); ++x) {
            if (const QString text = histogram.textAt({x, histogram.height() / 3}); !told.contains(text))
                told << text;
        }
        told.removeAll(QString());
        QCOMPARE(told.size(), qsizetype(bars.size()));
        QVERIFY2(told[0].endsWith(QStringLiteral(": %1 hold").arg(bars[0]) +
                                  (bars[0] == 1 ? QString() : QStringLiteral("s"))),
                 qPrintable(told[0]));
        p.window.setSpan(1min);
        QTRY_VERIFY(p.page.histogram().bars() != bars);
    }

    void theEdgesOfTheHistogramDoNotTouch()
    {
        HoldLengths lengths;
        for (const milliseconds length : {7s, 12s, 30s, 119s, 250s, 500s, 881s})
            lengths.add(length);
        HoldHistogram histogram;
        histogram.setAttribute(Qt::WA_DontShowOnScreen);
        histogram.resize(200, 160);
        histogram.show();
        histogram.show(lengths, true);
        QTRY_VERIFY(!histogram.bars().empty());
        const auto widthOf = [&histogram](const QStringList &labels) {
            QFont small = histogram.font();
            small.setPointSizeF(small.pointSizeF() * 0.85);
            return QFontMetrics(small).horizontalAdvance(labels.join(u' '));
        };
        const auto fits = [&] {
            return !histogram.edges().isEmpty() && widthOf(histogram.edges()) < histogram.width();
        };
        QVERIFY2(fits(), qPrintable(histogram.edges().join(u'|')));
        const qsizetype few = histogram.edges().size();
        histogram.resize(1600, 160);
        QTRY_COMPARE(histogram.edges().size(), qsizetype(8)); // All labels
        QVERIFY(few < 8 && fits());
        for (const int width : {800, 400, 200}) {
            histogram.resize(width, 160);
            QTRY_VERIFY2(fits(), qPrintable(histogram.edges().join(u'|')));
        }
        QTRY_COMPARE(histogram.edges().size(), few);
    }
};

LOCKSCOPE_UI_TEST(tst_HoldHistogram)

} // namespace tst_holdhistogram

#include "tst_holdhistogram.moc"
