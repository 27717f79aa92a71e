// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/recordingsteps.h"

#include "core/base/tr.h"
#include "core/history/playback/lastknown.h"

#include <QFileInfo>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int RenameTries = 5;
constexpr size_t HoldsMost = 250'000; // that go on in the next part

} // namespace

Done RecordingSteps::open(const HistoryRange &range)
{
    m_range = range;
    if (const Done opened = m_set.open(); !opened.ok())
        return opened;
    m_flaws = m_set.flaws();
    m_parts = m_set.parts();
    for (const RecordingPart &part : m_parts) { // the clock may have been set back meanwhile
        const HistoryRange whole = m_extent.value_or(part.extent.value_or(HistoryRange()));
        if (part.extent)
            m_extent = {std::min(whole.from, part.extent->from), std::max(whole.to, part.extent->to)};
    }
    const auto newest = m_set.reader(m_parts.size() - 1);
    if (!newest)
        return newest.failure();
    const auto last = (*newest)->file().ask(QStringLiteral("SELECT coalesce(max(id), 0) FROM event"));
    if (!last)
        return last.failure();
    m_parts.back().edges.lastEvent = *last;
    m_set.close();
    return Nothing{};
}

Outcome<std::vector<PlaybackStep>> RecordingSteps::next(size_t most)
{
    while (m_part < m_parts.size()) {
        const RecordingPart &part = m_parts[m_part];
        auto steps = nextOf(part, most);
        m_set.close();
        if (!steps && m_parts.size() == 1)
            return steps;
        if (!steps)
            m_flaws
                << Tr::tr("%1 is left out: %2").arg(QFileInfo(part.file).fileName(), steps.failure().text);
        if (steps && !steps->empty())
            return steps;
        ++m_part;
        m_position = {};
        m_goOn.reset();
    }
    return std::vector<PlaybackStep>();
}

// Its file may have got another number meanwhile.
Outcome<std::vector<PlaybackStep>> RecordingSteps::nextOf(const RecordingPart &part, size_t most)
{
    size_t index = 0;
    Outcome<PartReader *> reader =
        Failure{.kind = ErrorKind::Internal, .text = Tr::tr("%1 was deleted").arg(part.file)};
    for (int left = RenameTries; left > 0; --left) {
        if (const Done opened = m_set.open(); !opened.ok())
            return opened.failure();
        const std::vector<RecordingPart> &parts = m_set.parts();
        const auto there = std::find_if(parts.begin(), parts.end(), [&part](const RecordingPart &other) {
            return other.isSame(part) || !part.extent;
        });
        if (there == parts.end())
            break;
        index = size_t(there - parts.begin());
        reader = m_set.reader(index);
        if (reader.ok() || reader.failure().kind != ErrorKind::Busy)
            break;
    }
    if (!reader)
        return reader.failure();
    (*reader)->setEdges(part.edges);
    if (const Done begun = (*reader)->begin(m_range); !begun.ok())
        return begun.failure();
    (*reader)->goTo(m_position);
    while (true) {
        auto steps = (*reader)->next(most);
        m_position = (*reader)->position();
        if (!steps || steps->empty() || !part.edges.closedAt)
            return steps;
        leaveOutSeenAgain(*steps, index + 1);
        if (!steps->empty())
            return steps;
    }
}

// Ends of holds that were lost from sight and that the next part has still.
void RecordingSteps::leaveOutSeenAgain(std::vector<PlaybackStep> &steps, size_t next)
{
    const auto endOf = [](const PlaybackStep &step) {
        const auto *event = std::get_if<LockEvent>(&step.what);
        return event && isEnd(*event) && isLostFromSight(holdOf(*event)) ? event : nullptr;
    };
    if (next >= m_set.parts().size() || std::ranges::none_of(steps, endOf))
        return;
    if (!m_goOn) {
        m_goOn.emplace();
        const WallTime at = *m_parts[m_part].edges.closedAt;
        const auto reader = m_set.reader(next);
        const auto there =
            reader ? (*reader)->holds({.range = {at, at + std::chrono::milliseconds(1)}, .most = HoldsMost})
                   : Outcome<HoldsAnswer>(reader.failure());
        if (!there) // reported when that part is read
            return;
        for (const Hold &hold : there->holds)
            m_goOn->insert({hold.key, hold.owner}, hold.began);
    }
    std::erase_if(steps, [&](const PlaybackStep &step) {
        const LockEvent *end = endOf(step);
        const auto [first, last] =
            end ? m_goOn->equal_range({end->key, end->owner}) : std::pair(m_goOn->end(), m_goOn->end());
        return std::any_of(
            first, last, [end](WallTime began) { return isSameBeginning(began, end->wallAt - *end->held); });
    });
}

} // namespace lockscope
