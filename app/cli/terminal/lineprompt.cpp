// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/lineprompt.h"

#include "app/cli/commands/run.h"

namespace lockscope::cli
{

QCoro::Task<Outcome<QString>> typedLine(Run *run, QString question, LinePrompt::Echo echo)
{
    OneShot<Outcome<QString>> answer;
    const LinePrompt prompt(question, echo, &answer);
    run->onInterrupt = [&answer](int, bool) {
        answer.happen(Failure{.kind = ErrorKind::Cancelled, .text = QStringLiteral("interrupted")});
    };
    Outcome<QString> typed = co_await answer.reached();
    run->onInterrupt = {};
    co_return typed;
}

} // namespace lockscope::cli
