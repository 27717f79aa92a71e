// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/audit/auditentry.h"

#include "core/formats/planning.h"

#include <QHostAddress>

#include <algorithm>

namespace lockscope
{

namespace
{

// This machine has several names, and a server on it is one server.
void nameLoopback(QString &host)
{
    if (host.compare(QLatin1String("localhost"), Qt::CaseInsensitive) == 0 || QHostAddress(host).isLoopback())
        host = QStringLiteral("127.0.0.1");
}

} // namespace

// Keeps only the address, because programs use different client names, timeouts and patterns.
QString auditedProfile(const ConnectionSpec &spec)
{
    if (!spec.name.isEmpty())
        return spec.name;
    ConnectionSpec place = spec;
    const auto forget = [](ConnectionSpec &one) {
        one.clientName.clear();
        one.connectTimeout = ConnectionSpec().connectTimeout;
        one.commandTimeout = ConnectionSpec().commandTimeout;
        one.maxMemory = ConnectionSpec().maxMemory;
        one.patterns.clear();
        nameLoopback(one.host);
        for (Endpoint &seed : one.seeds)
            nameLoopback(seed.host);
    };
    forget(place);
    std::ranges::for_each(place.members, forget);
    return connectionUrl(place);
}

bool mentions(const AuditEntry &entry, const QString &text)
{
    const auto has = [&text](const QString &field) { return field.contains(text, Qt::CaseInsensitive); };
    const auto hasBytes = [&has](const QByteArray &field) { return has(escapedText(field)); };
    const bool inBytes =
        std::ranges::any_of(QByteArrayList{entry.key, entry.kind, entry.expectedOwner, entry.foundOwner,
                                           entry.node, entry.act, entry.result},
                            hasBytes);
    const bool inText =
        std::ranges::any_of(QStringList{entry.reason, entry.user, entry.host, entry.profile}, has);
    return inBytes || inText || std::ranges::any_of(entry.steps, [&hasBytes](const AuditStep &step) {
               return hasBytes(step.node) || hasBytes(step.foundOwner);
           });
}

QByteArray ownerFound(const AuditEntry &entry)
{
    const bool wasAnother = entry.result == name(ActResult::OwnerChanged) && !entry.foundOwner.isEmpty();
    if (wasAnother || entry.steps.empty())
        return entry.foundOwner;
    const auto held =
        std::ranges::find_if(entry.steps, [](const AuditStep &step) { return !step.foundOwner.isEmpty(); });
    return held == entry.steps.end() ? QByteArray() : held->foundOwner;
}

QString restoreLine(const AuditStep &step, const KeyBackup &value)
{
    if (value.dump.isEmpty())
        return {};
    // RESTORE takes a TTL of 0 as no expiry.
    const qint64 ttl = value.ttl ? std::max<qint64>(1, value.ttl->count()) : 0;
    QString line = redisCliLine({"RESTORE", value.key.bytes, QByteArray::number(ttl), value.dump});
    const QLatin1String bare("redis-cli");
    if (!step.cli.isEmpty() && line.startsWith(bare))
        line.replace(0, bare.size(), step.cli);
    else if (!step.cli.isEmpty() && line.endsWith(bare))
        line.replace(line.size() - bare.size(), bare.size(), step.cli);
    return line;
}

QStringList restoreLines(const AuditStep &step)
{
    QStringList lines;
    for (const KeyBackup &value : step.before)
        lines << restoreLine(step, value);
    lines.removeAll(QString());
    return lines;
}

} // namespace lockscope
