// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a crew of workers is to do, over and over. A value that travels as JSON to a worker process.

#include "core/lab/workers/figures.h"

#include <QByteArray>
#include <QJsonObject>
#include <QRandomGenerator>

namespace lockscope
{

// How long something lasts, drawn anew each time.
struct Spell {
    enum class Shape { Fixed, Uniform, Exponential }; // Uniform: from 0 to twice the mean
    Shape shape = Shape::Fixed;
    milliseconds mean{0};

    milliseconds draw(QRandomGenerator &random) const; // ten times the mean at most
};

// As a parameter of a scenario: "fixed", "uniform", "exponential".
QList<QByteArray> spellShapes();
Spell spellOf(const QByteArray &shape, milliseconds mean);

// How the critical section is guarded, besides by the formats that have a kind.
namespace way
{
inline constexpr char None[] = "none";
inline constexpr char Local[] = "local";              // a mutex of the process
inline constexpr char SetNx[] = "setnx";              // SET NX PX, tried again and again; DEL, whoever has it
inline constexpr char SetNxExpire[] = "setnx-expire"; // SETNX, then EXPIRE; DEL
inline constexpr char SetNxOnly[] = "setnx-only";     // SETNX without an expiry; DEL
inline constexpr char Spin[] = "spin";                // token-lock, tried again and again
} // namespace way

struct Workload {
    enum class Work {
        Hold,  // stay for a while
        Sale,  // read the stock, work, write one less
        Write, // work, write to the resource
        Cache, // only where the cache has nothing: ask the source, which takes the time, and fill it
    };
    enum class StandStill { Never, Taken, Inside }; // Taken: after SETNX, before EXPIRE

    LockName key{};
    QByteArray guard = way::None; // one of the ways, or the kind of a format
    milliseconds pause{5};        // between the tries of setnx and spin
    HoldMode mode = HoldMode::Exclusive;
    QByteArray part{};      // as ActRequest has it
    bool everyNode = false; // the same
    milliseconds lease{0};  // 0: the format's
    milliseconds wait{0};   // for the lock, at most
    bool watchdog = false;
    int depth = 1; // nested acquires of one worker
    int workers = 1;
    int firstWorker = 0; // the number of the first one, in what they tell
    Work work = Work::Hold;
    LockName stock{};     // of Sale
    LockName resource{};  // of Write, and the cache
    milliseconds kept{0}; // of Cache: how long it keeps what it got
    bool fenced = false;  // of Write: with the fencing token, which the resource checks
    Spell hold{};
    Spell think{};                         // between two cycles
    milliseconds every{0};                 // else: one cycle within each such time, at a time drawn
    std::optional<int> rounds{};           // of each worker
    std::optional<milliseconds> lasting{}; // no cycle begins after that
    double crashes = 0;                    // of all cycles: how many end without a release
    StandStill standStill = StandStill::Never;
    quint64 seed = 0;
};

QJsonObject workloadToJson(const Workload &job);
Workload workloadFromJson(const QJsonObject &json); // as workloadToJson made it

} // namespace lockscope
