// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The scenarios of the lab, one file each in scenarios/. core/CMakeLists.txt lists them:
// scenarios/oversell.cpp defines scenario_oversell(). Values; any thread. Texts are translated.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/lab/scenariovalues.h"

#include <qcorotask.h>

#include <memory>

namespace lockscope
{

class ScenarioRun;
using ScenarioRunPtr = std::shared_ptr<ScenarioRun>;

struct Scenario {
    // OneDeployment: not on a RedLock group. SandboxOnly: breaks servers, or leaves locks without an expiry.
    enum class Place { Anywhere, OneDeployment, SandboxOnly };

    int order = 0; // position in lists
    QByteArray name{};
    QString title{};
    QString text{}; // a few sentences: what happens, and what that shows
    std::vector<Parameter> parameters{};
    Place place = Place::Anywhere;
    SandboxTopology topology = SandboxTopology::Standalone; // of its sandbox
    DeploymentOptions servers{};                            // of its sandbox
    bool anyTopology = false;                               // runs on a sandbox of any topology
    // What is wrong with values that are valid one by one. Null: nothing.
    Done (*check)(const ScenarioValues &) = nullptr;
    // Runs until it ends or the ScenarioRun is over, which it keeps alive meanwhile.
    QCoro::Task<> (*run)(ScenarioRunPtr) = nullptr;
};

std::vector<Scenario> allScenarios();                   // sorted
Outcome<Scenario> findScenario(const QByteArray &name); // the failure lists the existing names

// Calls the factory of each file in scenarios/.
std::vector<Scenario> makeScenarios();

} // namespace lockscope
