// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a lock without a hold at a moment of a recording may have been held, unseen. The thread of the
// reader.

#include "core/history/playback/recordingreader.h"

namespace lockscope
{

// answer: of that millisecond, for this key.
Outcome<bool> mayBeHidden(RecordingReader &reader, const HoldsAnswer &answer, const LockName &key,
                          WallTime at);

} // namespace lockscope
