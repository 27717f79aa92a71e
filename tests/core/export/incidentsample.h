// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An incident full of secrets and addresses, and the forms in which these could be in a file. Pure values.

#include "core/engine/verdicts/verdicttext.h"
#include "core/export/incident.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUrl>

namespace lockscope::test::incident
{

inline const QByteArray Holder1 = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:92";

inline const QByteArray Waiter = "c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:7";

inline const QByteArray Foreign = "it's \"some\\one\" else";

inline const QByteArray Binary = QByteArray("\x00\x01\xfe\xff\x7f\x80\x90\xaa", 8);

inline const QByteArray Unknown = "Zq8sW0secretvaluenobodyknows";

// A secret in every encoding in which it could appear in a file.
inline QByteArrayList formsOf(const QByteArray &secret)
{
    QByteArray octal, hexes;
    for (const char byte : secret) {
        const auto code = uint(static_cast<unsigned char>(byte));
        octal += '\\' + QByteArray::number(code, 8).rightJustified(3, '0');
        hexes += "\\x" + QByteArray::number(code, 16).rightJustified(2, '0');
    }
    QByteArrayList forms{secret,
                         secret.toBase64(QByteArray::OmitTrailingEquals),
                         secret.toHex(),
                         secret.toHex().toUpper(),
                         escapedText(secret).toUtf8(),
                         QUrl::toPercentEncoding(QString::fromUtf8(secret)),
                         octal,
                         hexes};
    // As a JSON string.
    const QByteArray json =
        QJsonDocument(QJsonArray{QString::fromUtf8(secret)}).toJson(QJsonDocument::Compact);
    forms << json.mid(2, json.size() - 4);
    return forms;
}

inline LockPtr heldLock(Instant at)
{
    using namespace std::chrono_literals;
    static const std::vector<std::string_view> libraries{"Redisson"};
    Lock lock{.key = LockName{"order:77:lock"},
              .node = NodeId{"redis-7.shop.internal:6379"},
              .kind = LockKind{"rlock"},
              .libraries = &libraries,
              .confidence = Confidence::Certain,
              .type = ValueType::Hash};
    lock.holders.append(Holder{.id = OwnerId{Holder1}, .count = 2});
    lock.heldSince = at - 41min;
    lock.waiters.subscribed = 3;
    lock.waiters.queued = {{.id = OwnerId{Waiter}, .alive = true}};
    lock.verdict = {VerdictLevel::Critical, "no-expiry"};
    lock.clients =
        std::make_shared<const HolderClients>(HolderClients{{OwnerId{Holder1},
                                                             {.address = "10.20.30.40:51234",
                                                              .name = "billing-worker-3",
                                                              .learnt = QStringLiteral("CLIENT LIST")}}});
    return std::make_shared<const Lock>(std::move(lock));
}

inline Incident sample()
{
    using namespace std::chrono_literals;
    Incident incident{.key = LockName{"order:77:lock"}, .at = WallTime(1'771'000'000'000ms), .when = now()};
    incident.program = QStringLiteral("lockscope-cli 0.3.0");
    ConnectionSpec &spec = incident.spec;
    spec.name = QStringLiteral("orders-prod");
    spec.host = QStringLiteral("redis-7.shop.internal");
    spec.user = QStringLiteral("locks-operator");
    spec.password = QStringLiteral("correct horse battery");
    spec.sentinel.password = QStringLiteral("sentinel-pass-9");
    spec.proxy = {.host = QStringLiteral("jump.shop.internal"),
                  .user = QStringLiteral("proxyuser"),
                  .password = QStringLiteral("proxy-pass-1")};
    spec.tls = {.enabled = true, .caFile = QStringLiteral("/home/mallory/ca.pem")};
    LockDetail &detail = incident.detail;
    detail.lock = heldLock(incident.when);
    detail.typeFound = ValueType::Hash;
    detail.size = 1;
    detail.rawFields = {{Holder1, "2"}, {Unknown, Unknown}};
    const VerdictText text = explainVerdict(*detail.lock, incident.when);
    detail.verdictText = text.sentence;
    detail.evidence = text.evidence;
    detail.evidence << QStringLiteral("asked by %1").arg(QString::fromUtf8(Holder1));
    detail.advice = text.advice;
    detail.companions = {LockName{"redisson_rwlock_timeout:{order:77:lock}:" + Holder1 + ":1"}};
    detail.copies = {{.node = NodeId{"192.168.7.9:6380"},
                      .role = "slave",
                      .state = CopyState::OtherOwner,
                      .owner = OwnerId{Foreign}}};
    detail.effect = ReleaseEffect{.goesOn = GoesOn::One,
                                  .next = NextWaiter::FirstInQueue,
                                  .queue = detail.lock->waiters.queued,
                                  .others = {{.key = {"lock:" + Foreign}}},
                                  .at = incident.when};
    detail.notices = {{.because = QStringLiteral("named by %1").arg(QString::fromUtf8(Holder1))}};
    LockEvent event{.kind = EventKind::Acquired, .key = incident.key, .owner = OwnerId{Binary}};
    event.wallAt = incident.at - 1h;
    event.node = NodeId{"redis-7.shop.internal:6379"};
    incident.lockEvents.events = {event, event};
    incident.lockEvents.events[1].owner = OwnerId{Holder1};
    NodeStatus node{.node = NodeId{"redis-7.shop.internal:6379"}, .role = "master", .version = "7.0.15"};
    node.connection.reason = {.kind = ErrorKind::Refused,
                              .text = QStringLiteral("172.16.5.4 refuses: user locks-operator")};
    incident.health.nodes = {node};
    incident.health.findings = {
        {.code = "no-persistence",
         .level = VerdictLevel::Warning,
         .node = node.node,
         .text = QStringLiteral("replica 192.168.7.9 lags"),
         .evidence = {QStringLiteral("slave0:ip=192.168.7.9,port=6380")},
         .remedy = QStringLiteral("redis-cli -h redis-7.shop.internal CONFIG SET …")}};
    incident.health.rights = {{.node = node.node, .user = "locks-operator"}};
    incident.health.acl = "ACL SETUSER locks-operator on >PASSWORD ~lock:*";
    AuditEntry entry{.number = 1, .atMs = 1'770'999'000'000};
    entry.user = QStringLiteral("mallory");
    entry.host = QStringLiteral("desk-17.shop.internal");
    entry.program = QStringLiteral("lockscope 0.3.0");
    entry.profile = QStringLiteral("redis://locks-operator@redis-7.shop.internal:6379");
    entry.act = "force-release";
    entry.key = "order:77:lock";
    entry.expectedOwner = Foreign;
    entry.foundOwner = Holder1;
    entry.reason = QStringLiteral("mallory saw %1 hang").arg(QString::fromUtf8(Waiter));
    entry.result = "owner-changed";
    entry.commands = {QStringLiteral("redis-cli -h redis-7.shop.internal EVAL '' 1 k '%1'")
                          .arg(QString::fromUtf8(Holder1))};
    AuditStep step{.node = node.node.bytes,
                   .cli = QStringLiteral("redis-cli -h redis-7.shop.internal --user locks-operator"),
                   .script = "rlock-force-release",
                   .foundOwner = Holder1};
    entry.answers = {{.node = "192.168.7.9:6380",
                      .result = "refused",
                      .foundOwner = Foreign,
                      .failure = QStringLiteral("192.168.7.9 says no to locks-operator")}};
    step.before = {{.key = incident.key, .dump = "dump" + Holder1, .ttl = 5s}};
    entry.steps = {step};
    incident.audit = {entry};
    return incident;
}

inline QByteArrayList secrets()
{
    return {Holder1,
            Holder1.left(36),
            Waiter,
            Waiter.left(36),
            Foreign,
            Binary,
            Unknown,
            "correct horse battery",
            "sentinel-pass-9",
            "proxy-pass-1",
            "proxyuser",
            "locks-operator",
            "mallory",
            "billing-worker-3"};
}

inline QByteArrayList addresses()
{
    return {"redis-7.shop.internal", "jump.shop.internal", "desk-17.shop.internal",
            "10.20.30.40",           "192.168.7.9",        "172.16.5.4"};
}

inline QByteArray fileOf(const IncidentBundle &bundle, const char *name)
{
    for (const IncidentFile &file : bundle.files) {
        if (file.name == QLatin1String(name))
            return file.bytes;
    }
    return {};
}

} // namespace lockscope::test::incident
