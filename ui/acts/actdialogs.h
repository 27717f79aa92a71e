// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Includes all dialogs for acts. Each deletes itself when closed, or with its parent: create it with new on
// the GUI thread, then call show(). Errors are shown in the dialog.

#include "ui/acts/acquiredialog.h"
#include "ui/acts/ladderdialog.h"
