// SPDX-License-Identifier: GPL-3.0-or-later
// What recognising costs and how well it does in a keyspace as applications have it: 5 % locks of all formats
// among strings, hashes, lists, sets, sorted sets and streams (tests/support/mixedkeyspace.h).
//   bench_mixed [--keys N] [--rounds N] [--count N]
// Target: a pass with the default patterns at 0.70 of the speed of a bare SCAN with the same COUNT.

#include "core/engine/engine.h"
#include "core/engine/reading/scanner.h"
#include "tests/bench/benchkit.h"
#include "tests/support/mixedkeyspace.h"

#include <map>

using namespace lockscope;
using namespace lockscope::bench;

namespace
{

struct Setting {
    int keys = 500'000;
    int rounds = 5;
    int count = 1000;
};

// Bare: nothing is done with the names.
QCoro::Task<bool> walkTask(Session *session, QByteArray glob, QByteArray count)
{
    QByteArray cursor("0");
    do {
        Batch batch;
        if (glob.isEmpty())
            batch.add({"SCAN", cursor, "COUNT", count});
        else
            batch.add({"SCAN", cursor, "MATCH", glob, "COUNT", count});
        const Outcome<Replies> replies = co_await session->send(std::move(batch));
        if (!replies)
            co_return false;
        cursor = replies->items[0].items[0].bytes;
    } while (cursor != "0");
    co_return true;
}

double bareScan(Session &session, const QByteArray &glob, int count)
{
    const auto begin = Clock::now();
    if (!test::finished(walkTask(&session, glob, QByteArray::number(count))))
        qFatal("the bare scan failed");
    return seconds(Clock::now() - begin);
}

double fullScan(Session &session, const QList<QByteArray> &patterns, int count)
{
    Scanner scanner(session, Registry::builtIn());
    const auto begin = Clock::now();
    const ScanProgress progress =
        test::finished(scanner.run({.patterns = patterns, .firstCount = count, .adaptive = false},
                                   [](const std::vector<KeyReading> &) {}));
    if (progress.phase != ScanPhase::Complete)
        qFatal("the scan did not end");
    return seconds(Clock::now() - begin);
}

QList<QByteArray> defaultPatterns()
{
    const auto patterns = Registry::builtIn().defaultPatterns();
    return {patterns.begin(), patterns.end()};
}

void speed(Session &session, const Setting &setting)
{
    std::vector<double> bare;
    std::vector<double> matching;
    std::vector<double> named;
    std::vector<double> shaped;
    std::vector<double> namedToBare;
    std::vector<double> namedToMatching;
    std::vector<double> shapedToBare;
    for (int round = 0; round < setting.rounds; ++round) {
        bare.push_back(bareScan(session, {}, setting.count));
        matching.push_back(bareScan(session, "*lock*", setting.count));
        named.push_back(fullScan(session, defaultPatterns(), setting.count));
        shaped.push_back(fullScan(session, {}, setting.count));
        namedToBare.push_back(bare.back() / named.back());
        namedToMatching.push_back(matching.back() / named.back());
        shapedToBare.push_back(bare.back() / shaped.back());
    }
    const auto figure = [](const std::vector<double> &values) {
        return QString::number(median(values), 'f', 3);
    };
    line(QStringLiteral("\nmedians of %1 rounds: SCAN %2 s, SCAN MATCH *lock* %3 s, Scanner by the default "
                        "patterns %4 s, Scanner over all keys %5 s")
             .arg(setting.rounds)
             .arg(figure(bare), figure(matching), figure(named), figure(shaped)));
    line(QStringLiteral(
             "  speed of the default patterns to SCAN %1, to SCAN MATCH %2  (target >= 0.70 of SCAN)")
             .arg(figure(namedToBare), figure(namedToMatching)));
    line(QStringLiteral("  speed over all keys to SCAN %1").arg(figure(shapedToBare)));
}

// How many were found of each sort, and what else was taken for a lock.
void recognition(const Sandbox &server, Session &session, const test::MixedKeyspace &made, bool allKeys)
{
    test::resetCounts(session);
    Engine engine;
    engine.open(server.tcp(), {.allKeys = allKeys, .follow = false});
    if (!test::finished(engine.waitReady(std::chrono::seconds(10))).ok())
        qFatal("no connection");
    const auto begin = Clock::now();
    if (test::finished(engine.scan()).phase != ScanPhase::Complete)
        qFatal("the scan did not end");
    const double took = seconds(Clock::now() - begin);

    struct Tally {
        int written = 0;
        int found = 0;
        int rightKind = 0;
    };
    std::map<std::pair<test::Findable, QByteArray>, Tally> tallies;
    QSet<QByteArray> expected;
    for (const test::MixedLock &lock : made.locks) {
        Tally &tally = tallies[{lock.findable, lock.sort}];
        const LockPtr found = engine.find({lock.key});
        ++tally.written;
        tally.found += found ? 1 : 0;
        tally.rightKind +=
            found && found->kind.name == std::string_view(lock.kind.data(), size_t(lock.kind.size()));
        expected.insert(lock.key);
    }
    line(QStringLiteral("\nthe engine's pass over %1, with companions: %2 s")
             .arg(allKeys ? QStringLiteral("all keys") : QStringLiteral("the default patterns"))
             .arg(took, 0, 'f', 2));
    Tally sum;
    Tally missed;
    for (const auto &[what, tally] : tallies) {
        const bool due =
            what.first == test::Findable::ByName || (allKeys && what.first == test::Findable::ByShape);
        const QString reason = due ? QString()
                               : what.first == test::Findable::ByRule
                                   ? QStringLiteral("  (a known miss: a registry whose name says no lock)")
                               : what.first == test::Findable::Never
                                   ? QStringLiteral("  (not counted: a number like any other)")
                                   : QStringLiteral("  (not counted: the name says nothing)");
        line(QStringLiteral("  %1 %2 written, %3 found, %4 of the right kind%5")
                 .arg(QString::fromLatin1(what.second), -46)
                 .arg(tally.written, 6)
                 .arg(tally.found, 6)
                 .arg(tally.rightKind, 6)
                 .arg(reason));
        if (what.first == test::Findable::ByRule) {
            missed.written += tally.written;
            missed.found += tally.found;
        }
        if (due) {
            sum.written += tally.written;
            sum.found += tally.found;
            sum.rightKind += tally.rightKind;
        }
    }
    line(QStringLiteral("  recall %1 %, of the right kind %2 %")
             .arg(100.0 * sum.found / sum.written, 0, 'f', 3)
             .arg(100.0 * sum.rightKind / sum.written, 0, 'f', 3));
    line(QStringLiteral("  recall with the known misses %1 %")
             .arg(100.0 * (sum.found + missed.found) / (sum.written + missed.written), 0, 'f', 3));
    int foreign = 0;
    for (const LockPtr &lock : engine.locks()) {
        if (!expected.contains(lock->key.bytes) && ++foreign <= 20)
            line(QStringLiteral("  false positive: %1 as %2")
                     .arg(QString::fromLatin1(lock->key.bytes), QString::fromLatin1(lock->kind.name.data())));
    }
    line(QStringLiteral("  false positives: %1 of %2 foreign keys").arg(foreign).arg(made.foreignKeys));
}

// With foreign keys alone, whatever is read is read in vain.
void readInVain(Session &session, const test::MixedKeyspace &made, const Setting &setting, bool allKeys)
{
    test::resetCounts(session);
    fullScan(session, allKeys ? QList<QByteArray>() : defaultPatterns(), setting.count);
    QString counts;
    for (const char *command : {"type", "pttl", "memory|usage", "hlen", "zcard", "scard", "llen", "getrange",
                                "hgetall", "hscan", "lrange", "zrange", "sscan", "xrange"})
        counts += QStringLiteral(" %1 %2").arg(QLatin1String(command)).arg(test::countOf(session, {command}));
    line(QStringLiteral("%1: values read of %2 foreign keys: %3 (%4 a key);%5")
             .arg(allKeys ? QStringLiteral("all keys") : QStringLiteral("default patterns"))
             .arg(made.foreignKeys)
             .arg(test::countOf(session, test::valueCommands()))
             .arg(double(test::countOf(session, test::valueCommands())) / double(made.foreignKeys), 0, 'f', 4)
             .arg(counts));
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    Setting setting;
    setting.keys = argument("--keys", setting.keys);
    setting.rounds = argument("--rounds", setting.rounds);
    setting.count = argument("--count", setting.count);
    const auto server = orDie(Sandbox::start());
    line(pinApart(*server));
    Session session(server->tcp());
    if (!waitReady(session))
        qFatal("no connection");
    line(QStringLiteral("making %1 keys, 5 % of them locks …").arg(setting.keys));
    const test::MixedKeyspace mixed = test::fillMixed(session, {.keys = setting.keys});
    speed(session, setting);
    for (const bool allKeys : {false, true})
        recognition(*server, session, mixed, allKeys);

    orDie(test::finished(session.call({"FLUSHALL"})));
    const test::MixedKeyspace foreign = test::fillMixed(session, {.keys = setting.keys, .lockShare = 0});
    line(QStringLiteral("\n%1 strings and %2 hashes are ruled out by neither name, type, expiry nor size")
             .arg(foreign.openStrings)
             .arg(foreign.smallHashes));
    for (const bool allKeys : {false, true})
        readInVain(session, foreign, setting, allKeys);
    session.close();
    return 0;
}
