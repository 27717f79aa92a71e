// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The value of a lock that a term of a filter is about, in words. Pure.

#include "core/engine/filter/lockfilter.h"

namespace lockscope
{

// "waiters 3", translated; empty: the term asks for no figure.
QString figureText(const FilterTerm &term, const Lock &lock, Instant at);

} // namespace lockscope
