// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detailpaneparts.h"

#include "ui/codebox.h"
#include "ui/format.h"
#include "ui/holdersmodel.h"
#include "ui/rawtext.h"

#include <QCoreApplication>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::DetailPane)
};

constexpr qsizetype MostQueued = 100;

QLabel *wrapped(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
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
    auto *empty = wrapped(pane);
    empty->setText(
        Words::tr("Choose a lock in the list to see who holds it, who waits, and whether it is healthy."));
    empty->setAlignment(Qt::AlignCenter);
    empty->setMargin(24);
    empty->setForegroundRole(QPalette::PlaceholderText);
    auto *scroll = new QScrollArea(pane);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    page = new QWidget;
    scroll->setWidget(page);
    m_pages->addWidget(empty);
    m_pages->addWidget(scroll);
    build();
}

void DetailPaneParts::build()
{
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(8, 6, 8, 8);
    layout->setSpacing(8);
    headline = new LockHeadline(page);
    facts = new LockFacts({LockFact::Held, LockFact::TimeToLive, LockFact::Lease, LockFact::Renewals,
                           LockFact::Waiters, LockFact::Node},
                          page);
    layout->addWidget(headline);
    layout->addWidget(facts);
    holders = new HoldersView(page);
    queue = new CodeBox(page);
    plot = new TtlPlot(page);
    timeline = new EventTimeline(page);
    timeline->setFixedHeight(timeline->sizeHint().height());
    why = wrapped(page);
    companions = new CodeBox(page);
    raw = new CodeBox(page);
    raw->setMaximumLines(12);
    commands = new CommandsView(page);
    holdersSection = section(Words::tr("Holders"), true, holders, page);
    queueSection = section(Words::tr("Waiting, in order"), true, queue, page);
    section(Words::tr("Time to live"), true, plot, page);
    section(Words::tr("Events"), true, timeline, page);
    whySection = section(Words::tr("Why it is taken for this kind"), false, why, page);
    companionsSection = section(Words::tr("Companion keys"), false, companions, page);
    rawSection = section(Words::tr("Raw value"), false, raw, page);
    section(Words::tr("As redis-cli commands"), false, commands, page);
    layout->addStretch();
}

void DetailPaneParts::showPage(bool lock)
{
    m_pages->setCurrentIndex(lock ? 1 : 0);
}

void DetailPaneParts::showLock(const LockPtr &lock, Instant now)
{
    facts->showLock(lock, now);
    holders->showLock(lock);
    const qsizetype count = lock->holders.size();
    holdersSection->setTitle(count > 1 ? Words::tr("Holders (%1)").arg(text::number(count))
                                       : Words::tr("Holder"));
    QStringList waiting;
    for (const QueuedWaiter &waiter : lock->waiters.queued) {
        if (waiting.size() == MostQueued) {
            waiting << Words::tr("… and %n more", nullptr, int(lock->waiters.queued.size() - MostQueued));
            break;
        }
        waiting << QStringLiteral("%1  %2").arg(waiting.size() + 1).arg(text::ownerFull(waiter.id));
    }
    queue->setText(waiting.join(u'\n'));
    queueSection->setVisible(!waiting.isEmpty());
}

void DetailPaneParts::showEmptyLook()
{
    setPast(false);
    why->setText(Words::tr("Looking closer…"));
    raw->setText({});
    rawSection->setTitle(Words::tr("Raw value"));
    companionsSection->hide();
    commands->clear();
}

void DetailPaneParts::showDetail(const LockDetail &detail)
{
    QStringList lines;
    for (const QString &line : detail.explanation)
        lines << QStringLiteral("• ") + line;
    why->setText(lines.isEmpty() ? Words::tr("Nothing is known about it.") : lines.join(u'\n'));
    rawSection->setTitle(rawTitle(detail));
    raw->setText(rawText(detail));
    QStringList names;
    for (const LockName &name : detail.companions)
        names << text::key(name);
    companions->setText(names.join(u'\n'));
    companionsSection->setTitle(Words::tr("Companion keys (%1)").arg(text::number(names.size())));
    companionsSection->setVisible(!names.isEmpty());
}

void DetailPaneParts::showFailure(const Failure &failure)
{
    why->setText(Words::tr("No closer look: %1").arg(text::failureHelp(failure)));
}

void DetailPaneParts::showPlan(ActKind act, const Outcome<ActPlan> &plan, bool present)
{
    commands->showPlan(act, plan);
    if (present)
        headline->setPossible(act, plan.ok() ? QString() : text::failureHelp(plan.failure()));
}

void DetailPaneParts::setPast(bool past)
{
    // Disabled is how every style greys what cannot be acted on.
    facts->setPast(past);
    holders->holders()->setPast(past);
    holders->setEnabled(!past);
    queue->setEnabled(!past);
}

void DetailPaneParts::tick(Instant now)
{
    facts->tick(now);
    holders->tick();
}

} // namespace lockscope
