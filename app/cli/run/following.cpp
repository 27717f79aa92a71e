// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run/following.h"

#include "app/cli/text/plaintext.h"

namespace lockscope::cli
{

bool endsFollowing(const Failure &failure)
{
    return isServerRefusal(failure.kind) && !isPassing(failure.kind);
}

Following::Following(Run *run) : m_run(run), m_timer([this] { m_over.happen(Success); })
{
    connect(&run->engine, &Engine::scanChanged, this, &Following::onScan);
}

void Following::begin(std::optional<milliseconds> duration)
{
    m_run->onInterrupt = [this](int, bool) { m_over.happen(Success); };
    if (duration)
        m_timer.start(*duration);
}

// Without permission to scan there is nothing to follow. A lost connection is reported by its node instead.
void Following::onScan(const ScanProgress &progress)
{
    const bool over = progress.phase == ScanPhase::Failed && endsFollowing(progress.failure);
    const bool partly = progress.phase == ScanPhase::Complete && progress.keysRefused > 0;
    if (m_toldRefusal || !(over || partly))
        return;
    m_toldRefusal = true;
    if (over)
        m_over.happen(m_run->fail(progress.failure));
    else
        m_run->output.warning(m_run->named(refusedKeysLine(progress)));
}

} // namespace lockscope::cli
