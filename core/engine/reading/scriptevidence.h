// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which libraries' scripts a node has loaded, found by SCRIPT EXISTS with the SHA1 of scripts that only one
// library sends. Evidence for a library and its release on the whole server, not for one lock. Lost when the
// node restarts. Value; any thread.

#include "core/formats/format.h"
#include "core/redis/reply.h"

namespace lockscope
{

class ScriptEvidence
{
public:
    // One command for all formats. If the user lacks the permission, there is no evidence and no error.
    static Command question(const Registry &registry);
    static ScriptEvidence from(const Registry &registry, const Reply &answer);

    bool isEmpty() const { return m_found.empty(); }
    std::span<const Fingerprint *const> found() const { return m_found; }
    // Moves the libraries with a loaded script to the front. The result is never deleted.
    const std::vector<std::string_view> *ranked(const std::vector<std::string_view> *libraries) const;
    // The lock may be a spin lock, which looks like another, and the node has scripts that spin locks send:
    // clients that wait for it may not be seen.
    bool mayBeSpun(const Lock &lock) const;
    // Of a number that never expires and may be a counter: clients of this node use semaphores, so it may be
    // the free permits of one as well.
    void noteSemaphore(Lock &lock) const;
    // The kind of semaphore that clients of this node use, by their scripts; nullopt: none is known.
    std::optional<LockKind> semaphores() const;
    // Sentences about the scripts of this format.
    QStringList explain(const Format &format) const;

private:
    std::vector<const Fingerprint *> m_found;
};

// A bare number (core/formats/strings/barenumber.h) under a lock's name, of which no other evidence says
// whether it is a lock, a counter or the free permits of a semaphore.
bool isOpenNumber(const Registry &registry, const KeyReading &reading);
bool mayBeSemaphore(const Lock &lock); // as noteSemaphore() noted

} // namespace lockscope
