// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/doctorcommand.h"

#include "app/cli/run/each.h"
#include "app/cli/run/settling.h"
#include "app/cli/text/noderows.h"
#include "app/cli/text/plaintext.h"
#include "core/engine/acl.h"
#include "core/export/jsondocuments.h"
#include "core/export/jsonparts.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

int printAcl(Run *run)
{
    const Registry &registry = run->registry ? *run->registry : Registry::builtIn();
    const QByteArray line = smallestAcl(aclWish(run->spec, false, registry));
    if (run->arguments.json) {
        JsonWriter json(run->output.documentLayout());
        json.beginObject();
        json.bytes("acl", line);
        json.endObject();
        run->output.document(json.take() + '\n');
    } else {
        run->output.print(QString::fromUtf8(line));
    }
    return Success;
}

// What a lock shows is no fault of the deployment, but the locks are not safe either.
void addLocks(HealthReport &report, const std::vector<LockPtr> &locks)
{
    constexpr qsizetype MostNamed = 20;
    Finding finding{.code = "locks"};
    qsizetype count = 0;
    for (const LockPtr &lock : locks) {
        const Verdict &verdict = lock->verdict;
        if (verdict.level < VerdictLevel::Warning)
            continue;
        finding.level = std::max(finding.level, verdict.level);
        if (++count <= MostNamed)
            finding.evidence += QStringLiteral("%1: %2").arg(
                escapedText(lock->key.bytes),
                QString::fromUtf8(verdict.code.data(), qsizetype(verdict.code.size())));
    }
    if (count == 0)
        return;
    finding.text = QStringLiteral("%1 with a warning or worse").arg(counted(count, QStringLiteral("lock")));
    finding.remedy = QStringLiteral("scan --verdict '>=warning' --settle DUR lists them, show KEY shows one");
    report.findings.push_back(std::move(finding));
    std::ranges::stable_sort(report.findings, std::greater(), &Finding::level);
}

// What one connection answered.
struct Checked {
    Run *run = nullptr;
    std::optional<Failure> notConnected{};
    HealthReport report{};
    NotMade notMade{};
};

// Scans too, because some findings depend on which kinds of locks there are.
QCoro::Task<Checked> checked(Run *run, const DoctorOptions *options)
{
    Checked answer{.run = run};
    const Instant begun = now();
    const Done ready = co_await connected(run, optionsFor(*options, {}));
    if (!ready) {
        answer.notConnected = ready.failure();
        co_return answer;
    }
    const milliseconds left = run->patience() - millisecondsBetween(begun, now());
    co_await run->engine.settle(std::max(left, milliseconds(0)));
    if (!run->cancelled)
        co_await run->engine.scan();
    if (options->settle) {
        co_await settle(run, *options);
        if (!run->cancelled)
            co_await run->engine.scan();
    }
    if (!run->cancelled)
        answer.report = co_await run->engine.checkHealth();
    if (run->cancelled)
        co_return answer;
    const std::vector<LockPtr> locks = run->engine.locks();
    if (options->settle)
        addLocks(answer.report, locks);
    answer.notMade = verdictsNotMade(run, *options, locks);
    if (!run->connection.isEmpty())
        run->engine.close();
    co_return answer;
}

void printDocument(Output &output, const std::vector<Checked> &answers)
{
    JsonWriter json(output.documentLayout());
    const auto write = [&json](const Checked &answer) {
        if (!answer.run->connection.isEmpty())
            json.leadWith("connection", answer.run->connection);
        if (!answer.notConnected)
            return writeHealthReport(json, answer.report, &answer.notMade.codes);
        json.beginObject();
        writeFailure(json, *answer.notConnected);
        json.endObject();
    };
    if (answers.front().run->connection.isEmpty()) {
        write(answers.front());
    } else {
        json.beginObject();
        writeList(json, "connections", answers, write);
        json.endObject();
    }
    output.document(json.take() + '\n');
}

void print(const Checked &answer)
{
    const Run &run = *answer.run;
    const std::vector<Finding> &findings = answer.report.findings;
    if (!run.connection.isEmpty())
        run.output.print(tinted(run.connection, Tint::Title, run.output.style()));
    if (findings.empty())
        run.output.remark(QStringLiteral("no findings"));
    else
        run.output.print(findingsText(findings, run.output.style()) << QString());
    run.output.print(rightsText(answer.report.rights, run.output.style()));
    if (!run.connection.isEmpty())
        run.output.print(QString());
}

int statusOf(const Checked &answer)
{
    if (answer.notConnected)
        return answer.run->fail(*answer.notConnected);
    const bool isUnsafe = std::ranges::any_of(answer.report.findings, [](const Finding &finding) {
        return finding.level >= VerdictLevel::Warning;
    });
    return isUnsafe ? LockSaidNo : Success;
}

} // namespace

QCoro::Task<int> runCommand(Runs runs, const DoctorOptions &options)
{
    Run *first = runs.front();
    if (options.acl)
        co_return printAcl(first);
    const auto answers =
        co_await askEach<Checked>(runs, [&options](Run *run) { return checked(run, &options); });
    if (first->cancelled)
        co_return signalStatus(first->interruptedBy);
    if (answers.front().notConnected && first->connection.isEmpty())
        co_return first->fail(*answers.front().notConnected);
    if (first->arguments.json)
        printDocument(first->output, answers);
    NotMade notMade;
    for (const Checked &answer : answers) {
        if (!first->arguments.json && !answer.notConnected)
            print(answer);
        add(notMade, answer.notMade);
    }
    tell(first, notMade);
    int worst = Success;
    for (const Checked &answer : answers)
        worst = std::max(worst, statusOf(answer));
    co_return worst;
}

} // namespace lockscope::cli
