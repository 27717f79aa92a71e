// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether the values of one sample tend to be greater than those of another, by their ranks, for values that
// depend on one another within a block of time. Pure; any thread.
//
// The share of pairs in which the later value is greater is U of Mann and Whitney ("On a test of whether one
// of two random variables is stochastically larger than the other", Annals of Mathematical Statistics 18,
// 1947) divided by the number of pairs; equal values count half. Its standard error is the greater one of
// - that of independent values without a difference, corrected for ties (Lehmann, Nonparametrics, 1975, 1.4),
// - that of clustered values (Obuchowski, "Nonparametric analysis of clustered ROC curve data", Biometrics
// 53,
//   1997), each block being a cluster: many like holds of one bad minute count as one minute. It grows if
//   neighbouring blocks are alike (growthByNeighbours()).
// p is that of Student's distribution with as many degrees of freedom as there are blocks, less two. It is an
// approximation for samples from LeastRanked values and LeastRankedBlocks blocks on; below, do not ask.

#include "core/history/compare/statistics/significance.h"

namespace lockscope
{

constexpr int LeastRanked = 30;
constexpr int LeastRankedBlocks = 6;

// Equal values of one block.
struct RankEntry {
    double value = 0;
    int block = 0; // from 0
    double count = 1;
};

struct RankTest {
    double u = 0;        // pairs in which the later value is greater, equal ones half
    double share = 0.5;  // of all pairs
    double apart = 0;    // standard error of the share, if all values are independent
    double inBlocks = 0; // the same, if only blocks are
    int blocks = 0;      // of both samples
    double p = 1;        // two-sided
};

// Both sorted by value and not empty. Compares the later values with the earlier ones times a ratio. step:
// the values are rounded to multiples of it, so that those which differ by less are equal.
RankTest rankTest(const std::vector<RankEntry> &before, const std::vector<RankEntry> &after, double ratio = 1,
                  double step = 0);

// How many times as great the later values are: the ratio with which half the pairs are greater (Hodges and
// Lehmann, "Estimates of location based on rank tests", Annals of Mathematical Statistics 34, 1963, for
// logarithms). The interval has the ratios that the test does not reject.
struct RankRatio {
    double ratio = 1;
    std::optional<RatioInterval> interval{};
};
RankRatio rankRatio(const std::vector<RankEntry> &before, const std::vector<RankEntry> &after, double step);

} // namespace lockscope
