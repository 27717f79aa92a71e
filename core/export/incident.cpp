// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/incident.h"

#include "core/base/csv.h"
#include "core/base/tr.h"
#include "core/base/utctext.h"
#include "core/export/incidentredaction.h"
#include "core/export/jsondocuments.h"
#include "core/history/audit/auditdocument.h"
#include "core/platform/systemfacts.h"
#include "core/values/connection/readcommands.h"
#include "core/values/kindname.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds ExampleExpiry = 30s;
constexpr qsizetype LongestKey = 80; // of the folder's name

struct Command {
    ActKind act{};
    QStringList lines{};
    QString whyNot{};
};

QString kindText(LockKind kind)
{
    return QString::fromUtf8(kindName(kind));
}

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
        if (safe.story.since)
            json.number("since", unixMs(*safe.story.since));
        json.boolean("truncated", safe.story.truncated);
        if (!safe.storyNote.isEmpty())
            json.text("note", safe.storyNote);
        json.name("events");
        json.beginArray();
        for (const LockEvent &event : safe.story.events)
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
    for (const LockEvent &event : safe.story.events)
        csv +=
            csvLine({utcText(event.wallAt), QLatin1String(name(event.kind)), escapedText(event.owner.bytes),
                     QString::number(event.count), orNothing(event.ttl), orNothing(event.held),
                     escapedText(event.node.bytes), QLatin1String(name(event.source))});
    return csv;
}

ConnectionSpec serverOf(const ConnectionSpec &spec, const NodeId &node)
{
    ConnectionSpec server = spec;
    const QByteArray &text = node.bytes;
    const qsizetype colon = text.lastIndexOf(':');
    if (text.startsWith("unix:")) {
        server.socketPath = QString::fromUtf8(text.mid(5));
    } else if (colon > 0) {
        QByteArray host = text.left(colon);
        if (host.startsWith('['))
            host = host.mid(1, host.size() - 2);
        server.socketPath.clear();
        server.host = QString::fromUtf8(host);
        server.port = text.mid(colon + 1).toUShort();
    }
    return server;
}

// Where a command has to be run: of a RedLock group on each of its nodes.
std::vector<ConnectionSpec> serversOf(const Incident &safe)
{
    if (!safe.spec.members.empty())
        return safe.spec.members;
    return {safe.detail.lock ? serverOf(safe.spec, safe.detail.lock->node) : safe.spec};
}

ActRequest requestFor(ActKind act, const Lock &lock)
{
    ActRequest request{.act = act, .key = lock.key};
    if (act == ActKind::SetExpiry)
        request.lease = ExampleExpiry;
    if (act == ActKind::Wake)
        return request;
    if (lock.holders.size() == 1)
        request.expectedOwner = lock.owner();
    else
        request.expectedHolders.assign(lock.holders.begin(), lock.holders.end());
    return request;
}

// Planned with the names that stand for the owners: so none can be in them.
std::vector<Command> commandsFor(const Incident &safe)
{
    std::vector<Command> commands;
    const Registry &registry = safe.registry ? *safe.registry : Registry::builtIn();
    const LockPtr &lock = safe.detail.lock;
    const Format *format = lock ? registry.find(kindName(lock->kind)) : nullptr;
    for (const ActKind act : {ActKind::Wake, ActKind::SetExpiry, ActKind::ForceRelease}) {
        Command command{.act = act};
        if (!format) {
            command.whyNot = Tr::tr("there is no lock");
        } else if (act != ActKind::Wake && !lock->held()) {
            command.whyNot = Tr::tr("nobody holds it: there is no owner to compare");
        } else if (const auto plan = format->plan(requestFor(act, *lock), lock.get()); plan) {
            for (const ConnectionSpec &server : serversOf(safe))
                command.lines << pointedAt(server, plan->commands);
        } else {
            command.whyNot = plan.failure().text;
        }
        commands.push_back(std::move(command));
    }
    return commands;
}

QString titleOf(ActKind act)
{
    switch (act) {
    case ActKind::Wake:
        return Tr::tr("Wake the waiters: changes no key");
    case ActKind::SetExpiry:
        return Tr::tr("Let it run out in %1, if it has no expiry or a later one")
            .arg(humanDuration(ExampleExpiry));
    default:
        return Tr::tr("Release it by force: the last resort; the holder's code goes on running");
    }
}

QStringList readingLines(const Incident &safe)
{
    QStringList lines;
    Lock lock{.key = safe.key, .type = safe.detail.typeFound};
    for (const ConnectionSpec &server : serversOf(safe))
        lines << readCommands(lock, server);
    return lines;
}

QByteArray commandsScript(const Incident &safe)
{
    QStringList lines{QStringLiteral("#!/bin/sh"),
                      QLatin1String("# ") + Tr::tr("The gentle steps come first. Read one before you run it: "
                                                   "those that change anything are commented out."),
                      QLatin1String("# ") + Tr::tr("Put the true values in the place of owner-1, host-1 and "
                                                   "the like: as it stands nothing is changed."),
                      QLatin1String("# ") +
                          Tr::tr("No password is in it: redis-cli takes it from REDISCLI_AUTH.")};
    lines << QString() << QLatin1String("# ") + Tr::tr("Look at it") << readingLines(safe);
    for (const Command &command : commandsFor(safe)) {
        lines << QString() << QLatin1String("# ") + titleOf(command.act);
        if (!command.whyNot.isEmpty())
            lines << QLatin1String("# ") + Tr::tr("not possible: %1").arg(command.whyNot);
        for (const QString &line : command.lines)
            lines << QLatin1String("# ") + line;
    }
    return (lines.join(u'\n') + u'\n').toUtf8();
}

QByteArray versionsText(const Incident &safe)
{
    QStringList lines{safe.program, QStringLiteral("Qt %1").arg(QLatin1String(qVersion())),
                      QSysInfo::prettyProductName()};
    for (const NodeStatus &node : safe.examination.nodes)
        lines << QStringLiteral("%1: Redis %2, %3")
                     .arg(escapedText(node.node.bytes),
                          node.version.isEmpty() ? Tr::tr("of unknown version") : escapedText(node.version),
                          node.role.isEmpty() ? Tr::tr("of unknown role") : escapedText(node.role));
    return (lines.join(u'\n') + u'\n').toUtf8();
}

// What stands between ` must not end it.
QString code(QString text)
{
    return u'`' + text.replace(u'`', u'\'').replace(u'\n', u' ') + u'`';
}

QString cell(QString text)
{
    return text.replace(u'|', QLatin1String("\\|")).replace(u'\n', u' ');
}

QString ttlText(const std::optional<Instant> &expiresAt, Instant at)
{
    return expiresAt ? humanDuration(std::max(millisecondsBetween(at, *expiresAt), milliseconds(0)))
                     : Tr::tr("no expiry");
}

class Page
{
public:
    explicit Page(const Incident &safe) : m_safe(safe) {}
    QByteArray write(const std::vector<Redactor::Pseudonym> &told);

private:
    void title();
    void verdict();
    void holders();
    void waiters();
    void copies();
    void happened();
    void acts();
    void commands();
    void unsafe();
    void replaced(const std::vector<Redactor::Pseudonym> &told);
    void heading(const QString &text) { m_lines << QString() << QLatin1String("## ") + text << QString(); }
    void point(const QString &text) { m_lines << QLatin1String("- ") + text; }

    const Incident &m_safe;
    QStringList m_lines{};
};

QByteArray Page::write(const std::vector<Redactor::Pseudonym> &told)
{
    title();
    verdict();
    holders();
    waiters();
    copies();
    happened();
    acts();
    commands();
    unsafe();
    replaced(told);
    return (m_lines.join(u'\n') + u'\n').toUtf8();
}

void Page::title()
{
    const LockPtr &lock = m_safe.detail.lock;
    m_lines << QLatin1String("# ") + Tr::tr("Incident: lock %1").arg(code(escapedText(m_safe.key.bytes)))
            << QString();
    point(Tr::tr("when: %1").arg(utcText(m_safe.at)));
    if (!m_safe.spec.name.isEmpty())
        point(Tr::tr("connection: %1").arg(m_safe.spec.name));
    if (lock) {
        point(Tr::tr("kind: %1").arg(kindText(lock->kind)));
        point(Tr::tr("node: %1").arg(escapedText(lock->node.bytes)));
    }
    QStringList versions;
    for (const NodeStatus &node : m_safe.examination.nodes) {
        const QString version = Tr::tr("Redis %1").arg(escapedText(node.version));
        if (!node.version.isEmpty() && !versions.contains(version))
            versions << version;
    }
    versions.prepend(m_safe.program);
    point(Tr::tr("versions: %1").arg(versions.join(QStringLiteral(", "))));
}

void Page::verdict()
{
    heading(Tr::tr("Verdict"));
    const LockPtr &lock = m_safe.detail.lock;
    if (!lock) {
        m_lines << (m_safe.unread.isEmpty() ? Tr::tr("There is no lock under this name now.")
                                            : Tr::tr("It could not be read: %1").arg(m_safe.unread));
        return;
    }
    m_lines << QStringLiteral("**%1** (%2, `%3`)")
                   .arg(m_safe.detail.verdictText, QLatin1String(name(lock->verdict.level)),
                        QString::fromUtf8(lock->verdict.code.data(), qsizetype(lock->verdict.code.size())))
            << QString();
    for (const QString &fact : m_safe.detail.evidence)
        point(fact);
    if (!m_safe.detail.advice.isEmpty())
        m_lines << QString() << Tr::tr("What to do: %1").arg(m_safe.detail.advice);
}

void Page::holders()
{
    const LockPtr &lock = m_safe.detail.lock;
    if (!lock)
        return;
    heading(Tr::tr("Holders"));
    const QString held =
        humanDuration(std::max(millisecondsBetween(lock->heldSince, m_safe.when), milliseconds(0)));
    if (!lock->held()) {
        m_lines << Tr::tr("Nobody holds it.");
        return;
    }
    m_lines << Tr::tr("| owner | holds | mode | time to live | client |")
            << QStringLiteral("| --- | --- | --- | --- | --- |");
    for (const Holder &holder : lock->holders) {
        const ClientInfo *client = clientOf(*lock, holder.id);
        const QString who =
            client ? cell((escapedText(client->name) + u' ' + escapedText(client->address)).trimmed())
                   : QString();
        m_lines << QStringLiteral("| %1 | %2 | %3 | %4 | %5 |")
                       .arg(cell(escapedText(holder.id.bytes)), QString::number(holder.count),
                            QLatin1String(name(holder.mode)),
                            ttlText(holder.expiresAt ? holder.expiresAt : lock->expiresAt, m_safe.when), who);
    }
    m_lines << QString()
            << (lock->heldIsLowerBound ? Tr::tr("Held for at least %1.").arg(held)
                                       : Tr::tr("Held for %1.").arg(held));
}

void Page::waiters()
{
    const LockPtr &lock = m_safe.detail.lock;
    if (!lock)
        return;
    heading(Tr::tr("Waiters"));
    const Waiters &waiters = lock->waiters;
    if (waiters.atLeast() == 0) {
        m_lines << (waiters.subscribed ? Tr::tr("Nobody waits.")
                                       : Tr::tr("Whether anybody waits is not known."));
        return;
    }
    if (waiters.subscribed)
        point(Tr::tr("%n client(s) listen for its release", nullptr, int(*waiters.subscribed)));
    for (const QueuedWaiter &waiter : waiters.queued)
        point(waiter.alive
                  ? (*waiter.alive ? Tr::tr("in the queue: %1, alive") : Tr::tr("in the queue: %1, dead"))
                        .arg(escapedText(waiter.id.bytes))
                  : Tr::tr("in the queue: %1").arg(escapedText(waiter.id.bytes)));
}

void Page::copies()
{
    const LockPtr &lock = m_safe.detail.lock;
    const bool ofGroup = lock && lock->quorum();
    const std::vector<Copy> &copies = ofGroup ? lock->extras->copies : m_safe.detail.copies;
    if (copies.empty())
        return;
    heading(Tr::tr("Copies"));
    m_lines << Tr::tr("| node | role | state | owner | time to live |")
            << QStringLiteral("| --- | --- | --- | --- | --- |");
    for (const Copy &copy : copies) {
        const bool held = copy.state == CopyState::Held || copy.state == CopyState::OtherOwner;
        m_lines << QStringLiteral("| %1 | %2 | %3 | %4 | %5 |")
                       .arg(cell(escapedText(copy.node.bytes)), escapedText(copy.role),
                            QLatin1String(name(copy.state)), cell(escapedText(copy.owner.bytes)),
                            held ? ttlText(copy.expiresAt, m_safe.when) : QString());
    }
    if (ofGroup)
        m_lines << QString()
                << Tr::tr("Quorum: %1 of %2 nodes agree, %3 are needed.")
                       .arg(lock->quorum()->agreeing)
                       .arg(lock->quorum()->nodes)
                       .arg(lock->quorum()->needed);
}

void Page::happened()
{
    constexpr size_t Most = 20;
    heading(Tr::tr("What happened"));
    if (!m_safe.storyNote.isEmpty())
        m_lines << m_safe.storyNote << QString();
    const auto &events = m_safe.story.events;
    if (events.empty()) {
        m_lines << Tr::tr("Nothing was seen of it.");
        return;
    }
    const size_t first = events.size() > Most ? events.size() - Most : 0;
    for (size_t i = first; i < events.size(); ++i) {
        const LockEvent &event = events[i];
        point(QStringLiteral("%1 %2 %3")
                  .arg(utcText(event.wallAt), QLatin1String(name(event.kind)), escapedText(event.owner.bytes))
                  .trimmed());
    }
    if (first > 0)
        m_lines << QString() << Tr::tr("%n older event(s): timeline.csv.", nullptr, int(first));
}

void Page::acts()
{
    heading(Tr::tr("What was done"));
    if (!m_safe.auditNote.isEmpty())
        m_lines << m_safe.auditNote << QString();
    if (m_safe.audit.empty()) {
        m_lines << Tr::tr("The audit of this program has no act on it.");
        return;
    }
    m_lines << Tr::tr("| when | who | act | expected | found | result | reason |")
            << QStringLiteral("| --- | --- | --- | --- | --- | --- | --- |");
    for (const AuditEntry &entry : m_safe.audit)
        m_lines << QStringLiteral("| %1 | %2 | %3 | %4 | %5 | %6 | %7 |")
                       .arg(utcText(WallTime(milliseconds(entry.atMs))),
                            cell(QStringLiteral("%1@%2").arg(entry.user, entry.host)), escapedText(entry.act),
                            cell(escapedText(entry.expectedOwner)), cell(escapedText(ownerFound(entry))),
                            escapedText(entry.result), cell(entry.reason));
}

void Page::commands()
{
    heading(Tr::tr("Further steps"));
    m_lines << Tr::tr(
        "The gentle ones first. owner-1, host-1 and the like stand for the true values: as they stand "
        "the commands change nothing. The same is in commands.sh.");
    m_lines << QString() << Tr::tr("Look at it:") << QString() << QStringLiteral("```sh")
            << readingLines(m_safe) << QStringLiteral("```");
    for (const Command &command : commandsFor(m_safe)) {
        m_lines << QString() << titleOf(command.act) + u':' << QString();
        if (command.lines.isEmpty())
            m_lines << Tr::tr("Not possible: %1").arg(command.whyNot);
        else
            m_lines << QStringLiteral("```sh") << command.lines << QStringLiteral("```");
    }
}

void Page::unsafe()
{
    heading(Tr::tr("What makes the locks of this deployment unsafe"));
    if (m_safe.examination.findings.empty())
        m_lines << Tr::tr("Nothing was found.");
    for (const Finding &finding : m_safe.examination.findings) {
        const QString where =
            finding.node.isEmpty() ? QString() : escapedText(finding.node.bytes) + QStringLiteral(": ");
        point(QStringLiteral("**%1** %2%3").arg(QLatin1String(name(finding.level)), where, finding.text));
    }
}

void Page::replaced(const std::vector<Redactor::Pseudonym> &told)
{
    heading(Tr::tr("What stands for what"));
    m_lines << Tr::tr(
        "These were replaced; the same name stands for the same thing in all files. In a shape a, A, d, h, "
        "x and ? are runs of small letters, capitals, digits, hex digits, mixed ones and other bytes.");
    if (m_safe.keepAddresses)
        m_lines << QString() << Tr::tr("Addresses were kept.");
    if (told.empty())
        return;
    m_lines << QString() << Tr::tr("| name | bytes | shape |") << QStringLiteral("| --- | --- | --- |");
    for (const Redactor::Pseudonym &one : told)
        m_lines << QStringLiteral("| %1 | %2 | %3 |")
                       .arg(QString::fromUtf8(one.pseudonym), QString::number(one.length),
                            code(cell(one.shape)));
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

// What can be done about what a bundle is refused for.
QString remedyFor(const QByteArray &leak)
{
    if (leak.startsWith("host-"))
        return Tr::tr("lockscope-cli incident --keep-addresses leaves addresses as they are");
    if (leak.startsWith("password-"))
        return Tr::tr("the lock's name, or that of the connection, may contain a password: change it");
    return Tr::tr("this is a fault of Lockscope: report it, without what the name stands for");
}

Failure fileFailure(const QString &what, const QString &why)
{
    return {.kind = ErrorKind::Internal,
            .text = Tr::tr("%1 cannot be written: %2").arg(what, why),
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
    add("nodes.json", document([&safe](JsonWriter &json) { writeNodes(json, safe.examination.nodes); }));
    add("doctor.json", document([&safe](JsonWriter &json) { writeExamination(json, safe.examination); }));
    add("audit.json", auditJson(safe.audit, QJsonDocument::Indented));
    add("commands.sh", commandsScript(safe));
    add("versions.txt", versionsText(safe));
    bundle.files.insert(bundle.files.begin(),
                        {QStringLiteral("README.md"), Page(safe).write(redactor.told())});
    for (const IncidentFile &file : bundle.files) {
        if (const QByteArray leak = redactor.leakIn(file.bytes, incident.key.bytes); !leak.isEmpty())
            return Failure{.kind = ErrorKind::Internal,
                           .text = Tr::tr("what %1 stands for would be in %2; nothing was written")
                                       .arg(QString::fromUtf8(leak), file.name),
                           .remedy = remedyFor(leak)};
    }
    return bundle;
}

Outcome<QString> writeIncident(const IncidentBundle &bundle, const QString &parent)
{
    const QDir dir(parent.isEmpty() ? QStringLiteral(".") : parent);
    if (!QDir().mkpath(dir.path()))
        return fileFailure(dir.path(), Tr::tr("the folder cannot be made"));
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
        return fileFailure(whole, Tr::tr("it could not be moved into its place"));
    made.setAutoRemove(false);
    return whole;
}

} // namespace lockscope
