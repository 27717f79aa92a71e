// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks several connections side by side: a few at once, then one after another, so that a fleet is not
// connected in one blow, and one that is slow or gone holds up only its own answer. Main thread.

#include "app/cli/run/run.h"

#include <QTimer>
#include <qcorotask.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>

namespace lockscope::cli
{

inline constexpr size_t MostAtOnce = 8;
inline constexpr milliseconds Pace{100}; // while these answer, one more is asked each time

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
    std::deque<QCoro::Task<>> lanes; // of which each goes on where it is
    const auto begin = [&] { lanes.push_back(askNext<Answer>(&runs, &ask, &next, &answers)); };
    for (size_t i = 0; i < std::min(MostAtOnce, runs.size()); ++i)
        begin();
    QTimer pace;
    QObject::connect(&pace, &QTimer::timeout, &pace, [&] { next < runs.size() ? begin() : pace.stop(); });
    pace.start(Pace);
    for (size_t i = 0; i < lanes.size(); ++i)
        co_await lanes[i];
    std::vector<Answer> all;
    for (std::optional<Answer> &answer : answers)
        all.push_back(*std::move(answer));
    co_return all;
}

} // namespace lockscope::cli
