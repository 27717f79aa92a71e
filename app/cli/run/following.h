// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The end of a command that follows locks: --for, a signal, or a refusal that will not pass. Lives in the
// coroutine's frame; main thread.

#include "app/cli/run/run.h"
#include "app/cli/terminal/oneshot.h"
#include "core/base/wakeup.h"

namespace lockscope::cli
{

// False for a server that is loading, busy or unreachable: it may come back.
bool endsFollowing(const Failure &failure);

class Following final : public QObject
{
public:
    explicit Following(Run *run);

    OneShot<int> &over() { return m_over; } // the exit status
    // From now on: after this time, if any, and when interrupted.
    void begin(std::optional<milliseconds> duration);

private:
    void onScan(const ScanProgress &progress);

    Run *m_run;
    OneShot<int> m_over;
    LongTimer m_timer;
    bool m_toldRefusal = false;
};

} // namespace lockscope::cli
