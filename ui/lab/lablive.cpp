// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/lablive.h"

#include "ui/lab/labclaims.h"
#include "ui/lab/labwords.h"
#include "ui/lab/lanes/lablanes.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"
#include "ui/widgets/scrolled.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>

namespace lockscope
{

namespace
{

QString atText(milliseconds at)
{
    return LabLive::tr("%1 s").arg(QLocale().toString(double(at.count()) / 1000, 'f', 2));
}

// A run that passed may have shown how a lock fails.
QStringList violationLines(const LabOutcome &outcome)
{
    QStringList lines;
    for (const LabArm &arm : outcome.arms) {
        if (arm.figures.violations > 0)
            lines << LabLive::tr("%1: %2", "variant, its violations")
                         .arg(arm.title,
                              LabLive::tr("%Ln violation(s)", nullptr, int(arm.figures.violations)));
    }
    return lines;
}

QPushButton *buttonOf(QAction *action, QWidget *parent)
{
    auto *button = new QPushButton(action->text(), parent);
    button->setToolTip(action->toolTip());
    button->setVisible(action->isVisible());
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    QObject::connect(action, &QAction::changed, button,
                     [button, action] { button->setVisible(action->isVisible()); });
    return button;
}

} // namespace

LabLive::LabLive(QAction *watch, QAction *blocking, QWidget *parent)
    : QWidget(parent), m_headline(new ElidedLabel(this)), m_busy(new QProgressBar(this)),
      m_verdict(new Notice(this)), m_claims(new LabClaims(this)), m_steps(new Prose(this)),
      m_told(scrolled({m_verdict, m_claims, m_steps})), m_lanes(new LabLanes(this))
{
    m_headline->setWrapping(true);
    m_headline->setText(tr("Nothing is running. Select a scenario and press Run."));
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedSize(characters(*this, 13), barThickness());
    m_busy->hide();
    m_verdict->hide();
    m_told->setAccessibleName(tr("Steps of the run"));
    m_told->setFocusPolicy(Qt::StrongFocus); // For scrolling by keyboard
    m_told->setMinimumWidth(characters(*this, 28));
    m_told->hide();
    connect(m_told->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int, int bottom) {
        if (!m_busy->isHidden())
            m_told->verticalScrollBar()->setValue(bottom);
    });
    auto *head = new QHBoxLayout;
    head->addWidget(m_headline, 1);
    head->addWidget(m_busy);
    head->addWidget(buttonOf(watch, this));
    head->addWidget(buttonOf(blocking, this));
    auto *parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_lanes);
    parts->addWidget(m_told);
    parts->setSizes({3000, 2000});
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(margins(Spacing::Medium));
    column->addLayout(head);
    column->addWidget(parts, 1);
}

void LabLive::prepare(const QString &title)
{
    m_headline->setText(tr("%1: starting the servers").arg(title));
    m_busy->show();
    m_verdict->hide();
    m_claims->show({});
    m_lines.clear();
    say({});
    m_told->show();
    m_lanes->begin();
}

void LabLive::begin()
{
    m_headline->setText(tr("Connecting the workers"));
}

void LabLive::follow(const LabPulse &pulse)
{
    m_lanes->add(pulse);
    say(pulse.steps);
    if (pulse.armTitle.isEmpty())
        return;
    const QStringList numbers{tr("%Ln entry(s)", nullptr, int(pulse.entries)),
                              tr("%Ln violation(s)", nullptr, int(pulse.violations)),
                              tr("%1 inside").arg(text::number(pulse.inside)),
                              tr("%1 waiting").arg(text::number(pulse.waiting))};
    m_headline->setText(
        QStringLiteral("%1 · %2 · %3").arg(pulse.armTitle, atText(pulse.elapsed), text::clauses(numbers)));
}

void LabLive::show(const LabOutcome &outcome)
{
    m_busy->hide();
    m_headline->setText(
        QStringLiteral("%1 · %2 · %3")
            .arg(text::runName(outcome), text::place(outcome), text::duration(outcome.lasted)));
    m_lanes->end(outcome);
    m_told->show();
    m_told->verticalScrollBar()->setValue(0);
    m_lines.clear();
    say(outcome.steps);
    m_claims->show(outcome.claims);
    const VerdictLevel level = text::verdictLevel(outcome);
    if (outcome.failure)
        m_verdict->tell(level, text::asSentence(text::failure(*outcome.failure)), {},
                        text::asSentence(outcome.failure->remedy));
    else if (outcome.cancelled)
        m_verdict->tell(level, tr("Cancelled: results so far are kept"));
    else if (outcome.asTaught())
        m_verdict->tell(level, tr("Passed: all claims confirmed"), violationLines(outcome));
    else
        m_verdict->tell(level, tr("Not confirmed: a claim of the scenario was not seen"), {},
                        tr("Other values may confirm it. \"Run again\" repeats the same workload."));
}

void LabLive::say(const std::vector<LabStep> &steps)
{
    for (const LabStep &step : steps)
        m_lines << QStringLiteral("%1  %2").arg(atText(step.at), step.text);
    m_steps->say(m_lines.join(u'\n'));
}

QString LabLive::headline() const
{
    return m_headline->text();
}

} // namespace lockscope
