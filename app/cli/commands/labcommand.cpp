// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/labcommand.h"

#include "app/cli/terminal/oneshot.h"
#include "app/cli/text/labtext.h"
#include "core/lab/lab.h"
#include "core/lab/labjson.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope::cli
{

namespace
{

QByteArray oneLine(const char *name, const QJsonObject &json)
{
    return QJsonDocument(QJsonObject{{QLatin1String(name), json}}).toJson(QJsonDocument::Compact) + '\n';
}

int list(Run *run)
{
    const std::vector<Scenario> scenarios = allScenarios();
    if (!run->arguments.json) {
        run->output.print(scenariosText(scenarios, run->output.style()));
        return Success;
    }
    QJsonArray all;
    for (const Scenario &scenario : scenarios)
        all.append(labToJson(scenario));
    const bool compact = run->output.documentLayout() == JsonWriter::Layout::Compact;
    const QJsonDocument document(QJsonObject{{QStringLiteral("scenarios"), all}});
    run->output.document(
        document.toJson(compact ? QJsonDocument::Compact : QJsonDocument::Indented).trimmed() + '\n');
    return Success;
}

LabOrder orderOf(const Run &run, const LabOptions &options)
{
    const Arguments &arguments = run.arguments;
    LabOrder order{.scenario = options.scenario, .values = options.values, .seed = options.seed};
    if (!arguments.urls.isEmpty() || !arguments.profile().isEmpty())
        order.server = run.spec;
    else
        order.topology = arguments.topology;
    return order;
}

void show(Run *run, const LabPulse &pulse)
{
    if (run->arguments.json) {
        run->output.document(oneLine("progress", labToJson(pulse)));
        return;
    }
    for (const LabStep &step : pulse.steps)
        run->output.note(
            QStringLiteral("%1 s  %2").arg(double(step.at.count()) / 1000, 7, 'f', 2).arg(step.text));
    run->output.progress(QStringLiteral("%1: %2 entries, %3 inside, %4 waiting, %5 violations")
                             .arg(pulse.armTitle)
                             .arg(pulse.entries)
                             .arg(pulse.inside)
                             .arg(pulse.waiting)
                             .arg(pulse.violations));
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const LabOptions &options)
{
    if (options.scenario.isEmpty())
        co_return list(run);
    Lab lab;
    OneShot<LabOutcome> over;
    QObject::connect(&lab, &Lab::pulsed, [run](const LabPulse &pulse) { show(run, pulse); });
    QObject::connect(&lab, &Lab::finished, [&over](const LabOutcome &outcome) { over.happen(outcome); });
    run->onInterrupt = [&lab](int, bool) { lab.cancel(); };
    lab.start(orderOf(*run, options));
    const LabOutcome outcome = co_await over.reached();
    run->onInterrupt = {};
    run->output.endProgress();
    if (run->arguments.json)
        run->output.document(oneLine("outcome", labToJson(outcome)));
    else
        run->output.print(outcomeText(outcome, run->output.style()));
    if (outcome.failure)
        co_return run->fail(*outcome.failure);
    if (outcome.cancelled && run->interruptedBy)
        co_return signalStatus(run->interruptedBy);
    co_return outcome.asTaught() ? Success : LockSaidNo;
}

} // namespace lockscope::cli
