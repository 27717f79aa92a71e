// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/statethen.h"

#include "core/base/tr.h"
#include "core/base/unixms.h"
#include "core/history/states/staterows.h"

#include <QSqlQuery>

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

using MaybeFound = Outcome<std::optional<FoundState>>;

// A file that goes on from another begins with what was so already.
MaybeFound lastOf(RecordingReader &reader, StateRow::Kind kind, WallTime at)
{
    const auto ask = [&](size_t part, WallTime until) {
        return reader.ask(part, [&](PartReader &one) { return lastState(one.file(), kind, until); });
    };
    size_t part = reader.stretches({at, at + 1ms}).front().part;
    const auto restated = [&] { return reader.part(part).edges.restatedUntil.value_or(WallTime::min()); };
    MaybeFound found = ask(part, std::max(at, restated()));
    while (found && part > 0 && (!*found || (*found)->row.at <= restated())) {
        const bool isJoined = reader.part(part).isJoined();
        const MaybeFound earlier = ask(--part, WallTime::max());
        if (!earlier)
            return earlier;
        if (!*found) {
            found = earlier;
            if (*found)
                (*found)->isLastKnown = (*found)->isLastKnown || !isJoined;
        } else if (isJoined && *earlier && (*earlier)->row.bytes == (*found)->row.bytes) {
            (*found)->row.at = (*earlier)->row.at;
        } else {
            break;
        }
    }
    return found;
}

template<class T, class Read>
Outcome<std::optional<StateThen<T>>> stateThen(RecordingReader &reader, StateRow::Kind kind, WallTime at,
                                               const Read &read)
{
    const MaybeFound found = reader.each([&] { return lastOf(reader, kind, at); });
    if (!found)
        return found.failure();
    if (!*found)
        return std::optional<StateThen<T>>();
    auto what = read((*found)->row.bytes);
    if (!what)
        return Failure{.text = Tr::tr("cannot read what the recording has of that time: it is damaged"),
                       .remedy = Tr::tr("use a copy of it, or ask about another time")};
    const auto then = reader.moment(at, 1);
    if (!then)
        return then.failure();
    return std::optional(StateThen<T>{.since = (*found)->row.at,
                                      .isLastKnown = (*found)->isLastKnown || !then->watched,
                                      .setBackBy = then->setBackBy,
                                      .what = *std::move(what)});
}

} // namespace

Outcome<std::optional<FoundState>> lastState(const HistoryFile &file, StateRow::Kind kind, WallTime until)
{
    const auto there = file.hasTable(staterows::Name);
    const auto watching = file.ask(
        QStringLiteral("SELECT at FROM mark WHERE kind IN (%1, %2) AND at <= %3 ORDER BY id DESC LIMIT 1")
            .arg(int(Mark::Kind::Opened))
            .arg(int(Mark::Kind::Closed))
            .arg(unixMs(until)));
    if (!there || !watching)
        return there ? watching.failure() : there.failure();
    QSqlQuery query = file.query();
    if (*there && !staterows::findLast(query, kind, until))
        return file.failure(query);
    const auto row = *there ? staterows::next(query) : std::nullopt;
    return row ? std::optional(FoundState{*row, unixMs(row->at) < *watching}) : std::nullopt;
}

Outcome<std::optional<StateThen<Finding>>> findingsThen(RecordingReader &reader, WallTime at)
{
    return stateThen<Finding>(reader, StateRow::Kind::Findings, at, findingsIn);
}

Outcome<std::optional<StateThen<NodeStatus>>> nodesThen(RecordingReader &reader, WallTime at)
{
    return stateThen<NodeStatus>(reader, StateRow::Kind::Nodes, at, nodesIn);
}

Outcome<ServersThen> serversThen(RecordingReader &reader, WallTime at)
{
    auto findings = findingsThen(reader, at);
    auto nodes = nodesThen(reader, at);
    if (!findings || !nodes)
        return findings ? nodes.failure() : findings.failure();
    return ServersThen{.findings = *std::move(findings), .nodes = *std::move(nodes)};
}

} // namespace lockscope
