// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/detailpane.h"

#include "core/engine/blocking/blockingreport.h"
#include "core/engine/verdicts/verdicttext.h"
#include "ui/bridges/deploymentstate.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpaneparts.h"
#include "ui/holders/clienttext.h"
#include "ui/holders/lockshare.h"
#include "ui/holders/shownlock.h"
#include "ui/text/format.h"
#include "ui/text/nodetext.h"
#include "ui/theme/metrics.h"

#include <QHash>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QTimer>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr milliseconds TickEvery{100};

bool sameEvent(const LockEvent &a, const LockEvent &b)
{
    return a.at == b.at && a.kind == b.kind && a.owner == b.owner && a.count == b.count;
}

} // namespace

struct DetailPane::Private {
    Private(DetailPane *pane, EngineBridge &engine) : q(pane), bridge(engine), parts(pane), look(engine) {}

    DetailPane *q;
    EngineBridge &bridge;
    DetailPaneParts parts;
    LockInspection look;
    QTimer ticker{};
    std::optional<ShownLock> watch{};
    std::vector<LockEvent> events{};       // Oldest first, until the engine's history arrives
    QStringList deadlock{};                // who waits for whom in it, as last read
    QHash<LockName, HeardWaiters> heard{}; // By the last probe of this connection
    bool historyKnown = false;
    DeploymentState deployment{};
    std::vector<OwnHolding> own{};
    std::vector<OwnHolding> releasing{};
    Instant second{}; // Of the last tick

    const LockPtr &lock() const { return watch->lock(); }
    void showNow();
    void showOwn();
    void showVerdict();
    void explainUnread(VerdictText &verdict) const;
    void take(const LockDetail &detail);
    void takeHistory(const std::vector<LockEvent> &history);
    void addEvents(const std::vector<LockEvent> &happened);
    void tick();
    void wantRemoval(const std::optional<LockShare> &share);
    void takeHeard(const BlockingReport &report);
    void showHeard();
};

DetailPane::DetailPane(EngineBridge &bridge, QWidget *parent)
    : QWidget(parent), d(std::make_unique<Private>(this, bridge))
{
    d->ticker.setInterval(TickEvery);
    connect(&d->ticker, &QTimer::timeout, this, [this] { d->tick(); });
    connect(&d->look, &LockInspection::detailReady, this,
            [this](const LockDetail &detail) { d->take(detail); });
    connect(&d->look, &LockInspection::failed, this,
            [this](const Failure &failure) { d->parts.showFailure(failure); });
    connect(&d->look, &LockInspection::planReady, this, [this](ActKind act, const Outcome<ActPlan> &plan) {
        d->parts.showPlan(act, plan, d->watch && !d->watch->gone());
        emit possibleChanged();
    });
    connect(d->parts.headline, &LockHeadline::actWanted, this, [this](ActKind act) {
        if (d->watch && !d->watch->gone())
            emit actWanted(act, d->lock());
    });
    connect(d->parts.headline, &LockHeadline::menuWanted, this, &DetailPane::menuWanted);
    connect(d->parts.headline, &LockHeadline::focusUnwanted, this, &DetailPane::focusUnwanted);
    connect(&bridge, &EngineBridge::blockingFound, this, [this](quint64, const BlockingReport &report) {
        if (!report.probes.empty())
            d->takeHeard(report);
    });
    connect(&bridge, &EngineBridge::failedOver, this, [this](const FailoverReport &report) {
        if (d->watch && d->watch->noteFailover(report) && d->watch->gone())
            d->parts.headline->showGone(d->watch->goneText());
    });
    connect(&bridge, &EngineBridge::closeWanted, this, [this] { d->takeHeard({}); });
    connect(&bridge, &EngineBridge::openWanted, this, [this] { d->takeHeard({}); });
    wireParts();
    clear();
}

void DetailPane::wireParts()
{
    connect(d->parts.plot, &TtlPlot::failed, this, &DetailPane::failed);
    connect(d->parts.holdBar, &HoldBar::releaseWanted, this, &DetailPane::releaseWanted);
    connect(d->parts.holdBar, &HoldBar::manageWanted, this, &DetailPane::holdsWanted);
    const auto removeHold = [this] { d->wantRemoval(d->parts.selectedHold()); };
    const auto removePlace = [this] { d->wantRemoval(d->parts.chosenPlace()); };
    const auto probe = [this] {
        if (d->watch && !d->watch->gone())
            emit probeWanted(d->lock());
    };
    connect(d->parts.whoIsThis, &QPushButton::clicked, this, probe);
    connect(d->parts.holders, &HoldersView::probeWanted, this, probe);
    connect(d->parts.nameOwner, &QPushButton::clicked, this, &DetailPane::askForName);
    connect(d->parts.holders, &HoldersView::aliasWanted, this, &DetailPane::askForName);
    connect(d->parts.removeHold, &QPushButton::clicked, this, removeHold);
    connect(d->parts.holders, &HoldersView::removeWanted, this, removeHold);
    connect(d->parts.removePlace, &QPushButton::clicked, this, removePlace);
    connect(d->parts.queue, &QueueView::removeWanted, this, removePlace);
    connect(d->parts.fullHistory, &QPushButton::clicked, this, [this] {
        if (d->watch)
            emit lockEventsWanted(d->lock()->key);
    });
    connect(d->parts.incident, &QPushButton::clicked, this, [this] {
        if (d->watch)
            emit incidentWanted(d->lock()->key);
    });
    for (const LinkList *links : {d->parts.sameOwner, d->parts.sameClient})
        connect(links, &LinkList::lockWanted, this, &DetailPane::lockWanted);
}

// Not modal: the lock may change meanwhile, so the owner is captured now.
void DetailPane::askForName()
{
    if (!d->watch)
        return;
    const Holder *holder = d->parts.holders->selected();
    if (!holder && d->lock()->held())
        holder = &d->lock()->holders.front();
    if (!holder)
        return;
    const QByteArray pattern = aliasPattern(holder->id);
    const ClientInfo *known = clientOf(*d->lock(), holder->id);
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Name owner"));
    dialog->setLabelText(tr("Name for owners that match %1:").arg(text::bytes(pattern)));
    dialog->setTextValue(known ? text::bytes(known->name) : QString());
    connect(dialog, &QInputDialog::textValueSelected, this, [this, pattern](const QString &name) {
        if (const QString trimmed = name.trimmed(); !trimmed.isEmpty())
            emit aliasWanted({.pattern = pattern, .name = trimmed});
    });
    dialog->open();
}

void DetailPane::Private::wantRemoval(const std::optional<LockShare> &share)
{
    if (share && watch && !watch->gone() && deployment.canWrite())
        emit q->removalWanted(lock(), *share);
}

DetailPane::~DetailPane() = default;

void DetailPane::showLock(const LockPtr &lock)
{
    if (!lock)
        return clear();
    if (d->watch && d->lock()->key == lock->key && !d->watch->gone()) {
        LockDelta delta;
        delta.upserted.push_back(lock);
        return applyDelta(delta);
    }
    d->watch.emplace(lock);
    d->events.clear();
    d->historyKnown = false;
    d->deadlock.clear();
    d->parts.showEmptyLook();
    d->parts.timeline->setEvents({});
    d->parts.plot->start(lock, {});
    d->parts.heartbeat->start(lock, {});
    d->parts.showKind(lock, d->bridge.kinds());
    d->showHeard();
    d->showNow();
    d->showOwn();
    d->parts.showPage(true);
    d->look.look(lock);
    if (isVisible())
        d->ticker.start();
}

void DetailPane::showEnded(const LockPtr &last, const LockDelta &end)
{
    showLock(last);
    if (last && !end.events.empty()) // It was held until then, not until now
        d->parts.facts->showLock(last, end.events.front().at);
    applyDelta(end);
}

void DetailPane::clear()
{
    d->look.stop();
    d->ticker.stop();
    d->watch.reset();
    d->events.clear();
    d->parts.plot->clear();
    d->parts.heartbeat->clear();
    d->parts.showPage(false);
}

void DetailPane::applyDelta(const LockDelta &delta)
{
    if (!d->watch)
        return;
    const bool wasGone = d->watch->gone();
    const LockPtr before = d->lock();
    std::vector<LockEvent> happened;
    for (const LockEvent &event : delta.events) {
        if (event.key == d->lock()->key)
            happened.push_back(event);
    }
    const bool touched = d->watch->apply(delta);
    d->addEvents(happened);
    if (!touched)
        return;
    if (d->watch->gone()) {
        if (!wasGone)
            d->parts.plot->addGone(now());
        d->parts.heartbeat->setGone();
        d->parts.headline->showGone(d->watch->goneText());
        d->parts.setPast(true);
        d->look.stop();
        return;
    }
    // Reading its companion keys may change the kind of a lock.
    if (wasGone || d->lock()->kind != before->kind || d->lock()->confidence != before->confidence)
        d->parts.showKind(d->lock(), d->bridge.kinds());
    if (wasGone)
        d->parts.setPast(false);
    emit possibleChanged();
    d->parts.plot->addReading(d->lock());
    d->parts.heartbeat->update(d->lock());
    d->parts.showHeartbeat();
    d->showNow();
    if (isVisible())
        d->look.changed(d->lock());
}

void DetailPane::setDeployment(const DeploymentState &deployment)
{
    d->deployment = deployment;
    d->parts.setWhyNoChanges(deployment.whyNoChanges());
    if (d->watch && !d->watch->gone() && d->lock()->stale)
        d->showNow();
}

void DetailPane::setOwn(const std::vector<OwnHolding> &holds, const std::vector<OwnHolding> &releasing)
{
    d->own = holds;
    d->releasing = releasing;
    d->showOwn();
}

void DetailPane::Private::takeHeard(const BlockingReport &report)
{
    heard.clear();
    for (const BlockedLock &blocked : report.graph.locks) {
        const auto clients = std::ranges::count(blocked.waits, WaitSource::Probe, &Wait::source);
        if (clients > 0)
            heard.insert(blocked.lock->key, {.clients = clients, .until = wallNow()});
    }
    showHeard();
}

void DetailPane::Private::showHeard()
{
    const auto found = watch ? heard.constFind(lock()->key) : heard.cend();
    parts.facts->setHeard(found == heard.cend() ? std::nullopt : std::optional(*found));
}

void DetailPane::Private::showOwn()
{
    std::vector<OwnHolding> ofThis;
    for (const OwnHolding &held : own) {
        if (watch && held.key == lock()->key)
            ofThis.push_back(held);
    }
    parts.holdBar->show(ofThis, releasing);
}

LockName DetailPane::shownKey() const
{
    return d->watch ? d->lock()->key : LockName{};
}

QString DetailPane::whyNot(ActKind act) const
{
    if (!d->watch || d->watch->gone())
        return {};
    if (act == ActKind::RemoveShare && !firstShare(*d->lock()))
        return text::asSentence(whyNoShare(*d->lock()));
    if (!isVisible()) // then the plans are old
        return {};
    return act == ActKind::RemoveShare ? d->parts.whyNoRemoval() : d->parts.headline->whyNot(act);
}

void DetailPane::Private::showNow()
{
    parts.facts->setWhyUnread(deployment.whyUnread(lock()->node));
    parts.showLock(lock(), bridge.kinds(), now());
    showVerdict();
}

// The rules are pure, so the sentence updates with the lock at once; the engine's answer may know more.
void DetailPane::Private::showVerdict()
{
    VerdictText verdict = explainVerdict(*lock(), text::shownAt(*lock(), now()));
    if (lock()->verdict.code == "deadlock")
        verdict.evidence = deadlock + verdict.evidence;
    explainUnread(verdict);
    const Verdict &shown = lock()->shownVerdict();
    if (shown.level > lock()->verdict.level) {
        Lock then = *lock();
        then.stale = false;
        then.verdict = shown;
        then.heldIsLowerBound = true; // It may have gone on since
        const QString known = explainVerdict(then, then.readAt).sentence;
        verdict.evidence.removeIf([&known](const QString &line) { return line.contains(known); });
        verdict.evidence.prepend(verdict.sentence);
        verdict.sentence = DetailPane::tr("Last known: %1").arg(known);
    }
    parts.showVerdict(shown, verdict, lock()->stale && !lock()->quorum());
}

void DetailPane::Private::explainUnread(VerdictText &verdict) const
{
    const Failure *why = lock()->stale ? deployment.whyUnread(lock()->node) : nullptr;
    if (!why)
        return;
    const QString refusal = text::refusal(*why);
    verdict.evidence.prepend(
        refusal.isEmpty()
            ? text::failure(*why)
            : DetailPane::tr("%1 refuses: %2", "a server, its words").arg(text::node(lock()->node), refusal));
    if (!why->remedy.isEmpty())
        verdict.advice = text::asSentence(why->remedy);
}

void DetailPane::Private::take(const LockDetail &detail)
{
    if (!watch)
        return;
    parts.showDetail(detail, bridge.kinds());
    deadlock = detail.deadlock;
    showVerdict();
    if (!historyKnown)
        takeHistory(detail.events);
}

void DetailPane::Private::takeHistory(const std::vector<LockEvent> &history)
{
    historyKnown = true;
    std::vector<LockEvent> all = history;
    for (const LockEvent &event : events) {
        const bool known = std::any_of(history.begin(), history.end(),
                                       [&event](const LockEvent &old) { return sameEvent(old, event); });
        if (!known)
            all.push_back(event);
    }
    events.clear();
    parts.timeline->setEvents(all);
    parts.plot->start(lock(), all);
    parts.heartbeat->start(lock(), all);
    parts.showHeartbeat();
}

void DetailPane::Private::addEvents(const std::vector<LockEvent> &happened)
{
    if (happened.empty())
        return;
    if (!historyKnown)
        events.insert(events.end(), happened.begin(), happened.end());
    for (const LockEvent &event : happened)
        parts.plot->addEvent(event);
    parts.heartbeat->add(happened);
    parts.showHeartbeat();
    parts.timeline->add(happened);
}

void DetailPane::Private::tick()
{
    if (!watch || watch->gone())
        return;
    const Instant at = now();
    parts.tick(at);
    const Instant turned = std::chrono::floor<std::chrono::seconds>(at);
    if (std::exchange(second, turned) != turned) // See text::shownAt()
        showVerdict();
}

void DetailPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!d->watch || d->watch->gone())
        return;
    d->ticker.start();
    d->look.changed(d->lock());
}

void DetailPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    d->ticker.stop();
}

QSize DetailPane::sizeHint() const
{
    return {characters(*this, 58), fontMetrics().height() * 46};
}

} // namespace lockscope
