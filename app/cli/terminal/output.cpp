// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/output.h"

#include "app/cli/terminal/streams.h"
#include "app/cli/text/textwidth.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace lockscope::cli
{

Output::Output() : m_out(terminalAt(STDOUT_FILENO)), m_err(terminalAt(STDERR_FILENO))
{
    m_style = m_out.style();
}

Output::~Output()
{
    endProgress();
}

void Output::write(const QByteArray &bytes)
{
    if (m_readerGone || m_failed)
        return;
    endProgress();
    const int failure = writeWhole(STDOUT_FILENO, bytes);
    if (failure == EPIPE) {
        m_readerGone = true;
    } else if (failure != 0) {
        m_failed = true;
        error(QStringLiteral("cannot write to standard output: %1")
                  .arg(QString::fromStdString(std::generic_category().message(failure))));
    }
}

void Output::print(const QString &line)
{
    write(renderedLine(line, m_style.colour) + '\n');
}

void Output::print(const QStringList &lines)
{
    QByteArray bytes;
    for (const QString &line : lines)
        bytes.append(renderedLine(line, m_style.colour)).append('\n');
    write(bytes);
}

void Output::document(const QByteArray &utf8)
{
    write(printableJson(utf8));
}

void Output::remark(const QString &line)
{
    if (!m_quiet)
        print(line);
}

void Output::note(const QString &line)
{
    if (!m_quiet)
        say(line);
}

void Output::record(const QString &line)
{
    say(line);
}

void Output::detail(const QString &line)
{
    if (m_verbose)
        say(line);
}

void Output::warning(const QString &line)
{
    say(QStringLiteral("lockscope-cli: warning: ") + line);
}

void Output::error(const QString &line)
{
    say(QStringLiteral("lockscope-cli: ") + line);
}

void Output::error(const Failure &failure)
{
    error(failure.line());
}

void Output::progress(const QString &line)
{
    if (!m_err.present || m_quiet)
        return;
    const int width = m_err.width > 0 ? m_err.width - 1 : 79;
    m_inProgress = true;
    writeWhole(STDERR_FILENO, "\r" + elided(printable(line), width, m_err.style().mark).toUtf8() + "\x1b[K");
}

void Output::endProgress()
{
    if (m_inProgress)
        writeWhole(STDERR_FILENO, "\r\x1b[K");
    m_inProgress = false;
}

JsonWriter::Layout Output::documentLayout() const
{
    return m_out.present ? JsonWriter::Layout::Indented : JsonWriter::Layout::Compact;
}

// Always one line, because a server's message may contain line breaks.
void Output::say(const QString &line)
{
    endProgress();
    writeWhole(STDERR_FILENO, renderedLine(line, false) + '\n');
}

} // namespace lockscope::cli
