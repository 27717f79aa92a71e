// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// lockscope-cli on a RedLock group of three nodes. Derived classes call startGroup() in init(), as tests kill
// its nodes.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/program.h"
#include "tests/support/verify.h"

#include <QObject>

namespace lockscope::test
{

class GroupCliTest : public QObject
{
protected:
    static inline const QByteArray Key = "lock:a";
    static inline const QByteArray Ann = "token-of-ann-0123456789";
    static inline const QByteArray Bob = "token-of-bob-0123456789";

    void startGroup()
    {
        VERIFY_INTO(m_group, SandboxDeployment::start(SandboxTopology::RedLock, {.masters = 3}));
    }
    QByteArrayList toAll(const QByteArrayList &words) const
    {
        QByteArrayList all;
        for (const QString &url : m_group->urls())
            all << "-u" << url.toUtf8();
        return all << words;
    }
    Ended cli(const QByteArrayList &words) const { return runCli(toAll(words)); }
    SandboxServer &node(size_t index) const { return m_group->node(index); }
    QByteArray nodeName(size_t index) const { return node(index).spec().node().bytes; }
    void take(size_t index, const QByteArray &owner)
    {
        VERIFY_OK(node(index).ask({"SET", Key, owner, "PX", "600000"}));
    }

    std::unique_ptr<SandboxDeployment> m_group;
};

} // namespace lockscope::test
