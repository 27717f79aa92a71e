// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/audit/auditvalues.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope
{

namespace
{

QString base64(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

QByteArray fromBase64(const QJsonValue &value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

} // namespace

QByteArray beforeToJson(const std::vector<KeyBackup> &values)
{
    QJsonArray array;
    for (const KeyBackup &value : values) {
        QJsonObject object{{QStringLiteral("key"), base64(value.key.bytes)}};
        if (!value.dump.isEmpty())
            object.insert(QStringLiteral("dump"), base64(value.dump));
        if (value.ttl)
            object.insert(QStringLiteral("ttl_ms"), qint64(value.ttl->count()));
        if (!value.why.isEmpty())
            object.insert(QStringLiteral("why"), value.why);
        array.append(object);
    }
    return QJsonDocument(array).toJson(QJsonDocument::Compact);
}

QByteArray answersToJson(const std::vector<NodeReceipt> &nodes)
{
    QJsonArray array;
    for (const NodeReceipt &node : nodes)
        array.append(QJsonObject{{QStringLiteral("node"), QString::fromUtf8(node.node.bytes)},
                                 {QStringLiteral("result"), QLatin1String(name(node.result))},
                                 {QStringLiteral("found"), base64(node.foundOwner.value_or(OwnerId{}).bytes)},
                                 {QStringLiteral("failure"), node.failure.text}});
    return nodes.empty() ? QByteArray() : QJsonDocument(array).toJson(QJsonDocument::Compact);
}

std::vector<AuditAnswer> answersFromJson(const QByteArray &json)
{
    std::vector<AuditAnswer> answers;
    const QJsonArray array = QJsonDocument::fromJson(json).array();
    for (const QJsonValue &item : array) {
        const QJsonObject object = item.toObject();
        answers.push_back({.node = object.value(QStringLiteral("node")).toString().toUtf8(),
                           .result = object.value(QStringLiteral("result")).toString().toUtf8(),
                           .foundOwner = fromBase64(object.value(QStringLiteral("found"))),
                           .failure = object.value(QStringLiteral("failure")).toString()});
    }
    return answers;
}

std::vector<KeyBackup> beforeFromJson(const QByteArray &json)
{
    std::vector<KeyBackup> values;
    const QJsonArray array = QJsonDocument::fromJson(json).array();
    for (const QJsonValue &item : array) {
        const QJsonObject object = item.toObject();
        KeyBackup value{.key = {fromBase64(object.value(QStringLiteral("key")))},
                        .dump = fromBase64(object.value(QStringLiteral("dump"))),
                        .why = object.value(QStringLiteral("why")).toString()};
        if (const qint64 ttl = object.value(QStringLiteral("ttl_ms")).toInteger(-1); ttl >= 0)
            value.ttl = milliseconds(ttl);
        values.push_back(std::move(value));
    }
    return values;
}

} // namespace lockscope
