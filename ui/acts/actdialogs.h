// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The dialogs in which acts are asked for. Each deletes itself when closed: make with new, call show().

#include "ui/acts/acquiredialog.h"
#include "ui/acts/ladderdialog.h"
