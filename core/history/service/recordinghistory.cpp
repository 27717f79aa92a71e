// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/service/recordinghistory.h"

#include "core/history/causes/causesquery.h"
#include "core/history/compare/compare.h"

namespace lockscope
{

namespace
{

constexpr size_t MostLockEvents = 50'000;
constexpr size_t MomentMost = 250'000;

} // namespace

RecordingHistory::RecordingHistory(const QString &file, QObject *parent) : QObject(parent), m_file(file) {}

// Runs a query on the present state of the file. Nothing: failed() was emitted.
template<class Query> auto RecordingHistory::read(const Query &query)
{
    std::optional<std::remove_cvref_t<decltype(*query())>> value;
    if (!m_reader)
        return value;
    if (const Done resumed = m_reader->resume(); !resumed.ok()) {
        emit failed(resumed.failure());
        return value;
    }
    auto found = query();
    m_reader->pause();
    if (found)
        value = *std::move(found);
    else
        emit failed(found.failure());
    return value;
}

template<class Query> auto RecordingHistory::answer(const Query &query)
{
    auto value = read(query);
    return value ? *std::move(value) : typename decltype(value)::value_type();
}

void RecordingHistory::open()
{
    m_status.reset();
    m_reader = std::make_unique<RecordingReader>(m_file);
    if (const Done done = m_reader->open(); !done.ok()) {
        m_reader.reset();
        return emit failed(done.failure());
    }
    m_reader->pause();
    emit opened();
    look();
}

void RecordingHistory::look()
{
    const auto extent = read([this] { return m_reader->extent(); });
    if (!extent)
        return;
    const RecordingStatus status{.extent = *extent,
                                 .bytes = m_reader->bytes(),
                                 .files = m_reader->fileNames(),
                                 .flaws = m_reader->flaws()};
    const auto end = [](const RecordingStatus &of) { return of.extent ? of.extent->to : WallTime(); };
    if (m_status && m_status->bytes == status.bytes && m_status->files == status.files &&
        m_status->flaws == status.flaws && end(*m_status) == end(status))
        return;
    m_status = status;
    emit statusChanged(status);
}

void RecordingHistory::requestTallies(quint64 id, const HistoryRange &range, milliseconds step)
{
    emit talliesReady(id, answer([&] { return m_reader->minutes(range, step); }));
}

void RecordingHistory::requestHolds(quint64 id, const HoldsQuery &query)
{
    emit holdsReady(id, answer([&] { return m_reader->holds(query); }));
}

void RecordingHistory::requestLockEvents(quint64 id, const LockName &key)
{
    emit lockEventsReady(id, answer([&] { return m_reader->lockEvents(key, MostLockEvents); }));
}

void RecordingHistory::requestMoment(quint64 id, WallTime at)
{
    emit momentReady(id, answer([&] { return m_reader->judgedMoment(at, MomentMost); }));
}

void RecordingHistory::requestContention(quint64 id, const HistoryRange &range, qint64 most)
{
    emit contentionReady(
        id, answer([&] { return m_reader->contention(range, size_t(std::max<qint64>(most, 0))); }));
}

void RecordingHistory::requestOrders(quint64 id)
{
    emit ordersReady(id, answer([&] { return m_reader->orders(WallTime{}); }));
}

void RecordingHistory::requestCosts(quint64 id, const HistoryRange &range)
{
    emit costsReady(id, answer([&] { return waitingCosts(*m_reader, range, range.to); }));
}

void RecordingHistory::requestChanges(quint64 id, const ChangeQuery &query)
{
    emit changesReady(id, answer([&] { return whatChanged(*m_reader, query, query.at + query.width); }));
}

// On a connection of its own: they may be large, and do not change.
void RecordingHistory::requestFiles(quint64 id)
{
    const auto files = attachedFiles(m_file);
    if (files)
        emit filesReady(id, *files);
    else
        emit failed(files.failure());
}

void RecordingHistory::requestServers(quint64 id, WallTime at)
{
    if (const auto then = read([&] { return serversThen(*m_reader, at); }))
        emit serversReady(id, *then);
}

void RecordingHistory::requestBlocking(quint64 id, WallTime at)
{
    if (const auto then = read([&] { return blockingThen(*m_reader, at); }))
        emit blockingReady(id, *then);
}

void RecordingHistory::requestLock(quint64 id, const LockName &key, WallTime at)
{
    if (const auto then = read([&] { return lockThen(*m_reader, key, at); }))
        emit lockReady(id, *then);
}

void RecordingHistory::requestStop(quint64 id, const PlaybackQuery &query)
{
    emit stopReady(id, answer([&] { return findStop(*m_reader, query); }));
}

// On connections of its own, as another file may be part of it.
void RecordingHistory::requestComparison(quint64 id, const CompareQuery &query)
{
    const auto comparison = compare(query);
    if (comparison)
        emit comparisonReady(id, *comparison);
    else
        emit comparisonFailed(id, comparison.failure());
}

} // namespace lockscope
