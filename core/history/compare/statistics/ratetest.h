// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether something happens more often, per time, in one stretch than in another. Pure; any thread.
//
// Counts: given their sum, that of the later stretch is binomial if both rates are equal (Przyborowski and
// Wilenski, "Homogeneity of results in testing samples from Poisson series", Biometrika 31, 1940). Events
// come in bursts, so that their counts vary more than those of a Poisson process. How much more is estimated
// from the blocks of time (Pearson's chi-square by its degrees of freedom: McCullagh and Nelder, Generalized
// Linear Models, 1989, 4.5.2), and the variance is multiplied with it, and with growthByNeighbours(). p is
// the greater one of the exact binomial test and of that score test, with Student's distribution. The
// interval has the ratios that are not rejected. Amounts that are no counts, such as waiting, have the score
// test alone.

#include "core/history/compare/statistics/significance.h"

namespace lockscope
{

// Fewer events cannot differ by more than chance if both stretches are equally long.
constexpr double LeastEvents = 6;
// Amounts are compared if they are in at least this many blocks.
constexpr int LeastFilledBlocks = 6;

// Of one stretch; by block, with the time in seconds for which each was watched.
struct RateSample {
    std::vector<double> amounts{};
    std::vector<double> seconds{};

    double amount() const;
    double time() const;
    int filled() const; // blocks with some of it
};

struct RateTest {
    std::optional<double> ratio{}; // of the rates; none: one of them is 0
    std::optional<RatioInterval> interval{};
    double spread = 1; // how many times the variance of a Poisson process
    double p = 1;      // two-sided
};

// Both must have been watched for some time, and one of them must have an amount.
RateTest rateTest(const RateSample &before, const RateSample &after, bool areCounts);

} // namespace lockscope
