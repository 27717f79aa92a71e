// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sharing/sharing.h"

#include "core/base/tr.h"
#include "core/base/unixms.h"
#include "core/history/compare/comparisontext.h"
#include "core/history/playback/recordingset.h"
#include "core/history/sharing/incidentfolder.h"
#include "core/history/sharing/sharedstore.h"
#include "core/history/sharing/sharesource.h"
#include "core/redis/glob.h"

#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr size_t EventsAtOnce = 2'000;
constexpr qsizetype MatchesKept = 100'000;

Failure notShared(const QString &text, const QString &remedy = {})
{
    return {.kind = ErrorKind::BadInput, .text = text, .remedy = remedy};
}

// The recording that is made, from one source after the other.
class Sharing
{
public:
    explicit Sharing(const ShareQuery &query) : m_query(query), m_names(query.keepsNames) {}

    Outcome<ShareReceipt> run();

private:
    Done openSources();
    Done checkOutput() const;
    Done checkSources();
    Done copy(ShareSource &source);
    Done beginAmid(ShareSource &source, WallTime at);
    Done copyEvents(ShareSource &source, const HistoryRange &range);
    Done copyRest(ShareSource &source, const HistoryRange &range);
    Done endAmid(ShareSource &source, WallTime at);
    Done add(std::vector<PlaybackStep> steps);
    Done add(std::vector<LockEvent> events);
    Done add(const Mark &mark);
    std::vector<VerdictStep> named(const std::vector<VerdictStep> &steps);
    Done attach();
    Done noteSelection();
    Done finish();
    Done moveTo(const QString &output) const;
    bool isSelection() const { return !m_query.keys.empty() || !m_query.locks.empty(); }
    bool isWanted(const LockName &key);
    bool goesOn(double part);

    const ShareQuery &m_query;
    SharedNames m_names;
    std::vector<std::unique_ptr<ShareSource>> m_sources{};
    std::unique_ptr<QTemporaryDir> m_folder{};
    std::unique_ptr<SharedStore> m_store{};
    ShareReceipt m_receipt{};
    QHash<LockName, bool> m_wanted{}; // some keys that were tried
    bool m_isWatched = false;         // at the present end of what is written
    size_t m_done = 0;                // sources
    Instant m_told{};
};

Outcome<ShareReceipt> Sharing::run()
{
    for (const auto step : {&Sharing::openSources, &Sharing::checkSources}) {
        if (const Done done = (this->*step)(); !done.ok())
            return done.failure();
    }
    if (const Done possible = checkOutput(); !possible.ok())
        return possible.failure();
    m_folder = std::make_unique<QTemporaryDir>(
        QFileInfo(m_query.output).absoluteDir().filePath(QStringLiteral(".lockscope-share-XXXXXX")));
    if (!m_folder->isValid())
        return Failure{.kind = ErrorKind::Internal,
                       .text = Tr::tr("cannot write %1: %2").arg(m_query.output, m_folder->errorString()),
                       .remedy = Tr::tr("choose another folder")};
    m_store = std::make_unique<SharedStore>(m_folder->filePath(QStringLiteral("recording")));
    if (const Done opened = m_store->open(); !opened.ok())
        return opened.failure();
    for (const auto &source : m_sources) {
        if (const Done copied = copy(*source); !copied.ok())
            return copied.failure();
        ++m_done;
    }
    for (const auto step : {&Sharing::attach, &Sharing::noteSelection, &Sharing::finish}) {
        if (const Done done = (this->*step)(); !done.ok())
            return done.failure();
    }
    return m_receipt;
}

Done Sharing::openSources()
{
    QStringList known;
    for (const QString &file : m_query.files) {
        const QFileInfo info(file);
        if (!info.isFile())
            return notShared(Tr::tr("there is no recording %1").arg(file),
                             Tr::tr("lockscope-cli record makes one"));
        if (known.contains(info.canonicalFilePath()))
            continue;
        known << info.canonicalFilePath();
        auto source = std::make_unique<ShareSource>(file);
        if (const Done opened = source->open(); !opened.ok())
            return opened;
        if (source->extent())
            m_sources.push_back(std::move(source));
    }
    if (m_sources.empty())
        return notShared(Tr::tr("the recording %1 is empty").arg(m_query.files.value(0)));
    if (known.contains(QFileInfo(m_query.output).canonicalFilePath()))
        return notShared(Tr::tr("%1 is the recording itself").arg(m_query.output),
                         Tr::tr("specify another file to write"));
    std::ranges::sort(m_sources, {}, [](const auto &source) { return source->extent()->from; });
    return Nothing{};
}

Done Sharing::checkOutput() const
{
    const QFileInfo output(m_query.output);
    if (output.isDir())
        return notShared(Tr::tr("%1 is a folder").arg(m_query.output), Tr::tr("specify the file to write"));
    if (output.exists() && !m_query.replaces)
        return notShared(Tr::tr("%1 exists").arg(m_query.output), Tr::tr("specify another file to write"));
    if (!output.absoluteDir().exists())
        return notShared(Tr::tr("folder %1 does not exist").arg(output.path()),
                         Tr::tr("specify a file in a writable folder"));
    return Nothing{};
}

Done Sharing::checkSources()
{
    const auto overlaps = [](const HistoryRange &a, const HistoryRange &b) {
        return a.from < b.to && b.from < a.to;
    };
    if (m_query.range.to <= m_query.range.from)
        return notShared(Tr::tr("the period is empty"), Tr::tr("it must end after it begins"));
    const HistoryRange all{m_sources.front()->extent()->from, m_sources.back()->extent()->to};
    for (size_t i = 1; i < m_sources.size(); ++i) {
        const ShareSource &earlier = *m_sources[i - 1];
        if (earlier.extent()->to - FilesOverlap > m_sources[i]->extent()->from)
            return notShared(
                Tr::tr("%1 and %2 cover the same time").arg(earlier.name(), m_sources[i]->name()),
                Tr::tr("share each of them alone"));
        if (!m_query.keepsNames && earlier.names() != m_sources[i]->names())
            return notShared(
                Tr::tr("only one of %1 and %2 has pseudonyms").arg(earlier.name(), m_sources[i]->name()),
                Tr::tr("share each of them alone"));
        if (const Done same = m_sources[i]->checkSubject(earlier); !same.ok())
            return same;
    }
    std::erase_if(m_sources, [&](const auto &source) {
        return !overlaps(*source->extent(), m_query.range) && source->extent()->from != m_query.range.from;
    });
    if (m_sources.empty())
        return notShared(Tr::tr("%1 is outside of the recording").arg(rangeText(m_query.range)),
                         Tr::tr("it has %1").arg(rangeText(all)));
    for (size_t i = 1; i < m_sources.size(); ++i)
        m_sources[i]->join(*m_sources[i - 1]);
    return Nothing{};
}

Done Sharing::copy(ShareSource &source)
{
    m_names.setSource(source.names());
    const HistoryRange extent = *source.extent();
    const bool beginsAmid = m_query.range.from > extent.from || source.isTrimmed();
    const bool endsAmid = m_query.range.to <= extent.to || !source.isClosed();
    HistoryRange range = m_query.range;
    m_isWatched = true; // unless a mark says otherwise
    if (beginsAmid && !source.isJoined()) {
        range.from = std::max(range.from, extent.from);
        if (const Done begun = beginAmid(source, range.from); !begun.ok())
            return begun;
    } else {
        range.from = WallTime{}; // also what is a little before the first event
    }
    if (range.to > extent.to)
        range.to = WallTime::max(); // also what is a little after the last event
    if (m_done == 0)
        m_receipt.range.from = std::max(m_query.range.from, extent.from);
    m_receipt.range.to = std::min(m_query.range.to, extent.to);
    if (const Done copied = copyEvents(source, range); !copied.ok())
        return copied;
    if (const Done copied = copyRest(source, range); !copied.ok())
        return copied;
    const Done ended = endsAmid && m_isWatched ? endAmid(source, m_receipt.range.to) : Done(Nothing{});
    return ended.ok() ? m_store->commit() : ended;
}

// As watching begins, with what is so already.
Done Sharing::beginAmid(ShareSource &source, WallTime at)
{
    auto state = source.stateAt(at);
    if (!state)
        return state.failure();
    m_isWatched = state->watched;
    if (!state->watched)
        return Nothing{};
    if (const Done done = m_store->append(Mark{.kind = Mark::Kind::Opened, .at = at}); !done.ok())
        return done;
    for (auto *events : {&state->held, &state->waiting, &state->unreadable}) {
        if (const Done done = add(std::move(*events)); !done.ok())
            return done;
    }
    for (const NodeId &node : state->lost) {
        if (const Done done = add(Mark{.kind = Mark::Kind::Lost, .at = at, .node = node}); !done.ok())
            return done;
    }
    for (StateRow &row : state->rows)
        row = m_names.state(row);
    if (const Done done = m_store->append(state->rows); !done.ok())
        return done;
    return state->verdicts ? m_store->beginVerdicts(named(*state->verdicts), at) : Done(Nothing{});
}

Done Sharing::copyEvents(ShareSource &source, const HistoryRange &range)
{
    if (const Done begun = source.begin(range); !begun.ok())
        return begun;
    for (;;) {
        auto steps = source.next(EventsAtOnce);
        if (!steps)
            return steps.failure();
        if (steps->empty())
            return Nothing{};
        const WallTime at = steps->back().at;
        if (const Done added = add(*std::move(steps)); !added.ok())
            return added;
        if (const Done written = m_store->commit(); !written.ok())
            return written;
        if (!goesOn(source.progress(at)))
            return Failure{.kind = ErrorKind::Cancelled, .text = Tr::tr("cancelled; nothing was written")};
    }
}

// A mark knows which events were before it.
Done Sharing::add(std::vector<PlaybackStep> steps)
{
    std::vector<LockEvent> events;
    for (PlaybackStep &step : steps) {
        if (auto *event = std::get_if<LockEvent>(&step.what)) {
            events.push_back(std::move(*event));
            continue;
        }
        if (const Done added = add(std::exchange(events, {})); !added.ok())
            return added;
        if (const Done added = add(std::get<Mark>(step.what)); !added.ok())
            return added;
    }
    return add(std::move(events));
}

Done Sharing::copyRest(ShareSource &source, const HistoryRange &range)
{
    const auto judged = [this](const VerdictStep &step) {
        if (!step.key.isEmpty() && !isWanted(step.key))
            return Done(Nothing{});
        VerdictStep safe = step;
        safe.key = m_names.key(step.key);
        safe.code = SharedNames::code(step.code);
        return m_store->append(safe);
    };
    if (const Done done = source.eachVerdict(range, judged); !done.ok())
        return done;
    const auto ordered = [&](const OrderSeen &order, LockKind kind) {
        if (!isWanted(order.first) || !isWanted(order.second))
            return Done(Nothing{});
        OrderSeen safe = order;
        safe.first = m_names.key(order.first);
        safe.second = m_names.key(order.second);
        safe.owner = m_names.owner(kind, order.owner);
        safe.node = m_names.node(order.node);
        return m_store->append(safe);
    };
    if (const Done done = source.eachOrder(range, ordered); !done.ok())
        return done;
    const auto stated = [this](const StateRow &row) {
        return m_store->append(std::vector{m_names.state(row)});
    };
    if (const Done done = source.eachState(range, stated); !done.ok())
        return done;
    m_receipt.hasMinutes = !isSelection();
    if (!m_receipt.hasMinutes)
        return Nothing{};
    return source.eachMinute(range, [this](const Tally &minute) { return m_store->append(minute); });
}

Done Sharing::endAmid(ShareSource &source, WallTime at)
{
    auto ends = source.heldUntil(at);
    if (!ends)
        return ends.failure();
    if (const Done done = add(*std::move(ends)); !done.ok())
        return done;
    m_isWatched = false;
    return m_store->close(at);
}

Done Sharing::add(std::vector<LockEvent> events)
{
    std::erase_if(events, [this](const LockEvent &event) { return !isWanted(event.key); });
    for (LockEvent &event : events)
        event = m_names.event(event);
    return m_store->append(events);
}

Done Sharing::add(const Mark &mark)
{
    if (mark.kind == Mark::Kind::Opened)
        m_isWatched = true;
    else if (mark.kind == Mark::Kind::Closed)
        m_isWatched = false;
    return m_store->append(m_names.mark(mark));
}

std::vector<VerdictStep> Sharing::named(const std::vector<VerdictStep> &steps)
{
    std::vector<VerdictStep> safe;
    for (const VerdictStep &step : steps) {
        if (isWanted(step.key))
            safe.push_back({.key = m_names.key(step.key),
                            .at = step.at,
                            .level = step.level,
                            .code = SharedNames::code(step.code)});
    }
    return safe;
}

// Documents are not changed: they name locks in more ways than can be found in a text.
Done Sharing::attach()
{
    std::vector<AttachedFile> files = m_query.attached;
    for (const auto &source : m_sources) { // a copy of a copy
        if (!files.empty())
            break;
        auto attached = attachedFiles(source->name());
        if (!attached)
            return attached.failure();
        files = *std::move(attached);
    }
    const std::optional<LockName> lock = lockOfIncident(m_query.attached);
    const bool isNamed =
        lock && !m_query.keepsNames && m_sources.front()->names() == SharedNames::Source::Names;
    const auto isThere = isNamed ? m_store->hasLock(m_names.key(*lock)) : Outcome<bool>(false);
    if (!isThere)
        return isThere.failure();
    if (*isThere)
        files.push_back({QStringLiteral("in-the-recording.txt"),
                         Tr::tr("%1 is %2 in the recording")
                                 .arg(escapedText(lock->bytes), escapedText(m_names.key(*lock).bytes))
                                 .toUtf8() +
                             '\n'});
    for (const AttachedFile &file : files)
        m_receipt.attached << file.name;
    return m_store->attach(files);
}

Done Sharing::noteSelection()
{
    bool isOfSome = isSelection();
    for (const auto &source : m_sources) {
        const auto wasOfSome = source->isSelection();
        if (!wasOfSome)
            return wasOfSome.failure();
        isOfSome = isOfSome || *wasOfSome;
    }
    return isOfSome ? m_store->noteSelection() : Done(Nothing{});
}

Done Sharing::finish()
{
    const auto locks = m_store->locks();
    const auto events = m_store->events();
    if (!locks || !events)
        return locks ? events.failure() : locks.failure();
    if (isSelection() && *locks == 0)
        return notShared(Tr::tr("no lock of this time matches"),
                         Tr::tr("specify other locks, or another time"));
    m_receipt.locks = *locks;
    m_receipt.events = *events;
    m_receipt.recordings = m_sources.size();
    const auto hasNames = [](const auto &source) { return source->names() == SharedNames::Source::Names; };
    if (std::ranges::none_of(m_sources, hasNames))
        m_receipt.names = ShareReceipt::Names::WereReplaced;
    else if (m_query.keepsNames)
        m_receipt.names = ShareReceipt::Names::Kept;
    if (const Done finished = m_store->finish(); !finished.ok())
        return finished;
    m_store.reset();
    m_receipt.file = QFileInfo(m_query.output).absoluteFilePath();
    if (const Done moved = moveTo(m_query.output); !moved.ok())
        return moved;
    m_receipt.bytes = QFileInfo(m_query.output).size();
    return Nothing{};
}

// Another program may have made such a file meanwhile.
Done Sharing::moveTo(const QString &output) const
{
    const QFileInfo made(m_folder->filePath(QStringLiteral("recording")));
    std::error_code error;
    if (m_query.replaces) {
        std::filesystem::rename(made.filesystemFilePath(), QFileInfo(output).filesystemFilePath(), error);
    } else if (QFile file(made.filePath()); !file.rename(output)) {
        if (QFileInfo::exists(output))
            return checkOutput();
        error = std::make_error_code(std::errc::io_error);
    }
    if (error)
        return Failure{.kind = ErrorKind::Internal,
                       .text =
                           Tr::tr("cannot write %1: %2").arg(output, QString::fromStdString(error.message())),
                       .remedy = Tr::tr("choose another folder")};
    return Nothing{};
}

bool Sharing::isWanted(const LockName &key)
{
    if (!isSelection())
        return true;
    if (const auto known = m_wanted.constFind(key); known != m_wanted.cend())
        return *known;
    if (m_wanted.size() >= MatchesKept)
        m_wanted.clear();
    const bool wanted = std::ranges::find(m_query.locks, key) != m_query.locks.end() ||
                        std::ranges::any_of(m_query.keys, [&key](const QByteArray &glob) {
                            return globMatches(glob, key.bytes);
                        });
    m_wanted.insert(key, wanted);
    return wanted;
}

bool Sharing::goesOn(double part)
{
    constexpr milliseconds Pace = 100ms;
    if (!m_query.progress || millisecondsBetween(m_told, now()) < Pace)
        return true;
    m_told = now();
    return m_query.progress((double(m_done) + part) / double(m_sources.size()));
}

} // namespace

QStringList rotatedFiles(const QString &file, QStringList *flaws)
{
    RecordingSet set(file);
    if (!set.open().ok())
        return {};
    QStringList files;
    for (const RecordingPart &part : set.parts()) {
        if (part.file != file)
            files.prepend(part.file);
    }
    if (flaws)
        *flaws = set.flaws();
    return files;
}

Outcome<ShareReceipt> share(const ShareQuery &query)
{
    return Sharing(query).run();
}

} // namespace lockscope
