// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/statistics/ranktest.h"

#include <algorithm>
#include <cmath>

namespace lockscope
{

namespace
{

constexpr int RatioHalvings = 24; // of a range of at most a few orders of magnitude
constexpr double Rounding = 1 - 1e-9;

double countOf(const std::vector<RankEntry> &entries)
{
    double count = 0;
    for (const RankEntry &entry : entries)
        count += entry.count;
    return count;
}

std::vector<RankEntry> scaled(std::vector<RankEntry> entries, double ratio)
{
    for (RankEntry &entry : entries)
        entry.value *= ratio;
    return entries;
}

// Of each entry, how many of the others are less by `apart` or more; those nearer count half.
std::vector<double> countsBelow(const std::vector<RankEntry> &entries, const std::vector<RankEntry> &others,
                                double apart)
{
    std::vector<double> below;
    below.reserve(entries.size());
    size_t lessEnd = 0;
    size_t nearEnd = 0;
    double less = 0;
    double lessOrNear = 0;
    for (const RankEntry &entry : entries) {
        const auto isLess = [&](double other) {
            return apart > 0 ? other <= entry.value - apart : other < entry.value;
        };
        const auto isGreater = [&](double other) {
            return apart > 0 ? other >= entry.value + apart : other > entry.value;
        };
        for (; lessEnd < others.size() && isLess(others[lessEnd].value); ++lessEnd)
            less += others[lessEnd].count;
        for (; nearEnd < others.size() && !isGreater(others[nearEnd].value); ++nearEnd)
            lessOrNear += others[nearEnd].count;
        below.push_back((less + lessOrNear) / 2);
    }
    return below;
}

// The sum over groups of equal values, of both samples together, of t³ - t.
double tiesOf(const std::vector<RankEntry> &first, const std::vector<RankEntry> &second)
{
    double sum = 0;
    size_t i = 0;
    size_t j = 0;
    while (i < first.size() || j < second.size()) {
        const bool isOfFirst = j == second.size() || (i < first.size() && first[i].value <= second[j].value);
        const double value = isOfFirst ? first[i].value : second[j].value;
        double equal = 0;
        for (; i < first.size() && first[i].value == value; ++i)
            equal += first[i].count;
        for (; j < second.size() && second[j].value == value; ++j)
            equal += second[j].count;
        sum += equal * equal * equal - equal;
    }
    return sum;
}

struct BlockSums {
    double variance = 0; // of the mean placement
    int blocks = 0;
};

// placements: of each entry, its mean over the other sample. Obuchowski's S, divided by the number of values.
BlockSums blockSums(const std::vector<RankEntry> &entries, const std::vector<double> &placements, double mean)
{
    struct Block {
        double count = 0;
        double sum = 0;
    };
    std::vector<Block> blocks;
    double all = 0;
    for (size_t i = 0; i < entries.size(); ++i) {
        blocks.resize(std::max(blocks.size(), size_t(entries[i].block) + 1));
        blocks[size_t(entries[i].block)].count += entries[i].count;
        blocks[size_t(entries[i].block)].sum += entries[i].count * placements[i];
        all += entries[i].count;
    }
    BlockSums sums;
    double squares = 0;
    std::vector<double> deviations;
    for (const Block &block : blocks) {
        if (block.count <= 0)
            continue;
        ++sums.blocks;
        deviations.push_back(block.sum - block.count * mean);
        squares += deviations.back() * deviations.back();
    }
    if (sums.blocks > 1)
        sums.variance = squares / (all * all) * double(sums.blocks) / double(sums.blocks - 1) *
                        significance::growthByNeighbours(deviations);
    return sums;
}

} // namespace

RankTest rankTest(const std::vector<RankEntry> &before, const std::vector<RankEntry> &after, double ratio,
                  double step)
{
    const std::vector<RankEntry> earlier = scaled(before, ratio);
    const double n = countOf(earlier);
    const double m = countOf(after);
    const double apart = step * (1 + ratio) / 2 * Rounding;
    std::vector<double> ofEarlier = countsBelow(earlier, after, apart);
    std::vector<double> ofLater = countsBelow(after, earlier, apart);
    RankTest test;
    for (size_t i = 0; i < after.size(); ++i)
        test.u += after[i].count * ofLater[i];
    test.share = test.u / (n * m);
    for (double &placement : ofEarlier)
        placement = 1 - placement / m;
    for (double &placement : ofLater)
        placement /= n;
    const double all = n + m;
    const double untied = 1 - tiesOf(earlier, after) / (all * all * all - all);
    test.apart = std::sqrt(std::max((all + 1) / (12 * n * m) * untied, 0.0));
    const BlockSums ofBefore = blockSums(earlier, ofEarlier, test.share);
    const BlockSums ofAfter = blockSums(after, ofLater, test.share);
    test.inBlocks = std::sqrt(ofBefore.variance + ofAfter.variance);
    test.blocks = ofBefore.blocks + ofAfter.blocks;
    const double error = std::max(test.apart, test.inBlocks);
    if (error > 0 && test.blocks > 2)
        test.p = significance::studentP((test.share - 0.5) / error, test.blocks - 2);
    return test;
}

RankRatio rankRatio(const std::vector<RankEntry> &before, const std::vector<RankEntry> &after, double step)
{
    const auto positive = [step](double value) { return std::max({value, step / 2, 1e-9}); };
    const double least = std::log(positive(after.front().value) / positive(before.back().value)) - 1;
    const double most = std::log(positive(after.back().value) / positive(before.front().value)) + 1;
    // Where the share falls to a half, and where it falls below.
    const auto boundary = [&](bool isBelow) {
        double from = least;
        double to = most;
        for (int i = 0; i < RatioHalvings; ++i) {
            const double middle = (from + to) / 2;
            const double share = rankTest(before, after, std::exp(middle), step).share;
            ((isBelow ? share >= 0.5 : share > 0.5) ? from : to) = middle;
        }
        return (from + to) / 2;
    };
    const double ratio = std::exp((boundary(false) + boundary(true)) / 2);
    return {ratio, significance::intervalAround(ratio, {std::exp(least), std::exp(most)}, [&](double tried) {
                return rankTest(before, after, tried, step).p;
            })};
}

} // namespace lockscope
