// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/statistics/ratetest.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lockscope
{

namespace
{

constexpr double ExactMost = 1'000;  // events; for more of them, the binomial distribution is normal
constexpr double Negligible = 1e-17; // a term that does not change the sum of a double
constexpr double FurthestRatio = 1e6;
constexpr double LeastWatchedShare = 0.1; // of a block's usual time, to estimate the spread with it

double binomial(double k, double n, double share)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): only the sign of the gamma function is global, and not used here
    return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(share) +
                    (n - k) * std::log1p(-share));
}

// The probability of at most k, or of at least k, of n. Each term follows from its neighbour, which is much
// faster than to compute it. The largest is computed, as those far from it may be too small for a double.
double binomialTail(double k, double n, double share, bool atLeast)
{
    const double from = atLeast ? k : 0;
    const double to = atLeast ? n : k;
    const double odds = share / (1 - share);
    const double likeliest = std::clamp(std::floor((n + 1) * share), from, to);
    const double largest = binomial(likeliest, n, share);
    double sum = largest;
    double term = largest;
    for (double i = likeliest; i < to && term > sum * Negligible; ++i) {
        term *= (n - i) / (i + 1) * odds;
        sum += term;
    }
    term = largest;
    for (double i = likeliest; i > from && term > sum * Negligible; --i) {
        term *= i / ((n - i + 1) * odds);
        sum += term;
    }
    return std::min(sum, 1.0);
}

struct Spread {
    double squares = 0; // Pearson's chi-square
    int blocks = 0;
    double growth = 1;
    void add(const RateSample &sample)
    {
        const double rate = sample.amount() / sample.time();
        const double usual = sample.time() / double(std::max<size_t>(sample.seconds.size(), 1));
        std::vector<double> deviations;
        for (size_t i = 0; i < sample.seconds.size(); ++i) {
            if (sample.seconds[i] < usual * LeastWatchedShare)
                continue;
            ++blocks;
            const double expected = rate * sample.seconds[i];
            if (expected <= 0)
                continue;
            deviations.push_back((sample.amounts[i] - expected) / std::sqrt(expected));
            squares += deviations.back() * deviations.back();
        }
        growth = std::max(growth, significance::growthByNeighbours(deviations));
    }
};

// The test that the ratio of the rates is this one.
struct RatioTest {
    double before;
    double after;
    double timeBefore;
    double timeAfter;
    double spread;
    int freedom;
    bool isExact;

    double p(double ratio) const
    {
        const double share = ratio * timeAfter / (ratio * timeAfter + timeBefore);
        const double all = before + after;
        const double variance = spread * all * share * (1 - share);
        const double score = variance > 0 ? (after - all * share) / std::sqrt(variance) : 0;
        const double p = significance::studentP(score, freedom);
        if (!isExact || all > ExactMost)
            return p;
        const double tail =
            std::min(binomialTail(after, all, share, true), binomialTail(after, all, share, false));
        return std::max(p, std::min(1.0, 2 * tail));
    }
};

} // namespace

double RateSample::amount() const
{
    return std::accumulate(amounts.begin(), amounts.end(), 0.0);
}

double RateSample::time() const
{
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

int RateSample::filled() const
{
    return int(std::ranges::count_if(amounts, [](double amount) { return amount > 0; }));
}

RateTest rateTest(const RateSample &before, const RateSample &after, bool areCounts)
{
    Spread spread;
    spread.add(before);
    spread.add(after);
    const int freedom = std::max(spread.blocks - 2, 1);
    RateTest test{.spread = spread.squares / double(freedom)};
    if (areCounts)
        test.spread = std::max(test.spread, 1.0);
    test.spread *= spread.growth;
    const auto independent = std::max(int(double(freedom) / spread.growth), 1);
    const RatioTest ratios{before.amount(), after.amount(), before.time(), after.time(),
                           test.spread,     independent,    areCounts};
    test.p = ratios.p(1);
    if (ratios.before <= 0 || ratios.after <= 0)
        return test;
    const double ratio = ratios.after / ratios.timeAfter / (ratios.before / ratios.timeBefore);
    test.ratio = ratio;
    test.interval = significance::intervalAround(ratio, {ratio / FurthestRatio, ratio * FurthestRatio},
                                                 [&ratios](double tried) { return ratios.p(tried); });
    return test;
}

} // namespace lockscope
