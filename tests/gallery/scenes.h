// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every view of the window, by name, and how it is brought about. In the order in which the connection
// changes least. GUI thread.

#include "tests/gallery/gallerywindow.h"
#include "ui/acts/actdialogs.h"

namespace lockscope::test
{

struct Scene {
    const char *name;
    // What is to be looked at: the window, or a dialog of it. Null: it did not come to that, problem() has
    // why.
    QWidget *(*show)(GalleryWindow &gallery);
    bool slow = false; // takes longer than a test may
};

std::vector<Scene> allScenes();
std::vector<Scene> dialogScenes(); // those of them on the shop's locks
std::vector<Scene> taskScenes();   // those of them that README's tasks show, on the sandbox

// Parts of scenes that others begin with. The lab's runs need no connection: the shop's is made if there is
// none.
QWidget *ladderAt(GalleryWindow &gallery, const LockName &key, std::optional<Rung> rung);
QWidget *labVerdict(GalleryWindow &gallery);
QWidget *recording(GalleryWindow &gallery);
QWidget *recordedFilterFault(GalleryWindow &gallery);
QWidget *recordedOverview(GalleryWindow &gallery);
QWidget *recordedContention(GalleryWindow &gallery);
QWidget *recordedBlocking(GalleryWindow &gallery);
QWidget *recordedComparison(GalleryWindow &gallery);
QWidget *blocking(GalleryWindow &gallery);
QWidget *deadlock(GalleryWindow &gallery);
QWidget *severalDeadlocks(GalleryWindow &gallery);
QWidget *fleet(GalleryWindow &gallery);
QWidget *fleetSearch(GalleryWindow &gallery);
QWidget *fleetClient(GalleryWindow &gallery);
QWidget *fleetNarrow(GalleryWindow &gallery);
QWidget *fleetOpened(GalleryWindow &gallery);

} // namespace lockscope::test
