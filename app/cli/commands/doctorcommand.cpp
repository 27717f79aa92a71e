// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/doctorcommand.h"

#include "app/cli/text/noderows.h"
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
        run->output.print(json.take() + '\n');
    } else {
        run->output.print(QString::fromUtf8(line) + u'\n');
    }
    return Success;
}

void print(Run *run, const Examination &examination)
{
    if (run->arguments.json) {
        JsonWriter json(run->output.documentLayout());
        writeExamination(json, examination);
        run->output.print(json.take() + '\n');
        return;
    }
    if (examination.findings.empty())
        run->output.remark(QStringLiteral("nothing found that makes locks unsafe\n"));
    else
        run->output.print(findingsText(examination.findings, run->output.style()) + u'\n');
    run->output.print(rightsText(examination.rights, run->output.style()));
}

} // namespace

// Scans too, because some findings depend on which kinds of locks there are.
QCoro::Task<int> runCommand(Run *run, const DoctorOptions &options)
{
    if (options.acl)
        co_return printAcl(run);
    const Instant begun = now();
    const Done ready = co_await connected(run, {.follow = false, .scan = false});
    if (!ready)
        co_return run->fail(ready.failure());
    const milliseconds left = run->patience() - millisecondsBetween(begun, now());
    co_await run->engine.settle(std::max(left, milliseconds(0)));
    if (!run->cancelled)
        co_await run->engine.scan();
    Examination examination;
    if (!run->cancelled)
        examination = co_await run->engine.examine();
    if (run->cancelled)
        co_return signalStatus(run->interruptedBy);
    print(run, examination);
    const bool isUnsafe = std::ranges::any_of(
        examination.findings, [](const Finding &finding) { return finding.level >= VerdictLevel::Warning; });
    co_return isUnsafe ? LockSaidNo : Success;
}

} // namespace lockscope::cli
