// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/historywriter.h"

#include "core/history/connectionhistory.h"
#include "core/history/values/historyfiles.h"

#include <QDir>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds TrimTime = 1s; // the longest duration of one trim
constexpr milliseconds RetryPeriod = 1min;

} // namespace

HistoryWriter::HistoryWriter(QString folder, QObject *parent) : QObject(parent), m_folder(std::move(folder))
{
    m_retry.setParent(this); // so that it moves with its parent
    m_retry.setSingleShot(true);
    m_retry.setInterval(RetryPeriod);
    connect(&m_retry, &QTimer::timeout, this, &HistoryWriter::retryDue);
}

void HistoryWriter::setConnection(const QString &name, const QByteArray &servers)
{
    m_name = name;
    m_servers = servers;
}

Done HistoryWriter::rename(const QString &from, const QString &to)
{
    const Done moved = renameHistoryFile(m_folder, from, to);
    if (m_name == from)
        m_name = to;
    return moved;
}

QString HistoryWriter::fileName() const
{
    if (!m_file.isEmpty() || m_name.isEmpty())
        return m_file;
    return QDir(m_folder).filePath(historyFileName(m_name));
}

bool HistoryWriter::open()
{
    m_retry.stop();
    m_failure = {};
    m_bytesAtFirst = m_uncommitted = 0;
    check(openFile());
    if (!m_store && m_place)
        m_place->isGapless = false; // the next try is later
    if (m_store)
        m_place.reset();
    return isOpen();
}

Done HistoryWriter::openFile()
{
    if (!m_file.isEmpty() || m_place) { // with a place, it goes on from the file that was rotated
        m_store = std::make_unique<HistoryStore>(fileName());
        return m_store->open(m_place);
    }
    auto opened = openHistoryOf(fileName(), m_servers);
    if (!opened)
        return opened.failure();
    m_store = std::move(*opened);
    return Nothing{};
}

void HistoryWriter::close()
{
    write([](HistoryStore &store) { return store.close(wallNow()); });
    if (m_place) // of the file that comes next
        m_place->isGapless = isOpen();
    m_store.reset();
    m_retry.stop();
    m_failure = {};
}

void HistoryWriter::forget()
{
    m_place.reset();
    m_failure = {};
    m_events = 0;
}

std::optional<WallTime> HistoryWriter::since() const
{
    const auto since = m_store ? m_store->since() : Outcome<std::optional<WallTime>>(std::nullopt);
    return since ? *since : std::nullopt;
}

// The first failure ends the writing: a history with unknown gaps would be worse than none.
void HistoryWriter::check(const Done &written)
{
    if (written.ok())
        return;
    m_failure = written.failure();
    m_events -= std::exchange(m_uncommitted, 0);
    m_store.reset();
    m_retry.start();
    emit ended();
}

void HistoryWriter::remember(const std::vector<LockEvent> &events)
{
    append(events);
    if (!m_store && !m_failure.text.isEmpty()) // they are in no file
        return;
    m_events += qint64(events.size());
    m_uncommitted += qint64(events.size());
}

void HistoryWriter::commit()
{
    write([](HistoryStore &store) { return store.commit(); });
    m_uncommitted = 0;
}

// A reader keeps the write-ahead log, without which the file is not whole: then try again a second later.
bool HistoryWriter::mayRotate()
{
    if (!m_store || m_settings.rotated <= 0 || m_store->bytes() < bytesToRotate())
        return false;
    m_store->moveLog(); // which is larger than what it adds to the file
    if (m_store->bytes() < bytesToRotate() || !m_store->endLog())
        return false;
    m_place = m_store->place().next();
    return true;
}

Done HistoryWriter::rotate()
{
    return rotateHistoryFile(fileName(), m_settings.rotated);
}

void HistoryWriter::beginRotated(const Done &rotated)
{
    check(rotated);
    m_bytesAtFirst = bytes();
}

void HistoryWriter::trim()
{
    const Instant deadline = now() + TrimTime;
    HistorySettings limits = m_settings;
    if (limits.rotated > 0) // a limit for a file that cannot be rotated
        limits.bytes = std::min(2 * bytesToRotate() + HistoryFile::LogReserve, 4 * bytesToRotate());
    while (m_store && now() < deadline) {
        const auto more = m_store->trim(limits, wallNow());
        if (!more)
            return check(more.failure());
        if (!*more)
            return;
    }
}

} // namespace lockscope
