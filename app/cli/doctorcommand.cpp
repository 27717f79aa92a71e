// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/documents.h"
#include "app/cli/noderows.h"
#include "app/cli/run.h"

#include <algorithm>

namespace lockscope::cli
{

// The locks are looked at too: what they claim to be must fit the servers.
QCoro::Task<int> runDoctor(Run *run)
{
    const Instant begun = now();
    const Done ready = co_await connected(run, {.follow = false, .scan = false});
    if (!ready)
        co_return run->fail(ready.failure());
    const milliseconds left = run->patience() - millisecondsBetween(begun, now());
    co_await run->engine.settle(std::max(left, milliseconds(0)));
    if (!run->cancelled)
        co_await run->engine.scan();
    std::vector<Finding> findings;
    if (!run->cancelled)
        findings = co_await run->engine.examine();
    if (run->cancelled)
        co_return signalStatus(run->interruptedBy);
    if (run->arguments.json) {
        JsonWriter json(run->output.documentLayout());
        writeFindings(json, findings);
        run->output.print(json.take() + '\n');
    } else if (findings.empty()) {
        run->output.remark(QStringLiteral("nothing found that makes locks unsafe\n"));
    } else {
        run->output.print(findingsText(findings, run->output.style()));
    }
    const bool isUnsafe = std::ranges::any_of(
        findings, [](const Finding &finding) { return finding.level >= VerdictLevel::Warning; });
    co_return isUnsafe ? LockSaidNo : Success;
}

} // namespace lockscope::cli
