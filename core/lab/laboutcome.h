// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The result of one run of a scenario. Values; any thread.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/lab/scenariovalues.h"
#include "core/lab/workers/figures.h"

namespace lockscope
{

// One variant, measured separately: "no lock", "SETNX", "reentrant lock". A phase of the run.
struct LabArm {
    QByteArray name{}; // in JSON
    QString title{};
    // All since the run began.
    milliseconds began{0};
    milliseconds ended{0};
    std::vector<milliseconds> rounds{}; // starts of its rounds; empty: it has none
    Figures figures{};
};

// One claim of the scenario, and whether it was confirmed.
struct LabClaim {
    QString text{}; // "Without a lock more is sold than there is"
    bool met = false;
    QString evidence{}; // "sold 391 of 200"
};

// One line of progress.
struct LabStep {
    milliseconds at{0}; // since the run began
    QString text{};
};

struct LabOutcome {
    QByteArray scenario{};
    QString title{};
    quint64 seed = 0;
    ScenarioValues::Given values{};
    QString where{};                          // "sandbox (sentinel)", or the address
    std::vector<SandboxTopology> sandboxes{}; // none: on a connection
    WallTime began{};
    milliseconds lasted{0};
    std::vector<LabArm> arms{};
    std::vector<LabClaim> claims{};
    std::vector<LabStep> steps{};
    bool cancelled = false;
    std::optional<Failure> failure{}; // why the run could not finish

    // True if all claims were confirmed.
    bool asTaught() const;
};

// The current state; emitted a few times per second.
struct LabPulse {
    QByteArray arm{};
    QString armTitle{};
    milliseconds elapsed{0};  // since the run began
    milliseconds armBegan{0}; // the same
    qint64 entries = 0;       // in this arm so far
    qint64 violations = 0;
    qint64 gaveUp = 0;
    int inside = 0;
    int waiting = 0;
    std::vector<Visit> visits{};  // the last ones of this arm
    std::vector<LabStep> steps{}; // since the last pulse
};

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::LabOutcome)
Q_DECLARE_METATYPE(lockscope::LabPulse)
