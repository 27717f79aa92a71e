// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/lineprompt.h"

namespace lockscope::cli
{

struct LinePrompt::Private {
};

// The event loop cannot wait for a console line. Options can provide all answers.
bool LinePrompt::possible()
{
    return false;
}

LinePrompt::LinePrompt(const QString &, Echo, OneShot<Outcome<QString>> *answer)
{
    answer->happen(Failure{.kind = ErrorKind::Unsupported,
                           .text = QStringLiteral("prompts are not supported on a Windows console")});
}

LinePrompt::~LinePrompt() = default;

} // namespace lockscope::cli
