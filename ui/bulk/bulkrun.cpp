// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bulk/bulkrun.h"

#include "core/base/tr.h"
#include "core/engine/acts/actguard.h"
#include "ui/acts/ladder.h"
#include "ui/holders/lockshare.h"
#include "ui/text/format.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// Added to the minute, because the guard reads its clock slightly later.
constexpr milliseconds Margin = 250ms;
constexpr milliseconds PauseUnlessTold = 10s; // If a refusal does not say how long

bool comparesOwner(ActKind act)
{
    return act != ActKind::Wake;
}

bool isFailure(const Receipt &receipt)
{
    return receipt.result != ActResult::Done && receipt.result != ActResult::AlreadyGone;
}

} // namespace

const char *name(SeriesOutcome outcome)
{
    static constexpr std::array<const char *, SeriesOutcomes> names{
        "done", "owner-changed", "already-gone", "refused", "unknown", "not-tried", "left-out"};
    return names[size_t(outcome)];
}

bool BulkRun::Row::isChanged(ActKind act) const
{
    if (watch.gone())
        return true;
    if (!comparesOwner(act))
        return false;
    // The same owner with another deadline or count is alive. SetExpiry compares the owner only, so there the
    // count does not matter.
    const bool counts = act == ActKind::ForceRelease;
    return watch.ownerChanged() || watch.retaken() || watch.deadlineMoved() ||
           (counts && (watch.countChanged() || watch.numberChanged()));
}

BulkRun::BulkRun(const ConnectionSpec &spec, ActKind act, std::optional<milliseconds> lease,
                 const std::vector<LockPtr> &locks, Instant at)
    : m_spec(spec), m_act(act), m_lease(lease)
{
    m_rows.reserve(locks.size());
    for (const LockPtr &lock : locks) {
        m_index.insert(lock->key, int(m_rows.size()));
        m_rows.push_back({.shown = lock, .watch = ShownLock(lock)});
        ++m_unplanned;
        judge(m_rows.back(), at);
    }
}

void BulkRun::leaveOut(Row &row, const QString &why)
{
    m_tally.reset();
    if (row.state == State::Waiting || row.state == State::Planning)
        --m_unplanned;
    row.state = State::LeftOut;
    row.why = why;
    row.plan.reset();
}

// Without an owner to compare, the act could hit a later owner.
void BulkRun::judge(Row &row, Instant at)
{
    const Lock &lock = *row.shown;
    if (comparesOwner(m_act) && !lock.held())
        return leaveOut(row, numberOf(lock) ? Tr::tr("no holder to compare: act on it alone")
                                            : Tr::tr("the lock is free"));
    const std::optional<milliseconds> left = text::ttlLeft(lock, at);
    if (m_act == ActKind::SetExpiry && m_lease && left && *left <= *m_lease)
        leaveOut(row, Tr::tr("it expires sooner by itself, in %1").arg(text::duration(*left)));
}

ActRequest BulkRun::requestOf(int index) const
{
    const Lock &lock = *row(index).shown;
    ActRequest request{.act = m_act, .key = lock.key};
    nameKind(request, lock);
    if (m_act == ActKind::SetExpiry)
        request.lease = m_lease;
    if (comparesOwner(m_act))
        expectHolders(request, lock.holders);
    if (m_act == ActKind::ForceRelease)
        request.longestTtl = longestTtlOf(lock, now());
    request.reason = m_will.reason;
    request.confirmedName = m_will.confirmedName;
    request.series = m_total;
    return request;
}

void BulkRun::rename(const QString &name)
{
    m_spec.name = name;
    if (m_total > 1 && !m_will.confirmedName.isEmpty()) // for one lock, its own name was typed
        m_will.confirmedName = confirmationFor(m_spec, requestOf(0));
}

std::optional<int> BulkRun::nextToPlan()
{
    if (m_phase != Phase::Asking || m_planning >= MostPlansInFlight)
        return {};
    while (m_nextToPlan < m_rows.size()) {
        Row &row = m_rows[m_nextToPlan++];
        if (row.state != State::Waiting)
            continue;
        row.state = State::Planning; // Still counts as unplanned
        ++m_planning;
        return int(m_nextToPlan - 1);
    }
    return {};
}

void BulkRun::planned(int index, const Outcome<ActPlan> &plan)
{
    m_tally.reset();
    Row &row = m_rows[size_t(index)];
    --m_planning;
    if (row.state != State::Planning)
        return; // Left out meanwhile
    if (!plan)
        return leaveOut(row, plan.failure().text);
    --m_unplanned;
    row.state = State::Ready;
    row.plan = std::make_shared<const ActPlan>(*plan);
}

std::vector<int> BulkRun::apply(const LockDelta &delta)
{
    m_tally.reset();
    QHash<int, LockDelta> parts; // By row: a ShownLock goes through its whole delta
    const auto partOf = [&](const LockName &key) {
        const auto found = m_index.constFind(key);
        return found == m_index.cend() ? nullptr : &parts[*found];
    };
    for (size_t i = 0; i < m_rows.size() && delta.reset; ++i)
        parts[int(i)].reset = true;
    for (const LockEvent &event : delta.events) {
        if (LockDelta *part = partOf(event.key))
            part->events.push_back(event);
    }
    for (const LockName &key : delta.removed) {
        if (LockDelta *part = partOf(key))
            part->removed.push_back(key);
    }
    for (const LockPtr &lock : delta.upserted) {
        if (LockDelta *part = partOf(lock->key))
            part->upserted.push_back(lock);
    }
    std::vector<int> touched;
    for (auto part = parts.cbegin(); part != parts.cend(); ++part) {
        if (m_rows[size_t(part.key())].watch.apply(part.value()) || !part.value().events.empty())
            touched.push_back(part.key());
    }
    return touched;
}

bool BulkRun::isMeant(const Row &row) const
{
    return row.ticked && row.state == State::Ready && !row.isChanged(m_act);
}

const BulkRun::Tally &BulkRun::tally() const
{
    if (m_tally)
        return *m_tally;
    m_tally = Tally{};
    for (const Row &row : m_rows) {
        const bool isMeant = this->isMeant(row);
        m_tally->meant += isMeant ? 1 : 0;
        m_tally->changed += !isMeant && row.ticked && row.state == State::Ready ? 1 : 0;
        ++m_tally->counts[size_t(outcomeOf(row))];
    }
    return *m_tally;
}

std::vector<int> BulkRun::lookAgain(Instant at)
{
    m_tally.reset();
    std::vector<int> again;
    for (size_t i = 0; i < m_rows.size() && m_phase == Phase::Asking; ++i) {
        Row &row = m_rows[i];
        if (!row.ticked || row.state != State::Ready || !row.isChanged(m_act))
            continue;
        again.push_back(int(i));
        row.plan.reset();
        row.state = State::Waiting;
        ++m_unplanned;
        if (row.watch.gone()) {
            leaveOut(row, Tr::tr("it is gone"));
            continue;
        }
        row.watch.confirm();
        row.shown = row.watch.lock();
        judge(row, at);
        m_nextToPlan = std::min(m_nextToPlan, i);
    }
    return again;
}

void BulkRun::setTicked(int index, bool ticked)
{
    m_tally.reset();
    if (m_phase == Phase::Asking)
        m_rows[size_t(index)].ticked = ticked;
}

void BulkRun::start(const Will &will, Instant at)
{
    m_tally.reset();
    if (m_phase != Phase::Asking)
        return;
    m_will = will;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        if (isMeant(m_rows[i]))
            m_turns.push_back(int(i));
    }
    m_total = int(m_turns.size());
    m_phase = Phase::Running;
    m_startedAt = at;
    if (m_turns.empty())
        end(at);
}

// Checked during the run: while the owner renews the lock, the server cannot tell that it was acquired again.
bool BulkRun::isRetaken(const Row &row) const
{
    return comparesOwner(m_act) && row.watch.retaken();
}

std::optional<int> BulkRun::next(Instant at)
{
    if (m_phase != Phase::Running || m_isRunning)
        return {};
    if (m_pausedUntil && at < *m_pausedUntil)
        return {};
    m_pausedUntil.reset();
    while (m_turn < m_turns.size() && isRetaken(m_rows[size_t(m_turns[m_turn])]))
        ++m_turn;
    if (m_turn == m_turns.size()) {
        end(at);
        return {};
    }
    const int most = m_spec.limits.actsAMinute;
    while (!m_sent.empty() && m_sent.front() + 1min + Margin <= at)
        m_sent.pop_front();
    if (most > 0 && int(m_sent.size()) >= most) { // The guard would refuse and record it in the audit
        m_pausedUntil = m_sent.front() + 1min + Margin;
        return {};
    }
    const int index = m_turns[m_turn];
    m_tally.reset();
    m_rows[size_t(index)].state = State::Running;
    m_isRunning = true;
    return index;
}

// Other programs with the same profile count, too; then only the guard reports the limit.
bool BulkRun::isLimit(const Row &row, const Receipt &receipt) const
{
    if (receipt.result != ActResult::Refused || receipt.failure.kind != ErrorKind::Forbidden ||
        m_spec.limits.actsAMinute <= 0)
        return false;
    const int index = m_index.value(row.shown->key);
    return !refusalOf(m_spec, requestOf(index), false);
}

void BulkRun::answered(int index, const Receipt &receipt, Instant at)
{
    m_tally.reset();
    Row &row = m_rows[size_t(index)];
    if (!m_isRunning || row.state != State::Running)
        return;
    m_isRunning = false;
    if (isLimit(row, receipt)) {
        row.state = State::Ready;
        if (m_isStopping)
            return end(at);
        m_pausedUntil = at + receipt.failure.retryAfter.value_or(PauseUnlessTold) + Margin;
        return;
    }
    m_sent.push_back(at);
    row.state = State::Answered;
    row.receipt = receipt;
    ++m_tried;
    ++m_turn;
    const bool lost = receipt.result == ActResult::Refused && isConnectionFailure(receipt.failure.kind);
    if (lost)
        stop(Tr::tr("the connection was lost"));
    else if (m_will.stopAtFailure && isFailure(receipt))
        stop(Tr::tr("an earlier one failed"));
    if (m_isStopping || m_turn == m_turns.size())
        end(at);
}

void BulkRun::stop(const QString &why)
{
    if (m_phase != Phase::Running || m_isStopping)
        return;
    m_isStopping = true;
    m_whyStopped = why;
    if (!m_isRunning)
        end(now());
}

void BulkRun::end(Instant at)
{
    m_tally.reset();
    m_phase = Phase::Ended;
    m_endedAt = at;
    m_pausedUntil.reset();
    for (Row &row : m_rows) {
        if (row.state == State::Answered || row.state == State::LeftOut)
            continue;
        if (!row.ticked)
            row.why = Tr::tr("not selected");
        else
            row.why = row.isChanged(m_act) && m_whyStopped.isEmpty() ? Tr::tr("changed since the dry run")
                                                                     : m_whyStopped;
    }
}

SeriesOutcome BulkRun::outcomeOf(const Row &row) const
{
    if (row.state == State::LeftOut)
        return SeriesOutcome::LeftOut;
    if (!row.receipt)
        return SeriesOutcome::NotTried;
    switch (row.receipt->result) {
    case ActResult::Done:
        return SeriesOutcome::Done;
    case ActResult::OwnerChanged:
    case ActResult::NotAcquired:
        return SeriesOutcome::OwnerChanged;
    case ActResult::AlreadyGone:
        return SeriesOutcome::AlreadyGone;
    case ActResult::Refused:
        return SeriesOutcome::Refused;
    case ActResult::Unknown:
        return SeriesOutcome::Unknown;
    }
    return SeriesOutcome::Unknown;
}

std::vector<LockPtr> BulkRun::notDone() const
{
    std::vector<LockPtr> locks;
    for (const Row &row : m_rows) {
        const SeriesOutcome outcome = outcomeOf(row);
        const bool settled = outcome == SeriesOutcome::Done || outcome == SeriesOutcome::AlreadyGone ||
                             outcome == SeriesOutcome::LeftOut;
        if (row.ticked && !settled && !row.watch.gone())
            locks.push_back(row.watch.lock());
    }
    return locks;
}

} // namespace lockscope
