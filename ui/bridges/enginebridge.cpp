// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/enginebridge.h"

namespace lockscope
{

EngineLink::EngineLink(QObject *parent) : QObject(parent) {}

void EngineLink::attach(Engine *engine)
{
    connect(this, &EngineLink::openWanted, engine, &Engine::open);
    connect(this, &EngineLink::closeWanted, engine, &Engine::close);
    connect(this, &EngineLink::rescanWanted, engine, &Engine::rescan);
    connect(this, &EngineLink::stopScanWanted, engine, &Engine::stopScan);
    connect(this, &EngineLink::inspectWanted, engine, &Engine::requestInspect);
    connect(this, &EngineLink::planWanted, engine, &Engine::requestPlan);
    connect(this, &EngineLink::actWanted, engine, &Engine::requestAct);
    connect(this, &EngineLink::cancelWanted, engine, &Engine::cancelAct);
    connect(this, &EngineLink::stopRenewingWanted, engine, &Engine::stopRenewing);
    connect(this, &EngineLink::aliasesWanted, engine, &Engine::setAliases);
    connect(this, &EngineLink::thresholdsWanted, engine, &Engine::setThresholds);
    connect(this, &EngineLink::examineWanted, engine, &Engine::requestExamine);
    connect(this, &EngineLink::estimateWanted, engine, &Engine::requestEstimate);
    connect(this, &EngineLink::probeWanted, engine, &Engine::requestProbe);
    connect(this, &EngineLink::cancelProbeWanted, engine, &Engine::cancelProbe);

    connect(engine, &Engine::tableChanged, this, &EngineLink::tableChanged);
    connect(engine, &Engine::scanChanged, this, &EngineLink::scanChanged);
    connect(engine, &Engine::nodesChanged, this, &EngineLink::nodesChanged);
    connect(engine, &Engine::liveChanged, this, &EngineLink::liveChanged);
    connect(engine, &Engine::inspected, this, &EngineLink::inspected);
    connect(engine, &Engine::planned, this, &EngineLink::planned);
    connect(engine, &Engine::acted, this, &EngineLink::acted);
    connect(this, &EngineLink::testWanted, engine, &Engine::requestConnectionTest);
    connect(engine, &Engine::tested, this, &EngineLink::tested);
    connect(engine, &Engine::examined, this, &EngineLink::examined);
    connect(engine, &Engine::estimated, this, &EngineLink::estimated);
    connect(engine, &Engine::probing, this, &EngineLink::probing);
    connect(engine, &Engine::probed, this, &EngineLink::probed);
    connect(engine, &Engine::clientsRefused, this, &EngineLink::clientsRefused);
    connect(engine, &Engine::failedOver, this, &EngineLink::failedOver);
    connect(engine, &Engine::ownHoldsChanged, this, &EngineLink::ownHoldsChanged);
    connect(engine, &Engine::holdLost, this, &EngineLink::holdLost);
}

void EngineLink::open(const ConnectionSpec &spec, const EngineOptions &options)
{
    m_kinds = Kinds(options.registry);
    emit openWanted(spec, options);
}

void EngineLink::close()
{
    emit closeWanted();
}

void EngineLink::rescan()
{
    emit rescanWanted();
}

void EngineLink::stopScan()
{
    emit stopScanWanted();
}

quint64 EngineLink::inspect(const LockName &key)
{
    emit inspectWanted(++m_last, key);
    return m_last;
}

quint64 EngineLink::plan(const ActRequest &request)
{
    emit planWanted(++m_last, request);
    return m_last;
}

quint64 EngineLink::act(const ActRequest &request)
{
    emit actWanted(++m_last, request);
    return m_last;
}

quint64 EngineLink::testConnection(const ConnectionSpec &spec)
{
    emit testWanted(++m_last, spec);
    return m_last;
}

void EngineLink::cancelAct(quint64 id)
{
    emit cancelWanted(id);
}

quint64 EngineLink::estimate(const ProbeRequest &request)
{
    emit estimateWanted(++m_last, request);
    return m_last;
}

quint64 EngineLink::probe(const ProbeRequest &request)
{
    emit probeWanted(++m_last, request);
    return m_last;
}

void EngineLink::cancelProbe(quint64 id)
{
    emit cancelProbeWanted(id);
}

quint64 EngineLink::examine()
{
    emit examineWanted(++m_last);
    return m_last;
}

} // namespace lockscope
