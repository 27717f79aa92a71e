// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All that is known of one lock as a folder for a ticket: Markdown on top, and beside it the lock, what
// happened to it, the nodes, what makes the deployment unsafe, the acts on it, commands and versions. Without
// secrets: owners, clients, hosts and users have names in their place (redactor.h), values only their shape,
// passwords are nowhere. Values in, files out; writing them is whole or not at all. Any thread.

#include "core/engine/engine.h"
#include "core/history/audit/auditentry.h"
#include "core/history/hold.h"

namespace lockscope
{

// What was collected. What could not be had has a word of why.
struct Incident {
    LockName key{};
    WallTime at{};
    Instant when{}; // the same moment
    ConnectionSpec spec{};
    QString program{}; // "lockscope-cli 0.3.0"
    LockDetail detail{};
    QString unread{}; // why the lock could not be read
    LockStory story{};
    QString storyNote{}; // what it does not reach
    Examination examination{};
    std::vector<AuditEntry> audit{};
    QString auditNote{};
    std::shared_ptr<const Registry> registry{}; // null: the built-in families
    bool keepAddresses = false;
    // Where it was collected: failures name files. None of it leaves.
    QString account{};
    QString machine{};
    QStringList folders{};
};

// Fills in the account, the machine, the home folder and this one.
void notePlace(Incident &incident, const QString &configFolder);

struct IncidentFile {
    QString name{};
    QByteArray bytes{};
};

struct IncidentBundle {
    QString folder{}; // "lockscope-incident-order_77_lock-20261123T021500Z"
    std::vector<IncidentFile> files{};
};

// Fails when something that must not leave stands in a file all the same: then nothing is handed out.
Outcome<IncidentBundle> incidentBundle(const Incident &incident);
// Into a new folder in `parent`, which is made if it is not there; its full name. Readable by its owner only.
Outcome<QString> writeIncident(const IncidentBundle &bundle, const QString &parent);

} // namespace lockscope
