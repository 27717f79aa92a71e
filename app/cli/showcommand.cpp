// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/closerlook.h"
#include "app/cli/documents.h"
#include "app/cli/run.h"
#include "app/cli/sentences.h"

namespace lockscope::cli
{

QCoro::Task<int> runShow(Run *run)
{
    const Done ready = co_await connected(run, {.follow = false, .scan = false});
    if (!ready)
        co_return run->fail(ready.failure());
    const LockName key = run->arguments.key();
    const auto detail = co_await lookCloser(run);
    if (!detail)
        co_return run->fail(detail.failure());
    if (!detail->lock) {
        const NodeStatus node = run->engine.nodeOf(run->arguments.key());
        run->output.error(escapedText(node.node.bytes) + QStringLiteral(": ") + noLockLine(key, *detail));
        co_return LockSaidNo;
    }
    if (!run->arguments.json) {
        run->output.print(detailText(*detail, now(), run->output.style()));
        co_return Success;
    }
    JsonWriter json(run->output.documentLayout());
    json.beginObject();
    json.name("lock");
    writeDetail(json, *detail, now());
    json.endObject();
    run->output.print(json.take() + '\n');
    co_return Success;
}

} // namespace lockscope::cli
