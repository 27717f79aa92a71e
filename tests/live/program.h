// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs lockscope-cli like a script: arguments in, status and streams out. Arguments are bytes and pass
// through the shell, because QProcess would convert them as text.

#include "core/values/connection/connection.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>

#include <memory>

namespace lockscope::test
{

struct Ended {
    int status = -1;
    QByteArray out{};
    QByteArray err{};

    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
    // All details, for QVERIFY2.
    QByteArray told() const { return "status " + QByteArray::number(status) + "\n" + out + err; }
};

inline QByteArray shellWord(const QByteArray &bytes)
{
    QByteArray word = "\"$(printf '";
    for (const char byte : bytes)
        word += "\\" + QByteArray::number(static_cast<unsigned char>(byte), 8).rightJustified(3, '0');
    // The shell strips trailing newlines from a substitution, so one more character follows.
    return word + "')\"";
}

inline QString programPath()
{
    return QStringLiteral(LOCKSCOPE_BINARY_DIR "/lockscope-cli");
}

// A running process, ended by the destructor.
class Program
{
public:
    // redirections: in shell syntax.
    explicit Program(const QByteArrayList &arguments, const QProcessEnvironment &environment = {},
                     const QByteArray &redirections = {})
    {
        QByteArray script = "exec " + shellWord(QFile::encodeName(programPath()));
        for (const QByteArray &argument : arguments)
            script += " " + (argument.isEmpty() ? QByteArray("''") : shellWord(argument));
        script += " " + redirections;
        if (!environment.isEmpty())
            process.setProcessEnvironment(environment);
        process.start(QStringLiteral("sh"), {QStringLiteral("-c"), QString::fromLatin1(script)});
        process.waitForStarted();
    }
    ~Program()
    {
        process.kill();
        process.waitForFinished();
    }

    Ended ended()
    {
        process.closeWriteChannel();
        if (process.state() != QProcess::NotRunning && !process.waitForFinished(Patience))
            return {.err = "did not end in time: " + process.readAllStandardError()};
        return {.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                .out = process.readAllStandardOutput(),
                .err = process.readAllStandardError()};
    }

    // Whether the output so far contains `words`. Keeps what it has read, for QTRY_VERIFY.
    bool said(const QByteArray &words) { return output().contains(words); }
    bool complained(const QByteArray &words) { return errors().contains(words); }
    // All that has come so far. ended() returns only what comes afterwards.
    const QByteArray &output() { return m_out += process.readAllStandardOutput(); }
    const QByteArray &errors() { return m_err += process.readAllStandardError(); }

    QProcess process;

private:
    QByteArray m_out;
    QByteArray m_err;
};

inline Ended runCli(const QByteArrayList &arguments, const QProcessEnvironment &environment = {})
{
    return Program(arguments, environment).ended();
}

} // namespace lockscope::test
