// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/doctorcommand.h"

#include "app/cli/run/settling.h"
#include "app/cli/text/noderows.h"
#include "app/cli/text/plaintext.h"
#include "core/engine/acl.h"
#include "core/export/jsondocuments.h"

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
void addLocks(Examination &examination, const std::vector<LockPtr> &locks)
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
    examination.findings.push_back(std::move(finding));
    std::ranges::stable_sort(examination.findings, std::greater(), &Finding::level);
}

void print(Run *run, const Examination &examination, const NotMade &notMade)
{
    if (run->arguments.json) {
        JsonWriter json(run->output.documentLayout());
        writeExamination(json, examination, &notMade.codes);
        run->output.document(json.take() + '\n');
        return;
    }
    if (examination.findings.empty())
        run->output.remark(QStringLiteral("no findings"));
    else
        run->output.print(findingsText(examination.findings, run->output.style()) << QString());
    run->output.print(rightsText(examination.rights, run->output.style()));
}

} // namespace

// Scans too, because some findings depend on which kinds of locks there are.
QCoro::Task<int> runCommand(Run *run, const DoctorOptions &options)
{
    if (options.acl)
        co_return printAcl(run);
    const Instant begun = now();
    const EngineOptions following = optionsFor(options, {});
    const Done ready = co_await connected(run, following);
    if (!ready)
        co_return run->fail(ready.failure());
    const milliseconds left = run->patience() - millisecondsBetween(begun, now());
    co_await run->engine.settle(std::max(left, milliseconds(0)));
    if (!run->cancelled)
        co_await run->engine.scan();
    if (options.settle) {
        co_await settle(run, options);
        if (!run->cancelled)
            co_await run->engine.scan();
    }
    Examination examination;
    if (!run->cancelled)
        examination = co_await run->engine.examine();
    if (!run->cancelled && options.settle)
        addLocks(examination, run->engine.locks());
    if (run->cancelled)
        co_return signalStatus(run->interruptedBy);
    const NotMade notMade = verdictsNotMade(run, options, run->engine.locks());
    print(run, examination, notMade);
    tell(run, notMade);
    const bool isUnsafe = std::ranges::any_of(
        examination.findings, [](const Finding &finding) { return finding.level >= VerdictLevel::Warning; });
    co_return isUnsafe ? LockSaidNo : Success;
}

} // namespace lockscope::cli
