// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lablive.h"

#include "ui/format.h"
#include "ui/labclaims.h"
#include "ui/lablanes.h"
#include "ui/labwords.h"
#include "ui/notice.h"
#include "ui/scrolled.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>

namespace lockscope
{

namespace
{

QString atText(milliseconds at)
{
    return LabLive::tr("%1 s").arg(QLocale().toString(double(at.count()) / 1000, 'f', 2));
}

} // namespace

LabLive::LabLive(QAction *watch, QWidget *parent)
    : QWidget(parent), m_headline(new QLabel(this)), m_busy(new QProgressBar(this)),
      m_watch(new QPushButton(watch->text(), this)), m_verdict(new Notice(this)),
      m_claims(new LabClaims(this)), m_steps(new QListWidget(this)), m_lanes(new LabLanes(this))
{
    m_headline->setTextFormat(Qt::PlainText);
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_headline->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_headline->setText(tr("Nothing runs. Choose a scenario and press Run."));
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedSize(90, 6);
    m_busy->hide();
    m_watch->setToolTip(watch->toolTip());
    m_watch->setVisible(watch->isVisible());
    connect(m_watch, &QPushButton::clicked, watch, &QAction::trigger);
    connect(watch, &QAction::changed, this, [this, watch] { m_watch->setVisible(watch->isVisible()); });
    m_verdict->hide();
    m_steps->setAccessibleName(tr("What happened, step by step"));
    m_steps->setWordWrap(true);
    m_steps->setFrameShape(QFrame::NoFrame);
    m_steps->setSelectionMode(QAbstractItemView::SingleSelection);
    m_steps->setMinimumHeight(fontMetrics().height() * 4);
    auto *head = new QHBoxLayout;
    head->addWidget(m_headline, 1);
    head->addWidget(m_busy);
    head->addWidget(m_watch);
    auto *told = new QWidget(this);
    auto *toldColumn = new QVBoxLayout(told);
    toldColumn->setContentsMargins({});
    toldColumn->addWidget(scrolled({m_verdict, m_claims, m_steps}));
    auto *parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_lanes);
    parts->addWidget(told);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addLayout(head);
    column->addWidget(parts, 1);
}

void LabLive::prepare(const QString &title)
{
    m_headline->setText(tr("%1: its servers are started").arg(title));
    m_busy->show();
    m_verdict->hide();
    m_claims->show({});
    m_steps->clear();
    m_lanes->begin();
}

void LabLive::begin()
{
    m_headline->setText(tr("The workers connect"));
}

void LabLive::follow(const LabPulse &pulse)
{
    m_lanes->add(pulse);
    for (const LabStep &step : pulse.steps)
        addStep(step);
    if (pulse.armTitle.isEmpty())
        return;
    const QStringList numbers{tr("%1 entries").arg(text::number(pulse.entries)),
                              tr("%1 violations").arg(text::number(pulse.violations)),
                              tr("%1 inside").arg(text::number(pulse.inside)),
                              tr("%1 waiting").arg(text::number(pulse.waiting))};
    m_headline->setText(
        QStringLiteral("%1 · %2 · %3").arg(pulse.armTitle, atText(pulse.elapsed), text::clauses(numbers)));
}

void LabLive::show(const LabOutcome &outcome)
{
    m_busy->hide();
    m_headline->setText(QStringLiteral("%1 · %2 · %3")
                            .arg(text::runName(outcome), outcome.where, text::duration(outcome.lasted)));
    m_lanes->end(outcome);
    m_steps->clear();
    for (const LabStep &step : outcome.steps)
        addStep(step);
    m_claims->show(outcome.claims);
    const VerdictLevel level = text::verdictLevel(outcome);
    if (outcome.failure)
        m_verdict->tell(level, text::failure(*outcome.failure), {}, outcome.failure->remedy);
    else if (outcome.cancelled)
        m_verdict->tell(level, tr("Cancelled: what was seen until then is kept"));
    else if (outcome.asTaught())
        m_verdict->tell(level, tr("As taught: everything the scenario shows was seen"));
    else
        m_verdict->tell(level, tr("Not as taught: something that the scenario shows was not seen"), {},
                        tr("Other values may bring it out; Run again plays the same workload."));
}

void LabLive::addStep(const LabStep &step)
{
    m_steps->addItem(QStringLiteral("%1  %2").arg(atText(step.at), step.text));
    m_steps->scrollToBottom();
}

QString LabLive::headline() const
{
    return m_headline->text();
}

QStringList LabLive::steps() const
{
    QStringList steps;
    for (int row = 0; row < m_steps->count(); ++row)
        steps << m_steps->item(row)->text();
    return steps;
}

} // namespace lockscope
