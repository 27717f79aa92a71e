// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The user's rules: rules.json in the configuration folder, shared by the desktop and the cli, or another
// file. A file with a fault gives no rules and stays unchanged; a missing file is an empty list. Written
// atomically, readable by its owner only. Any thread, but not two at once.

#include "core/base/outcome.h"
#include "core/config/rulejson.h"
#include "core/formats/families/requestedlock.h"

#include <memory>

namespace lockscope
{

struct LockDetail;

class RuleStore
{
public:
    explicit RuleStore(const QString &dir); // empty: the default folder
    static RuleStore ofFile(const QString &fileName);

    QString fileName() const { return m_fileName; }
    bool exists() const;
    RuleBook load() const;
    Done save(const std::vector<Rule> &rules) const; // BadInput if load() would reject them

private:
    RuleStore() = default;
    QString m_fileName{};
};

// The built-in families, those of the rules, and those of the requested keys. Null if there are neither rules
// nor requested keys.
std::shared_ptr<const Registry> registryWith(const std::vector<Rule> &rules,
                                             const RequestedKeys &requested = {});

} // namespace lockscope
