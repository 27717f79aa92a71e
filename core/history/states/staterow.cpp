// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/states/staterow.h"

#include "core/base/jsonwriter.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <mutex>
#include <set>
#include <string>

namespace lockscope
{

namespace
{

constexpr qsizetype WorthCompressing = 200;

QByteArray compact(JsonWriter &json)
{
    const QByteArray text = json.take();
    if (text.size() < WorthCompressing)
        return text;
    const QByteArray less = qCompress(text);
    return less.size() < text.size() ? less : text;
}

// A compressed one begins with its size, whose first byte is 0.
std::optional<QJsonArray> arrayIn(const QByteArray &packed)
{
    if (packed.isEmpty() || packed.size() > StateRow::MostBytes)
        return {};
    const QByteArray text = packed.startsWith('[')    ? packed
                            : packed.startsWith('\0') ? qUncompress(packed)
                                                      : QByteArray();
    const QJsonDocument document = QJsonDocument::fromJson(text);
    return document.isArray() ? std::optional(document.array()) : std::nullopt;
}

QByteArray bytesOf(const QJsonObject &object, QLatin1String name)
{
    const QJsonValue value = object.value(name);
    if (value.isString())
        return value.toString().toUtf8();
    return QByteArray::fromBase64(object.value(name + QLatin1String("_base64")).toString().toLatin1());
}

template<class Enum> Enum named(const QJsonValue &value, std::initializer_list<Enum> all, Enum otherwise)
{
    const QByteArray word = value.toString().toLatin1();
    const auto found = std::find_if(all.begin(), all.end(), [&word](Enum one) { return name(one) == word; });
    return found == all.end() ? otherwise : *found;
}

// A finding refers to its code, which lives as long as the program. Newer versions may have others.
std::string_view storedCode(const QString &code)
{
    constexpr qsizetype Longest = 40;
    constexpr size_t Most = 500;
    static std::mutex guard;
    static std::set<std::string> codes;
    const auto isOfCode = [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'-';
    };
    if (code.isEmpty() || code.size() > Longest || !std::all_of(code.begin(), code.end(), isOfCode))
        return "unknown";
    const std::lock_guard lock(guard);
    const auto known = codes.find(code.toStdString());
    if (known == codes.end() && codes.size() == Most)
        return "unknown";
    return known != codes.end() ? *known : *codes.insert(code.toStdString()).first;
}

void writeFinding(JsonWriter &json, const Finding &finding)
{
    json.beginObject();
    json.text("code", QByteArrayView(finding.code.data(), qsizetype(finding.code.size())));
    json.text("level", QByteArrayView(name(finding.level)));
    if (!finding.node.isEmpty())
        json.bytes("node", finding.node.bytes);
    if (!finding.text.isEmpty())
        json.text("text", finding.text);
    if (!finding.evidence.isEmpty()) {
        json.name("evidence");
        json.beginArray();
        for (const QString &line : finding.evidence)
            json.text(line);
        json.endArray();
    }
    if (!finding.remedy.isEmpty())
        json.text("remedy", finding.remedy);
    json.endObject();
}

Finding findingIn(const QJsonObject &object)
{
    Finding finding{
        .code = storedCode(object.value(u"code").toString()),
        .level = named(object.value(u"level"),
                       {VerdictLevel::Ok, VerdictLevel::Info, VerdictLevel::Warning, VerdictLevel::Critical},
                       VerdictLevel::Info),
        .node = {bytesOf(object, QLatin1String("node"))},
        .text = object.value(u"text").toString(),
        .remedy = object.value(u"remedy").toString()};
    const QJsonArray evidence = object.value(u"evidence").toArray();
    for (const QJsonValue line : evidence)
        finding.evidence += line.toString();
    return finding;
}

void writeNode(JsonWriter &json, const NodeStatus &status)
{
    json.beginObject();
    json.bytes("node", status.node.bytes);
    if (!status.announced.isEmpty())
        json.bytes("announced", status.announced.bytes);
    if (status.member > 0)
        json.number("member", status.member);
    if (status.surplus > 0)
        json.number("surplus", status.surplus);
    if (!status.role.isEmpty())
        json.bytes("role", status.role);
    json.text("phase", QByteArrayView(name(status.connection.phase)));
    if (!status.version.isEmpty())
        json.bytes("version", status.version);
    if (status.replica) {
        json.bytes("master", status.replica->master.bytes);
        json.boolean("linked", status.replica->linked);
    }
    if (!status.slotRanges.empty()) {
        json.name("slots");
        json.beginArray();
        for (const SlotRange &range : status.slotRanges) {
            json.number(range.first);
            json.number(range.last);
        }
        json.endArray();
    }
    json.endObject();
}

NodeStatus nodeIn(const QJsonObject &object)
{
    NodeStatus status{.node = {bytesOf(object, QLatin1String("node"))},
                      .announced = {bytesOf(object, QLatin1String("announced"))},
                      .member = object.value(u"member").toInt(),
                      .surplus = object.value(u"surplus").toInt(),
                      .role = bytesOf(object, QLatin1String("role")),
                      .version = bytesOf(object, QLatin1String("version"))};
    status.connection.phase =
        named(object.value(u"phase"),
              {ConnectionPhase::Idle, ConnectionPhase::Connecting, ConnectionPhase::Ready,
               ConnectionPhase::Waiting, ConnectionPhase::Failed, ConnectionPhase::Closed},
              ConnectionPhase::Idle);
    if (object.contains(u"linked"))
        status.replica = Replication{.master = {bytesOf(object, QLatin1String("master"))},
                                     .linked = object.value(u"linked").toBool()};
    const QJsonArray slotRanges = object.value(u"slots").toArray();
    for (qsizetype i = 0; i + 1 < slotRanges.size(); i += 2)
        status.slotRanges.push_back({slotRanges[i].toInt(), slotRanges[i + 1].toInt()});
    return status;
}

} // namespace

QByteArray packed(const std::vector<Finding> &findings)
{
    JsonWriter json;
    json.beginArray();
    for (const Finding &finding : findings)
        writeFinding(json, finding);
    json.endArray();
    return compact(json);
}

QByteArray packed(const std::vector<NodeStatus> &nodes)
{
    JsonWriter json;
    json.beginArray();
    for (const NodeStatus &status : nodes)
        writeNode(json, status);
    json.endArray();
    return compact(json);
}

std::optional<std::vector<Finding>> findingsIn(const QByteArray &packed)
{
    const std::optional<QJsonArray> array = arrayIn(packed);
    if (!array)
        return {};
    std::vector<Finding> findings;
    for (const QJsonValue one : *array)
        findings.push_back(findingIn(one.toObject()));
    return findings;
}

std::optional<std::vector<NodeStatus>> nodesIn(const QByteArray &packed)
{
    const std::optional<QJsonArray> array = arrayIn(packed);
    if (!array)
        return {};
    std::vector<NodeStatus> nodes;
    for (const QJsonValue one : *array)
        nodes.push_back(nodeIn(one.toObject()));
    return nodes;
}

} // namespace lockscope
