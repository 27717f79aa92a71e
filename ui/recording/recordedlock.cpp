// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/recordedlock.h"

#include "ui/bridges/historybridge.h"
#include "ui/bridges/recordingbridge.h"
#include "ui/holders/eventtimeline.h"
#include "ui/holders/eventtimelinemodel.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr size_t MostHolders = 3; // Of the sentence

// With the day only where it is another one than that of the moment.
QString timeBeside(WallTime at, WallTime moment)
{
    return text::date(at) == text::date(moment) ? text::timeOfDay(at) : text::dateAndTime(at);
}

QString endOf(const Hold &hold, WallTime moment)
{
    if (hold.isEndUnseen())
        return RecordedLock::tr("Not known whether it is still held: last known to be held at %1")
            .arg(timeBeside(*hold.lastKnown, moment));
    if (!hold.ended)
        return RecordedLock::tr("Held until the recording ends");
    const QString at = timeBeside(*hold.ended, moment);
    if (hold.untilClosing)
        return RecordedLock::tr("Still held when the recording stopped at %1").arg(at);
    if (hold.untilUnreadable)
        return RecordedLock::tr("Not known whether it ended: the server refused to show the key from %1 on")
            .arg(at);
    if (hold.mayGoOn)
        return RecordedLock::tr("Whether it ended is not known; its owner holds the lock after %1, too")
            .arg(at);
    switch (hold.how) {
    case EventKind::Released:
        return RecordedLock::tr("Released at %1").arg(at);
    case EventKind::Expired:
        return RecordedLock::tr("Expired at %1").arg(at);
    case EventKind::Forced:
        return RecordedLock::tr("Released by force at %1").arg(at);
    default:
        return RecordedLock::tr("How it ended is not known; at %1 at the latest").arg(at);
    }
}

QString stateOf(const Hold &hold, WallTime moment)
{
    const milliseconds length = hold.knownLength(moment);
    const QString owner = text::ownerFull(hold.owner), since = timeBeside(hold.began, moment);
    const QString held =
        !hold.isCertainAt(moment) ? RecordedLock::tr("Perhaps held by %1 since %2, for at least %3")
                                        .arg(owner, since, text::duration(length))
        : !hold.isLengthAtLeast(moment)
            ? RecordedLock::tr("Held by %1 since %2, for %3").arg(owner, since, text::duration(length))
        : !hold.beganBefore ? RecordedLock::tr("Held by %1 since %2, for at least %3")
                                  .arg(owner, since, text::duration(length))
        : length > milliseconds(0) ? RecordedLock::tr("Held by %1 since before %2, for at least %3")
                                         .arg(owner, since, text::duration(length))
                                   : RecordedLock::tr("Held by %1 since before %2").arg(owner, since);
    return text::sentences({held, endOf(hold, moment)});
}

} // namespace

RecordedLock::RecordedLock(HistoryBridge &history, RecordingBridge &recording, QWidget *parent)
    : QWidget(parent), m_history(history), m_recording(recording), m_name(new QLabel(this)),
      m_state(new QLabel(this)), m_events(new EventTimeline(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(margins(Spacing::Small));
    column->setSpacing(spacing(Spacing::Small));
    for (QLabel *label : {m_name, m_state}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        column->addWidget(label);
    }
    m_name->setFont(strongFont(font()));
    column->addWidget(m_events, 1);
    column->addStretch(0); // While the events are hidden
    connect(&m_history, &HistoryBridge::lockEventsReady, this,
            [this](quint64 id, const LockEvents &lockEvents) {
                if (id != m_askedEvents)
                    return;
                m_lockEvents = lockEvents;
                showEvents();
                showState();
            });
    connect(&m_history, &HistoryBridge::opened, this, &RecordedLock::askEvents);
    connect(&m_recording, &RecordingBridge::lockReady, this, [this](quint64 id, const LockThen &then) {
        if (id == m_asked)
            take(then);
    });
    choose({});
}

void RecordedLock::choose(const LockName &key)
{
    if (key == m_key && !key.isEmpty())
        return;
    m_key = key;
    m_lockEvents = {};
    m_then.reset();
    m_asked = 0;
    showEvents();
    showState();
    askEvents();
}

void RecordedLock::askEvents()
{
    m_askedEvents = m_key.isEmpty() ? 0 : m_history.lockEvents(m_key);
}

void RecordedLock::goTo(WallTime at)
{
    if (!m_key.isEmpty())
        m_asked = m_recording.lock(m_key, at);
}

void RecordedLock::take(const LockThen &then)
{
    m_then = then;
    showEvents();
    showState();
}

// The newest up to the moment.
void RecordedLock::showEvents()
{
    const auto begin = m_lockEvents.events.begin();
    const auto last =
        m_then ? std::ranges::upper_bound(m_lockEvents.events, m_then->at, {}, &LockEvent::wallAt) : begin;
    const auto count = std::min<qsizetype>(last - begin, EventTimelineModel::MaxEvents);
    m_events->setEvents({last - count, last});
}

QString RecordedLock::whyUnknown() const
{
    if (m_then->isUnreadable)
        return tr("Unknown: the server refused to show the key.");
    if (m_then->isHidden)
        return tr("Unknown: a server could not be reached at this moment.");
    return m_then->setBackBy ? tr("Unknown: the recorder's clock was set back by %1 around this moment.")
                                   .arg(text::duration(*m_then->setBackBy))
                             : tr("Not observed at this moment.");
}

QString RecordedLock::freeState() const
{
    QStringList lines{m_then->isSampled ? tr("Not held at this moment, as far as polling showed.")
                                        : tr("Not held at this moment.")};
    if (m_then->verdict) // clients sleep on it, say
        lines << tr("Verdict: %1").arg(text::verdictCode(m_then->verdict->code.toStdString()));
    return lines.join(u'\n');
}

QString RecordedLock::state() const
{
    if (m_key.isEmpty())
        return tr("Select a lock to see its events up to this moment.");
    if (!m_then)
        return {};
    if (!m_then->isRecorded)
        return tr("Not in the recording.");
    if (!m_then->watched)
        return whyUnknown();
    const std::vector<Hold> &holds = m_then->holds;
    if (holds.empty())
        return freeState();
    QStringList lines;
    for (size_t i = 0; i < std::min(holds.size(), MostHolders); ++i)
        lines << stateOf(holds[i], m_then->at);
    const bool isLost = std::ranges::any_of(holds, [this](const Hold &hold) {
        return std::ranges::find(m_then->hiding, hold.nodeAt(m_then->at)) != m_then->hiding.end();
    });
    if (isLost)
        lines.prepend(tr("The server could not be reached at this moment. As last known:"));
    if (holds.size() > MostHolders)
        lines << tr("%Ln more holders", nullptr, int(holds.size() - MostHolders));
    return lines.join(u'\n');
}

void RecordedLock::showState()
{
    m_name->setVisible(!m_key.isEmpty());
    m_events->setVisible(!m_key.isEmpty());
    m_name->setText(text::key(m_key));
    QStringList lines{state()};
    if (m_lockEvents.truncated && !m_lockEvents.events.empty())
        lines << tr("Its events before %1 are left out.")
                     .arg(text::dateAndTime(m_lockEvents.events.front().wallAt));
    m_state->setText(lines.join(u'\n'));
}

QString RecordedLock::headline() const
{
    return m_state->text();
}

} // namespace lockscope
