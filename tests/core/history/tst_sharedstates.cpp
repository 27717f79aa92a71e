// SPDX-License-Identifier: GPL-3.0-or-later
// Findings and nodes in a recording for others: without names, and cut where it begins.

#include "core/history/playback/statethen.h"
#include "core/history/recording/pseudonyms.h"
#include "core/history/sharing/sharing.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/begunrecording.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

namespace tst_sharedstates
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

QByteArray secret(const char *what, int number)
{
    return QByteArray("SECRET") + what + QByteArray::number(number);
}

std::vector<StateRow> secretStates(int i, WallTime at)
{
    const auto text = [i](const char *what) { return QString::fromUtf8(secret(what, i)); };
    const std::vector<Finding> findings{{.code = "evicts-locks",
                                         .level = VerdictLevel::Critical,
                                         .node = {secret("HOST", i)},
                                         .text = text("TEXT"),
                                         .evidence = {text("EVIDENCE")},
                                         .remedy = text("REMEDY")}};
    const std::vector<NodeStatus> nodes{{.node = {secret("HOST", i)},
                                         .announced = {secret("ANNOUNCED", i)},
                                         .member = i,
                                         .role = secret("ROLE", i),
                                         .version = secret("VERSION", i),
                                         .replica = Replication{.master = {secret("HOST", i + 1)}}}};
    return {{.kind = StateRow::Kind::Findings, .at = at, .bytes = packed(findings)},
            {.kind = StateRow::Kind::Nodes, .at = at, .bytes = packed(nodes)}};
}

// As the nodes then are; empty: not recorded.
QByteArray hostAt(RecordingReader &reader, WallTime at)
{
    const auto nodes = nodesThen(reader, at);
    return nodes && *nodes ? ((*nodes)->isLastKnown ? "last " : "") + (*nodes)->what.front().node.bytes
                           : QByteArray();
}

} // namespace

class TestSharedStates : public test::HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void noNameIsLeft();
    void pseudonymsStay();
    void aCopyWithNamesAnswersTheSame();
    void aBeginningAmidWatching();
    void whatCannotBeReadIsNotCopied();
    void recordingsOfOtherServersAreNotJoined();

private:
    QString shared() const { return m_folder->filePath(QStringLiteral("out.lockscope")); }
    ShareQuery query(bool keepsNames) const
    {
        return {.files = {file()}, .output = shared(), .keepsNames = keepsNames};
    }
    // Two states, at 5 s and at 35 s; nothing is watched from 60 s to 70 s.
    void record() const
    {
        HistoryStore store(file());
        VERIFY_OK(test::beginRecording(store, Start));
        VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "lock:a", "ann", 1s)}));
        for (const int at : {5, 35})
            VERIFY_OK(store.append(secretStates(at, Start + 1s * at)));
        VERIFY_OK(store.close(Start + 60s));
        VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Opened, .at = Start + 70s}));
        VERIFY_OK(store.close(Start + 90s));
    }
};

void TestSharedStates::noNameIsLeft()
{
    record();
    VERIFY_OK(share(query(false)));
    RecordingReader copy(shared());
    VERIFY_OK(copy.open());
    const auto findings = findingsThen(copy, Start + 9s);
    const auto nodes = nodesThen(copy, Start + 9s);
    VERIFY_OK(findings);
    VERIFY_OK(nodes);
    QVERIFY(*findings && *nodes);
    const Finding &finding = (*findings)->what.front();
    QVERIFY(finding.code == "evicts-locks" && finding.level == VerdictLevel::Critical);
    QVERIFY(finding.text.isEmpty() && finding.evidence.isEmpty() && finding.remedy.isEmpty());
    const NodeStatus &node = (*nodes)->what.front();
    QVERIFY(isPseudonymOf("node", node.node.bytes));
    QCOMPARE(node.node, finding.node); // the same in all of it
    QVERIFY(isPseudonymOf("node", node.replica->master.bytes) && node.replica->master != node.node);
    QVERIFY(node.announced.isEmpty() && node.role.isEmpty() && node.version.isEmpty());
    QCOMPARE(node.member, 5);
    QFile content(shared());
    QVERIFY(content.open(QIODevice::ReadOnly) && !content.readAll().contains("SECRET"));
    HistoryFile raw(shared());
    VERIFY_OK(raw.openForReading());
    QCOMPARE(*raw.ask(QStringLiteral("SELECT count(*) FROM state")), 4);
}

void TestSharedStates::pseudonymsStay()
{
    record();
    VERIFY_OK(share(query(false)));
    RecordingReader once(shared());
    VERIFY_OK(once.open());
    const QByteArray node = hostAt(once, Start + 9s);
    once.pause();
    ShareQuery again = query(false);
    again.files = {shared()};
    again.output = m_folder->filePath(QStringLiteral("again.lockscope"));
    VERIFY_OK(share(again));
    RecordingReader twice(again.output);
    VERIFY_OK(twice.open());
    QVERIFY(isPseudonymOf("node", node));
    QCOMPARE(hostAt(twice, Start + 9s), node);
}

void TestSharedStates::aCopyWithNamesAnswersTheSame()
{
    record();
    VERIFY_OK(share(query(true)));
    RecordingReader source(file()), copy(shared());
    VERIFY_OK(source.open());
    VERIFY_OK(copy.open());
    QCOMPARE(hostAt(source, Start + 6s), "SECRETHOST5");
    QCOMPARE(hostAt(source, Start + 65s), "last SECRETHOST35");
    for (milliseconds at = 0s; at < 90s; at += 3s)
        QCOMPARE(hostAt(copy, Start + at), hostAt(source, Start + at));
    QCOMPARE((*findingsThen(copy, Start + 9s))->what.front().text, QStringLiteral("SECRETTEXT5"));
}

void TestSharedStates::aBeginningAmidWatching()
{
    record();
    for (const milliseconds from : {20s, 75s}) {
        ShareQuery wanted = query(true);
        wanted.replaces = true;
        wanted.range.from = Start + from;
        VERIFY_OK(share(wanted));
        RecordingReader copy(shared());
        VERIFY_OK(copy.open());
        const bool isKnown = from == 20s; // at 75 s the servers may be others than before the break
        QCOMPARE(hostAt(copy, Start + from), isKnown ? "SECRETHOST5" : QByteArray());
        QCOMPARE(hostAt(copy, Start + 36s), isKnown ? "SECRETHOST35" : QByteArray());
    }
}

void TestSharedStates::whatCannotBeReadIsNotCopied()
{
    record();
    {
        HistoryStore store(file());
        VERIFY_OK(store.open());
        VERIFY_OK(store.append({{.kind = StateRow::Kind::Nodes, .at = Start + 40s, .bytes = "SECRET{"},
                                {.kind = StateRow::Kind(7), .at = Start + 40s, .bytes = "[\"SECRET\"]"}}));
        VERIFY_OK(store.commit());
    }
    VERIFY_OK(share(query(false)));
    RecordingReader copy(shared());
    VERIFY_OK(copy.open());
    QVERIFY(isPseudonymOf("node", hostAt(copy, Start + 39s)));
    QCOMPARE(hostAt(copy, Start + 41s), QByteArray());
    QFile content(shared());
    QVERIFY(content.open(QIODevice::ReadOnly) && !content.readAll().contains("SECRET"));
}

// Locks of one name on two deployments are two locks.
void TestSharedStates::recordingsOfOtherServersAreNotJoined()
{
    QStringList files;
    for (const char *subject : {"redis://cache", "redis://cache", "redis://other", ""}) {
        files << m_folder->filePath(QString::number(files.size()));
        HistoryStore store(files.back());
        VERIFY_OK(store.open(newRecordingPlace(subject)));
        const milliseconds at = 1min * files.size();
        VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Opened, .at = Start + at}));
        VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "lock:a", "ann", at + 1s)}));
        VERIFY_OK(store.close(Start + at + 10s));
    }
    const auto joined = [&](int one, int other) {
        return share({.files = {files[one], files[other]}, .output = shared(), .replaces = true});
    };
    VERIFY_OK(joined(0, 1));
    VERIFY_OK(joined(2, 3)); // An older version did not note what it records
    const auto mixed = joined(1, 2);
    VERIFY_FAILS(mixed, ErrorKind::BadInput);
    QCOMPARE(
        mixed.failure().text,
        QStringLiteral("%1 is a recording of redis://cache, %2 of redis://other").arg(files[1], files[2]));
}

LOCKSCOPE_TEST(TestSharedStates)

} // namespace tst_sharedstates

#include "tst_sharedstates.moc"
