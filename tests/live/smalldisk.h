// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A shell script that runs on a small file system of its own, which only it sees.

#include "tests/live/program.h"

namespace lockscope::test
{

// Mounts a file system of that size ("400k") on the folder, in a mount namespace of its own, and runs the
// script there. The output and the errors of its programs are in `out`.
inline Ended onASmallDisk(const QString &folder, const QString &size, const QByteArray &script)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(
        QStringLiteral("unshare"),
        {QStringLiteral("-rm"), QStringLiteral("sh"), QStringLiteral("-c"),
         QStringLiteral("mount -t tmpfs -o size=%2 none '%1' || exit 77\ncd '%1'\n").arg(folder, size) +
             QString::fromUtf8(script)});
    process.waitForFinished(60'000);
    return {.status = process.exitCode(), .out = process.readAllStandardOutput()};
}

// This machine allows no such mount, so the script did not run.
inline bool isWithoutSmallDisk(const Ended &ended)
{
    return ended.status == 77 || ended.out.contains("unshare");
}

} // namespace lockscope::test
