// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The user's rules: rules.json in the configuration folder, shared by the desktop and the cli, or any file
// named. A file with a fault gives no rules and is left as it is; a missing one is an empty list. Written as
// a whole or not at all, readable by its owner only. Any thread; not two at once.

#include "core/base/outcome.h"
#include "core/config/rulejson.h"

#include <memory>

namespace lockscope
{

class Registry;
struct LockDetail;

class RuleStore
{
public:
    explicit RuleStore(const QString &dir); // empty: the usual folder
    static RuleStore ofFile(const QString &fileName);

    QString fileName() const { return m_fileName; }
    bool exists() const;
    RuleBook load() const;
    Done save(const std::vector<Rule> &rules) const; // as load() would take them

private:
    RuleStore() = default;
    QString m_fileName{};
};

// The built-in families and those of the rules. Null without any rules: the built-in ones alone.
std::shared_ptr<const Registry> registryWith(const std::vector<Rule> &rules);

} // namespace lockscope
