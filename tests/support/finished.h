// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs the event loop until a task has its result, because QCoro::waitFor requires a default-constructible
// result and Outcome is none. Ends the program if there is none in time, so that a test cannot hang.

#include "tests/support/patience.h"

#include <QEventLoop>
#include <QTimer>
#include <qcorotask.h>

#include <memory>
#include <optional>

namespace lockscope::test
{

template<class T> struct Kept {
    std::optional<T> result{};
    QEventLoop loop{};
};

template<class T> QCoro::Task<> keep(QCoro::Task<T> task, std::shared_ptr<Kept<T>> kept)
{
    kept->result.emplace(co_await task);
    kept->loop.quit();
}

template<class T> T finished(QCoro::Task<T> task)
{
    auto kept = std::make_shared<Kept<T>>();
    keep(std::move(task), kept);
    if (!kept->result) {
        QTimer::singleShot(Patience, &kept->loop, &QEventLoop::quit);
        kept->loop.exec();
    }
    if (!kept->result)
        qFatal("the task did not finish in time");
    return std::move(*kept->result);
}

} // namespace lockscope::test
