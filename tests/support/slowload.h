// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A server whose next DEBUG RELOAD takes longer than any test, until key-load-delay is 0 again. Blocks.

#include "core/lab/sandbox/sandboxserver.h"

namespace lockscope::test
{

// 100,000 keys of 2 ms: more than three minutes. The server answers about every 40 ms meanwhile.
inline Done makeLoadSlow(const SandboxServer &server)
{
    // In parts: a reply is awaited for a second.
    for (int part = 0; part < 50; ++part) {
        const Command populate{"DEBUG", "POPULATE", "2000", "key" + QByteArray::number(part), "40"};
        if (const auto done = server.ask(populate); !done)
            return done.failure();
    }
    for (const Command &command :
         {Command{"CONFIG", "SET", "key-load-delay", "2000"},
          Command{"CONFIG", "SET", "loading-process-events-interval-bytes", "1024"}}) {
        if (const auto done = server.ask(command); !done)
            return done.failure();
    }
    return Nothing{};
}

} // namespace lockscope::test
