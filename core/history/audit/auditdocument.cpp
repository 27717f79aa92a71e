// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/audit/auditdocument.h"

#include "core/base/csv.h"
#include "core/base/utctext.h"
#include "core/formats/format.h"

#include <QJsonArray>
#include <QJsonObject>

namespace lockscope
{

namespace
{

// An absent field is unknown.
void add(QJsonObject &object, const char *field, const QString &text)
{
    if (!text.isEmpty())
        object.insert(QLatin1String(field), text);
}

void addBytes(QJsonObject &object, const char *field, const QByteArray &bytes)
{
    if (bytes.isValidUtf8())
        add(object, field, QString::fromUtf8(bytes));
    else
        object.insert(QLatin1String(field) + QStringLiteral("_base64"),
                      QString::fromLatin1(bytes.toBase64()));
}

// A permit also as its program knows it.
void addOwner(QJsonObject &object, const char *field, const QByteArray &owner, const QByteArray &kind)
{
    addBytes(object, field, owner);
    const Format *format = Registry::builtIn().find(kind);
    const QByteArray shown = format ? shownOwnerId({owner}, format->kind()).bytes : owner;
    if (shown != owner)
        add(object, (QByteArray(field) + "_hex").constData(), QString::fromLatin1(shown));
}

void addNumber(QJsonObject &object, const char *field, qint64 number)
{
    if (number != 0)
        object.insert(QLatin1String(field), number);
}

QJsonObject valueOf(const AuditStep &step, const KeyBackup &before)
{
    QJsonObject object;
    addBytes(object, "key", before.key.bytes);
    object.insert(QStringLiteral("existed"), !before.dump.isEmpty() || !before.why.isEmpty());
    if (!before.dump.isEmpty())
        object.insert(QStringLiteral("dump_base64"), QString::fromLatin1(before.dump.toBase64()));
    if (before.ttl)
        object.insert(QStringLiteral("ttl_ms"), qint64(before.ttl->count()));
    add(object, "not_kept", before.why);
    add(object, "restore", restoreLine(step, before));
    return object;
}

QJsonObject stepObject(const AuditStep &step)
{
    QJsonObject object{{QStringLiteral("at"), step.atMs}};
    addBytes(object, "node", step.node);
    addBytes(object, "act", step.act);
    addBytes(object, "script", step.script);
    addBytes(object, "found_owner", step.foundOwner);
    addNumber(object, "found_count", step.foundCount);
    QJsonArray before;
    for (const KeyBackup &value : step.before)
        before.append(valueOf(step, value));
    object.insert(QStringLiteral("before"), before);
    return object;
}

QJsonObject answerObject(const AuditAnswer &answer)
{
    QJsonObject object;
    addBytes(object, "node", answer.node);
    addBytes(object, "result", answer.result);
    addBytes(object, "owner_after", answer.foundOwner);
    add(object, "failure", answer.failure);
    return object;
}

QJsonObject entryObject(const AuditEntry &entry)
{
    QJsonObject object{{QStringLiteral("number"), entry.number}, {QStringLiteral("at"), entry.atMs}};
    add(object, "user", entry.user);
    add(object, "host", entry.host);
    add(object, "program", entry.program);
    add(object, "profile", entry.profile);
    addBytes(object, "act", entry.act);
    addBytes(object, "key", entry.key);
    addBytes(object, "kind", entry.kind);
    addBytes(object, "node", entry.node);
    addOwner(object, "expected_owner", entry.expectedOwner, entry.kind);
    addNumber(object, "expected_count", entry.expectedCount);
    addOwner(object, "found_owner", ownerFound(entry), entry.kind);
    addBytes(object, "owner_after", entry.foundOwner);
    addNumber(object, "count_after", entry.foundCount);
    add(object, "reason", entry.reason);
    addBytes(object, "result", entry.result);
    add(object, "failure", entry.failure);
    addNumber(object, "woken", entry.woken);
    if (entry.endedMs)
        object.insert(QStringLiteral("ended_at"), *entry.endedMs);
    object.insert(QStringLiteral("commands"), QJsonArray::fromStringList(entry.commands));
    QJsonArray sent;
    for (const AuditStep &step : entry.steps)
        sent.append(stepObject(step));
    object.insert(QStringLiteral("sent"), sent);
    QJsonArray answers;
    for (const AuditAnswer &answer : entry.answers)
        answers.append(answerObject(answer));
    if (!answers.isEmpty())
        object.insert(QStringLiteral("nodes"), answers);
    return object;
}

} // namespace

QByteArray auditJson(const std::vector<AuditEntry> &entries, QJsonDocument::JsonFormat format)
{
    QJsonArray audit;
    for (const AuditEntry &entry : entries)
        audit.append(entryObject(entry));
    const QByteArray json = QJsonDocument(QJsonObject{{QStringLiteral("audit"), audit}}).toJson(format);
    return printableJson(json.endsWith('\n') ? json : json + '\n');
}

QByteArray auditCsv(const std::vector<AuditEntry> &entries)
{
    const auto time = [](qint64 ms) { return utcText(WallTime(milliseconds(ms))); };
    QByteArray csv = csvLine(
        {QStringLiteral("at"), QStringLiteral("user"), QStringLiteral("host"), QStringLiteral("profile"),
         QStringLiteral("act"), QStringLiteral("key"), QStringLiteral("kind"), QStringLiteral("node"),
         QStringLiteral("expected_owner"), QStringLiteral("found_owner"), QStringLiteral("owner_after"),
         QStringLiteral("reason"), QStringLiteral("result"), QStringLiteral("failure"),
         QStringLiteral("woken"), QStringLiteral("ended_at"), QStringLiteral("program")});
    for (const AuditEntry &entry : entries)
        csv += csvLine({time(entry.atMs), entry.user, entry.host, entry.profile, escapedText(entry.act),
                        escapedText(entry.key), escapedText(entry.kind), escapedText(entry.node),
                        escapedText(entry.expectedOwner), escapedText(ownerFound(entry)),
                        escapedText(entry.foundOwner), entry.reason, escapedText(entry.result), entry.failure,
                        QString::number(entry.woken), entry.endedMs ? time(*entry.endedMs) : QString(),
                        entry.program});
    return csv;
}

} // namespace lockscope
