// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What came of one run of a scenario. Values; any thread.

#include "core/lab/scenariovalues.h"
#include "core/lab/workers/figures.h"

namespace lockscope
{

// One way of doing it, measured by itself: "no lock", "SETNX", "reentrant lock".
struct LabArm {
    QByteArray name{}; // in JSON
    QString title{};
    Figures figures{};
};

// One thing that the scenario teaches, and whether it was seen.
struct LabClaim {
    QString text{}; // "Without a lock more is sold than there is"
    bool met = false;
    QString evidence{}; // "sold 391 of 200"
};

// A line of what happens, as it happens.
struct LabStep {
    milliseconds at{0}; // since the run began
    QString text{};
};

struct LabOutcome {
    QByteArray scenario{};
    QString title{};
    quint64 seed = 0;
    ScenarioValues::Given values{};
    QString where{}; // "sandbox (sentinel)", or the address
    WallTime began{};
    milliseconds lasted{0};
    std::vector<LabArm> arms{};
    std::vector<LabClaim> claims{};
    std::vector<LabStep> steps{};
    bool cancelled = false;
    std::optional<Failure> failure{}; // why it could not be run to its end

    // Everything that it teaches was seen.
    bool asTaught() const;
};

// What goes on now; at most some times a second.
struct LabPulse {
    QByteArray arm{};
    QString armTitle{};
    milliseconds elapsed{0}; // since the run began
    qint64 entries = 0;      // of this arm so far
    qint64 violations = 0;
    qint64 gaveUp = 0;
    int inside = 0;
    int waiting = 0;
    std::vector<Visit> visits{};  // of this arm, the last ones
    std::vector<LabStep> steps{}; // new ones
};

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::LabOutcome)
Q_DECLARE_METATYPE(lockscope::LabPulse)
