// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The names in a shared recording: pseudonyms with a random salt, or the original names. Value; one thread.

#include "core/history/recording/pseudonyms.h"
#include "core/history/states/staterow.h"
#include "core/history/values/hold.h"

namespace lockscope
{

class SharedNames
{
public:
    enum class Source { Names, Pseudonyms }; // what the source recording contains

    explicit SharedNames(bool keepsNames);
    // Existing pseudonyms of a source are kept, and anything else is replaced.
    void setSource(Source source) { m_source = source; }

    LockName key(const LockName &key);
    NodeId node(const NodeId &node);
    OwnerId owner(LockKind kind, const OwnerId &owner);
    LockKind kind(LockKind kind);
    LockEvent event(const LockEvent &event);
    Mark mark(const Mark &mark);
    StateRow state(const StateRow &row);            // without texts, which name hosts and users
    static QByteArray code(const QByteArray &code); // of a verdict

private:
    bool stays(const char *what, const QByteArray &name) const;

    bool m_keepsNames;
    Source m_source = Source::Names;
    Pseudonyms m_pseudonyms;
};

} // namespace lockscope
