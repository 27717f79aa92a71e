// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the window knows about a kind of lock: title, legend, icon, and how to acquire one. The only path from
// ui to core/formats. A value, GUI thread. An unknown kind has its own name, no legend, and the icon of a
// plain lock.

#include "core/base/outcome.h"
#include "core/values/act.h"
#include "ui/theme/icons.h"

#include <vector>

namespace lockscope
{

class Registry;
struct ActRequest;

// A kind that this program can acquire.
struct Takeable {
    LockKind kind{};
    QString title{};
    bool readOrWrite = false; // Has read and write modes
    bool namesOwner = true;   // The owner is stored, so it can be chosen
    bool renewable = true;
    bool leased = true;    // A lease can be chosen; otherwise the lock does not expire
    milliseconds lease{0}; // The default lease; 0: no expiry
    // For a lock with several parts, which part or how many: the label of the field and an example value.
    // Empty: no parts.
    QString part{};
    QString partExample{};
    bool needsPart = false;
};

class Kinds
{
public:
    // Includes the user's rules; null: only built-in kinds.
    explicit Kinds(std::shared_ptr<const Registry> registry = nullptr);

    static QString name(LockKind kind); // "fair-lock", as in filters and on the command line
    QString title(LockKind kind) const; // "Fair lock (Redisson)"
    // "Fair lock (Redisson) · certainly a lock": of what kind it is may be less sure.
    QString titleAndConfidence(const Lock &lock) const;
    QString legend(LockKind kind) const; // Two sentences
    Glyph glyph(LockKind kind) const;
    QString help(LockKind kind) const; // Title, legend and filter syntax: a rich-text tool tip

    std::vector<Takeable> takeable() const; // Ordered by title
    // Why the request is impossible for the named kind or the seen lock; empty: possible. Asks no server.
    std::optional<Failure> problem(ActRequest request, const Lock *seen = nullptr) const;
    // Its kind is one library's alone; else many write such values.
    bool namesItsLibrary(const Lock &lock) const;
    OwnerId makeOwner(LockKind kind) const; // A new one in the kind's form; empty: no such kind

private:
    std::shared_ptr<const Registry> m_rules; // Null: none
    const Registry *m_registry;
};

} // namespace lockscope
