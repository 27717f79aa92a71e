// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/sandboxcommand.h"

#include "app/cli/terminal/oneshot.h"
#include "core/base/jsonwriter.h"

namespace lockscope::cli
{

// The composition has already started the servers, as for every command with --sandbox.
QCoro::Task<int> runCommand(Run *run, const SandboxOptions &)
{
    const char *topology = name(run->arguments.sandboxTopology());
    if (run->arguments.json) {
        JsonWriter json;
        json.beginObject();
        json.name("urls");
        json.beginArray();
        for (const QString &url : run->urls)
            json.text(url);
        json.endArray();
        json.text("topology", QByteArrayView(topology));
        json.endObject();
        run->output.document(json.take() + '\n');
    } else {
        for (const QString &url : run->urls)
            run->output.print(url);
    }
    run->output.note(QStringLiteral("%1 sandbox; runs until interrupted").arg(QLatin1String(topology)));
    OneShot<int> over;
    run->onInterrupt = [&over](int, bool) { over.happen(Success); };
    const int status = co_await over.reached();
    co_return status;
}

} // namespace lockscope::cli
