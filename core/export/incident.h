// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Exports everything known about one lock as a folder for a ticket: a README in Markdown, the lock, its
// events, the nodes, the findings of the doctor, the acts on the lock, commands and versions. Contains no
// secrets: pseudonyms replace owners, clients, hosts and users (redactor.h), values show only their shape,
// and passwords are omitted. The folder is written atomically. Any thread.

#include "core/engine/engine.h"
#include "core/history/audit/auditentry.h"
#include "core/history/values/hold.h"

namespace lockscope
{

// The collected data. Text fields give the reason for missing data.
struct Incident {
    LockName key{};
    WallTime at{};
    Instant when{}; // the same time as at
    ConnectionSpec spec{};
    QString program{}; // "lockscope-cli 0.3.0"
    LockDetail detail{};
    QString unread{}; // why the lock could not be read
    LockEvents lockEvents{};
    QString eventsNote{}; // what they do not cover
    HealthReport health{};
    std::vector<AuditEntry> audit{};
    QString auditNote{};
    std::shared_ptr<const Registry> registry{}; // null: built-in families only
    bool keepAddresses = false;
    // Where it was collected. Used only to redact, because failures name files.
    QString account{};
    QString machine{};
    QStringList folders{};
};

// Sets the account, the machine, and the home and configuration folders.
void notePlace(Incident &incident, const QString &configFolder);

struct IncidentFile {
    QString name{};
    QByteArray bytes{};
};

struct IncidentBundle {
    QString folder{}; // "lockscope-incident-order_77_lock-20261123T021500Z"
    std::vector<IncidentFile> files{};
};

// Fails, without a bundle, if a file still contains something that must not leave.
Outcome<IncidentBundle> incidentBundle(const Incident &incident);
// Writes a new folder in parent, created if needed, for its owner only. Returns the full path.
Outcome<QString> writeIncident(const IncidentBundle &bundle, const QString &parent);

} // namespace lockscope
