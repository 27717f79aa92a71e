// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/incidentcommand.h"

#include "app/cli/run/closerlook.h"
#include "app/cli/run/sharereceipt.h"
#include "app/cli/syntax/usage.h"
#include "core/config/profilestore.h"
#include "core/export/incident.h"
#include "core/history/audit/auditlog.h"
#include "core/history/connectionhistory.h"
#include "core/history/values/historyfiles.h"
#include "core/values/connection/connectionurl.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>

namespace lockscope::cli
{

namespace
{

constexpr size_t MostEvents = 10'000;

QString configFolder(const ServerOptions &arguments)
{
    return arguments.configDir.isEmpty() ? ProfileStore::defaultDir() : arguments.configDir;
}

// Empty: no history is kept for this connection.
QString historyOf(const Run &run)
{
    const QString file = QDir(configFolder(run.arguments))
                             .filePath(QStringLiteral("history/") + historyFileName(run.spec.name));
    return !run.spec.name.isEmpty() && QFile::exists(file) ? file : QString();
}

// The history that the desktop program recorded for this connection, and what this run has seen.
void addLockEvents(const Run &run, Incident &incident)
{
    incident.lockEvents.events = incident.detail.events;
    const QString file = historyOf(run);
    if (file.isEmpty()) {
        incident.eventsNote = QStringLiteral(
            "No history is kept for this connection: these are only the events seen just now.");
        return;
    }
    HistoryStore store(file);
    const Done opened = store.openForReading(); // the desktop program may be writing it
    if (opened && isHistoryOfOthers(store, serversUrl(run.spec))) {
        incident.eventsNote =
            QStringLiteral("The history of this connection's name is of other servers: these "
                           "are only the events seen just now.");
        return;
    }
    auto lockEvents =
        opened ? store.lockEvents(incident.key, MostEvents) : Outcome<LockEvents>(opened.failure());
    if (lockEvents) {
        incident.lockEvents = *std::move(lockEvents);
        if (const auto since = store.since(); since && *since)
            incident.lockEvents.since = **since;
    } else {
        incident.eventsNote =
            QStringLiteral("The history could not be read: %1").arg(lockEvents.failure().line());
    }
}

void addAudit(const Run &run, const IncidentOptions &options, Incident &incident)
{
    AuditLog log(configFolder(run.arguments));
    AuditQuery query{.key = incident.key.bytes};
    if (options.since)
        query.from = incident.at - *options.since;
    const auto entries = log.find(query);
    if (entries)
        incident.audit = *entries;
    else
        incident.auditNote = QStringLiteral("The audit could not be read: %1").arg(entries.failure().line());
}

void leaveOutOlder(const IncidentOptions &options, Incident &incident)
{
    if (!options.since)
        return;
    const WallTime from = incident.at - *options.since;
    const auto older = std::erase_if(incident.lockEvents.events,
                                     [from](const LockEvent &event) { return event.wallAt < from; });
    incident.lockEvents.truncated = incident.lockEvents.truncated || older > 0;
}

int print(Run *run, const IncidentBundle &bundle, const QString &folder)
{
    if (!run->arguments.json) {
        run->output.print(folder);
        return Success;
    }
    JsonWriter json(run->output.documentLayout());
    json.beginObject();
    json.text("folder", folder);
    json.name("files");
    json.beginArray();
    for (const IncidentFile &file : bundle.files)
        json.text(file.name);
    json.endArray();
    json.endObject();
    run->output.document(json.take() + '\n');
    return Success;
}

int shareWith(Run *run, const IncidentBundle &bundle, const IncidentOptions &options, WallTime at)
{
    constexpr milliseconds UsualStretch = std::chrono::hours(1);
    ShareQuery query{.files = {historyOf(*run)},
                     .output = options.bundle,
                     .range = {at - options.since.value_or(UsualStretch), WallTime::max()}};
    for (const IncidentFile &file : bundle.files)
        query.attached.push_back({file.name, file.bytes});
    const auto receipt = share(query);
    if (!receipt)
        return run->fail(receipt.failure());
    printReceipt(run, *receipt);
    return Success;
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const IncidentOptions &options)
{
    if (!options.bundle.isEmpty() && historyOf(*run).isEmpty())
        co_return run->fail(badInput(
            QStringLiteral("incident: --bundle: no history is kept for this connection"),
            QStringLiteral(
                "use --profile with a connection that has history; or share FILE --incident FOLDER")));
    if (!options.bundle.isEmpty() && QFile::exists(options.bundle))
        co_return run->fail(badInput(QStringLiteral("incident: --bundle: %1 exists").arg(options.bundle),
                                     QStringLiteral("specify another file to write")));
    const Instant begun = now();
    const EngineOptions exactNames{.follow = false, .scan = false};
    const Done ready = co_await connected(run, exactNames);
    if (!ready)
        co_return run->fail(ready.failure());
    const milliseconds left = run->patience() - millisecondsBetween(begun, now());
    co_await run->engine.settle(std::max(left, milliseconds(0)));
    Incident incident{.key = options.key, .spec = run->spec, .registry = run->registry};
    const auto detail = co_await lookCloser(run, options.key, options.kind);
    incident.at = wallNow();
    incident.when = now();
    if (detail)
        incident.detail = *detail;
    else
        incident.unread = detail.failure().line();
    if (!run->cancelled)
        incident.health = co_await run->engine.checkHealth();
    if (run->cancelled)
        co_return signalStatus(run->interruptedBy);
    incident.program = QCoreApplication::applicationName() + u' ' + QCoreApplication::applicationVersion();
    incident.keepAddresses = options.keepAddresses;
    notePlace(incident, configFolder(run->arguments));
    addLockEvents(*run, incident);
    addAudit(*run, options, incident);
    leaveOutOlder(options, incident);
    const auto bundle = incidentBundle(incident);
    if (!bundle)
        co_return run->fail(bundle.failure());
    if (!options.bundle.isEmpty())
        co_return shareWith(run, *bundle, options, incident.at);
    const auto folder = writeIncident(*bundle, options.outputDir);
    if (!folder)
        co_return run->fail(folder.failure());
    co_return print(run, *bundle, *folder);
}

} // namespace lockscope::cli
