// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The words of one verdict. A value.

#include <QString>

namespace lockscope
{

struct Wording {
    QString sentence{};
    QString advice{}; // empty: there is nothing to do
};

} // namespace lockscope
