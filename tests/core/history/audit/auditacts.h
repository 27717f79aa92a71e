// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An act and its steps for tests of the audit. Pure values, and their way into a log.

#include "core/history/audit/auditlog.h"
#include "tests/support/verify.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockscope::test::audit
{

inline const QByteArray Key = QByteArray("lock:\x00\xff%_\\", 10);

inline ConnectionSpec profile(const QString &name = QStringLiteral("orders"))
{
    ConnectionSpec spec;
    spec.name = name;
    return spec;
}

inline ActRequest forced()
{
    return {.act = ActKind::ForceRelease,
            .key = {Key},
            .expectedOwner = OwnerId{"alice"},
            .expectedCount = 2,
            .reason = QStringLiteral("stuck since 3 a.m.")};
}

inline ActStep step(const QByteArray &node = QByteArrayLiteral("10.0.0.1:6379"))
{
    return {.node = {node},
            .cli = QStringLiteral("redis-cli -h 10.0.0.1 -p 6379"),
            .act = ActKind::ForceRelease,
            .kind = {"rlock"},
            .script = "rlock_force",
            .foundOwner = {"alice"},
            .foundCount = 2,
            .before = {{.key = {Key}, .dump = QByteArray("\x04\x00\xfe", 3), .ttl = milliseconds(29'999)},
                       {.key = {"queue"}, .why = QStringLiteral("it is 2MiB in size, too large for a lock")},
                       {.key = {"absent"}}}};
}

inline Receipt receipt(ActResult result = ActResult::Done)
{
    Receipt receipt{.act = ActKind::ForceRelease,
                    .result = result,
                    .key = {Key},
                    .kind = {"rlock"},
                    .foundOwner = OwnerId{"bob"},
                    .foundCount = 1,
                    .woken = 3,
                    .node = {"10.0.0.1:6379"}};
    receipt.plan.commands = {QStringLiteral("redis-cli a"), QStringLiteral("redis-cli b")};
    return receipt;
}

inline void append(AuditLog &log, const ActRequest &request, const ConnectionSpec &spec = profile(),
                   ActResult result = ActResult::Done)
{
    const auto number = log.asked(request, spec);
    VERIFY_OK(number);
    VERIFY_OK(log.sending(*number, step()));
    VERIFY_OK(log.answered(*number, receipt(result)));
}

} // namespace lockscope::test::audit
