// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/incident.h"

#include "core/base/csv.h"
#include "core/base/tr.h"
#include "core/base/utctext.h"
#include "core/export/incidentcommands.h"
#include "core/export/incidentpage.h"
#include "core/export/incidentredaction.h"
#include "core/export/jsondocuments.h"
#include "core/history/audit/auditdocument.h"
#include "core/platform/systemfacts.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace lockscope
{

namespace
{

constexpr qsizetype LongestKey = 80; // in the folder's name

QByteArray document(const std::function<void(JsonWriter &)> &write)
{
    JsonWriter json(JsonWriter::Layout::Indented);
    write(json);
    return json.take() + '\n';
}

QByteArray lockJson(const Incident &safe)
{
    return document([&safe](JsonWriter &json) {
        json.beginObject();
        json.name("lock");
        if (safe.detail.lock)
            writeDetail(json, safe.detail, safe.when);
        else
            json.null();
        if (!safe.detail.lock)
            json.bytes("key", safe.key.bytes);
        if (!safe.unread.isEmpty())
            json.text("why", safe.unread);
        json.endObject();
    });
}

QByteArray timelineJson(const Incident &safe)
{
    return document([&safe](JsonWriter &json) {
        json.beginObject();
        if (safe.lockEvents.since)
            json.number("since", unixMs(*safe.lockEvents.since));
        json.boolean("truncated", safe.lockEvents.truncated);
        if (!safe.eventsNote.isEmpty())
            json.text("note", safe.eventsNote);
        json.name("events");
        json.beginArray();
        for (const LockEvent &event : safe.lockEvents.events)
            writeEvent(json, event);
        json.endArray();
        json.endObject();
    });
}

QByteArray timelineCsv(const Incident &safe)
{
    QByteArray csv = csvLine({QStringLiteral("at"), QStringLiteral("event"), QStringLiteral("owner"),
                              QStringLiteral("count"), QStringLiteral("ttl_ms"), QStringLiteral("held_ms"),
                              QStringLiteral("node"), QStringLiteral("source")});
    const auto orNothing = [](const std::optional<milliseconds> &time) {
        return time ? QString::number(time->count()) : QString();
    };
    for (const LockEvent &event : safe.lockEvents.events)
        csv +=
            csvLine({utcText(event.wallAt), QLatin1String(name(event.kind)), escapedText(event.owner.bytes),
                     QString::number(event.count), orNothing(event.ttl), orNothing(event.held),
                     escapedText(event.node.bytes), QLatin1String(name(event.source))});
    return csv;
}

QByteArray versionsText(const Incident &safe)
{
    QStringList lines{safe.program, QStringLiteral("Qt %1").arg(QLatin1String(qVersion())),
                      QSysInfo::prettyProductName()};
    for (const NodeStatus &node : safe.health.nodes)
        lines << QStringLiteral("%1: Redis %2, %3")
                     .arg(escapedText(node.node.bytes),
                          node.version.isEmpty() ? Tr::tr("of unknown version") : escapedText(node.version),
                          node.role.isEmpty() ? Tr::tr("of unknown role") : escapedText(node.role));
    std::ranges::transform(lines, lines.begin(), printable);
    return (lines.join(u'\n') + u'\n').toUtf8();
}

QString folderName(const Incident &incident)
{
    QString key;
    for (const QChar c : escapedText(incident.key.bytes).left(LongestKey))
        key += c.unicode() < 0x80 && (c.isLetterOrNumber() || c == u'-' || c == u'.') ? c : QChar(u'_');
    QString at = utcText(incident.at).left(19) + u'Z'; // to the second
    at.remove(u'-').remove(u':');
    return QStringLiteral("lockscope-incident-%1-%2").arg(key, at);
}

// What the user can do if a bundle is refused.
QString remedyFor(const QByteArray &leak)
{
    if (leak.startsWith("host-"))
        return Tr::tr("lockscope-cli incident --keep-addresses leaves addresses as they are");
    if (leak.startsWith("password-"))
        return Tr::tr("the name of the lock or of the connection may contain a password: change it");
    return Tr::tr("this is a bug in Lockscope: please report it, but without the real value");
}

Failure fileFailure(const QString &what, const QString &why)
{
    return {.kind = ErrorKind::Internal,
            .text = Tr::tr("cannot write %1: %2").arg(what, why),
            .remedy = Tr::tr("choose another folder")};
}

} // namespace

void notePlace(Incident &incident, const QString &configFolder)
{
    incident.account = ownAccount().name;
    incident.machine = QSysInfo::machineHostName();
    incident.folders = {QDir::homePath()};
    if (!configFolder.isEmpty())
        incident.folders << QDir(configFolder).absolutePath();
}

Outcome<IncidentBundle> incidentBundle(const Incident &incident)
{
    Redactor redactor(incident.keepAddresses);
    const Incident safe = redacted(incident, redactor);
    IncidentBundle bundle{.folder = folderName(safe)};
    const auto add = [&bundle](const char *name, QByteArray bytes) {
        bundle.files.push_back({QLatin1String(name), std::move(bytes)});
    };
    add("lock.json", lockJson(safe));
    add("timeline.csv", timelineCsv(safe));
    add("timeline.json", timelineJson(safe));
    add("nodes.json", document([&safe](JsonWriter &json) { writeNodes(json, safe.health.nodes); }));
    add("doctor.json", document([&safe](JsonWriter &json) { writeHealthReport(json, safe.health); }));
    add("audit.json", auditJson(safe.audit, QJsonDocument::Indented));
    add("commands.sh", commandsScript(safe));
    add("versions.txt", versionsText(safe));
    bundle.files.insert(bundle.files.begin(),
                        {QStringLiteral("README.md"), incidentPage(safe, redactor.told())});
    for (const IncidentFile &file : bundle.files) {
        if (const QByteArray leak = redactor.leakIn(file.bytes, incident.key.bytes); !leak.isEmpty())
            return Failure{.kind = ErrorKind::Internal,
                           .text = Tr::tr("%2 would reveal the real value of %1; nothing was written")
                                       .arg(QString::fromUtf8(leak), file.name),
                           .remedy = remedyFor(leak)};
    }
    return bundle;
}

Outcome<QString> writeIncident(const IncidentBundle &bundle, const QString &parent)
{
    const QDir dir(parent.isEmpty() ? QStringLiteral(".") : parent);
    if (!QDir().mkpath(dir.path()))
        return fileFailure(dir.path(), Tr::tr("cannot create the folder"));
    QTemporaryDir made(dir.filePath(QStringLiteral(".lockscope-incident-XXXXXX"))); // mode 0700
    if (!made.isValid())
        return fileFailure(dir.path(), made.errorString());
    for (const IncidentFile &one : bundle.files) {
        QFile file(made.filePath(one.name));
        if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) ||
            file.write(one.bytes) != one.bytes.size() || !file.flush())
            return fileFailure(file.fileName(), file.errorString());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
    QString name = bundle.folder;
    for (int again = 2; dir.exists(name); ++again)
        name = QStringLiteral("%1-%2").arg(bundle.folder).arg(again);
    const QString whole = QDir(dir.absolutePath()).filePath(name);
    if (!QDir().rename(made.path(), whole))
        return fileFailure(whole, Tr::tr("cannot move it into place"));
    made.setAutoRemove(false);
    return whole;
}

} // namespace lockscope
