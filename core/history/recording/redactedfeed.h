// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Passes the reports of an engine to a history, with pseudonyms for keys, owners, nodes and kinds of users'
// rules, and without names and addresses of clients. Used instead of History::observe(). Lives on the
// history's thread, to which it is moved before the engine is opened; engine and history must outlive it.

#include "core/history/history.h"
#include "core/history/recording/pseudonyms.h"

namespace lockscope
{

class RedactedFeed final : public QObject
{
    Q_OBJECT
public:
    RedactedFeed(Engine *engine, History *history, Pseudonyms pseudonyms);

private:
    Pseudonyms m_pseudonyms;
};

// Each contains only what a history needs, with pseudonyms.
LockDelta redacted(const LockDelta &delta, Pseudonyms &pseudonyms);
std::vector<NodeStatus> redacted(const std::vector<NodeStatus> &nodes, Pseudonyms &pseudonyms);
LiveStatus redacted(const LiveStatus &live, Pseudonyms &pseudonyms);
FailoverReport redacted(const FailoverReport &report, Pseudonyms &pseudonyms);
HealthReport redacted(const HealthReport &report, Pseudonyms &pseudonyms); // findings without texts

} // namespace lockscope
