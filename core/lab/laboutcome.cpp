// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/laboutcome.h"

#include <algorithm>

namespace lockscope
{

bool LabOutcome::asTaught() const
{
    return !failure && !cancelled && !claims.empty() && std::ranges::all_of(claims, &LabClaim::met);
}

} // namespace lockscope
