// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The same past twice: in one file, and in a set that was rotated as History does it. Times of the test, so
// that both can be compared to the millisecond.

#include "core/history/values/historyfiles.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/begunrecording.h"
#include "tests/support/verify.h"

#include <QFile>

#include <map>
#include <random>

namespace lockscope::test
{

class RotatedSet
{
public:
    static inline const WallTime Start{std::chrono::seconds(1'700'000'000)};

    RotatedSet(const QString &whole, const QString &set) : m_whole(whole), m_set(set) {}

    Done open()
    {
        m_one = std::make_unique<HistoryStore>(m_whole);
        m_part = std::make_unique<HistoryStore>(m_set);
        return both([](HistoryStore &store) {
            const Done begun = beginRecording(store, Start);
            return begun.ok() ? store.beginVerdicts({}, Start) : begun;
        });
    }
    Done add(const LockEvent &event)
    {
        m_open.note(event);
        if (event.kind == EventKind::Waiters)
            m_waiting[event.key.bytes] = event;
        return both([&event](HistoryStore &store) { return store.append(std::vector{event}); });
    }
    Done add(const VerdictStep &step)
    {
        m_judged[step.key.bytes] = step;
        return both([&step](HistoryStore &store) { return store.append(std::vector{step}); });
    }
    Done add(const StateRow &row)
    {
        m_states[row.kind] = row;
        return both([&row](HistoryStore &store) { return store.append(std::vector{row}); });
    }
    Done add(const Mark &mark)
    {
        return both([&mark](HistoryStore &store) { return store.append(mark); });
    }
    Done add(const AcquireOrder &order)
    {
        return both([&order](HistoryStore &store) { return store.append(std::vector{order}); });
    }
    Done add(const Tally &minute)
    {
        return both([&minute](HistoryStore &store) { return store.append(minute); });
    }
    // Takes 6 ms, in which nothing may happen. isGapless: as if nothing was missed.
    Done rotate(milliseconds at, bool isGapless = true, int kept = 20)
    {
        RecordingPlace place = m_part->place().next();
        place.isGapless = isGapless;
        if (const Done written = m_part->commit(); !written.ok())
            return written;
        if (!m_part->endLog())
            return Failure{.text = QStringLiteral("the log is needed")};
        if (const Done closed = m_part->close(Start + at); !closed.ok())
            return closed;
        m_part.reset();
        if (const Done moved = rotateHistoryFile(m_set, kept); !moved.ok())
            return moved;
        m_part = std::make_unique<HistoryStore>(m_set);
        if (const Done opened = m_part->open(place); !opened.ok())
            return opened;
        std::vector<LockEvent> waiting;
        std::vector<VerdictStep> judged;
        std::vector<StateRow> states;
        for (const auto &[kind, row] : m_states)
            states.emplace_back(row).at = Start + at + milliseconds(3);
        for (const auto &[key, event] : m_waiting) {
            if (event.count > 0)
                waiting.emplace_back(event).wallAt = Start + at + milliseconds(5);
        }
        for (const auto &[key, step] : m_judged) {
            if (step.level != VerdictLevel::Ok)
                judged.emplace_back(step).at = Start + at + milliseconds(6);
        }
        return allDone({m_part->append(Mark{.kind = Mark::Kind::Opened, .at = Start + at + milliseconds(3)}),
                        m_part->append(states),
                        m_part->append(m_open.allAsFirstSights(Start + at + milliseconds(4))),
                        m_part->append(waiting), m_part->beginVerdicts(judged, Start + at + milliseconds(6)),
                        m_part->commit()});
    }
    Done commit()
    {
        return both([](HistoryStore &store) { return store.commit(); });
    }
    Done close(milliseconds at)
    {
        const Done closed = both([at](HistoryStore &store) { return store.close(Start + at); });
        m_one.reset();
        m_part.reset();
        return closed;
    }
    // Locks a, b, c… of two owners each, for so many seconds: held for 10 ms to a minute, some of them waited
    // for and judged. rotations: at these times.
    Done play(int seconds, std::vector<milliseconds> rotations, int locks = 12)
    {
        std::mt19937 chance(7);
        std::map<int, qint64> held; // since
        std::vector<qint64> ends(size_t(locks), -1);
        qint64 at = 0;
        auto rotation = rotations.begin();
        for (; at < qint64(seconds) * 1000; at += 11 + qint64(chance() % 90)) {
            if (rotation != rotations.end() && at + 20 >= rotation->count()) {
                if (const Done rotated = rotate(*rotation++); !rotated.ok())
                    return rotated;
                at = std::max(at, qint64(std::prev(rotation)->count()) + 20);
            }
            if (const Done done = step(int(chance() % unsigned(locks)), chance, held, at); !done.ok())
                return done;
        }
        return commit();
    }

private:
    template<class Write> Done both(const Write &write)
    {
        const Done one = write(*m_one);
        return one.ok() ? write(*m_part) : one;
    }
    Done step(int lock, std::mt19937 &chance, std::map<int, qint64> &held, qint64 at)
    {
        const QByteArray key = "lock:" + QByteArray(1, char('a' + lock));
        const auto since = held.find(lock);
        LockEvent event{.key = {key},
                        .lockKind = {"token-lock"},
                        .count = 1,
                        .node = {QByteArrayLiteral("127.0.0.1:6379")},
                        .source = EventSource::Keyspace,
                        .wallAt = Start + milliseconds(at)};
        const unsigned what = chance() % 100;
        if (what < 15) {
            event.kind = EventKind::Waiters;
            event.count = qint64(chance() % 4);
            return add(event);
        }
        if (what < 22) {
            const bool isOk = chance() % 3 == 0;
            return add(VerdictStep{.key = {key},
                                   .at = event.wallAt,
                                   .level = isOk ? VerdictLevel::Ok : VerdictLevel::Warning,
                                   .code = isOk ? QByteArray() : QByteArray("renewal-overdue")});
        }
        if (since == held.end()) {
            held[lock] = at;
            event.kind = EventKind::Acquired;
            event.owner = {"owner-" + QByteArray::number(at)};
            return add(event);
        }
        event.owner = {"owner-" + QByteArray::number(since->second)};
        // Every third lock is held for as long as the test lasts.
        const bool isOver = lock % 3 != 0 && (what < 50 || at - since->second > 60'000);
        event.kind = isOver ? EventKind::Released : EventKind::Renewed;
        if (isOver) {
            event.count = 0;
            event.held = milliseconds(at - since->second);
            held.erase(since);
        }
        return add(event);
    }

    const QString m_whole;
    const QString m_set;
    std::unique_ptr<HistoryStore> m_one{};
    std::unique_ptr<HistoryStore> m_part{};
    OpenHolds m_open{};
    std::map<QByteArray, LockEvent> m_waiting{};
    std::map<QByteArray, VerdictStep> m_judged{};
    std::map<StateRow::Kind, StateRow> m_states{};
};

constexpr int Seconds = 240;
inline const std::vector<milliseconds> Rotations{std::chrono::seconds(41), std::chrono::seconds(83),
                                                 std::chrono::seconds(85), std::chrono::seconds(140),
                                                 std::chrono::seconds(200)};

inline qint64 after(WallTime at)
{
    return std::chrono::duration_cast<milliseconds>(at - RotatedSet::Start).count();
}

inline QByteArray textOf(const LockEvent &event)
{
    return QByteArray::number(after(event.wallAt)) + ' ' + name(event.kind) + ' ' + event.key.bytes + ' ' +
           event.owner.bytes + ' ' + QByteArray::number(event.count);
}

inline QByteArray textOf(const Hold &hold)
{
    return hold.key.bytes + ' ' + hold.owner.bytes + ' ' + QByteArray::number(after(hold.began)) + '-' +
           (hold.ended ? QByteArray::number(after(*hold.ended)) : QByteArray("open")) + ' ' + name(hold.how) +
           (hold.untilClosing ? " closed" : "") + (hold.beganBefore ? " before" : "");
}

template<class T> QByteArrayList textsOf(const std::vector<T> &all)
{
    QByteArrayList texts;
    for (const T &one : all)
        texts << textOf(one);
    return texts;
}

inline QByteArrayList sorted(QByteArrayList texts)
{
    std::sort(texts.begin(), texts.end());
    return texts;
}

// Tests on such a past of Seconds, rotated at Rotations.
class RotatedSetTest : public HistoryStoreTest
{
protected:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    QString numbered(int number) const { return QStringLiteral("%1.%2").arg(set()).arg(number); }
    QString whole() const { return path("whole"); }
    QString set() const { return path("set"); }
    void record(bool isClosed = true)
    {
        RotatedSet both(whole(), set());
        VERIFY_OK(both.open());
        VERIFY_OK(both.play(Seconds, Rotations));
        if (isClosed)
            VERIFY_OK(both.close(std::chrono::seconds(Seconds)));
        QVERIFY(QFile::exists(numbered(int(Rotations.size()))));
    }
};

} // namespace lockscope::test
