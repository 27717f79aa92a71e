// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON documents of lockscope-cli.

#include "app/cli/text/detailtext.h"
#include "app/cli/text/eventtext.h"
#include "app/cli/text/lockrows.h"
#include "app/cli/text/noderows.h"
#include "core/export/jsondocuments.h"
#include "tests/core/clisamples.h"
#include "tests/support/runner.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace tst_clidocuments
{

using namespace lockscope;
using namespace lockscope::cli;
using namespace lockscope::cli::samples;
using namespace std::chrono_literals;

class tst_CliDocuments : public QObject
{
    Q_OBJECT

private slots:
    void aLockFieldByField();
    void whatIsNotKnownIsAbsent();
    void noExpiryIsNull();
    void bytesThatAreNoText();
    void anExpiryThatPassedIsZero();
    void aDetailHasRawValueAndCopies();
    void scanDocument();
    void aScanThatFailed();
    void receipts();
    void aReceiptOfADryRun();
    void theEffectOfARelease();
    void aReceiptOfAFailure();
    void events();
    void nodeEvents();
    void aRestart();
    void nodes();
    void findings();
    void rights();
    void verdictCodesAreThoseOfTheEngine();
};

void tst_CliDocuments::aLockFieldByField()
{
    const QJsonObject lock = lockJson(sample());
    QCOMPARE(lock[u"key"].toString(), QStringLiteral("lock:a"));
    QCOMPARE(lock[u"db"].toInt(), 3);
    QCOMPARE(lock[u"node"].toString(), QStringLiteral("127.0.0.1:6379"));
    QCOMPARE(lock[u"kind"].toString(), QStringLiteral("rlock"));
    QCOMPARE(lock[u"library"].toArray(), (QJsonArray{QStringLiteral("redisson"), QStringLiteral("rueidis")}));
    QCOMPARE(lock[u"confidence"].toString(), QStringLiteral("likely"));
    QCOMPARE(lock[u"ttl_ms"].toInt(), 12345);
    QCOMPARE(lock[u"lease_ms"].toInt(), 30000);
    QCOMPARE(lock[u"held_ms"].toInt(), 5000);
    QCOMPARE(lock[u"held_is_lower_bound"].toBool(), true);
    const QJsonObject holder = lock[u"holders"].toArray().at(0).toObject();
    QCOMPARE(holder[u"id"].toString(), QStringLiteral("uuid:1"));
    QCOMPARE(holder[u"count"].toInt(), 2);
    QCOMPARE(holder[u"mode"].toString(), QStringLiteral("exclusive"));
    QCOMPARE(holder[u"ttl_ms"].toInt(), 12345);
    const QJsonObject renewals = lock[u"renewals"].toObject();
    QCOMPARE(renewals[u"count"].toInt(), 4);
    QCOMPARE(renewals[u"period_ms"].toInt(), 10000);
    QCOMPARE(renewals[u"last_ms_ago"].toInt(), 2000);
    QCOMPARE(renewals[u"missed"].toInt(), 1);
    QCOMPARE(lock[u"waiters"].toObject()[u"subscribed"].toInt(), 2);
    const QJsonObject verdict = lock[u"verdict"].toObject();
    QCOMPARE(verdict[u"level"].toString(), QStringLiteral("info"));
    QCOMPARE(verdict[u"code"].toString(), QStringLiteral("waited-for"));
    QCOMPARE(verdict[u"text"].toString(), QStringLiteral("Held"));
    QCOMPARE(verdict[u"evidence"].toArray(), QJsonArray{QStringLiteral("fact")});
    QCOMPARE(verdict[u"advice"].toString(), QStringLiteral("wait"));
}

void tst_CliDocuments::whatIsNotKnownIsAbsent()
{
    Lock lock = sample();
    lock.lease.reset();
    lock.renewals = {};
    lock.waiters = {};
    lock.libraries = nullptr;
    lock.holders.clear();
    const QJsonObject json = lockJson(lock);
    for (const char *field :
         {"slot", "lease_ms", "library", "held_ms", "held_is_lower_bound", "permits", "stale"})
        QVERIFY2(!json.contains(QLatin1String(field)), field);
    QVERIFY(json[u"waiters"].toObject().isEmpty());
    QVERIFY(!json[u"renewals"].toObject().contains(QStringLiteral("period_ms")));
    QVERIFY(json[u"holders"].toArray().isEmpty());
}

void tst_CliDocuments::noExpiryIsNull()
{
    Lock lock = sample();
    lock.expiresAt.reset();
    const QJsonObject json = lockJson(lock);
    QVERIFY(json.contains(QStringLiteral("ttl_ms")) && json[u"ttl_ms"].isNull());
    QVERIFY(json[u"holders"].toArray().at(0).toObject()[u"ttl_ms"].isNull());
}

void tst_CliDocuments::bytesThatAreNoText()
{
    Lock lock = sample();
    lock.key = {QByteArray("\xff\x00k", 3)};
    lock.holders[0].id = {"\xfe"};
    const QJsonObject json = lockJson(lock);
    QVERIFY(!json.contains(QStringLiteral("key")));
    QCOMPARE(QByteArray::fromBase64(json[u"key_base64"].toString().toLatin1()), lock.key.bytes);
    const QJsonObject holder = json[u"holders"].toArray().at(0).toObject();
    QCOMPARE(QByteArray::fromBase64(holder[u"id_base64"].toString().toLatin1()), QByteArray("\xfe"));
}

void tst_CliDocuments::anExpiryThatPassedIsZero()
{
    Lock lock = sample();
    lock.expiresAt = At - 3s;
    QCOMPARE(lockJson(lock)[u"ttl_ms"].toInt(-1), 0);
}

void tst_CliDocuments::aDetailHasRawValueAndCopies()
{
    LockDetail detail;
    detail.lock = std::make_shared<const Lock>(sample());
    detail.typeFound = ValueType::Hash;
    detail.size = 1;
    detail.rawFields = {{"uuid:1", "\xff"}};
    detail.companions = {{"redisson_lock__channel:{lock:a}"}};
    detail.explanation = QStringList{QStringLiteral("one field with a number")};
    detail.verdictText = QStringLiteral("Contended: held, and other clients wait for it");
    detail.copies = {Copy{.node = {"127.0.0.1:6379"},
                          .role = "master",
                          .state = CopyState::Held,
                          .owner = {"uuid:1"},
                          .count = 2},
                     Copy{.node = {"127.0.0.1:6380"}, .role = "slave", .lag = 1500ms}};
    const QJsonObject json = written([&detail](JsonWriter &writer) { writeDetail(writer, detail, At); });
    const QJsonObject raw = json[u"raw"].toObject();
    QCOMPARE(raw[u"type"].toString(), QStringLiteral("hash"));
    QCOMPARE(raw[u"size"].toInt(), 1);
    QCOMPARE(raw[u"truncated"].toBool(true), false);
    const QJsonObject field = raw[u"fields"].toArray().at(0).toObject();
    QCOMPARE(field[u"name"].toString(), QStringLiteral("uuid:1"));
    QCOMPARE(field[u"value_base64"].toString(), QStringLiteral("/w=="));
    const QJsonObject copy = json[u"copies"].toArray().at(0).toObject();
    QCOMPARE(copy[u"node"].toString(), QStringLiteral("127.0.0.1:6379"));
    QCOMPARE(copy[u"role"].toString(), QStringLiteral("master"));
    QCOMPARE(copy[u"state"].toString(), QStringLiteral("held"));
    QCOMPARE(copy[u"owner"].toString(), QStringLiteral("uuid:1"));
    QCOMPARE(copy[u"count"].toInt(), 2);
    const QString page = detailText(detail, At, {}).join(u'\n');
    QVERIFY2(page.contains(QStringLiteral("127.0.0.1:6380 (replica): ")), qPrintable(page));
    const QJsonObject replica = json[u"copies"].toArray().at(1).toObject();
    QCOMPARE(replica[u"state"].toString(), QStringLiteral("missing"));
    QCOMPARE(replica[u"lag_ms"].toInt(), 1500);
    QVERIFY(!replica.contains(QStringLiteral("owner")));
    QCOMPARE(json[u"companions"].toArray().size(), 1);
    QCOMPARE(json[u"verdict"].toObject()[u"text"].toString(), detail.verdictText);
    QCOMPARE(json[u"explanation"].toArray().at(0).toString(), QStringLiteral("one field with a number"));
}

void tst_CliDocuments::scanDocument()
{
    const ScanProgress progress{
        .phase = ScanPhase::Complete,
        .keysSeen = 12,
        .keysEstimated = 10,
        .locksFound = 2,
        .startedAt = At - 40ms,
        .endedAt = At - 10ms,
        .nodes = {NodeScan{.node = {"h:1"}, .phase = ScanPhase::Complete, .keysSeen = 12}}};
    const QJsonObject json = written([&progress](JsonWriter &writer) { writeScan(writer, progress, At); });
    QCOMPARE(json[u"complete"].toBool(), true);
    QCOMPARE(json[u"keys_seen"].toInt(), 12);
    QCOMPARE(json[u"keys_estimated"].toInt(), 10);
    QCOMPARE(json[u"duration_ms"].toInt(), 30);
    QCOMPARE(json[u"nodes"].toArray().at(0).toObject()[u"node"].toString(), QStringLiteral("h:1"));
    QVERIFY(!json.contains(QStringLiteral("error")));
    QVERIFY(!json.contains(QStringLiteral("keys_refused")));
    ScanProgress refused = progress;
    refused.keysRefused = 3;
    refused.refusal = {.kind = ErrorKind::NoPerm,
                       .text = QStringLiteral("this user may not access this key")};
    const QJsonObject partly = written([&refused](JsonWriter &writer) { writeScan(writer, refused, At); });
    QCOMPARE(partly[u"keys_refused"].toInt(), 3);
    QCOMPARE(partly[u"complete"].toBool(true), false);
    QCOMPARE(partly[u"refusal"].toString(), QStringLiteral("this user may not access this key"));
}

void tst_CliDocuments::aScanThatFailed()
{
    ScanProgress progress{.phase = ScanPhase::Failed, .startedAt = At - 40ms};
    progress.failure = {.kind = ErrorKind::ConnectionLost, .text = QStringLiteral("gone")};
    const QJsonObject json = written([&progress](JsonWriter &writer) { writeScan(writer, progress, At); });
    QCOMPARE(json[u"complete"].toBool(true), false);
    QCOMPARE(json[u"error"].toObject()[u"kind"].toString(), QStringLiteral("connection-lost"));
}

void tst_CliDocuments::receipts()
{
    Receipt receipt{
        .act = ActKind::Release, .result = ActResult::OwnerChanged, .key = {"lock:a"}, .owner = {"me"}};
    receipt.foundOwner = OwnerId{"you"};
    receipt.foundCount = 1;
    receipt.ttl = 900ms;
    receipt.woken = 0;
    receipt.node = {"h:1"};
    receipt.at = WallTime(1700000000123ms);
    const QJsonObject json = written([&receipt](JsonWriter &writer) { writeReceipt(writer, receipt); });
    QCOMPARE(json[u"result"].toString(), QStringLiteral("owner-changed"));
    QCOMPARE(json[u"act"].toString(), QStringLiteral("release"));
    QCOMPARE(json[u"key"].toString(), QStringLiteral("lock:a"));
    QCOMPARE(json[u"owner"].toString(), QStringLiteral("me"));
    QCOMPARE(json[u"found_owner"].toString(), QStringLiteral("you"));
    QCOMPARE(json[u"ttl_ms"].toInt(), 900);
    QCOMPARE(json[u"woken"].toInt(-1), 0);
    QCOMPARE(json[u"at"].toDouble(), 1700000000123.0);
    QCOMPARE(json[u"nodes"].toArray().at(0).toObject()[u"node"].toString(), QStringLiteral("h:1"));
    QVERIFY(!json.contains(QStringLiteral("error")) && !json.contains(QStringLiteral("plan")));
    QVERIFY(!json.contains(QStringLiteral("next_after_ms")));
    receipt.nextAfter = 12ms;
    QCOMPARE(
        written([&receipt](JsonWriter &writer) { writeReceipt(writer, receipt); })[u"next_after_ms"].toInt(),
        12);

    receipt.ttl.reset();
    QVERIFY(written([&receipt](JsonWriter &writer) { writeReceipt(writer, receipt); })[u"ttl_ms"].isNull());
    receipt.foundOwner.reset();
    const QJsonObject gone = written([&receipt](JsonWriter &writer) { writeReceipt(writer, receipt); });
    QVERIFY(!gone.contains(QStringLiteral("ttl_ms")) && !gone.contains(QStringLiteral("found_owner")));
}

void tst_CliDocuments::theEffectOfARelease()
{
    Receipt receipt{.act = ActKind::ForceRelease, .result = ActResult::Done, .key = {"k"}};
    receipt.dryRun = true;
    const auto effect = [&receipt] {
        return written([&receipt](JsonWriter &writer) { writeReceipt(writer, receipt); })[u"plan"]
            .toObject()[u"effect"]
            .toObject();
    };
    QVERIFY(effect().isEmpty());
    receipt.plan.effect = ReleaseEffect{.goesOn = GoesOn::One,
                                        .next = NextWaiter::FirstInQueue,
                                        .queue = {{.id = {"dead"}, .alive = false}, {.id = {"a"}}},
                                        .holds = std::vector<milliseconds>(10, milliseconds(9000)),
                                        .isOneHold = true,
                                        .heldSince = At - milliseconds(2000),
                                        .expiresAt = At + milliseconds(60'000),
                                        .others = {{{"lock:b"}, Kinship::SameClient}},
                                        .at = At};
    const QJsonObject json = effect();
    QCOMPARE(json[u"goes_on"].toString(), QStringLiteral("one"));
    QCOMPARE(json[u"next"].toString(), QStringLiteral("first-in-queue"));
    QVERIFY(!json.contains(u"listening") && !json.contains(u"at_most") &&
            !json.contains(u"queue_incomplete"));
    const QJsonArray queue = json[u"queue"].toArray();
    QCOMPARE(queue.size(), 2);
    QVERIFY(queue[0][u"passed_over"].toBool() && !queue[0].toObject().contains(u"place"));
    QCOMPARE(queue[1][u"owner"].toString(), QStringLiteral("a"));
    QCOMPARE(queue[1][u"place"].toInt(), 1);
    QVERIFY(!queue[1].toObject().contains(u"alive"));   // unknown
    QVERIFY(!queue[1].toObject().contains(u"wait_ms")); // the dead one blocks it for an unknown time
    QCOMPARE(json[u"holds_seen"].toInt(), 10);
    QCOMPARE(json[u"usual_hold_ms"].toInt(), 9000);
    QCOMPARE(json[u"rest_of_hold_ms"].toInt(), 7000);
    QCOMPARE(json[u"rest_at_most_ms"].toInt(), 60'000);
    QCOMPARE(json[u"stays_held"][0][u"key"].toString(), QStringLiteral("lock:b"));
    QCOMPARE(json[u"stays_held"][0][u"because"].toString(), QStringLiteral("same-client"));
    QVERIFY(!json[u"all_locks_read"].toBool(true));
    QVERIFY(json[u"text"].toArray().size() > 1);
    // Of several holders nothing is estimated.
    receipt.plan.effect->isOneHold = false;
    QVERIFY(!effect().contains(u"holds_seen") && !effect().contains(u"rest_at_most_ms"));
}

void tst_CliDocuments::aReceiptOfADryRun()
{
    Receipt receipt{.act = ActKind::ForceRelease, .result = ActResult::Done, .key = {"k"}};
    receipt.dryRun = true;
    receipt.plan.steps = QStringList{QStringLiteral("first")};
    receipt.plan.commands = QStringList{QStringLiteral("DEL k")};
    receipt.plan.keys = {"k"};
    const QJsonObject json = written([&receipt](JsonWriter &writer) { writeReceipt(writer, receipt); });
    QCOMPARE(json[u"dry_run"].toBool(), true);
    const QJsonObject plan = json[u"plan"].toObject();
    QCOMPARE(plan[u"steps"].toArray().at(0).toString(), QStringLiteral("first"));
    QCOMPARE(plan[u"commands"].toArray().at(0).toString(), QStringLiteral("DEL k"));
    QCOMPARE(plan[u"keys"].toArray().at(0).toString(), QStringLiteral("k"));
    QVERIFY(!plan.contains(QStringLiteral("notices")));
    receipt.plan.notices = {{.library = "redis-py",
                             .releases = "2.10.0+",
                             .when = HolderNotice::When::AtUnlock,
                             .text = QStringLiteral("release() fails")},
                            {.text = QStringLiteral("not known")}};
    const QJsonArray notices =
        written([&receipt](JsonWriter &writer) { writeReceipt(writer, receipt); })[u"plan"]
            .toObject()[u"notices"]
            .toArray();
    QCOMPARE(notices.size(), 2);
    QCOMPARE(notices[0].toObject()[u"library"].toString(), QStringLiteral("redis-py"));
    QCOMPARE(notices[0].toObject()[u"releases"].toString(), QStringLiteral("2.10.0+"));
    QCOMPARE(notices[0].toObject()[u"when"].toString(), QStringLiteral("at-unlock"));
    QCOMPARE(notices[0].toObject()[u"text"].toString(), QStringLiteral("release() fails"));
    QCOMPARE(notices[1].toObject()[u"when"].toString(), QStringLiteral("unknown"));
    QVERIFY(!notices[1].toObject().contains(QStringLiteral("library")));
}

void tst_CliDocuments::aReceiptOfAFailure()
{
    Receipt receipt{.act = ActKind::Renew, .result = ActResult::Refused, .key = {"k"}};
    receipt.failure = {
        .kind = ErrorKind::NoPerm, .text = QStringLiteral("no"), .remedy = QStringLiteral("ask")};
    const QJsonObject error =
        written([&receipt](JsonWriter &writer) { writeReceipt(writer, receipt); })[u"error"].toObject();
    QCOMPARE(error[u"kind"].toString(), QStringLiteral("no-perm"));
    QCOMPARE(error[u"text"].toString(), QStringLiteral("no"));
    QCOMPARE(error[u"remedy"].toString(), QStringLiteral("ask"));
}

void tst_CliDocuments::events()
{
    LockEvent event{.kind = EventKind::Renewed, .key = {"k"}, .owner = {"me"}, .count = 1};
    event.ttl = 30s;
    event.node = {"h:1"};
    event.source = EventSource::Tracking;
    event.wallAt = WallTime(1700000000123ms);
    const QJsonObject json = written([&event](JsonWriter &writer) { writeEvent(writer, event); });
    QCOMPARE(json[u"event"].toString(), QStringLiteral("renewed"));
    QCOMPARE(json[u"key"].toString(), QStringLiteral("k"));
    QCOMPARE(json[u"at"].toDouble(), 1700000000123.0);
    QCOMPARE(json[u"owner"].toString(), QStringLiteral("me"));
    QCOMPARE(json[u"count"].toInt(), 1);
    QCOMPARE(json[u"ttl_ms"].toInt(), 30000);
    QCOMPARE(json[u"node"].toString(), QStringLiteral("h:1"));
    QCOMPARE(json[u"source"].toString(), QStringLiteral("tracking"));

    // Events found by a scan have the source "poll".
    event.source = EventSource::Scan;
    QCOMPARE(written([&event](JsonWriter &writer) { writeEvent(writer, event); })[u"source"].toString(),
             QStringLiteral("poll"));

    event.ttl.reset();
    event.kind = EventKind::Acquired;
    QVERIFY(written([&event](JsonWriter &writer) { writeEvent(writer, event); })[u"ttl_ms"].isNull());
    event.kind = EventKind::Expired;
    QVERIFY(!written([&event](JsonWriter &writer) {
                 writeEvent(writer, event);
             }).contains(QStringLiteral("ttl_ms")));
}

void tst_CliDocuments::nodeEvents()
{
    NodeStatus status{.node = {"h:1"}};
    status.connection.phase = ConnectionPhase::Waiting;
    status.connection.reason.text = QStringLiteral("refused");
    const QJsonObject json = written(
        [&status](JsonWriter &writer) { writeNodeEvent(writer, status, LiveMode::Polling, WallTime(5ms)); });
    QCOMPARE(json[u"event"].toString(), QStringLiteral("node"));
    QCOMPARE(json[u"node"].toString(), QStringLiteral("h:1"));
    QCOMPARE(json[u"state"].toString(), QStringLiteral("waiting"));
    QCOMPARE(json[u"live"].toString(), QStringLiteral("polling"));
    QCOMPARE(json[u"text"].toString(), QStringLiteral("refused"));
    QCOMPARE(json[u"at"].toInt(), 5);
    QVERIFY(nodeEventLine(status, LiveMode::Polling, WallTime{}, {})
                .endsWith(QStringLiteral("h:1  waiting: refused")));
}

// What is gone after a restart, of a server that was unseen for long before it.
void tst_CliDocuments::aRestart()
{
    FailoverReport report{.from = {"h:1"}, .to = {"h:1"}, .before = 3, .kept = 1, .unclear = 2};
    const auto json = [&report] {
        return written([&report](JsonWriter &writer) { writeFailover(writer, report); });
    };
    QVERIFY(!json().contains(u"locks_lost_or_released"));
    report.readAt = WallTime(7ms);
    QCOMPARE(json()[u"locks_lost_or_released"].toInt(), 2);
    QCOMPARE(json()[u"last_read"].toInt(), 7);
    QVERIFY(json()[u"locks_lost"].toArray().isEmpty());
    const QStringList lines = failoverLines(report, {});
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines.front().contains(
                 QStringLiteral("0 lost, 0 changed owner, 2 lost or released (unknown which, last read at ")),
             qPrintable(lines.front()));
    report = {.from = {"h:1"}, .to = {"h:1"}, .before = 1};
    QVERIFY(failoverLines(report, {}).front().endsWith(QStringLiteral("changed owner, 1 not read yet")));
}

void tst_CliDocuments::nodes()
{
    JsonWriter writer;
    writeNodes(writer, sampleNodes());
    const QJsonArray nodes = QJsonDocument::fromJson(writer.take()).object()[u"nodes"].toArray();
    QCOMPARE(nodes.size(), 3);
    const QJsonObject master = nodes[0].toObject();
    QCOMPARE(master.keys(),
             QStringList({QStringLiteral("address"), QStringLiteral("clock_offset_ms"),
                          QStringLiteral("member"), QStringLiteral("role"), QStringLiteral("slots"),
                          QStringLiteral("state"), QStringLiteral("version")}));
    QCOMPARE(master[u"clock_offset_ms"].toInt(), 12);
    QCOMPARE(master[u"slots"].toArray(), QJsonArray({QJsonArray({0, 99}), QJsonArray({200, 200})}));
    const QJsonObject replica = nodes[1].toObject();
    QCOMPARE(replica[u"announced"].toString(), QStringLiteral("10.0.0.2:2"));
    QCOMPARE(replica[u"lag_ms"].toInt(), 1500);
    QCOMPARE(replica[u"lag_bytes"].toInt(), 14);
    QCOMPARE(replica[u"linked"].toBool(true), false);
    const QJsonObject away = nodes[2].toObject();
    QCOMPARE(away[u"state"].toString(), QStringLiteral("waiting"));
    QCOMPARE(away[u"error"].toString(), QStringLiteral("nothing listens there"));
    QVERIFY(!away.contains(u"role") && !away.contains(u"version"));
}

void tst_CliDocuments::findings()
{
    const std::vector<Finding> findings{{.code = "evicts-locks",
                                         .level = VerdictLevel::Critical,
                                         .node = {"h:1"},
                                         .text = QStringLiteral("it removes keys"),
                                         .evidence = {QStringLiteral("maxmemory:1")},
                                         .remedy = QStringLiteral("CONFIG SET x\nCONFIG SET y")},
                                        {.code = "even-group", .text = QStringLiteral("four")}};
    JsonWriter writer;
    writeHealthReport(writer, {.findings = findings, .acl = "ACL SETUSER lockscope"});
    const QJsonObject document = QJsonDocument::fromJson(writer.take()).object();
    QCOMPARE(document[u"acl"].toString(), QStringLiteral("ACL SETUSER lockscope"));
    const QJsonArray found = document[u"findings"].toArray();
    QCOMPARE(found[0][u"code"].toString(), QStringLiteral("evicts-locks"));
    QCOMPARE(found[0][u"level"].toString(), QStringLiteral("critical"));
    QCOMPARE(found[0][u"node"].toString(), QStringLiteral("h:1"));
    QCOMPARE(found[0][u"evidence"].toArray(), QJsonArray({QStringLiteral("maxmemory:1")}));
    QVERIFY(!found[1].toObject().contains(u"node") && !found[1].toObject().contains(u"remedy"));
    QCOMPARE(
        findingsText(findings, {}).join(u'\n'),
        QStringLiteral("critical  evicts-locks  h:1\n  it removes keys\n  maxmemory:1\n"
                       "  what to do: CONFIG SET x\n              CONFIG SET y\n\ninfo  even-group\n  four"));
}

void tst_CliDocuments::rights()
{
    const std::vector<RightInfo> some{
        {.right = Right::Scan},
        {.right = Right::Write,
         .state = RightState::Denied,
         .commands = {"hdel", "set"},
         .patterns = {"lock:*"}},
        {.right = Right::Monitor, .state = RightState::NotKnown, .why = QStringLiteral("not told")}};
    const std::vector<NodeRights> nodes{{.node = {"h:1"}, .user = "bob", .rights = some},
                                        {.node = {"h:2"}, .user = "bob", .rights = some},
                                        {.node = {"h:3"}}};
    JsonWriter writer;
    writeHealthReport(writer, {.rights = nodes});
    const QJsonArray told = QJsonDocument::fromJson(writer.take()).object()[u"rights"].toArray();
    QCOMPARE(told.size(), 3);
    const QJsonObject write = told[0][u"rights"][1].toObject();
    QCOMPARE(write[u"right"].toString(), QStringLiteral("write"));
    QCOMPARE(write[u"state"].toString(), QStringLiteral("denied"));
    QCOMPARE(write[u"missing"].toString(), QStringLiteral("hdel, set; keys of lock:*"));
    QCOMPARE(write[u"acl"].toString(), QStringLiteral("+hdel +set ~lock:*"));
    QVERIFY(!told[0][u"rights"][0].toObject().contains(u"missing"));
    const QStringList lines = rightsText(nodes, {});
    QCOMPARE(lines[0], QStringLiteral("bob on h:1, h:2"));
    QVERIFY(lines[3].startsWith(QStringLiteral("write")) &&
            lines[3].endsWith(QStringLiteral("hdel, set; keys of lock:*")));
    QCOMPARE(lines[6], QStringLiteral("this user on h:3: unknown, the server could not be queried"));
}

void tst_CliDocuments::verdictCodesAreThoseOfTheEngine()
{
    QFile source(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/core/engine/verdicts/verdict.cpp"));
    QVERIFY(source.open(QIODevice::ReadOnly));
    QSet<QByteArray> judged{"healthy"};
    const QRegularExpression code(QStringLiteral("\"([a-z-]+)\""));
    auto matches = code.globalMatch(QString::fromUtf8(source.readAll()));
    while (matches.hasNext())
        judged += matches.next().captured(1).toUtf8();
    QSet<QByteArray> known;
    for (const std::string_view code : verdictCodes())
        known += QByteArray(code.data(), qsizetype(code.size()));
    QCOMPARE(known, judged);
    QVERIFY(checkVerdicts(std::vector<QByteArray>(known.begin(), known.end())).ok());
}

LOCKSCOPE_TEST(tst_CliDocuments)

} // namespace tst_clidocuments

#include "tst_clidocuments.moc"
