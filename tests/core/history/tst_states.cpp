// SPDX-License-Identifier: GPL-3.0-or-later
// Findings and nodes in a history file: a row when one of them changes, and what is read at a moment.

#include "core/history/history.h"
#include "core/history/playback/statethen.h"
#include "core/history/recording/redactedfeed.h"
#include "core/history/states/statebook.h"
#include "tests/core/history/rotatedset.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

namespace tst_states
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const NodeId Master{"db-secret:6379"};
const NodeId Replica{"db-other:6380"};

NodeStatus node(const NodeId &id, const char *role, ConnectionPhase phase = ConnectionPhase::Ready)
{
    NodeStatus status{.node = id, .role = role, .version = "7.2.4"};
    status.connection.phase = phase;
    if (status.isReplica())
        status.replica = Replication{.master = Master, .linked = true};
    return status;
}

std::vector<NodeStatus> pair(ConnectionPhase phase = ConnectionPhase::Ready)
{
    return {node(Master, "master", phase), node(Replica, "slave")};
}

Finding evicts(int megabytes = 100)
{
    return {.code = "evicts-locks",
            .level = VerdictLevel::Critical,
            .node = Master,
            .text = QStringLiteral("db-secret deletes locks when its memory is full"),
            .evidence = {QStringLiteral("maxmemory:%1mb").arg(megabytes), QStringLiteral("user ann-secret")},
            .remedy = QStringLiteral("CONFIG SET maxmemory-policy noeviction\non db-secret")};
}

HealthReport found(const std::vector<Finding> &findings)
{
    return {.nodes = pair(), .findings = findings};
}

StateRow row(const std::vector<Finding> &findings, WallTime at)
{
    return {.kind = StateRow::Kind::Findings, .at = at, .bytes = packed(findings)};
}

StateRow row(const std::vector<NodeStatus> &nodes, WallTime at)
{
    return {.kind = StateRow::Kind::Nodes, .at = at, .bytes = packed(nodes)};
}

QByteArray textOf(const std::vector<Finding> &findings)
{
    QByteArray text;
    for (const Finding &one : findings)
        text += QByteArray(one.code.data(), qsizetype(one.code.size())) + ' ' + name(one.level) + ' ' +
                one.node.bytes + ' ' + one.text.toUtf8() + ' ' + one.evidence.join(u'|').toUtf8() + ' ' +
                one.remedy.toUtf8() + '\n';
    return text;
}

QByteArray textOf(const std::vector<NodeStatus> &nodes)
{
    QByteArray text;
    for (const NodeStatus &one : nodes) {
        text += one.node.bytes + ' ' + one.announced.bytes + ' ' + QByteArray::number(one.member) + ' ' +
                one.role + ' ' + one.version + ' ' + name(one.connection.phase);
        if (one.replica)
            text += " of " + one.replica->master.bytes + (one.replica->linked ? " linked" : " cut");
        for (const SlotRange &range : one.slotRanges)
            text += ' ' + QByteArray::number(range.first) + '-' + QByteArray::number(range.last);
        text += '\n';
    }
    return text;
}

// With when it was so; "not recorded", or "last known".
template<class T> QByteArray textOf(const Outcome<std::optional<StateThen<T>>> &then)
{
    if (!then)
        return then.failure().line().toUtf8();
    if (!*then)
        return "not recorded";
    return ((*then)->isLastKnown ? "last known " : "") + QByteArray::number(test::after((*then)->since)) +
           ' ' + textOf((*then)->what);
}

} // namespace

class TestStates : public test::RotatedSetTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void whatIsPackedIsReadAgain();
    void bytesOfAnyoneAreReadWithCare();
    void damagedBytesAreAFailure();
    void aRowOnlyWhenSomethingChanges();
    void whileANodeIsConnectedAgainItIsLost();
    void anAnswerOfAnotherConnectionIsNotTaken();
    void atAMoment();
    void whatIsFromBeforeABreakIsLastKnown();
    void aFileOfAnOlderVersionHasNone();
    void aRotatedSetIsOnePast();
    void aFileThatBeginsHasWhatIsSo();
    void whatAnEngineReportsIsWritten();
    void theOldestAreDeleted();
    void aRedactedFeedNamesNothing();

private:
    qint64 rows() const
    {
        HistoryFile reading(file());
        return reading.openForReading().ok() ? *reading.ask(QStringLiteral("SELECT count(*) FROM state"))
                                             : -1;
    }
    // What the file has, read again.
    QByteArray findingsAt(WallTime at) const
    {
        RecordingReader reader(file());
        const Done opened = reader.open();
        return opened.ok() ? textOf(findingsThen(reader, at)) : opened.failure().line().toUtf8();
    }
    QByteArray nodesAt(WallTime at) const
    {
        RecordingReader reader(file());
        const Done opened = reader.open();
        return opened.ok() ? textOf(nodesThen(reader, at)) : opened.failure().line().toUtf8();
    }
    std::unique_ptr<History> recording() const
    {
        auto history = std::make_unique<History>(QString());
        history->setFile(file());
        history->configure({.keep = true});
        history->open({});
        return history;
    }
};

void TestStates::whatIsPackedIsReadAgain()
{
    Finding plain{.code = "even-group", .level = VerdictLevel::Info};
    const std::vector<Finding> findings{evicts(), plain};
    QCOMPARE(textOf(*findingsIn(packed(findings))), textOf(findings));
    QVERIFY(findingsIn(packed(std::vector<Finding>()))->empty());
    std::vector<NodeStatus> nodes = pair();
    nodes[0].node = {"\xff\xfe:1"};
    nodes[0].announced = {"a:1"};
    nodes[0].member = 2;
    nodes[0].slotRanges = {{0, 5460}, {7000, 7000}};
    nodes[1].replica->linked = false;
    nodes.push_back(node({"s:26379"}, "sentinel", ConnectionPhase::Failed));
    QCOMPARE(textOf(*nodesIn(packed(nodes))), textOf(nodes));
    const std::vector<Finding> many(50, evicts());
    QVERIFY(packed(many).size() < 1'000); // compressed
    QCOMPARE(textOf(*findingsIn(packed(many))), textOf(many));
}

void TestStates::bytesOfAnyoneAreReadWithCare()
{
    for (const QByteArray &bytes : {QByteArray(), QByteArray("{}"), QByteArray("[{"), QByteArray("\0\0", 2),
                                    QByteArray("\0\0\0\1zzzz", 8), QByteArray(StateRow::MostBytes + 1, '[')})
        QVERIFY(!findingsIn(bytes) && !nodesIn(bytes));
    const auto odd = findingsIn("[{\"code\":\"No Code\",\"level\":7,\"evidence\":1},3]");
    QVERIFY(odd && odd->size() == 2);
    QCOMPARE(QByteArray(odd->front().code.data(), qsizetype(odd->front().code.size())), "unknown");
    QVERIFY(nodesIn("[{\"phase\":\"gone\",\"slots\":[1]}]")->front().slotRanges.empty());
}

void TestStates::damagedBytesAreAFailure()
{
    {
        HistoryStore store(file());
        VERIFY_OK(test::beginRecording(store, Start));
        VERIFY_OK(store.append(std::vector<StateRow>{
            {.kind = StateRow::Kind::Nodes, .at = Start, .bytes = "[{"}, row({evicts()}, Start)}));
        VERIFY_OK(store.close(Start + 10s));
    }
    QVERIFY2(nodesAt(Start + 5s).contains("it is damaged"), nodesAt(Start + 5s).constData());
    QVERIFY(findingsAt(Start + 5s).contains("evicts-locks"));
}

void TestStates::aRowOnlyWhenSomethingChanges()
{
    const auto history = recording();
    std::vector<NodeStatus> nodes = pair();
    for (int check = 0; check < 20; ++check) {
        nodes[1].replica->lagBytes = check * 100;
        nodes[1].replica->lag = milliseconds(check);
        nodes[0].clockOffset = milliseconds(check);
        nodes[0].roundTrip = milliseconds(check);
        history->takeNodes(nodes);
        history->takeFindings(found({evicts(100 + check)}));
    }
    history->close();
    QCOMPARE(rows(), 2);
    QVERIFY(nodesAt(wallNow()).contains("last known")); // it is closed
    StateBook book;
    QCOMPARE(book.take(pair(), Start).size(), size_t(1));
    QCOMPARE(book.take(found({evicts()}), Start).size(), size_t(1));
    Finding milder = evicts();
    milder.level = VerdictLevel::Warning;
    QCOMPARE(book.take(found({milder}), Start).size(), size_t(1));
    QCOMPARE(book.take(found({}), Start).size(), size_t(1));
    QCOMPARE(book.take(found({}), Start).size(), size_t(0));
    std::vector<NodeStatus> promoted{node(Master, "slave"), node(Replica, "master")};
    QCOMPARE(book.take(promoted, Start).size(), size_t(1));
    QCOMPARE(book.take(std::vector<NodeStatus>{}, Start).size(), size_t(0));
}

void TestStates::whileANodeIsConnectedAgainItIsLost()
{
    StateBook book;
    QList<bool> lost;
    int written = 0;
    for (const ConnectionPhase phase :
         {ConnectionPhase::Connecting, ConnectionPhase::Ready, ConnectionPhase::Waiting,
          ConnectionPhase::Connecting, ConnectionPhase::Waiting, ConnectionPhase::Connecting,
          ConnectionPhase::Ready, ConnectionPhase::Closed}) {
        for (const Mark &mark : book.losses(pair(phase), Start))
            lost << (mark.kind == Mark::Kind::Lost);
        for (const StateRow &row : book.take(pair(phase), Start)) {
            ++written;
            const ConnectionPhase shown = nodesIn(row.bytes)->front().connection.phase;
            QVERIFY(shown == phase);
        }
    }
    QCOMPARE(written, 4); // connecting, ready, waiting, ready
    QCOMPARE(lost, QList<bool>({true, false}));
    QVERIFY(book.lost(Start).empty());
    // One that was never reached
    const std::vector<Mark> marks = StateBook().losses(pair(ConnectionPhase::Waiting), Start);
    QVERIFY(!marks.empty() && marks.front().kind == Mark::Kind::Lost);
}

void TestStates::anAnswerOfAnotherConnectionIsNotTaken()
{
    StateBook book;
    QVERIFY(book.take(found({evicts()}), Start).empty());
    QCOMPARE(book.take(std::vector{node({"other:1"}, "master")}, Start).size(), size_t(1));
    QVERIFY(book.take(found({evicts()}), Start).empty());
    // Nor one of servers that could not be asked: that nothing was found says nothing.
    QVERIFY(
        book.take(HealthReport{.nodes = {node({"other:1"}, "", ConnectionPhase::Waiting)}}, Start).empty());
    QCOMPARE(book.present(Start).size(), size_t(1));
}

void TestStates::atAMoment()
{
    {
        const auto store = opened();
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
        VERIFY_OK(store->append({row(pair(), Start + 1s), row(std::vector<Finding>{evicts()}, Start + 2s)}));
        VERIFY_OK(store->append({row(pair(ConnectionPhase::Waiting), Start + 10s)}));
        VERIFY_OK(store->append({row(std::vector<Finding>{}, Start + 20s)}));
        VERIFY_OK(store->close(Start + 30s));
    }
    QCOMPARE(nodesAt(Start + 500ms), "not recorded");
    QCOMPARE(findingsAt(Start + 1s), "not recorded");
    QCOMPARE(findingsAt(Start + 2s), "2000 " + textOf(std::vector<Finding>{evicts()}));
    QCOMPARE(findingsAt(Start + 19s), findingsAt(Start + 2s));
    QCOMPARE(findingsAt(Start + 20s), "20000 "); // examined, and nothing found
    QCOMPARE(nodesAt(Start + 9s), "1000 " + textOf(pair()));
    QCOMPARE(nodesAt(Start + 29s), "10000 " + textOf(pair(ConnectionPhase::Waiting)));
}

void TestStates::whatIsFromBeforeABreakIsLastKnown()
{
    {
        const auto store = opened();
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
        VERIFY_OK(store->append({row(pair(), Start)}));
        VERIFY_OK(store->close(Start + 10s));
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 20s}));
        VERIFY_OK(store->append({row(pair(ConnectionPhase::Waiting), Start + 22s)}));
        VERIFY_OK(store->close(Start + 30s));
    }
    QCOMPARE(nodesAt(Start + 9s), "0 " + textOf(pair()));
    QCOMPARE(nodesAt(Start + 15s), "last known 0 " + textOf(pair()));
    QCOMPARE(nodesAt(Start + 21s), "last known 0 " + textOf(pair())); // watched, and not seen yet
    QCOMPARE(nodesAt(Start + 22s), "22000 " + textOf(pair(ConnectionPhase::Waiting)));
}

void TestStates::aFileOfAnOlderVersionHasNone()
{
    {
        const auto store = opened();
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
        VERIFY_OK(store->close(Start + 30s));
    }
    QCOMPARE(test::sql(file(), {QStringLiteral("DROP TABLE state")}), QString());
    QCOMPARE(findingsAt(Start + 9s), "not recorded");
    QCOMPARE(nodesAt(Start + 9s), "not recorded");
    {
        const auto store = opened(); // goes on
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 40s}));
        VERIFY_OK(store->append({row(pair(), Start + 41s)}));
        VERIFY_OK(store->close(Start + 50s));
    }
    QCOMPARE(nodesAt(Start + 9s), "not recorded");
    QCOMPARE(nodesAt(Start + 45s), "41000 " + textOf(pair()));
    HistoryFile reading(file()); // the table makes no new version
    VERIFY_OK(reading.openForReading());
    QCOMPARE(*reading.ask(QStringLiteral("PRAGMA user_version")), 3);
}

void TestStates::aRotatedSetIsOnePast()
{
    {
        test::RotatedSet both(whole(), set());
        VERIFY_OK(both.open());
        VERIFY_OK(both.add(row(pair(), Start + 1s)));
        VERIFY_OK(both.add(row(std::vector<Finding>{evicts()}, Start + 2s)));
        VERIFY_OK(both.rotate(10s));
        VERIFY_OK(both.add(row(pair(ConnectionPhase::Waiting), Start + 15s)));
        VERIFY_OK(both.rotate(20s));
        VERIFY_OK(both.rotate(30s));
        VERIFY_OK(both.add(row(std::vector<Finding>{}, Start + 35s)));
        VERIFY_OK(both.commit());
        VERIFY_OK(both.close(40s));
    }
    RecordingReader one(whole()), many(set());
    VERIFY_OK(one.open());
    VERIFY_OK(many.open());
    QCOMPARE(many.files(), size_t(4));
    for (milliseconds at = 0ms; at < 40s; at += 501ms) {
        QCOMPARE(textOf(nodesThen(many, Start + at)), textOf(nodesThen(one, Start + at)));
        QCOMPARE(textOf(findingsThen(many, Start + at)), textOf(findingsThen(one, Start + at)));
    }
    for (const milliseconds rotation : {10s, 20s, 30s}) {
        for (milliseconds at = rotation - 2ms; at < rotation + 9ms; at += 1ms)
            QCOMPARE(textOf(findingsThen(many, Start + at)), textOf(findingsThen(one, Start + at)));
    }
    QCOMPARE(textOf(findingsThen(many, Start + 34s)), "2000 " + textOf(std::vector<Finding>{evicts()}));
    // Without the file that has it first, it is as the next one says.
    QVERIFY(QFile::remove(numbered(3)));
    RecordingReader fewer(set());
    VERIFY_OK(fewer.open());
    QVERIFY(textOf(findingsThen(fewer, Start + 34s)).endsWith(textOf(std::vector<Finding>{evicts()})));
}

void TestStates::aFileThatBeginsHasWhatIsSo()
{
    const auto history = recording();
    history->configure({.keep = false});
    history->takeNodes(pair(ConnectionPhase::Waiting));
    history->takeFindings({.nodes = pair(ConnectionPhase::Waiting), .findings = {evicts()}});
    history->configure({.keep = true});
    history->close();
    QCOMPARE(rows(), 2);
    QVERIFY(findingsAt(wallNow()).contains("evicts-locks"));
    history->open({}); // another connection: nothing is known of it
    history->close();
    QCOMPARE(rows(), 2);
}

// Of the window's health check, and of the recorder's.
void TestStates::whatAnEngineReportsIsWritten()
{
    for (const bool isRedacted : {false, true}) {
        start();
        Engine engine;
        History history{QString()};
        history.setFile(file());
        history.configure({.keep = true});
        std::optional<RedactedFeed> feed;
        if (isRedacted)
            feed.emplace(&engine, &history, Pseudonyms(QByteArray(Pseudonyms::SaltBytes, 's')));
        else
            history.observe(&engine);
        emit engine.opened({}, {});
        emit engine.nodesChanged(pair());
        emit engine.healthChecked(7, found({evicts()}));
        history.close();
        QCOMPARE(rows(), 2);
        QVERIFY(findingsAt(wallNow()).contains("evicts-locks"));
        QCOMPARE(findingsAt(wallNow()).contains("secret"), !isRedacted);
    }
}

void TestStates::theOldestAreDeleted()
{
    {
        const auto store = opened();
        for (int i = 0; i < 50; ++i)
            VERIFY_OK(store->append({row(i % 2 ? pair() : pair(ConnectionPhase::Waiting), Start + 1h * i)}));
        VERIFY_OK(store->append({row(std::vector<Finding>{evicts()}, Start)}));
        VERIFY_OK(store->trim({.keep = true, .age = 10h}, Start + 50h + 1s));
    }
    QCOMPARE(rows(), 9 + 1 + 1); // from 41 h on, what was so then, and the findings, which still are
    {
        const auto store = opened();
        VERIFY_OK(store->trim({.keep = true, .age = 10h}, Start + 5'000h));
    }
    QCOMPARE(rows(), 2);
}

void TestStates::aRedactedFeedNamesNothing()
{
    Pseudonyms names(QByteArray(Pseudonyms::SaltBytes, 's'));
    const auto history = recording();
    history->takeNodes(redacted(pair(), names));
    history->takeFindings(redacted(found({evicts()}), names));
    history->close();
    const QByteArray findings = findingsAt(wallNow());
    QVERIFY2(findings.contains("evicts-locks critical " + names.node(Master).bytes), findings.constData());
    const QByteArray nodes = nodesAt(wallNow());
    QVERIFY2(nodes.contains(names.node(Replica).bytes) && nodes.contains("of " + names.node(Master).bytes),
             nodes.constData());
    for (const QByteArray &text : {findings, nodes})
        QVERIFY(!text.contains("secret") && !text.contains("db-") && !text.contains("noeviction"));
}

LOCKSCOPE_TEST(TestStates)

} // namespace tst_states

#include "tst_states.moc"
