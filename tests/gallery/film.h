// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What README's first two tasks tell, as it happens: a stuck lock is found and released, with a real lock on
// the sandbox, by mouse and keyboard. GUI thread.

#include "tests/gallery/animation.h"
#include "tests/gallery/gallerywindow.h"

namespace lockscope::test
{

// life: passes before. Empty: it did not come to that, problem() has why. The lock is released afterwards.
std::vector<Frame> stuckLockReleased(GalleryWindow &gallery, std::chrono::milliseconds life);

} // namespace lockscope::test
