// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the window knows of a kind of lock by its family: what a person calls it, how it works, its icon, and
// how one is taken. The one door of ui to core/formats. Pure functions, GUI thread; a kind that no built-in
// family explains has its own name, no legend, and the icon of a plain lock.

#include "core/values/lock.h"
#include "ui/glyphs.h"

#include <vector>

namespace lockscope
{
class Registry;
}

namespace lockscope::kinds
{

// From now on the kinds of the user's rules too; null: the built-in ones alone.
void use(std::shared_ptr<const Registry> registry);

QString name(LockKind kind);   // "fair-lock", as filters and the command line have it
QString title(LockKind kind);  // "Fair lock (Redisson)"
QString legend(LockKind kind); // two sentences
Glyph glyph(LockKind kind);
QString help(LockKind kind); // title, legend and what to type into the filter: a tooltip in rich text

// A kind of which this program can take one.
struct Takeable {
    LockKind kind{};
    QString title{};
    bool readOrWrite = false; // to be taken for reading or for writing
    bool namesOwner = true;   // the owner is written down, so it can be chosen
    bool renewable = true;
    milliseconds lease{0}; // as its library does; 0: none
};
std::vector<Takeable> takeable(); // by title
OwnerId makeOwner(LockKind kind); // a fresh one in the kind's shape; empty: no such kind

} // namespace lockscope::kinds
