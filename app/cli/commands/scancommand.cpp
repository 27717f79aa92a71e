// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/scancommand.h"

#include "app/cli/run/each.h"
#include "app/cli/run/settling.h"
#include "app/cli/text/lockrows.h"
#include "app/cli/text/plaintext.h"
#include "core/export/jsondocuments.h"
#include "core/export/jsonparts.h"

#include <qcorotimer.h>

#include <algorithm>

namespace lockscope::cli
{

namespace
{

// What one connection answered.
struct Scanned {
    Run *run = nullptr;
    Instant at{}; // when it was read: another connection may need longer
    std::optional<Failure> notConnected{};
    std::vector<LockPtr> locks{}; // what is shown
    qsizetype found = 0;          // before any choice
    qsizetype shown = 0;          // their number
    qsizetype tooUnsure = 0;      // also asked for, but they may be no locks
    qsizetype ofUnknown = 0;      // those that may match: their clients are not known
    ScanProgress progress{};
    NotMade notMade{};
};

// A check of verdicts fails for locks, not for what may be none.
Confidence leastConfidence(const Run &run, const ScanOptions &options)
{
    const Confidence usual =
        options.verdicts.empty() ? Confidence::Guess : run.observe.thresholds.leastConfidence;
    return options.confidence.value_or(usual);
}

enum class Match { Yes, No, ClientUnknown };

// All filters must match.
Match matchOf(const std::vector<LockFilter> &filters, const Lock &lock, Instant at)
{
    Match match = Match::Yes;
    for (const LockFilter &filter : filters) {
        if (filter.matches(lock, at))
            continue;
        if (!filter.lacksClient(lock, at))
            return Match::No;
        match = Match::ClientUnknown;
    }
    return match;
}

// Adds those of them that are shown.
void select(Scanned &answer, const ScanOptions &options, const std::vector<LockPtr> &locks, Instant at)
{
    const Selection selection{options.kinds, options.verdicts, leastConfidence(*answer.run, options)};
    for (const LockPtr &lock : locks) {
        const Match match = matchOf(options.filters, *lock, at);
        if (match == Match::No)
            continue;
        if (match == Match::ClientUnknown) {
            answer.ofUnknown += selection.holds(*lock) ? 1 : 0;
        } else if (selection.holds(*lock)) {
            answer.locks.push_back(lock);
            ++answer.shown;
        } else if (selection.isTooUnsure(*lock)) {
            ++answer.tooUnsure;
        }
    }
}

// A short scan shows no progress.
void showProgress(Run *run, const ScanProgress &progress)
{
    constexpr milliseconds Moment(300);
    const Instant at = now();
    if (progress.phase == ScanPhase::Running && at - progress.startedAt > Moment)
        run->output.progress(run->named(scanLine(progress, {.locks = qsizetype(progress.locksFound)}, at)));
}

QStringList namesOf(const Runs &runs)
{
    QStringList names;
    for (const Run *run : runs) {
        if (!run->connection.isEmpty())
            names += run->connection;
    }
    return names;
}

// Prints locks as they come, of all connections.
class LockPrinter
{
public:
    explicit LockPrinter(const Runs &runs) : m_runs(runs), m_names(namesOf(runs)) {}
    void print(const Run *run, std::vector<LockPtr> locks, Instant at);

private:
    void printLines(const std::vector<FoundLock> &found);
    void printObjects(const std::vector<FoundLock> &found);

    const Runs &m_runs;
    const QStringList m_names;
    std::vector<int> m_widths;
};

void LockPrinter::print(const Run *run, std::vector<LockPtr> locks, Instant at)
{
    const auto connection = size_t(std::ranges::find(m_runs, run) - m_runs.begin());
    std::vector<FoundLock> found;
    for (LockPtr &lock : locks)
        found.push_back({std::move(lock), connection, at});
    if (found.empty())
        return;
    if (run->arguments.json)
        printObjects(found);
    else
        printLines(found);
}

void LockPrinter::printLines(const std::vector<FoundLock> &found)
{
    Output &output = m_runs.front()->output;
    QStringList lines;
    printLocks(
        found, m_names, output.style(), [&lines](const QString &line) { lines += line; }, m_widths);
    output.print(lines);
}

void LockPrinter::printObjects(const std::vector<FoundLock> &found)
{
    QByteArray objects;
    for (const auto &[lock, connection, at] : found) {
        JsonWriter json;
        if (!m_names.isEmpty())
            json.leadWith("connection", m_names[qsizetype(connection)]);
        writeLock(json, *lock, explainVerdict(*lock, at), at);
        objects += json.take() + '\n';
    }
    m_runs.front()->output.document(objects);
}

// printer: prints those that are shown at once, and the answer does not keep them; null: it does.
void take(Scanned &answer, const ScanOptions &options, LockPrinter *printer,
          const std::vector<LockPtr> &locks)
{
    if (answer.run->cancelled) // the rest is of a connection that was closed
        return;
    const Instant at = now();
    answer.found += qsizetype(locks.size());
    select(answer, options, locks, at);
    add(answer.notMade, verdictsNotMade(answer.run, options, locks));
    if (!printer)
        return;
    printer->print(answer.run, std::exchange(answer.locks, {}), at);
    if (answer.run->output.readerGone())
        answer.run->engine.stopScan();
}

QCoro::Task<> scanAndKeep(Scanned *answer, const ScanOptions *options)
{
    Run *run = answer->run;
    QObject::connect(&run->engine, &Engine::scanChanged, &run->engine,
                     [run](const ScanProgress &progress) { showProgress(run, progress); });
    answer->progress = co_await run->engine.scan();
    if (options->settle) {
        run->output.endProgress();
        co_await settle(run, *options);
        if (!run->cancelled)
            answer->progress = co_await run->engine.scan();
    }
    run->output.endProgress();
    if (!run->cancelled)
        take(*answer, *options, nullptr, run->engine.locks());
}

// Closes the connection where what it answered is enough, which frees what the engine knows besides the
// locks. After a cancellation the answer means nothing, as an incomplete list would mislead.
QCoro::Task<Scanned> scanned(Run *run, const ScanOptions *options, LockPrinter *printer)
{
    Scanned answer{.run = run};
    const Done ready = co_await connected(run, optionsFor(*options, {}));
    if (!ready) {
        answer.notConnected = ready.failure();
        co_return answer;
    }
    noteReplica(run);
    if (printer)
        answer.progress = co_await run->engine.scanInto(
            [&](const std::vector<LockPtr> &locks) { take(answer, *options, printer, locks); });
    else
        co_await scanAndKeep(&answer, options);
    answer.at = now();
    if (!run->cancelled) // a lock of which two nodes have a part is one
        answer.progress.locksFound = answer.found;
    const bool isEnough = !run->connection.isEmpty() || answer.progress.phase == ScanPhase::Complete;
    if (!run->cancelled && isEnough) {
        co_await QCoro::sleepFor(std::chrono::milliseconds(0)); // this may run in a signal of what is closed
        run->engine.close();
    }
    co_return answer;
}

std::vector<FoundLock> sorted(std::vector<Scanned> &answers, Order order)
{
    std::vector<FoundLock> all;
    for (size_t i = 0; i < answers.size(); ++i) {
        for (LockPtr &lock : std::exchange(answers[i].locks, {}))
            all.push_back({std::move(lock), i, answers[i].at});
    }
    sortLocks(all, order);
    return all;
}

void writeScanned(JsonWriter &json, const Scanned &answer)
{
    if (answer.notConnected)
        return writeFailure(json, *answer.notConnected);
    if (answer.tooUnsure > 0)
        json.number("possible_locks_not_shown", answer.tooUnsure);
    if (answer.ofUnknown > 0)
        json.number("locks_with_unknown_clients", answer.ofUnknown);
    json.name("scan");
    writeScan(json, answer.progress, answer.at);
    writeNotJudged(json, answer.notMade.codes);
}

// Writes lock by lock, so that a million locks need no document in memory.
void printDocument(Output &output, const std::vector<FoundLock> &found, const std::vector<Scanned> &answers)
{
    constexpr qsizetype Portion = 64 * 1024;
    const bool areSeveral = !answers.front().run->connection.isEmpty();
    JsonWriter json(output.documentLayout());
    json.beginObject();
    json.name("locks");
    json.beginArray();
    for (const auto &[lock, connection, at] : found) {
        if (areSeveral)
            json.leadWith("connection", answers[connection].run->connection);
        writeLock(json, *lock, explainVerdict(*lock, at), at);
        if (json.size() > Portion)
            output.document(json.take());
    }
    json.endArray();
    if (areSeveral) {
        writeList(json, "connections", answers, [&](const Scanned &answer) {
            json.leadWith("connection", answer.run->connection);
            json.beginObject();
            writeScanned(json, answer);
            json.endObject();
        });
    } else {
        writeScanned(json, answers.front());
    }
    json.endObject();
    output.document(json.take() + '\n');
}

void printTable(Output &output, const std::vector<FoundLock> &found, const QStringList &connections)
{
    constexpr qsizetype Portion = 1000;
    QStringList lines;
    std::vector<int> widths;
    const auto print = [&](const QString &line) {
        lines += line;
        if (lines.size() >= Portion)
            output.print(std::exchange(lines, {}));
    };
    if (!found.empty())
        printLocks(found, connections, output.style(), print, widths);
    output.print(lines);
}

// How far each scan came, below the table.
void printProgress(Output &output, const std::vector<Scanned> &answers)
{
    if (std::ranges::any_of(answers, [](const Scanned &answer) { return answer.shown > 0; }))
        output.remark(QString());
    for (const Scanned &answer : answers) {
        const ShownLocks shown{
            .locks = answer.shown, .tooUnsure = answer.tooUnsure, .ofUnknown = answer.ofUnknown};
        if (!answer.notConnected)
            output.remark(answer.run->named(scanLine(answer.progress, shown, answer.at)));
    }
}

// On standard error, what is missing in the answer. Returns the status of this connection.
int tellWhatIsMissing(const Scanned &answer, bool isCheck)
{
    Run *run = answer.run;
    if (answer.notConnected)
        return run->fail(*answer.notConnected);
    const ScanProgress &progress = answer.progress;
    if (progress.keysRefused > 0)
        run->output.warning(run->named(refusedKeysLine(progress)));
    const int notScanned = tellNotScanned(run, progress);
    if (notScanned != Success)
        return notScanned;
    if (isCheck && answer.shown > 0)
        return LockSaidNo;
    return progress.keysRefused > 0 ? exitStatus(progress.refusal) : Success;
}

// The last objects of a stream: how far each scan came. Without them, locks are missing.
void printProgressObjects(Output &output, const std::vector<Scanned> &answers)
{
    for (const Scanned &answer : answers) {
        JsonWriter json;
        if (!answer.run->connection.isEmpty())
            json.leadWith("connection", answer.run->connection);
        json.beginObject();
        writeScanned(json, answer);
        json.endObject();
        output.document(json.take() + '\n');
    }
}

void printAll(Run *run, std::vector<Scanned> &answers, Order order, const Runs &runs)
{
    const std::vector<FoundLock> found = sorted(answers, order);
    if (run->arguments.json)
        printDocument(run->output, found, answers);
    else
        printTable(run->output, found, namesOf(runs));
}

} // namespace

QCoro::Task<int> runCommand(Runs runs, const ScanOptions &options)
{
    Run *first = runs.front();
    const auto order = parseOrder(options.sort);
    if (!order)
        co_return first->fail(order.failure());
    LockPrinter printer(runs);
    auto answers = co_await askEach<Scanned>(
        runs, [&](Run *run) { return scanned(run, &options, options.stream ? &printer : nullptr); });
    if (first->cancelled)
        co_return signalStatus(first->interruptedBy);
    if (answers.front().notConnected && first->connection.isEmpty())
        co_return first->fail(*answers.front().notConnected);
    if (!options.stream)
        printAll(first, answers, *order, runs);
    else if (first->arguments.json)
        printProgressObjects(first->output, answers);
    if (!first->arguments.json)
        printProgress(first->output, answers);
    NotMade notMade;
    for (const Scanned &answer : answers)
        add(notMade, answer.notMade);
    tell(first, notMade, options.stream);
    int worst = Success;
    for (const Scanned &answer : answers)
        worst = std::max(worst, tellWhatIsMissing(answer, !options.verdicts.empty()));
    co_return worst;
}

} // namespace lockscope::cli
