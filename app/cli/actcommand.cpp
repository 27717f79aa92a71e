// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run.h"
#include "app/cli/sentences.h"

namespace lockscope::cli
{

namespace
{

ActKind actOf(Verb verb)
{
    switch (verb) {
    case Verb::Acquire:
        return ActKind::Acquire;
    case Verb::Renew:
        return ActKind::Renew;
    case Verb::Release:
        return ActKind::Release;
    case Verb::ForceRelease:
        return ActKind::ForceRelease;
    case Verb::SetExpiry:
        return ActKind::SetExpiry;
    case Verb::None:
    case Verb::Scan:
    case Verb::Show:
    case Verb::Watch:
    case Verb::Wake:
    case Verb::Sandbox:
        return ActKind::Wake;
    }
    return ActKind::Wake;
}

// A dry run sends nothing, but the owner it read already tells what the script would say.
bool wouldRefuse(const ActRequest &request, const Receipt &receipt)
{
    return receipt.dryRun && receipt.result == ActResult::Done && request.expectedOwner &&
           receipt.foundOwner != request.expectedOwner;
}

} // namespace

QCoro::Task<int> runAct(Run *run)
{
    const Arguments &wanted = run->arguments;
    const Done ready = co_await connected(run, {.follow = false, .scan = false});
    if (!ready)
        co_return run->fail(ready.failure());
    const ActRequest request{.act = actOf(wanted.verb),
                             .key = wanted.key(),
                             .owner = wanted.owner,
                             .expectedOwner = wanted.expectedOwner,
                             .lease = wanted.lease,
                             .reason = wanted.reason,
                             .dryRun = wanted.dryRun};
    Receipt receipt = co_await run->engine.act(request);
    if (wouldRefuse(request, receipt))
        receipt.result = ActResult::OwnerChanged;
    const int status = report(run, receipt);
    const bool planned = receipt.dryRun && !receipt.plan.steps.isEmpty();
    if (planned && !wanted.json)
        run->output.print(planText(receipt.plan, run->output.style()));
    co_return status;
}

} // namespace lockscope::cli
