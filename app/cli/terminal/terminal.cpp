// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/terminal.h"

#include "app/cli/terminal/streams.h"

#include <unistd.h>

#include <QByteArray>

namespace lockscope::cli
{

namespace
{

bool speaksUtf8()
{
    for (const char *name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const QByteArray value = qgetenv(name).toLower();
        if (!value.isEmpty())
            return value.contains("utf-8") || value.contains("utf8");
    }
    return false;
}

} // namespace

TextStyle Terminal::style() const
{
    return {.colour = colour, .width = width, .mark = utf8 ? QStringLiteral("…") : QStringLiteral("...")};
}

Terminal terminalAt(int descriptor)
{
    Terminal terminal;
    terminal.utf8 = speaksUtf8();
    terminal.present = ::isatty(descriptor) == 1;
    if (!terminal.present)
        return terminal;
    terminal.colour = qgetenv("NO_COLOR").isEmpty() && qgetenv("TERM") != "dumb";
    terminal.width = columnsOf(descriptor);
    return terminal;
}

} // namespace lockscope::cli
