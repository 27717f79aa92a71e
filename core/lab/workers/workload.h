// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The job of a pool's workers, repeated in cycles. A value that travels as JSON to a worker process.

#include "core/lab/workers/figures.h"

#include <QByteArray>
#include <QJsonObject>
#include <QRandomGenerator>

namespace lockscope
{

// A random duration.
struct Spell {
    enum class Shape { Fixed, Uniform, Exponential }; // Uniform: from 0 to twice the mean
    Shape shape = Shape::Fixed;
    milliseconds mean{0};

    milliseconds draw(QRandomGenerator &random) const; // at most ten times the mean
};

// The names in scenario parameters: "fixed", "uniform", "exponential".
QList<QByteArray> spellShapes();
Spell spellOf(const QByteArray &shape, milliseconds mean);

// The guards that are not lock kinds.
namespace way
{
inline constexpr char None[] = "none";
inline constexpr char Local[] = "local";              // a mutex of the process
inline constexpr char SetNx[] = "setnx";              // SET NX PX with retries; DEL without comparing
inline constexpr char SetNxExpire[] = "setnx-expire"; // SETNX, then EXPIRE; DEL
inline constexpr char SetNxOnly[] = "setnx-only";     // SETNX without an expiry; DEL
inline constexpr char Spin[] = "spin";                // token-lock with retries
} // namespace way

struct Workload {
    enum class Work {
        Hold,  // stay for a while
        Sale,  // read the stock, work, write one less
        Write, // work, write to the resource
        Cache, // if the cache has no entry: ask the source, which takes time, and fill the cache
    };
    enum class StandStill { Never, Taken, Inside }; // Taken: after SETNX, before EXPIRE

    LockName key{};
    QByteArray guard = way::None; // one of the ways above, or a lock kind
    milliseconds pause{5};        // between retries of setnx and spin
    HoldMode mode = HoldMode::Exclusive;
    QByteArray part{};      // as in ActRequest
    bool everyNode = false; // as in ActRequest
    milliseconds lease{0};  // 0: the format's default
    milliseconds wait{0};   // longest wait for the lock
    bool watchdog = false;
    int depth = 1; // nested acquires of one worker
    int workers = 1;
    int firstWorker = 0; // the first worker's number in events
    Work work = Work::Hold;
    LockName stock{};     // for Sale
    LockName resource{};  // for Write and Cache
    milliseconds kept{0}; // for Cache: expiry of the entry
    bool fenced = false;  // for Write: sends the fencing token, which the resource checks
    Spell hold{};
    Spell think{};                         // between two cycles
    milliseconds every{0};                 // instead of think: one cycle per period, at a random time in it
    std::optional<int> rounds{};           // per worker
    std::optional<milliseconds> lasting{}; // no cycle starts after this
    double crashes = 0;                    // share of cycles that end without a release
    StandStill standStill = StandStill::Never;
    quint64 seed = 0;
};

QJsonObject workloadToJson(const Workload &job);
Workload workloadFromJson(const QJsonObject &json); // inverse of workloadToJson()

} // namespace lockscope
