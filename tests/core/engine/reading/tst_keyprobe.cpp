// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/keyprobe.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_keyprobe
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

Reply status(const QByteArray &text)
{
    return {.type = Reply::Type::Status, .bytes = text};
}

Reply error(const QByteArray &text)
{
    return {.type = Reply::Type::Error, .bytes = text};
}

Reply integer(qint64 value)
{
    return {.type = Reply::Type::Integer, .integer = value};
}

Reply bulk(const QByteArray &text)
{
    return {.type = Reply::Type::Bulk, .bytes = text};
}

// The names of the commands that it would send now.
QByteArrayList asked(const KeyProbe &probe)
{
    Batch batch;
    probe.ask(batch);
    QByteArrayList words;
    const QByteArrayList lines = batch.wire().split('\n');
    for (const QByteArray &line : lines) {
        if (!line.isEmpty() && line.at(0) != '*' && line.at(0) != '$')
            words << line.trimmed();
    }
    return words;
}

size_t take(KeyProbe &probe, const std::vector<Reply> &replies)
{
    return probe.take(replies.data(), Instant(1s), nullptr);
}

const QByteArray Elsewhere = "MOVED 7186 127.0.0.1:7002";

} // namespace

class tst_keyprobe : public QObject
{
    Q_OBJECT
private slots:
    void aMovedKeyIsAskedOnceMoreAsAnImportedOne();
    void aKeyOfAnotherNodeIsRefused();
    void bothClocksAreOfOneMoment();
    void aKeyThatMovesWhileItIsRead();
    void aTtlBeyondAllTimeEndsAtOneInstant();
    void aServerThatNeverAnswersWhatIsAskedIsRefused();
};

void tst_keyprobe::aMovedKeyIsAskedOnceMoreAsAnImportedOne()
{
    KeyProbe probe(KeyProbe::Purpose::Read, {"lock:a"}, ValueType::String, true);
    const QByteArrayList plain{"TYPE", "lock:a", "PTTL", "lock:a", "GETRANGE", "lock:a", "0", "512"};
    QCOMPARE(asked(probe), plain);
    QCOMPARE(take(probe, {error(Elsewhere), error(Elsewhere), error(Elsewhere)}), size_t(3));
    QCOMPARE(probe.state(), KeyProbe::State::Asking);

    const QByteArrayList again{"ASKING", "TYPE",   "lock:a",  "ASKING", "MEMORY",
                               "USAGE",  "lock:a", "SAMPLES", "256"};
    QCOMPARE(asked(probe), again);
    QCOMPARE(take(probe, {status("OK"), status("string"), status("OK"), integer(64)}), size_t(4));
    const QByteArrayList value{"ASKING", "PTTL", "lock:a", "ASKING", "GETRANGE", "lock:a", "0", "512"};
    QCOMPARE(asked(probe), value);
    QCOMPARE(take(probe, {status("OK"), integer(900), status("OK"), bulk("me")}), size_t(4));
    QCOMPARE(probe.state(), KeyProbe::State::Done);
    QCOMPARE(probe.reading().string, QByteArray("me"));
    QCOMPARE(probe.reading().ttl, std::optional<milliseconds>(900ms));
}

void tst_keyprobe::aKeyOfAnotherNodeIsRefused()
{
    KeyProbe probe(KeyProbe::Purpose::Read, {"lock:a"}, ValueType::Hash, false);
    take(probe, {error(Elsewhere), error(Elsewhere), error(Elsewhere)});
    QCOMPARE(take(probe, {status("OK"), error(Elsewhere)}), size_t(2));
    QCOMPARE(probe.state(), KeyProbe::State::Refused);
    QCOMPARE(probe.failure({}).serverText, Elsewhere);
}

// Else its end would move with each read, like that of a lock that is renewed.
void tst_keyprobe::aTtlBeyondAllTimeEndsAtOneInstant()
{
    std::vector<Instant> ends;
    for (const Instant readAt : {Instant(1s), Instant(61s)}) {
        KeyProbe probe(KeyProbe::Purpose::Read, {"lock:a"}, ValueType::String, false);
        const std::vector<Reply> replies{status("string"), integer(9000000000000000000), bulk("me")};
        probe.take(replies.data(), readAt, nullptr);
        QCOMPARE(probe.state(), KeyProbe::State::Done);
        ends.push_back(probe.reading().readAt + *probe.reading().ttl);
    }
    QVERIFY(ends[0] == ends[1]);
}

// The slot moves away after TYPE was answered.
void tst_keyprobe::aKeyThatMovesWhileItIsRead()
{
    KeyProbe probe(KeyProbe::Purpose::Read, {"lock:a"}, ValueType::String, false);
    take(probe, {status("string"), error(Elsewhere), error(Elsewhere)});
    QCOMPARE(probe.state(), KeyProbe::State::Asking);
    QCOMPARE(asked(probe), (QByteArrayList{"ASKING", "TYPE", "lock:a"}));
    QCOMPARE(take(probe, {status("OK"), status("none")}), size_t(2));
    QCOMPARE(probe.state(), KeyProbe::State::Done);
    QCOMPARE(probe.reading().type, ValueType::None);
}

// However old the request and its reply are.
void tst_keyprobe::bothClocksAreOfOneMoment()
{
    KeyProbe probe(KeyProbe::Purpose::Read, {"lock:a"}, ValueType::String, false);
    const Instant readAt = now() - 1h;
    const std::vector<Reply> replies{status("string"), integer(900), bulk("me")};
    QCOMPARE(probe.take(replies.data(), readAt, nullptr), replies.size());
    const KeyReading &reading = probe.reading();
    QCOMPARE(reading.readAt, readAt);
    const auto ago = wallNow() - reading.wallAt;
    QVERIFY(ago >= 1h && ago < 2h);
}

// A number instead of the string, each time.
void tst_keyprobe::aServerThatNeverAnswersWhatIsAskedIsRefused()
{
    KeyProbe probe(KeyProbe::Purpose::Read, {"lock:a"}, ValueType::String, false);
    int rounds = 0;
    for (; probe.state() == KeyProbe::State::Asking && rounds < 100; ++rounds) {
        Batch batch;
        probe.ask(batch);
        take(probe, batch.count() == 3 ? std::vector{status("string"), integer(1), integer(1)}
                                       : std::vector{integer(1), integer(1)});
    }
    QCOMPARE(probe.state(), KeyProbe::State::Refused);
    QVERIFY(rounds <= 24);
    QCOMPARE(probe.failure({"n:1"}).kind, ErrorKind::Protocol);
}

LOCKSCOPE_TEST(tst_keyprobe)

} // namespace tst_keyprobe

#include "tst_keyprobe.moc"
