// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A server whose next DEBUG RELOAD takes longer than any test, until key-load-delay is 0 again. Blocks.

#include "core/lab/sandbox/sandboxserver.h"

namespace lockscope::test
{

// 100,000 keys of 2 ms: more than three minutes. The server answers about every 40 ms meanwhile.
inline Done makeLoadSlow(const SandboxServer &server)
{
    for (const Command &command :
         {Command{"DEBUG", "POPULATE", "100000", "key", "40"},
          Command{"CONFIG", "SET", "key-load-delay", "2000"},
          Command{"CONFIG", "SET", "loading-process-events-interval-bytes", "1024"}}) {
        if (const auto done = server.ask(command); !done)
            return done.failure();
    }
    return Nothing{};
}

} // namespace lockscope::test
