// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/recordingset.h"

#include "core/base/tr.h"
#include "core/base/unixms.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QThread>

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr int SettleTries = 10;
constexpr int SettlePause = 30; // ms: a rotation takes some of them
constexpr size_t OpenAtOnce = 8;
constexpr milliseconds LongestChange = 2s; // from one file to the next, in older versions

QString nameOf(const QString &file)
{
    return QFileInfo(file).fileName();
}

} // namespace

QString RecordingSet::numbered(int number) const
{
    return number == 0 ? m_file : QStringLiteral("%1.%2").arg(m_file).arg(number);
}

Done RecordingSet::open()
{
    for (int left = SettleTries;; --left) {
        close();
        const auto found = openAll();
        const bool isFinal = found ? *found : earlier().empty();
        if (!isFinal && left > 0) {
            QThread::msleep(SettlePause);
            continue;
        }
        if (!found)
            return found.failure();
        if (left == 0)
            m_accepted = {m_isBeingClosed, m_flaws};
        return Nothing{};
    }
}

RecordingSet::Stamp RecordingSet::stampOf(const QString &file)
{
    const QFileInfo about(file);
    return {about.size(), about.lastModified().toMSecsSinceEpoch()};
}

void RecordingSet::close()
{
    m_others.clear();
    m_newest.reset();
}

// False: the files are being renamed, or some are missing, which looks alike.
Outcome<bool> RecordingSet::openAll()
{
    m_newest = std::make_unique<PartReader>(m_file);
    if (const Done opened = m_newest->open(); !opened.ok())
        return opened.failure();
    const auto closing = m_newest->isBeingClosed();
    if (!closing)
        return closing.failure();
    auto newest = m_newest->describe(m_parts.empty() ? nullptr : &m_parts.back());
    if (!newest)
        return newest.failure();
    newest->file = m_file;
    newest->bytes = m_newest->file().bytes();
    std::vector<Numbered> found = earlier();
    found.insert(found.begin(), {.number = 0, .part = std::move(*newest)});
    const bool isWhole = place(std::move(found));
    join();
    m_isBeingClosed = *closing;
    return (isWhole && !m_isBeingClosed && !m_isRenamed) || m_accepted == std::pair(m_isBeingClosed, m_flaws);
}

// Those that can be read, the latest first. Flaws: of the others.
std::vector<RecordingSet::Numbered> RecordingSet::earlier()
{
    m_flaws.clear();
    m_isRenamed = false;
    const QFileInfo info(m_file);
    const QString head = info.fileName() + u'.';
    std::vector<Numbered> files;
    for (const QString &name : info.absoluteDir().entryList(QDir::Files)) {
        const QStringView tail = QStringView(name).mid(head.size());
        bool ok = false;
        const int number = name.startsWith(head) ? tail.toInt(&ok) : 0;
        if (ok && number > 0 && tail == QString::number(number))
            files.push_back({.number = number});
    }
    std::sort(files.begin(), files.end(), [](const auto &a, const auto &b) { return a.number < b.number; });
    std::erase_if(files, [this](Numbered &one) {
        const QString file = numbered(one.number);
        const Stamp stamp = stampOf(file);
        auto known = m_known.find(stamp);
        if (known == m_known.end()) {
            Known found = look(file);
            if (stampOf(file) != stamp) { // renamed meanwhile
                m_isRenamed = true;
                return true;
            }
            known = m_known.emplace(stamp, std::move(found)).first;
        }
        one.part = known->second.part;
        one.part.file = file;
        one.part.bytes = stamp.first;
        one.part.changed = stamp.second;
        if (!known->second.flaw.isEmpty())
            m_flaws << Tr::tr("%1 is left out: %2").arg(nameOf(file), known->second.flaw);
        return !known->second.flaw.isEmpty();
    });
    return files;
}

RecordingSet::Known RecordingSet::look(const QString &file)
{
    PartReader reader(file);
    if (const Done opened = reader.open(); !opened.ok())
        return {.flaw = opened.failure().text};
    const auto part = reader.describe();
    return part ? Known{.part = *part} : Known{.flaw = part.failure().text};
}

// Takes those that belong together. found: the latest first. False: some are missing.
bool RecordingSet::place(std::vector<Numbered> found)
{
    m_parts.clear();
    bool isWhole = true;
    int before = 0;
    std::optional<Numbered> later;
    for (Numbered &one : found) {
        for (; before + 1 < one.number; ++before) {
            const QString missing = numbered(before + 1);
            if (!QFileInfo::exists(missing))
                m_flaws << Tr::tr("%1 is missing").arg(nameOf(missing));
            isWhole = isWhole && QFileInfo::exists(missing);
        }
        before = one.number;
        if (!one.part.extent) {
            later = one.number == 0 ? std::optional(one) : later;
            if (later && one.number == 0) // it begins after all others
                later->part.extent = HistoryRange{WallTime::max(), WallTime::max()};
            continue;
        }
        if (later && !belongs(one, *later)) {
            isWhole = isWhole && one.part.place != later->part.place;
            continue;
        }
        later = one;
        m_parts.insert(m_parts.begin(), std::move(one.part));
    }
    if (m_parts.empty())
        m_parts.push_back(std::move(found.front().part));
    return isWhole;
}

// That an earlier file is of the same recording.
bool RecordingSet::belongs(const Numbered &one, const Numbered &later)
{
    const std::optional<RecordingPlace> &place = one.part.place;
    const std::optional<RecordingPlace> &next = later.part.place;
    const QString name = nameOf(numbered(one.number));
    const QString nextName = nameOf(numbered(later.number));
    if (place && next && place->id != next->id) {
        m_flaws << Tr::tr("%1 is of another recording, and is left out").arg(name);
        return false;
    }
    // Two that say their place overlap if the clock was set back in the earlier one.
    const bool isSameTime = place && next ? place->part >= next->part
                                          : one.part.extent->to - FilesOverlap > later.part.extent->from;
    if (isSameTime) {
        m_flaws << Tr::tr("%1 and %2 cover the same time: %1 is left out").arg(name, nextName);
        return false;
    }
    if (place && next && place->part + 1 < next->part && one.number == later.number + 1)
        m_flaws << Tr::tr("a file between %1 and %2 is missing").arg(name, nextName);
    return true;
}

void RecordingSet::join()
{
    for (RecordingPart &part : m_parts)
        part.edges = {};
    for (size_t i = 1; i < m_parts.size(); ++i) {
        const auto goesOn = this->goesOn(i);
        if (!goesOn || !*goesOn)
            continue;
        m_parts[i - 1].edges.closedAt = m_parts[i - 1].closedAt;
        m_parts[i].edges.restated = m_parts[i].restated;
        m_parts[i].edges.restatedUntil = m_parts[i].restatedUntil;
    }
}

// Whether a part goes on without a gap from the one before. Older versions do not say it: then what is held
// at the end of one is held at the beginning of the other, at nearly the same time.
Outcome<bool> RecordingSet::goesOn(size_t part)
{
    const RecordingPart &before = m_parts[part - 1];
    const RecordingPart &after = m_parts[part];
    if (!before.closedAt || !after.openedAt || !after.restatedUntil)
        return false;
    if (before.place || after.place)
        return after.goesOnFrom(before);
    if (*after.openedAt < *before.closedAt || *after.openedAt > *before.closedAt + LongestChange)
        return false;
    const std::pair pair(Stamp(before.bytes, before.changed), unixMs(*after.openedAt));
    if (const auto known = m_goesOn.find(pair); known != m_goesOn.end())
        return known->second;
    const auto earlier = reader(part - 1);
    if (!earlier)
        return earlier.failure();
    const auto closed = (*earlier)->closedHolders(*before.closedAt);
    const auto later = reader(part);
    if (!later)
        return later.failure();
    const auto restated = (*later)->restatedHolders(after.restated);
    if (!closed || !restated)
        return closed ? restated.failure() : closed.failure();
    return m_goesOn[pair] = *closed == *restated;
}

qint64 RecordingSet::bytes() const
{
    qint64 bytes = 0;
    for (const RecordingPart &part : m_parts)
        bytes += part.bytes;
    return bytes;
}

Outcome<PartReader *> RecordingSet::reader(size_t part)
{
    const RecordingPart &wanted = m_parts[part];
    if (wanted.file == m_file) {
        m_newest->setEdges(wanted.edges);
        return m_newest.get();
    }
    auto open = std::find_if(m_others.begin(), m_others.end(),
                             [&wanted](const auto &one) { return one.first == wanted.file; });
    if (open == m_others.end()) {
        auto reader = std::make_unique<PartReader>(wanted.file);
        if (const Done opened = reader->open(); !opened.ok())
            return opened.failure();
        if (stampOf(wanted.file) != Stamp(wanted.bytes, wanted.changed))
            return Failure{.kind = ErrorKind::Busy, .text = Tr::tr("%1 was renamed").arg(wanted.file)};
        if (m_others.size() == OpenAtOnce)
            m_others.pop_front();
        m_others.emplace_back(wanted.file, std::move(reader));
        open = std::prev(m_others.end());
    }
    open->second->setEdges(wanted.edges);
    return open->second.get();
}

bool RecordingSet::giveUp(size_t part, const Failure &why)
{
    const RecordingPart given = m_parts[part];
    if (m_parts.size() == 1 || given.file == m_file)
        return false;
    m_known[{given.bytes, given.changed}] = {.flaw = why.text};
    m_others.clear();
    m_flaws << Tr::tr("%1 is left out: %2").arg(nameOf(given.file), why.text);
    m_parts.erase(m_parts.begin() + qsizetype(part));
    join();
    return true;
}

} // namespace lockscope
