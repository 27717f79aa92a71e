// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/lab.h"

#include "core/lab/scenariorun.h"

#include <QEventLoop>

namespace lockscope
{

namespace
{

Failure refused(const QString &text, const QString &remedy)
{
    return {.kind = ErrorKind::ReadOnlySession, .text = text, .remedy = remedy};
}

Done allowed(const Scenario &scenario, const ConnectionSpec &server)
{
    if (server.environment == Environment::Production)
        return refused(Lab::tr("the lab does not run on production connections"),
                       Lab::tr("run it on the sandbox"));
    if (server.readOnly)
        return refused(Lab::tr("the lab needs write access, and this connection is read-only"),
                       Lab::tr("run it on the sandbox, or allow writes on this connection"));
    // The lab's clients act thousands of times without asking for confirmation.
    if (server.limits != ActLimits{})
        return refused(Lab::tr("the lab does not run on a profile that denies or limits actions"),
                       Lab::tr("run it on the sandbox"));
    if (scenario.place == Scenario::Place::SandboxOnly)
        return refused(Lab::tr("%1 breaks servers or leaves locks behind: it runs on the sandbox only")
                           .arg(QString::fromUtf8(scenario.name)),
                       Lab::tr("run it on the sandbox"));
    if (scenario.place == Scenario::Place::OneDeployment && server.topology == Topology::RedLock)
        return Failure{
            .kind = ErrorKind::Unsupported,
            .text = Lab::tr("%1 does not run on a RedLock group").arg(QString::fromUtf8(scenario.name)),
            .remedy = Lab::tr("choose one of its members")};
    return Nothing{};
}

Failure noSuchTopology(const Scenario &scenario)
{
    return {
        .kind = ErrorKind::BadInput,
        .text =
            Lab::tr("%1 does not run on a sandbox of this topology").arg(QString::fromUtf8(scenario.name)),
        .remedy = Lab::tr("it requires %1").arg(QLatin1String(lockscope::name(scenario.topology)))};
}

} // namespace

Outcome<LabPlan> planned(const LabOrder &order)
{
    const auto scenario = findScenario(order.scenario);
    if (!scenario)
        return scenario.failure();
    const auto values = ScenarioValues::read(scenario->parameters, order.values);
    if (!values)
        return values.failure();
    if (const Done fits = scenario->check ? scenario->check(*values) : Done(Nothing{}); !fits)
        return fits.failure();
    if (order.server) {
        if (const Done may = allowed(*scenario, *order.server); !may)
            return may.failure();
    } else if (order.topology.value_or(scenario->topology) != scenario->topology && !scenario->anyTopology) {
        return noSuchTopology(*scenario);
    }
    return LabPlan{*scenario, *values};
}

Lab::Lab(QObject *parent) : QObject(parent)
{
    qRegisterMetaType<LabOrder>();
    qRegisterMetaType<LabPulse>();
    qRegisterMetaType<LabOutcome>();
}

Lab::~Lab()
{
    if (!m_run)
        return;
    QEventLoop loop;
    connect(this, &Lab::finished, &loop, &QEventLoop::quit);
    cancel();
    if (m_run)
        loop.exec();
}

void Lab::start(const LabOrder &order)
{
    if (m_run)
        return;
    LabOutcome refusal{.scenario = order.scenario, .seed = order.seed.value_or(0), .began = wallNow()};
    const auto plan = planned(order);
    if (!plan) {
        refusal.failure = plan.failure();
        emit finished(refusal);
        return;
    }
    m_sandbox.reset();
    if (!order.server) {
        auto sandbox = SandboxDeployment::start(order.topology.value_or(plan->scenario.topology),
                                                withPasswords(plan->scenario.servers));
        if (!sandbox) {
            refusal.failure = sandbox.failure();
            emit finished(refusal);
            return;
        }
        m_sandbox = std::move(*sandbox);
    }
    ConnectionSpec spec = order.server ? *order.server : m_sandbox->spec();
    spec.readOnly = false;
    const quint64 seed = order.seed.value_or(QRandomGenerator::global()->bounded(1'000'000));
    m_run = std::make_shared<ScenarioRun>(plan->scenario, plan->values, seed, spec, m_sandbox.get());
    connect(m_run.get(), &ScenarioRun::pulsed, this, &Lab::pulsed);
    connect(m_run.get(), &ScenarioRun::moved, this,
            [this](const ConnectionSpec &to) { emit began(to, true); });
    emit began(spec, m_sandbox != nullptr);
    play(this, m_run);
}

void Lab::cancel()
{
    if (m_run)
        m_run->cancel();
}

QCoro::Task<> Lab::play(QPointer<Lab> self, ScenarioRunPtr run)
{
    co_await ScenarioRun::play(run);
    if (!self)
        co_return;
    // The run may end inside a signal of one of its members, so finish from the event loop.
    QMetaObject::invokeMethod(
        self,
        [self, run] {
            self->m_run.reset();
            emit self->finished(run->outcome());
        },
        Qt::QueuedConnection);
}

} // namespace lockscope
