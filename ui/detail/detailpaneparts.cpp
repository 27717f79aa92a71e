// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/detailpaneparts.h"

#include "core/base/tr.h"
#include "core/engine/blocking/releaseeffect.h"
#include "core/engine/blocking/releaseeffecttext.h"
#include "ui/holders/copiesmodel.h"
#include "ui/holders/holdersmodel.h"
#include "ui/holders/queuemodel.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"
#include "ui/text/rawtext.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/codebox.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/prose.h"
#include "ui/widgets/scrolled.h"

#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

QPushButton *remover(const QString &text, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setAutoDefault(false);
    return button;
}

template<class Part> Section *section(const QString &title, bool open, Part *part, QWidget *page)
{
    auto *section = new Section(title, open, page);
    section->addWidget(part);
    page->layout()->addWidget(section);
    return section;
}

} // namespace

DetailPaneParts::DetailPaneParts(QWidget *pane)
{
    m_pages = new QStackedLayout(pane);
    auto *empty = new EmptyState(pane);
    empty->say(Tr::tr("Select a lock"), Tr::tr("Its holder, its waiters and its verdict appear here."), {});
    page = new QWidget;
    page->setMinimumWidth(characters(*pane, 43));
    m_pages->addWidget(empty);
    m_scroll = new UpDownScroll(page, pane);
    m_scroll->setObjectName(QStringLiteral("details"));
    headline = new LockHeadline(pane);
    headline->layout()->setContentsMargins(spacing(Spacing::Large), spacing(Spacing::Medium),
                                           spacing(Spacing::Large), spacing(Spacing::Medium));
    auto *shown = new QWidget(pane);
    auto *column = new QVBoxLayout(shown);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(headline);
    column->addWidget(m_scroll, 1);
    m_pages->addWidget(shown);
    build();
}

void DetailPaneParts::build()
{
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(spacing(Spacing::Large), spacing(Spacing::Medium), spacing(Spacing::Large),
                               spacing(Spacing::Large));
    layout->setSpacing(spacing(Spacing::Large));
    facts = new LockFacts({LockFact::Held, LockFact::TimeToLive, LockFact::Lease, LockFact::Renewals,
                           LockFact::Waiters, LockFact::ToGo, LockFact::FencingToken, LockFact::Node},
                          Kinds(), page);
    holdBar = new HoldBar(page);
    evidence = new Prose(page);
    advice = new Prose(page);
    alternatives = new Prose(page);
    for (Prose *text : {evidence, advice, alternatives})
        text->hide();
    layout->addWidget(evidence);
    layout->addWidget(advice);
    layout->addWidget(holdBar);
    holders = new HoldersView(page);
    removeHold = remover(Tr::tr("Remove this holder…"), page);
    whoIsThis = remover(Tr::tr("Who is this?…"), page);
    whoIsThis->setToolTip(Tr::tr("Find the client behind the owner. Shows the cost for the server first"));
    nameOwner = remover(Tr::tr("Name this owner…"), page);
    queue = new QueueView(page);
    removePlace = remover(Tr::tr("Remove from queue…"), page);
    effect = new Prose(page);
    copies = new CopiesView(page);
    permits = new PermitsBar(page);
    legend = new Prose(page);
    heartbeat = new HeartbeatStrip(page);
    plot = new TtlPlot(page);
    timeline = new EventTimeline(page);
    fullHistory = remover(Tr::tr("Full history…"), page);
    incident = remover(Tr::tr("Incident bundle…"), page);
    incident->setToolTip(Tr::tr("A folder for a ticket: all that is known of this lock, without secrets"));
    fullHistory->setToolTip(Tr::tr("All remembered events of this lock"));
    timeline->setFixedHeight(timeline->sizeHint().height());
    why = new Prose(page);
    companions = new CodeBox(page);
    sameOwner = new LinkList(page);
    sameClient = new LinkList(page);
    raw = new CodeBox(page);
    raw->setMaximumLines(12);
    commands = new CommandsView(page);
    buildSections();
    layout->addStretch();
    QObject::connect(holders, &HoldersView::choiceChanged, page, [this] { refreshRemovers(); });
    QObject::connect(queue, &QueueView::choiceChanged, page, [this] { refreshRemovers(); });
}

// The most important facts are visible without scrolling: verdict, holders, waiters, renewals.
void DetailPaneParts::buildSections()
{
    permitsSection = section(Tr::tr("Permits"), true, permits, page);
    holdersSection = section(Tr::tr("Holders"), true, holders, page);
    holdersSection->addWidget(makeHolderButtons());
    copiesSection = section(Tr::tr("On each node"), true, copies, page);
    queueSection = section(Tr::tr("Queue"), true, queue, page);
    queueSection->addWidget(removePlace, Qt::AlignRight);
    beatSection = section(Tr::tr("Heartbeat and TTL"), true, heartbeat, page);
    beatSection->addWidget(plot);
    page->layout()->addWidget(facts);
    page->layout()->addWidget(alternatives);
    effectSection = section(Tr::tr("After a release"), true, effect, page);
    legendSection = section(Tr::tr("How this lock works"), false, legend, page);
    Section *events = section(Tr::tr("Events"), true, timeline, page);
    auto *buttons = new QWidget(page);
    auto *flow = new FlowLayout(buttons);
    flow->addWidget(incident);
    flow->addWidget(fullHistory);
    events->addWidget(buttons);
    sameOwnerSection = section(Tr::tr("Other locks of this owner"), true, sameOwner, page);
    sameClientSection = section(Tr::tr("Other locks of this client"), true, sameClient, page);
    whySection = section(Tr::tr("Why this kind"), false, why, page);
    companionsSection = section(Tr::tr("Companion keys"), false, companions, page);
    rawSection = section(Tr::tr("Raw value"), false, raw, page);
    section(Tr::tr("redis-cli commands"), false, commands, page);
}

QWidget *DetailPaneParts::makeHolderButtons()
{
    auto *buttons = new QWidget(page);
    auto *flow = new FlowLayout(buttons);
    for (QPushButton *button : {whoIsThis, nameOwner, removeHold})
        flow->addWidget(button);
    return buttons;
}

void DetailPaneParts::showPage(bool lock)
{
    m_pages->setCurrentIndex(lock ? 1 : 0);
}

void DetailPaneParts::showLock(const LockPtr &lock, const Kinds &kinds, Instant now)
{
    headline->showKind(lock, kinds); // The libraries depend on the owner
    facts->showLock(lock, now);
    holders->showLock(lock);
    queue->showLock(lock);
    permits->show(lock->permits());
    plot->setVisible(lock->expiresAt || !lock->lasting); // Otherwise nothing ever counts down
    showHeartbeat();
    permitsSection->setVisible(lock->permits().has_value());
    showHolders(*lock);
    showQueue(*lock);
    placeCopies(lock->quorum());
    if (lock->quorum())
        showCopies(lock->extras->copies);
    m_isOld = lock->stale && !lock->quorum();
    ageCopies();
    legend->say(kinds.legend(lock->kind));
    legendSection->setVisible(!legend->text().isEmpty());
    refreshRemovers();
}

// The evidence stands on one line, to leave room below.
void DetailPaneParts::showVerdict(const Verdict &shown, const VerdictText &verdict, bool isOld)
{
    if (shown.isFree() && !isOld)
        headline->showFree(verdict.sentence);
    else // That it was OK does not make the unknown OK
        headline->showVerdict(isOld ? std::max(shown.level, VerdictLevel::Info) : shown.level,
                              verdict.sentence, isOld);
    evidence->say(verdict.evidence.join(QStringLiteral("\u00a0· ")), Tr::tr("Evidence")); // Its times run
    evidence->setVisible(!verdict.evidence.isEmpty());
    advice->say(QStringLiteral("→ ") + verdict.advice);
    advice->setVisible(!verdict.advice.isEmpty());
}

void DetailPaneParts::showKind(const LockPtr &lock, const Kinds &kinds)
{
    headline->showLock(lock, kinds);
    m_shown = lock->kind;
    const bool named = lock->extras && lock->extras->alternatives;
    showAlternatives(named ? *lock->extras->alternatives : std::vector<LockKind>{}, kinds);
}

void DetailPaneParts::showAlternatives(const std::vector<LockKind> &others, const Kinds &kinds)
{
    QStringList titles, helps;
    for (const LockKind kind : others) {
        if (kind == m_shown)
            continue;
        titles << kinds.title(kind);
        helps << kinds.help(kind);
    }
    alternatives->say(Tr::tr("May also be: %1").arg(text::names(titles)));
    alternatives->setToolTip(helps.join(QString()));
    alternatives->setVisible(!titles.isEmpty());
}

void DetailPaneParts::showHolders(const Lock &lock)
{
    holdersSection->setTitle(text::holdersTitle(lock));
    // Nothing to list for a semaphore without names, or a latch.
    holdersSection->setVisible(lock.held() || !lock.lasting);
    const bool namesOwner = lock.held() && !lock.owner().isEmpty();
    whoIsThis->setVisible(namesOwner);
    nameOwner->setVisible(namesOwner);
    removeHold->setVisible(hasHolderShares(lock));
    holders->setRemovable(hasHolderShares(lock));
}

void DetailPaneParts::showQueue(const Lock &lock)
{
    const qsizetype count = qsizetype(lock.waiters.queued.size());
    const QString title = lock.waiters.queueIsCut  ? Tr::tr("Queue (first %1)")
                          : lock.waiters.areUnread ? Tr::tr("Queue (at least %1)")
                                                   : Tr::tr("Queue (%1)");
    queueSection->setTitle(title.arg(text::number(count)));
    queueSection->setVisible(count > 0);
}

void DetailPaneParts::showKin(const LockDetail &detail)
{
    const auto count = [](const std::vector<LockName> &keys) {
        const QString number = text::number(qint64(keys.size()));
        return qsizetype(keys.size()) < MostOtherLocks ? number : Tr::tr("at least %1").arg(number);
    };
    sameOwner->show(detail.sameOwner);
    sameOwnerSection->setTitle(Tr::tr("Other locks of this owner (%1)").arg(count(detail.sameOwner)));
    sameOwnerSection->setVisible(!detail.sameOwner.empty());
    sameClient->show(detail.sameClient);
    sameClientSection->setTitle((detail.sameClientByBeat ? Tr::tr("Renewed together (%1)")
                                                         : Tr::tr("Other locks of this client (%1)"))
                                    .arg(count(detail.sameClient)));
    sameClientSection->setVisible(!detail.sameClient.empty());
}

// The other locks of its client have sections of their own, but not those known by its connection.
void DetailPaneParts::showEffect(const LockDetail &detail)
{
    m_effect = detail.effect;
    m_notices.clear();
    if (m_effect) {
        std::erase_if(m_effect->others,
                      [](const OtherLock &other) { return other.kinship != Kinship::SameConnection; });
        m_effect->allAreRead = true;
        for (const HolderNotice &notice : detail.notices)
            m_notices << Tr::tr("Old holder: %1").arg(notice.line());
        if (const QString byOne = releaseByOneText(*m_effect); !byOne.isEmpty())
            m_notices.prepend(byOne);
        effectSection->setTitle(m_effect->endsSeveral ? Tr::tr("After a forced release")
                                                      : Tr::tr("After a release"));
    }
    const Instant at = now();
    if (m_effect && !isTelling(*m_effect, at))
        m_effect.reset();
    effectSection->setVisible(m_effect.has_value());
    tickEffect(at);
}

// Spoken as it was read, or it would be read aloud every second.
void DetailPaneParts::tickEffect(Instant now)
{
    const auto text = [this](Instant at) { return (releaseLines(*m_effect, at) + m_notices).join(u'\n'); };
    if (m_effect)
        effect->say(text(now), text(m_effect->at));
}

// What each node of a group says is what its verdict is made of.
void DetailPaneParts::placeCopies(bool isGroup)
{
    if (std::exchange(m_isGroup, isGroup) == isGroup)
        return;
    auto *column = qobject_cast<QVBoxLayout *>(page->layout());
    column->removeWidget(copiesSection);
    column->insertWidget(isGroup ? 0 : column->indexOf(queueSection), copiesSection);
}

// With a single node the row would repeat the rest of the pane.
void DetailPaneParts::showCopies(const std::vector<Copy> &all)
{
    copies->showCopies(all);
    copiesSection->setVisible(all.size() > 1);
}

std::optional<LockShare> DetailPaneParts::selectedHold() const
{
    const Holder *holder = holders->selected();
    return holder ? std::optional(shareOf(*holder)) : std::nullopt;
}

std::optional<LockShare> DetailPaneParts::chosenPlace() const
{
    const QueuedWaiter *waiter = queue->selected();
    return waiter ? std::optional(shareOf(*waiter)) : std::nullopt;
}

void DetailPaneParts::showHeartbeat()
{
    heartbeat->setVisible(heartbeat->hasBeats());
    beatSection->setVisible(heartbeat->hasBeats() || !plot->isHidden());
}

void DetailPaneParts::setWhyNoChanges(const QString &why)
{
    m_whyNoChanges = why;
    headline->setWhyNoChanges(why);
    refreshRemovers();
}

void DetailPaneParts::refreshRemovers()
{
    const auto refresh = [this](QPushButton *button, bool selected, const QString &hint) {
        button->setEnabled(selected && m_whyNoChanges.isEmpty() && !m_past && m_whyNoRemoval.isEmpty());
        button->setToolTip(!m_whyNoChanges.isEmpty()   ? m_whyNoChanges
                           : m_past                    ? Tr::tr("The lock is gone")
                           : !m_whyNoRemoval.isEmpty() ? m_whyNoRemoval
                           : selected                  ? hint
                                                       : Tr::tr("Select a row first"));
    };
    refresh(removeHold, selectedHold().has_value(), Tr::tr("Remove the selected hold; the others stay"));
    whoIsThis->setEnabled(!m_past);
    nameOwner->setEnabled(!m_past && selectedHold().has_value());
    nameOwner->setToolTip(selectedHold() ? Tr::tr("Give this owner a name") : Tr::tr("Select a row first"));
    refresh(removePlace, chosenPlace().has_value(),
            Tr::tr("Remove the selected waiter from the queue; the others move up"));
}

void DetailPaneParts::showEmptyLook()
{
    m_scroll->verticalScrollBar()->setValue(0); // a lock opens with its name and verdict
    setPast(false);
    why->say(Tr::tr("Loading details…"));
    showEffect({});
    holders->holders()->setNotes({});
    m_whyNoRemoval.clear();
    showKin({});
    showCopies({});
    raw->setText({});
    rawSection->setTitle(Tr::tr("Raw value"));
    companionsSection->hide();
    commands->clear();
}

void DetailPaneParts::showDetail(const LockDetail &detail, const Kinds &kinds)
{
    QStringList lines;
    for (const QString &line : detail.explanation)
        lines << QStringLiteral("• ") + line;
    why->say(lines.isEmpty() ? Tr::tr("No details available.") : lines.join(u'\n'));
    holders->holders()->setNotes(detail.explanation);
    showAlternatives(detail.alternatives, kinds);
    showKin(detail);
    showEffect(detail);
    if (!m_isGroup) // Its copies are those of the verdict, which may be newer
        showCopies(detail.copies);
    rawSection->setTitle(rawTitle(detail));
    raw->setText(rawText(detail));
    QStringList names;
    for (const LockName &name : detail.companions)
        names << text::key(name);
    companions->setText(names.join(u'\n'));
    companionsSection->setTitle(Tr::tr("Companion keys (%1)").arg(text::number(names.size())));
    companionsSection->setVisible(!names.isEmpty());
}

void DetailPaneParts::showFailure(const Failure &failure)
{
    why->say(Tr::tr("Details not available: %1").arg(text::failureHelp(failure)));
}

void DetailPaneParts::showPlan(ActKind act, const Outcome<ActPlan> &plan, bool present)
{
    if (act == ActKind::RemoveShare) {
        m_whyNoRemoval = plan.ok() ? QString() : text::failureHelp(plan.failure());
        return refreshRemovers();
    }
    commands->showPlan(act, plan);
    if (present)
        headline->setPossible(act, plan.ok() ? QString() : text::failureHelp(plan.failure()));
}

// Nothing says that they are still so once the lock is gone or its node does not answer.
void DetailPaneParts::ageCopies()
{
    const bool isPast = m_past || m_isOld;
    copies->copies()->setPast(isPast);
    copies->setEnabled(!isPast);
    copiesSection->setTitle(isPast ? Tr::tr("On each node, last known") : Tr::tr("On each node"));
}

void DetailPaneParts::setPast(bool past)
{
    // Disabled, because every style greys out what is disabled.
    facts->setPast(past);
    holders->holders()->setPast(past);
    holders->setEnabled(!past);
    queue->waiters()->setPast(past);
    queue->setEnabled(!past);
    permits->setEnabled(!past);
    m_past = past;
    ageCopies();
    if (past) {
        evidence->hide();
        advice->hide();
        showEffect({});
    }
    refreshRemovers();
}

void DetailPaneParts::tick(Instant now)
{
    facts->tick(now);
    holders->tick();
    copies->tick();
    queue->tick();
    tickEffect(now);
}

} // namespace lockscope
