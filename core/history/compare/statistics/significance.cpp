// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/statistics/significance.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace lockscope::significance
{

namespace
{

constexpr int Halvings = 20;

// The end of the interval between a ratio inside and one outside of it, as logarithms.
double endBetween(double inside, double outside, const std::function<double(double ratio)> &p)
{
    for (int i = 0; i < Halvings; ++i) {
        const double middle = (inside + outside) / 2;
        (p(std::exp(middle)) > Level ? inside : outside) = middle;
    }
    return inside;
}

} // namespace

double studentP(double t, int freedom)
{
    const double angle = std::atan(std::abs(t) / std::sqrt(double(freedom)));
    const double cosine = std::cos(angle);
    const bool isOdd = freedom % 2 == 1;
    double term = isOdd ? cosine : 1;
    double sum = freedom == 1 ? 0 : term;
    for (int k = isOdd ? 3 : 2; k <= freedom - 2; k += 2) {
        term *= cosine * cosine * double(k - 1) / double(k);
        sum += term;
    }
    const double within =
        isOdd ? (angle + std::sin(angle) * sum) * 2 / std::numbers::pi : std::sin(angle) * sum;
    return std::clamp(1 - within, 0.0, 1.0);
}

std::vector<double> corrected(const std::vector<double> &ps)
{
    std::vector<size_t> order(ps.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::sort(order, [&ps](size_t a, size_t b) { return ps[a] != ps[b] ? ps[a] < ps[b] : a < b; });
    std::vector<double> found(ps.size());
    double largest = 0;
    for (size_t i = 0; i < order.size(); ++i) {
        largest = std::max(largest, std::min(1.0, ps[order[i]] * double(ps.size() - i)));
        found[order[i]] = largest;
    }
    return found;
}

double growthByNeighbours(const std::vector<double> &deviations)
{
    constexpr double Most = 0.9;      // beyond, so few parts are left that nothing can be told
    constexpr double Rounding = 1e-9; // what is left of equal values
    double squares = 0;
    double products = 0;
    for (size_t i = 0; i < deviations.size(); ++i) {
        squares += deviations[i] * deviations[i];
        products += i > 0 ? deviations[i] * deviations[i - 1] : 0;
    }
    const double likeness = squares > Rounding ? std::clamp(products / squares, 0.0, Most) : 0;
    return (1 + likeness) / (1 - likeness);
}

std::optional<RatioInterval> intervalAround(double best, const RatioInterval &limits,
                                            const std::function<double(double ratio)> &p)
{
    if (!(limits.from < best && best < limits.to) || p(limits.from) > Level || p(limits.to) > Level)
        return {};
    return RatioInterval{std::exp(endBetween(std::log(best), std::log(limits.from), p)),
                         std::exp(endBetween(std::log(best), std::log(limits.to), p))};
}

} // namespace lockscope::significance
