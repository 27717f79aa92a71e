// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/incidentredaction.h"

#include "core/base/tr.h"
#include "core/values/kindname.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

QString asText(const QByteArray &bytes)
{
    return QString::fromUtf8(bytes);
}

NodeId redactedNode(const NodeId &node, Redactor &redactor)
{
    return {redactor.address(node.bytes)};
}

void redact(OwnerId &owner, Redactor &redactor)
{
    owner.bytes = redactor.owner(owner.bytes);
}

// A known value is replaced by its pseudonym, any other by its shape.
QByteArray shaped(const QByteArray &value, Redactor &redactor)
{
    if (redactor.isKnown(value))
        return redactor.known(value);
    return '<' + shapeOf(value).toUtf8() + '>';
}

void learn(const ConnectionSpec &spec, Redactor &redactor)
{
    for (const QString &password : {spec.password, spec.sentinel.password, spec.proxy.password})
        redactor.forbid(password.toUtf8());
    redactor.user(spec.user.toUtf8());
    redactor.user(spec.sentinel.user.toUtf8());
    redactor.user(spec.proxy.user.toUtf8());
    redactor.host(spec.host.toUtf8());
    for (const Endpoint &seed : spec.seeds)
        redactor.host(seed.host.toUtf8());
    for (const AddressRule &rule : spec.addressing.map) {
        redactor.host(rule.announced.host.toUtf8());
        redactor.host(rule.reached.host.toUtf8());
    }
    redactor.host(spec.proxy.host.toUtf8());
    const QString ssh = spec.ssh.destination;
    if (ssh.contains(u'@'))
        redactor.user(ssh.section(u'@', 0, -2).toUtf8());
    redactor.host(ssh.section(u'@', -1).toUtf8());
    for (const QString &file : {spec.socketPath, spec.tls.caFile, spec.tls.certificateFile, spec.tls.keyFile,
                                spec.ssh.identityFile, spec.ssh.configFile})
        redactor.path(file.toUtf8());
    redactor.host(spec.tls.serverName.toUtf8());
    for (const ConnectionSpec &member : spec.members)
        learn(member, redactor);
}

// Only what a redis-cli line needs.
ConnectionSpec redactedSpec(const ConnectionSpec &spec, Redactor &redactor)
{
    const auto path = [&](const QString &file) { return asText(redactor.path(file.toUtf8())); };
    ConnectionSpec safe;
    safe.name = redactor.text(spec.name); // it may be the address
    safe.host = asText(redactor.host(spec.host.toUtf8()));
    safe.port = spec.port;
    safe.socketPath = path(spec.socketPath);
    safe.user = asText(redactor.user(spec.user.toUtf8()));
    safe.db = spec.db;
    safe.tls = {.enabled = spec.tls.enabled,
                .verifyPeer = spec.tls.verifyPeer,
                .caFile = path(spec.tls.caFile),
                .certificateFile = path(spec.tls.certificateFile),
                .keyFile = path(spec.tls.keyFile),
                .serverName = asText(redactor.host(spec.tls.serverName.toUtf8()))};
    safe.environment = spec.environment;
    safe.topology = spec.topology;
    safe.readOnly = spec.readOnly;
    for (const ConnectionSpec &member : spec.members)
        safe.members.push_back(redactedSpec(member, redactor));
    return safe;
}

void redact(Failure &failure, Redactor &redactor)
{
    failure.text = redactor.text(failure.text);
    failure.remedy = redactor.text(failure.remedy);
    failure.node = redactedNode(failure.node, redactor);
    failure.serverText = redactor.bytes(failure.serverText);
}

void redact(std::vector<Copy> &copies, Redactor &redactor)
{
    for (Copy &copy : copies) {
        copy.node = redactedNode(copy.node, redactor);
        redact(copy.owner, redactor);
        redact(copy.why, redactor);
    }
}

void redact(std::vector<LockName> &keys, Redactor &redactor)
{
    for (LockName &key : keys)
        key.bytes = redactor.bytes(key.bytes);
}

std::shared_ptr<const LockExtras> redacted(const LockExtras &extras, Redactor &redactor)
{
    LockExtras safe = extras;
    redact(safe.companions, redactor);
    redact(safe.copies, redactor);
    if (safe.quorum)
        redact(safe.quorum->owner, redactor);
    return std::make_shared<const LockExtras>(std::move(safe));
}

LockPtr redacted(const Lock &lock, Redactor &redactor)
{
    Lock safe = lock;
    safe.node = redactedNode(lock.node, redactor);
    for (Holder &holder : safe.holders) {
        redact(holder.id, redactor);
        holder.part = redactor.bytes(holder.part);
    }
    for (QueuedWaiter &waiter : safe.waiters.queued)
        redact(waiter.id, redactor);
    if (lock.clients) {
        HolderClients clients = *lock.clients;
        for (auto &[id, client] : clients) {
            redact(id, redactor);
            client.address = redactor.address(client.address);
            client.name = redactor.client(client.name);
        }
        safe.clients = std::make_shared<const HolderClients>(std::move(clients));
    }
    if (lock.extras)
        safe.extras = redacted(*lock.extras, redactor);
    return std::make_shared<const Lock>(std::move(safe));
}

void redactRaw(LockDetail &detail, Redactor &redactor)
{
    const auto isWord = [](const QByteArray &text) { // words of the formats themselves
        static constexpr std::array words{"mode", "read", "write"};
        return std::ranges::find(words, QByteArrayView(text)) != words.end();
    };
    const auto safe = [&](QByteArray &value) {
        bool isCount = false;
        static_cast<void>(value.toUInt(&isCount));
        if (!isWord(value) && !(isCount && value.size() < 6))
            value = shaped(value, redactor);
    };
    if (!detail.rawString.isEmpty())
        detail.rawString = shaped(detail.rawString, redactor);
    for (auto &[field, value] : detail.rawFields) {
        safe(field);
        safe(value);
    }
    for (Member &member : detail.rawMembers)
        member.bytes = shaped(member.bytes, redactor);
    detail.reading.reset();
}

void redact(ReleaseEffect &effect, Redactor &redactor)
{
    for (QueuedWaiter &waiter : effect.queue)
        redact(waiter.id, redactor);
    for (OtherLock &other : effect.others)
        other.key.bytes = redactor.bytes(other.key.bytes);
}

void redact(LockDetail &detail, Redactor &redactor)
{
    if (detail.lock)
        detail.lock = redacted(*detail.lock, redactor);
    redact(detail.copies, redactor);
    redactRaw(detail, redactor);
    redact(detail.companions, redactor);
    redact(detail.sameOwner, redactor);
    redact(detail.sameClient, redactor);
    for (OtherLock &other : detail.sameConnection)
        other.key.bytes = redactor.bytes(other.key.bytes);
    detail.explanation.clear(); // it describes the value: hosts, processes, text of the application
    detail.verdictText = redactor.text(detail.verdictText);
    detail.deadlock = redactor.texts(detail.deadlock);
    detail.evidence = redactor.texts(detail.evidence);
    detail.advice = redactor.text(detail.advice);
    detail.events.clear(); // they are in lockEvents
    if (detail.effect)
        redact(*detail.effect, redactor);
    for (HolderNotice &notice : detail.notices)
        notice.because = redactor.text(notice.because);
}

void redact(HealthReport &report, Redactor &redactor)
{
    for (NodeStatus &node : report.nodes) {
        node.node = redactedNode(node.node, redactor);
        node.announced = redactedNode(node.announced, redactor);
        redact(node.connection.reason, redactor);
        if (node.replica)
            node.replica->master = redactedNode(node.replica->master, redactor);
    }
    for (Finding &finding : report.findings) {
        finding.node = redactedNode(finding.node, redactor);
        finding.text = redactor.text(finding.text);
        finding.evidence = redactor.texts(finding.evidence);
        finding.remedy = redactor.text(finding.remedy);
    }
    for (NodeRights &rights : report.rights) {
        rights.node = redactedNode(rights.node, redactor);
        rights.user = redactor.user(rights.user);
        for (RightInfo &told : rights.rights)
            told.why = redactor.text(told.why);
    }
    report.acl = redactor.bytes(report.acl);
}

// Keeps only the size of the value.
void redact(KeyBackup &value, Redactor &redactor)
{
    value.key.bytes = redactor.bytes(value.key.bytes);
    value.why = redactor.text(value.why);
    if (!value.dump.isEmpty())
        value.why = Tr::tr("%n byte(s), not shown here", nullptr, int(value.dump.size()));
    value.dump.clear();
}

// One owner, or several separated by commas. An id that contains a comma must already be known.
QByteArrayList ownersIn(const QByteArray &joined, const Redactor &redactor)
{
    QByteArrayList owners;
    qsizetype from = 0;
    for (qsizetype end = 0; !redactor.isKnown(joined) && end >= 0;) {
        end = joined.indexOf(", ", from);
        if (end >= 0) {
            owners << joined.mid(from, end - from);
            from = end + 2;
        }
    }
    return owners << joined.mid(from);
}

void redact(AuditEntry &entry, Redactor &redactor)
{
    entry.user = asText(redactor.user(entry.user.toUtf8()));
    entry.host = asText(redactor.host(entry.host.toUtf8()));
    entry.profile = redactor.text(entry.profile);
    entry.node = redactor.address(entry.node);
    QByteArrayList expected = ownersIn(entry.expectedOwner, redactor);
    for (QByteArray &one : expected)
        one = redactor.owner(one);
    entry.expectedOwner = expected.join(", ");
    entry.foundOwner = redactor.owner(entry.foundOwner);
    entry.reason = redactor.text(entry.reason);
    entry.failure = redactor.text(entry.failure);
    entry.commands.clear(); // current ones are in commands.sh
    for (AuditStep &step : entry.steps) {
        step.cli.clear(); // names users and files
        step.node = redactor.address(step.node);
        step.foundOwner = redactor.owner(step.foundOwner);
        for (KeyBackup &value : step.before)
            redact(value, redactor);
    }
    for (AuditAnswer &answer : entry.answers) {
        answer.node = redactor.address(answer.node);
        answer.foundOwner = redactor.owner(answer.foundOwner);
        answer.failure = redactor.text(answer.failure);
    }
}

// Also learns the parts of the id. format: null if the kind is unknown.
void learn(const OwnerId &owner, const Format *format, Redactor &redactor)
{
    if (redactor.isKnown(owner.bytes))
        return;
    redactor.owner(owner.bytes);
    if (!format)
        return;
    const OwnerParts parts = format->ownerParts(owner);
    redactor.client(parts.client);
    redactor.host(parts.host);
    redactor.host(parts.mac);
}

// Learns all values in separate fields before any sentence is redacted.
void learn(const Incident &incident, Redactor &redactor)
{
    learn(incident.spec, redactor);
    redactor.user(incident.account.toUtf8());
    redactor.host(incident.machine.toUtf8());
    for (const QString &folder : incident.folders)
        redactor.path(folder.toUtf8());
    const Registry &registry = incident.registry ? *incident.registry : Registry::builtIn();
    const LockPtr &lock = incident.detail.lock;
    const Format *format = lock ? registry.find(kindName(lock->kind)) : nullptr;
    if (lock) {
        for (const Holder &holder : lock->holders)
            learn(holder.id, format, redactor);
        for (const QueuedWaiter &waiter : lock->waiters.queued)
            learn(waiter.id, format, redactor);
        static_cast<void>(redacted(*lock, redactor));
    }
    for (const Copy &copy : incident.detail.copies) {
        redactor.address(copy.node.bytes);
        learn(copy.owner, format, redactor);
    }
    for (const LockEvent &event : incident.lockEvents.events) {
        const Format *then = registry.find(kindName(event.lockKind));
        learn(event.owner, then ? then : format, redactor);
        redactor.address(event.node.bytes);
    }
    for (const NodeStatus &node : incident.health.nodes) {
        redactor.address(node.node.bytes);
        redactor.address(node.announced.bytes);
        if (node.replica)
            redactor.address(node.replica->master.bytes);
        redactor.address(node.connection.reason.node.bytes);
        redactor.learnHosts(node.connection.reason.text + u' ' +
                            QString::fromUtf8(node.connection.reason.serverText));
    }
    for (const Finding &finding : incident.health.findings) {
        redactor.address(finding.node.bytes);
        redactor.learnHosts(finding.evidence.join(u' '));
    }
    for (const NodeRights &rights : incident.health.rights)
        redactor.user(rights.user);
    for (const AuditEntry &entry : incident.audit) {
        const Format *then = registry.find(entry.kind);
        const Format *family = then ? then : format;
        learn({entry.foundOwner}, family, redactor);
        redactor.user(entry.user.toUtf8());
        redactor.host(entry.host.toUtf8());
        redactor.address(entry.node);
        for (const AuditStep &step : entry.steps) {
            learn({step.foundOwner}, family, redactor);
            redactor.address(step.node);
        }
        for (const AuditAnswer &answer : entry.answers) {
            learn({answer.foundOwner}, family, redactor);
            redactor.address(answer.node);
        }
        for (const QByteArray &one : ownersIn(entry.expectedOwner, redactor))
            learn({one}, family, redactor);
    }
}

} // namespace

Incident redacted(const Incident &incident, Redactor &redactor)
{
    learn(incident, redactor);
    Incident safe = incident;
    safe.spec = redactedSpec(incident.spec, redactor);
    redact(safe.detail, redactor);
    safe.unread = redactor.text(incident.unread);
    for (LockEvent &event : safe.lockEvents.events) {
        redact(event.owner, redactor);
        event.node = redactedNode(event.node, redactor);
    }
    safe.eventsNote = redactor.text(incident.eventsNote);
    redact(safe.health, redactor);
    for (AuditEntry &entry : safe.audit)
        redact(entry, redactor);
    safe.auditNote = redactor.text(incident.auditNote);
    return safe;
}

} // namespace lockscope
