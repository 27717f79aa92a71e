// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks several connections side by side, a few at a time, so that one that is slow or gone holds up only its
// own answer, and a fleet is not connected in one blow. Main thread.

#include "app/cli/run/run.h"

#include <qcorotask.h>

#include <functional>

namespace lockscope::cli
{

inline constexpr size_t MostAtOnce = 8;

template<class Answer> using Asked = std::function<QCoro::Task<Answer>(Run *)>;

// Takes the next connection until there is none.
template<class Answer>
QCoro::Task<> askNext(const Runs *runs, const Asked<Answer> *ask, size_t *next,
                      std::vector<std::optional<Answer>> *answers)
{
    while (*next < runs->size()) {
        const size_t i = (*next)++;
        (*answers)[i] = co_await (*ask)((*runs)[i]);
    }
}

// The answers in the order of the connections.
template<class Answer> QCoro::Task<std::vector<Answer>> askEach(Runs runs, Asked<Answer> ask)
{
    std::vector<std::optional<Answer>> answers(runs.size());
    size_t next = 0;
    std::vector<QCoro::Task<>> lanes;
    for (size_t i = 0; i < std::min(MostAtOnce, runs.size()); ++i)
        lanes.push_back(askNext<Answer>(&runs, &ask, &next, &answers));
    for (QCoro::Task<> &lane : lanes)
        co_await lane;
    std::vector<Answer> all;
    for (std::optional<Answer> &answer : answers)
        all.push_back(*std::move(answer));
    co_return all;
}

} // namespace lockscope::cli
