// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a lock without a hold at a moment of a recording may have been held, unseen. The thread of the
// reader.

#include "core/history/playback/recordingreader.h"

namespace lockscope
{

// What is not known of a lock without a hold.
struct HiddenThen {
    bool isUnreadable = false; // the server refused to show it
    bool isHidden = false;     // it may have been held on a node that could not be reached
};

// answer: of that millisecond, for this key.
Outcome<bool> mayBeHidden(RecordingReader &reader, const HoldsAnswer &answer, const LockName &key,
                          WallTime at);
Outcome<HiddenThen> hiddenThen(RecordingReader &reader, const LockName &key, WallTime at);

} // namespace lockscope
