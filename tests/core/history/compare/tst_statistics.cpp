// SPDX-License-Identifier: GPL-3.0-or-later
// The tests of two samples, compared with published values.

#include "core/history/compare/statistics/lengthsample.h"
#include "core/history/compare/statistics/ranktest.h"
#include "core/history/compare/statistics/ratetest.h"
#include "tests/core/history/compare/comparestreams.h"
#include "tests/support/runner.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace tst_statistics
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

// Each value in a block of its own; not in the order of the values, which would be a trend.
std::vector<RankEntry> sample(std::vector<double> values)
{
    std::ranges::sort(values);
    const size_t stride = values.size() % 7 == 0 ? 11 : 7;
    std::vector<RankEntry> entries;
    for (size_t i = 0; i < values.size(); ++i)
        entries.push_back({values[i], int(i * stride % values.size()), 1});
    return entries;
}

// The probability that a value of a normal distribution is at least this far from 0.
double normalP(double deviations)
{
    return std::erfc(std::abs(deviations) / std::numbers::sqrt2);
}

bool isNear(double value, double expected, double share = 1e-3)
{
    return std::abs(value - expected) <= std::abs(expected) * share;
}

// An amount spread evenly over the blocks.
RateSample evenly(double amount, double seconds)
{
    return {.amounts = std::vector<double>(StretchBlocks, amount / StretchBlocks),
            .seconds = std::vector<double>(StretchBlocks, seconds / StretchBlocks)};
}

// An hour of holds, with minutes in which all are slow or quick.
struct Hour {
    LengthSample lengths{};
    RateSample acquired = evenly(0, 3'600);

    Hour(unsigned seed, double minuteSpread)
    {
        test::Chance chance(seed);
        int minute = -1;
        double slow = 1;
        for (double at = 12 * chance.exponential(); at < 3'600; at += 12 * chance.exponential()) {
            if (const int now = int(at / 60); std::exchange(minute, now) != now)
                slow = std::exp(minuteSpread * chance.normal());
            const int block = int(at / 120);
            ++acquired.amounts[size_t(block)];
            lengths.add(milliseconds(qint64(500 * slow * std::exp(0.6 * chance.normal()))), block);
        }
    }
};

} // namespace

class TestStatistics : public QObject
{
    Q_OBJECT

private slots:
    void studentsDistribution();
    void holmsCorrection();
    void ranksWithoutTies();
    void ranksWithTies();
    void theErrorIsThatOfAllPermutations();
    void likeValuesOfABlockCountOnce();
    void aRatioIsFound();
    void roundedLengthsAreNoDifference();
    void ratesOfCounts();
    void aBurstIsNoRate();
    void aLevelThatStaysIsNoRate();
    void lengthsAreKept();
    void falseFindingsAreRare();
};

// Two-sided 5 % points: Fisher and Yates, Statistical Tables, 1963, table III.
void TestStatistics::studentsDistribution()
{
    for (const auto &[freedom, point] : {std::pair(1, 12.706), std::pair(2, 4.303), std::pair(3, 3.182),
                                         std::pair(10, 2.228), std::pair(29, 2.045), std::pair(60, 2.000)})
        QVERIFY2(isNear(significance::studentP(point, freedom), 0.05, 3e-3),
                 qPrintable(QString::number(freedom)));
    QVERIFY(isNear(significance::studentP(-63.657, 1), 0.01));
    QCOMPARE(significance::studentP(0, 7), 1.0);
    QVERIFY(isNear(normalP(1.959964), 0.05));
}

// R 4.2: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
void TestStatistics::holmsCorrection()
{
    const std::vector<double> found = significance::corrected({0.01, 0.04, 0.03, 0.005});
    const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};
    for (size_t i = 0; i < expected.size(); ++i)
        QVERIFY(isNear(found[i], expected[i], 1e-9));
    QVERIFY(significance::corrected({}).empty());
}

// Permeability of the human chorioamnion: Hollander and Wolfe, Nonparametric Statistical Methods, 1973,
// p. 69. U = 35; the large-sample approximation has p = 0.1103 for one side (R: ?wilcox.test).
void TestStatistics::ranksWithoutTies()
{
    const auto atTerm = sample({0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46});
    const auto earlier = sample({1.15, 0.88, 0.90, 0.74, 1.21});
    const RankTest test = rankTest(earlier, atTerm);
    QCOMPARE(test.u, 35.0);
    QVERIFY(isNear(normalP((test.share - 0.5) / test.apart) / 2, 0.1103));
    QCOMPARE(rankTest(atTerm, earlier).u, 15.0);
}

// Ozone in New York in May and August 1973: R's data set airquality, and the example in ?wilcox.test, with
// W = 127.5 and p = 0.0001208 with a correction for continuity.
void TestStatistics::ranksWithTies()
{
    const auto may = sample(
        {41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45, 115, 37});
    const auto august = sample({39, 9,  16, 78, 35, 66, 122, 89,  110, 44, 28,  65, 22,
                                59, 23, 31, 44, 21, 9,  45,  168, 73,  76, 118, 84, 85});
    const RankTest test = rankTest(august, may);
    QCOMPARE(test.u, 127.5);
    const double pairs = 26 * 26;
    const double deviations = (pairs / 2 - test.u - 0.5) / (test.apart * pairs);
    QVERIFY2(isNear(normalP(deviations), 0.0001208), qPrintable(QString::number(deviations)));
}

// Of all ways to divide eight values, with ties, into two halves.
void TestStatistics::theErrorIsThatOfAllPermutations()
{
    const std::vector<double> values{1, 1, 2, 3, 3, 3, 4, 5};
    double sum = 0;
    double squares = 0;
    int ways = 0;
    double error = 0;
    for (unsigned way = 0; way < 256; ++way) {
        if (std::popcount(way) != 4)
            continue;
        std::vector<double> first;
        std::vector<double> second;
        for (size_t i = 0; i < values.size(); ++i)
            ((way >> i) & 1 ? first : second).push_back(values[i]);
        const RankTest test = rankTest(sample(first), sample(second));
        sum += test.share;
        squares += test.share * test.share;
        error = test.apart;
        ++ways;
    }
    QVERIFY(isNear(sum / ways, 0.5, 1e-12));
    QVERIFY(isNear(error * error, squares / ways - 0.25, 1e-9));
}

void TestStatistics::likeValuesOfABlockCountOnce()
{
    std::vector<RankEntry> before = sample({1, 2, 3, 4, 5, 6, 7, 8});
    std::vector<RankEntry> after = sample({3, 4, 5, 6, 7, 8, 9, 10});
    const RankTest single = rankTest(before, after);
    for (auto *entries : {&before, &after}) {
        for (RankEntry &entry : *entries)
            entry.count = 100;
    }
    const RankTest many = rankTest(before, after);
    QVERIFY(isNear(many.share, single.share, 1e-12) && isNear(many.inBlocks, single.inBlocks, 1e-12));
    QVERIFY(many.apart < single.apart / 5); // as if they were independent
    QVERIFY(many.p > 0.05);
}

void TestStatistics::aRatioIsFound()
{
    std::vector<double> earlier;
    std::vector<double> later;
    for (int i = 1; i <= 60; ++i) {
        earlier.push_back(i);
        later.push_back(2.5 * i);
    }
    const RankRatio found = rankRatio(sample(earlier), sample(later), 0);
    QVERIFY(isNear(found.ratio, 2.5));
    QVERIFY(found.interval && found.interval->from < 2.5 && found.interval->to > 2.5);
    QVERIFY(found.interval->from > 1 && found.interval->to < 6);
    QVERIFY(rankTest(sample(earlier), sample(later), found.interval->from * 1.01).p > 0.05);
    QVERIFY(rankTest(sample(earlier), sample(later), found.interval->from * 0.99).p < 0.05);
}

// Lengths in whole milliseconds: 1 ms may be 0.6 or 1.4 ms.
void TestStatistics::roundedLengthsAreNoDifference()
{
    const auto equal = sample(std::vector<double>(40, 1.0));
    QCOMPARE(rankTest(equal, equal, 1, 1).p, 1.0);
    QCOMPARE(rankTest(equal, sample(std::vector<double>(40, 2.0)), 1.5, 1).share, 0.5);
    QVERIFY(rankTest(equal, sample(std::vector<double>(40, 2.0)), 1, 1).p < 0.001);
    QVERIFY(isNear(rankRatio(equal, equal, 1).ratio, 1, 0.05));
}

// R 4.2: poisson.test(c(11, 6+8+7), c(800, 1083+1050+878)), from its documentation
void TestStatistics::ratesOfCounts()
{
    const RateTest test = rateTest(evenly(21, 3011), evenly(11, 800), true);
    QVERIFY(isNear(*test.ratio, 1.971488, 1e-6));
    QVERIFY2(isNear(test.interval->from, 0.8584264, 1e-5), qPrintable(QString::number(test.interval->from)));
    QVERIFY2(isNear(test.interval->to, 4.2772659, 1e-5), qPrintable(QString::number(test.interval->to)));
    QVERIFY(test.p > 0.05);
    const RateTest none = rateTest(evenly(0, 600), evenly(12, 600), true);
    QVERIFY(!none.ratio && isNear(none.p, 2 * std::pow(0.5, 12), 1e-6) == (none.p < 0.0006));
    QVERIFY(none.p < 0.01);
}

void TestStatistics::aBurstIsNoRate()
{
    RateSample burst = evenly(0, 600);
    burst.amounts[3] = 12;
    const RateTest test = rateTest(evenly(0, 600), burst, true);
    QVERIFY(test.spread > 4 && test.p > 0.05);
}

// Such as a number of waiters that changes seldom: like neighbours say the same thing again.
void TestStatistics::aLevelThatStaysIsNoRate()
{
    QCOMPARE(significance::growthByNeighbours({1, -1, 1, -1}), 1.0);
    QVERIFY(significance::growthByNeighbours({1, 1, 1, 1, 1, -1, -1, -1, -1, -1}) > 3);
    test::Chance chance(1);
    const auto levels = [&chance] {
        RateSample sample = evenly(0, 600);
        double level = 0;
        for (size_t i = 0; i < sample.amounts.size(); ++i) {
            if (i % 3 == 0)
                level = 20 * std::exp(0.4 * chance.normal());
            sample.amounts[i] = level * 20;
        }
        return sample;
    };
    constexpr int Pairs = 400;
    int found = 0;
    for (int i = 0; i < Pairs; ++i)
        found += rateTest(levels(), levels(), false).p < 0.05 ? 1 : 0;
    QVERIFY2(found <= Pairs * 7 / 100, qPrintable(QString::number(found)));
}

void TestStatistics::lengthsAreKept()
{
    LengthSample lengths;
    QVERIFY(!lengths.percentile(0.5));
    for (int ms = 0; ms < 256; ++ms)
        lengths.add(milliseconds(ms), ms % StretchBlocks);
    QCOMPARE(*lengths.percentile(0.5), 127ms);
    QCOMPARE(lengths.longest(), 255ms);
    for (const milliseconds length : {256ms, 1'000ms, 3'600'000ms, 86'400'000ms}) {
        LengthSample one;
        one.add(length, 0);
        QVERIFY(isNear(double(one.percentile(0.9)->count()), double(length.count()), 1.0 / 128));
        QVERIFY(one.percentile(0.9) <= one.longest());
        QVERIFY(isNear(one.entries().front().value, double(length.count()), 1.0 / 128));
    }
    QCOMPARE(lengths.entries().size(), size_t(256));
    QCOMPARE(lengths.blocks(), StretchBlocks);
}

// Without a correction, so that 5 % are to be expected: of the ranks, 4.3 to 5.9 % in 2,000 pairs.
void TestStatistics::falseFindingsAreRare()
{
    constexpr int Pairs = 400;
    for (const double minuteSpread : {0.0, 0.5}) {
        int holds = 0;
        int rates = 0;
        int single = 0; // if holds were independent
        for (unsigned i = 0; i < Pairs; ++i) {
            const Hour before(2 * i, minuteSpread);
            const Hour after(2 * i + 1, minuteSpread);
            const RankTest ranks = rankTest(before.lengths.entries(), after.lengths.entries(), 1, 1);
            holds += ranks.p < 0.05 ? 1 : 0;
            single += normalP((ranks.share - 0.5) / ranks.apart) < 0.05 ? 1 : 0;
            rates += rateTest(before.acquired, after.acquired, true).p < 0.05 ? 1 : 0;
        }
        const QString counts = QStringLiteral("%1 %2 %3").arg(holds).arg(rates).arg(single);
        QVERIFY2(holds <= Pairs * 7 / 100 && rates <= Pairs * 7 / 100, qPrintable(counts));
        QVERIFY2(minuteSpread == 0 || single > Pairs / 7, qPrintable(counts));
    }
}

LOCKSCOPE_TEST(TestStatistics)

} // namespace tst_statistics

#include "tst_statistics.moc"
