// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The output of the program: results on standard output, everything else on standard error. Unbuffered. The
// only way to a terminal (tests/arch/prints.cmake): a text is one line, and what it has of control,
// bidirectional and invisible characters, from a server, a file or a user, is escaped here. A closed pipe is
// a state, not a signal (SIGPIPE must be ignored). One thread.

#include "app/cli/terminal/terminal.h"
#include "core/base/jsonwriter.h"
#include "core/base/outcome.h"

namespace lockscope::cli
{

class Output
{
public:
    Output();
    ~Output();
    Output(const Output &) = delete;
    Output &operator=(const Output &) = delete;

    void setQuiet(bool quiet) { m_quiet = quiet; }
    void setVerbose(bool verbose) { m_verbose = verbose; }

    void print(const QString &line);
    void print(const QStringList &lines);
    void document(const QByteArray &utf8); // JSON or CSV, or a part of it, as printableJson() has it
    // A result line for people; not with --quiet.
    void remark(const QString &line);
    void note(const QString &line);   // standard error; not with --quiet
    void record(const QString &line); // standard error: a line of --json, even with --quiet
    void detail(const QString &line); // standard error, with --verbose
    void warning(const QString &line);
    void error(const QString &line);
    void error(const Failure &failure);
    // A single line that overwrites the last one; only on a terminal.
    void progress(const QString &line);
    void endProgress();

    const TextStyle &style() const { return m_style; }
    JsonWriter::Layout documentLayout() const;
    bool readerGone() const { return m_readerGone; }
    bool failed() const { return m_failed; } // writing failed, for example on a full disk

private:
    void write(const QByteArray &bytes);
    void say(const QString &line);

    TextStyle m_style;
    Terminal m_out;
    Terminal m_err;
    bool m_quiet = false;
    bool m_verbose = false;
    bool m_inProgress = false;
    bool m_readerGone = false;
    bool m_failed = false;
};

} // namespace lockscope::cli
