// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/incidentsaver.h"

#include "core/history/audit/auditlog.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bridges/historybridge.h"

#include <QCoreApplication>
#include <QThread>

#include <optional>

namespace lockscope
{

namespace
{

constexpr std::chrono::seconds Patience{10};

Outcome<QString> collectAndWrite(Incident incident, const QString &configFolder, const QString &folder)
{
    notePlace(incident, configFolder);
    AuditLog log(configFolder);
    const auto entries = log.find({.key = incident.key.bytes});
    if (entries)
        incident.audit = *entries;
    else
        incident.auditNote = IncidentSaver::tr("Cannot read the audit log: %1").arg(entries.failure().line());
    const auto bundle = incidentBundle(incident);
    return bundle ? writeIncident(*bundle, folder) : Outcome<QString>(bundle.failure());
}

} // namespace

IncidentSaver::IncidentSaver(EngineBridge &bridge, HistoryBridge &history, const IncidentWish &wish,
                             const QString &folder, QObject *parent)
    : QObject(parent), m_configFolder(wish.configFolder), m_folder(folder)
{
    m_incident.key = wish.key;
    m_incident.spec = wish.spec;
    m_incident.registry = wish.registry;
    m_incident.program = QCoreApplication::applicationName() + u' ' + QCoreApplication::applicationVersion();
    m_incident.unread = tr("the server did not answer in time");
    m_incident.eventsNote = tr("Reading the history timed out.");
    const quint64 detailId = bridge.inspect(wish.key), nodesId = bridge.checkHealth(),
                  lockEventsId = history.lockEvents(wish.key);
    connect(&bridge, &EngineBridge::inspected, this,
            [=, this](quint64 id, const Outcome<LockDetail> &detail) {
                if (id != detailId)
                    return;
                m_incident.unread = detail ? QString() : detail.failure().line();
                if (detail)
                    m_incident.detail = *detail;
                answered();
            });
    connect(&bridge, &EngineBridge::healthChecked, this, [=, this](quint64 id, const HealthReport &report) {
        if (id != nodesId)
            return;
        m_incident.health = report;
        answered();
    });
    connect(&history, &HistoryBridge::lockEventsReady, this,
            [=, this](quint64 id, const LockEvents &lockEvents) {
                if (id != lockEventsId)
                    return;
                m_incident.lockEvents = lockEvents;
                m_incident.eventsNote.clear();
                answered();
            });
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &IncidentSaver::write);
    m_patience.start(Patience);
}

IncidentSaver::~IncidentSaver()
{
    if (m_thread)
        m_thread->wait();
}

void IncidentSaver::answered()
{
    if (--m_missing == 0)
        write();
}

void IncidentSaver::write()
{
    if (m_isWriting)
        return;
    m_isWriting = true;
    m_patience.stop();
    m_incident.at = wallNow();
    m_incident.when = now();
    if (m_incident.lockEvents.events.empty())
        m_incident.lockEvents.events = m_incident.detail.events;
    auto result = std::make_shared<std::optional<Outcome<QString>>>();
    m_thread = QThread::create([result, incident = m_incident, config = m_configFolder, folder = m_folder] {
        result->emplace(collectAndWrite(incident, config, folder));
    });
    connect(m_thread, &QThread::finished, m_thread, &QObject::deleteLater);
    connect(m_thread, &QThread::finished, this, [this, result] {
        const Outcome<QString> &folder = **result;
        if (folder)
            emit saved(*folder);
        else
            emit failed(folder.failure());
        deleteLater();
    });
    m_thread->start();
}

} // namespace lockscope
