// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the window knows of a kind of lock by its family: what a person calls it, how it works, its icon, and
// how one is taken. The one door of ui to core/formats. A value, GUI thread; a kind that no family explains
// has its own name, no legend, and the icon of a plain lock.

#include "core/base/outcome.h"
#include "core/values/act.h"
#include "ui/theme/icons.h"

#include <vector>

namespace lockscope
{

class Registry;
struct ActRequest;

// A kind of which this program can take one.
struct Takeable {
    LockKind kind{};
    QString title{};
    bool readOrWrite = false; // to be taken for reading or for writing
    bool namesOwner = true;   // the owner is written down, so it can be chosen
    bool renewable = true;
    bool leased = true;    // a lease can be chosen; else what is taken does not run out
    milliseconds lease{0}; // what is taken without choosing; 0: no expiry
    // Of a lock with several parts, which, or how many there are: what the field is called, and what may
    // stand in it, as an example. Empty: it has none.
    QString part{};
    QString partExample{};
    bool needsPart = false;
};

class Kinds
{
public:
    // Of a user's rules too; null: the built-in ones alone.
    explicit Kinds(std::shared_ptr<const Registry> registry = nullptr);

    static QString name(LockKind kind);  // "fair-lock", as filters and the command line have it
    QString title(LockKind kind) const;  // "Fair lock (Redisson)"
    QString legend(LockKind kind) const; // two sentences
    Glyph glyph(LockKind kind) const;
    QString
    help(LockKind kind) const; // title, legend and what to type into the filter: a tooltip in rich text

    std::vector<Takeable> takeable() const; // by title
    // Why this cannot be asked for at all, of the kind named or of the lock seen; nothing: it can. Asks no
    // server.
    std::optional<Failure> problem(ActRequest request, const Lock *seen = nullptr) const;
    OwnerId makeOwner(LockKind kind) const; // a fresh one in the kind's shape; empty: no such kind

private:
    std::shared_ptr<const Registry> m_rules; // null: there are none
    const Registry *m_registry;
};

} // namespace lockscope
