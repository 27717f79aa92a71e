// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The scenarios of the lab: one file each, in scenarios/, listed by the build (core/CMakeLists.txt):
// scenarios/oversell.cpp defines scenario_oversell(). Values; any thread. Texts are in the language of the
// program.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/lab/scenariovalues.h"

#include <qcorotask.h>

#include <memory>

namespace lockscope
{

class ScenarioRun;
using ScenarioRunPtr = std::shared_ptr<ScenarioRun>;

struct Scenario {
    // OneDeployment: not on a RedLock group. SandboxOnly: it breaks servers, or leaves locks without an
    // expiry behind.
    enum class Place { Anywhere, OneDeployment, SandboxOnly };

    int order = 0; // in lists
    QByteArray name{};
    QString title{};
    QString text{}; // two sentences: what is done, and what that teaches
    std::vector<Parameter> parameters{};
    Place place = Place::Anywhere;
    SandboxTopology topology = SandboxTopology::Standalone; // of its sandbox
    DeploymentOptions servers{};                            // the same
    bool anyTopology = false;                               // it runs on a sandbox of any topology
    // Plays it to its end, or to where the stage says that it is over; holds the stage meanwhile.
    QCoro::Task<> (*run)(ScenarioRunPtr) = nullptr;
};

std::vector<Scenario> allScenarios();                   // in their order
Outcome<Scenario> findScenario(const QByteArray &name); // the failure names those there are

// One a file of scenarios/.
std::vector<Scenario> makeScenarios();

} // namespace lockscope
