// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/enginebridge.h"

namespace lockscope
{

void EngineBridge::attach(Engine *engine)
{
    connect(this, &EngineBridge::openWanted, engine, &Engine::open);
    connect(this, &EngineBridge::closeWanted, engine, &Engine::close);
    connect(this, &EngineBridge::rescanWanted, engine, &Engine::rescan);
    connect(this, &EngineBridge::stopScanWanted, engine, &Engine::stopScan);
    connect(this, &EngineBridge::inspectWanted, engine, &Engine::requestInspect);
    connect(this, &EngineBridge::planWanted, engine, &Engine::requestPlan);
    connect(this, &EngineBridge::actWanted, engine, &Engine::requestAct);
    connect(this, &EngineBridge::cancelWanted, engine, &Engine::cancelAct);
    connect(this, &EngineBridge::stopRenewingWanted, engine, &Engine::stopRenewing);
    connect(this, &EngineBridge::aliasesWanted, engine, &Engine::setAliases);
    connect(this, &EngineBridge::thresholdsWanted, engine, &Engine::setThresholds);
    connect(this, &EngineBridge::locksExpected, engine, &Engine::expect);
    connect(this, &EngineBridge::changesAllowed, engine, &Engine::allowChanges);
    connect(this, &EngineBridge::changesForbidden, engine, &Engine::makeReadOnly);
    connect(this, &EngineBridge::renameWanted, engine, &Engine::rename);
    connect(this, &EngineBridge::healthCheckWanted, engine, &Engine::requestHealthCheck);
    connect(this, &EngineBridge::estimateWanted, engine, &Engine::requestEstimate);
    connect(this, &EngineBridge::probeWanted, engine, &Engine::requestProbe);
    connect(this, &EngineBridge::blockingEstimateWanted, engine, &Engine::requestBlockingEstimate);
    connect(this, &EngineBridge::blockingWanted, engine, &Engine::requestBlocking);
    connect(this, &EngineBridge::cancelProbeWanted, engine, &Engine::cancelProbe);

    // That the table before ends is passed on.
    connect(engine, &Engine::tableChanged, this, [this](const LockDelta &delta) {
        if (m_leaving == 0)
            emit tableChanged(delta);
        else if (delta.reset)
            emit tableChanged({.reset = true});
    });
    // What is still on its way from the connection before must not pass for the state of the new one.
    const auto unlessLeaving = [this](auto signal) {
        return [this, signal](const auto &state) {
            if (m_leaving == 0)
                emit(this->*signal)(state);
        };
    };
    connect(engine, &Engine::closed, this, [this] { m_leaving = std::max(0, m_leaving - 1); });
    connect(engine, &Engine::scanChanged, this, unlessLeaving(&EngineBridge::scanChanged));
    connect(engine, &Engine::nodesChanged, this, unlessLeaving(&EngineBridge::nodesChanged));
    connect(engine, &Engine::liveChanged, this, unlessLeaving(&EngineBridge::liveChanged));
    connect(engine, &Engine::failedOver, this, unlessLeaving(&EngineBridge::failedOver));
    connect(engine, &Engine::inspected, this, &EngineBridge::inspected);
    connect(engine, &Engine::planned, this, &EngineBridge::planned);
    connect(engine, &Engine::acted, this, &EngineBridge::acted);
    connect(this, &EngineBridge::testWanted, engine, &Engine::requestConnectionTest);
    connect(engine, &Engine::tested, this, &EngineBridge::tested);
    connect(engine, &Engine::healthChecked, this, &EngineBridge::healthChecked);
    connect(engine, &Engine::estimated, this, &EngineBridge::estimated);
    connect(engine, &Engine::probing, this, &EngineBridge::probing);
    connect(engine, &Engine::probed, this, &EngineBridge::probed);
    connect(engine, &Engine::blockingEstimated, this, &EngineBridge::blockingEstimated);
    connect(engine, &Engine::blockingFound, this, &EngineBridge::blockingFound);
    connect(engine, &Engine::clientsRefused, this, unlessLeaving(&EngineBridge::clientsRefused));
    connect(engine, &Engine::ownHoldsChanged, this, &EngineBridge::ownHoldsChanged);
    connect(engine, &Engine::holdLost, this, &EngineBridge::holdLost);
}

void EngineBridge::open(const ConnectionSpec &spec, const EngineOptions &options)
{
    m_kinds = Kinds(options.registry);
    ++m_leaving;
    emit openWanted(spec, options);
}

void EngineBridge::close()
{
    ++m_leaving;
    emit closeWanted();
}

} // namespace lockscope
