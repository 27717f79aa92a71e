// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All dialogs for acts. Each deletes itself when closed: create with new, then call show().

#include "ui/acts/acquiredialog.h"
#include "ui/acts/ladderdialog.h"
