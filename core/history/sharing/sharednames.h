// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What stands in a shared recording for each name: pseudonyms from a random salt, or the name. Value; one
// thread.

#include "core/history/recording/pseudonyms.h"
#include "core/history/states/staterow.h"
#include "core/history/values/hold.h"

namespace lockscope
{

class SharedNames
{
public:
    enum class Source { Names, Pseudonyms }; // what the recording has that is read

    explicit SharedNames(bool keepsNames);
    // In a recording that has pseudonyms, they stay, and anything else is replaced.
    void setSource(Source source) { m_source = source; }

    LockName key(const LockName &key);
    NodeId node(const NodeId &node);
    OwnerId owner(LockKind kind, const OwnerId &owner);
    LockKind kind(LockKind kind);
    LockEvent event(const LockEvent &event);
    Mark mark(const Mark &mark);
    StateRow state(const StateRow &row);            // texts are left out, as they name hosts and users
    static QByteArray code(const QByteArray &code); // of a verdict

private:
    bool stays(const char *what, const QByteArray &name) const;

    bool m_keepsNames;
    Source m_source = Source::Names;
    Pseudonyms m_pseudonyms;
};

} // namespace lockscope
