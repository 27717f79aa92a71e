// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What tests of two stretches share: probabilities of Student's distribution, the correction for several
// tests, and a search for the ends of an interval. Pure; any thread.

#include <functional>
#include <optional>
#include <vector>

namespace lockscope
{

// A confidence interval of a ratio, 95 %.
struct RatioInterval {
    double from = 0;
    double to = 0;
};

namespace significance
{

constexpr double Level = 0.05;

// The probability that a value of Student's t distribution is at least this far from 0: the finite sums for
// whole degrees of freedom, equations 26.7.3 and 26.7.4 of Abramowitz and Stegun, Handbook of Mathematical
// Functions, 1964. freedom: at least 1.
double studentP(double t, int freedom);

// p of each test, corrected so that the probability of even one false finding stays at the level (Holm, "A
// simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979).
std::vector<double> corrected(const std::vector<double> &ps);

// How many times the variance of a mean grows if each of the values, which are deviations from it in the
// order of time, is like the one before it: (1 + r) / (1 - r), where r is the correlation of neighbours
// (Bartlett, "On the theoretical specification and sampling properties of autocorrelated time-series",
// Supplement to the Journal of the Royal Statistical Society 8, 1946, for a process of the first order). At
// least 1.
double growthByNeighbours(const std::vector<double> &deviations);

// The ratios around `best` whose test has p above Level; p falls towards both limits. None: it does not fall
// below Level within them.
std::optional<RatioInterval> intervalAround(double best, const RatioInterval &limits,
                                            const std::function<double(double ratio)> &p);

} // namespace significance

} // namespace lockscope
