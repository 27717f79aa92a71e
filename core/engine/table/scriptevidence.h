// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which libraries' scripts a node was ever sent, by SCRIPT EXISTS with the SHA1 of texts that only they send:
// evidence for the library and its release, server-wide and not for one lock. Lost when the node restarts.
// Value; any thread.

#include "core/formats/format.h"
#include "core/redis/reply.h"

namespace lockscope
{

class ScriptEvidence
{
public:
    // One command for all families. What the user may not ask is no evidence, and no failure.
    static Command question(const Registry &registry);
    static ScriptEvidence from(const Registry &registry, const Reply &answer);

    bool isEmpty() const { return m_found.empty(); }
    // Those libraries first of which the node has a script, else as they were. Lives for ever.
    const std::vector<std::string_view> *ranked(const std::vector<std::string_view> *libraries) const;
    // Sentences on this family's scripts.
    QStringList explain(const Format &format) const;

private:
    std::vector<const Fingerprint *> m_found;
};

} // namespace lockscope
