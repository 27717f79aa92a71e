// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/acts/planview.h"

#include "core/engine/blocking/releaseeffecttext.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/codebox.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"

#include <QLabel>
#include <QVBoxLayout>

namespace lockscope
{

PlanView::PlanView(QWidget *parent)
    : QWidget(parent), m_title(new QLabel(tr("Steps"), this)), m_steps(new Prose(this)),
      m_warnings(new Notice(this)), m_effectTitle(new QLabel(tr("After the release"), this)),
      m_effectLines(new Prose(this)), m_noticesTitle(new QLabel(tr("Effect on the old holder"), this)),
      m_notices(new Prose(this)), m_commandsTitle(new QLabel(tr("Equivalent redis-cli commands"), this)),
      m_commands(new CodeBox(this))
{
    const QFont strong = strongFont(font());
    m_title->setFont(strong);
    m_effectTitle->setFont(strong);
    m_noticesTitle->setFont(strong);
    m_commandsTitle->setFont(strong);
    m_commands->setMaximumLines(5);
    m_commands->setName(m_commandsTitle->text());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_warnings);
    layout->addWidget(m_effectTitle);
    layout->addWidget(m_effectLines);
    layout->addWidget(m_noticesTitle);
    layout->addWidget(m_notices);
    layout->addWidget(m_title);
    layout->addWidget(m_steps);
    layout->addWidget(m_commandsTitle);
    layout->addWidget(m_commands);
    layout->addStretch();
    showWaiting();
}

void PlanView::showPlan(const ActPlan &plan)
{
    QStringList steps;
    for (const QString &step : plan.steps)
        steps << tr("%1. %2", "number of a step and the step").arg(steps.size() + 1).arg(step);
    m_steps->say(steps.join(u'\n'));
    if (plan.warnings.isEmpty())
        m_warnings->hide();
    else
        m_warnings->tell(VerdictLevel::Warning,
                         plan.act == ActKind::ForceRelease || plan.act == ActKind::RemoveShare
                             ? tr("Consequences")
                             : tr("Warning"),
                         plan.warnings);
    showEffect(plan.effect);
    m_noticesTitle->setText(plan.act == ActKind::RemoveShare && plan.kind == LockKind{"fair-lock"}
                                ? tr("Effect on the waiter")
                                : tr("Effect on the old holder"));
    showNotices(plan.notices);
    m_commands->setText(plan.commands.join(u'\n'));
    m_commandsTitle->setVisible(!plan.commands.isEmpty());
    m_commands->setVisible(!plan.commands.isEmpty());
}

void PlanView::showNotices(const std::vector<HolderNotice> &notices)
{
    QStringList lines;
    for (const HolderNotice &notice : notices)
        lines << QStringLiteral("• ") + notice.line();
    m_notices->say(lines.join(u'\n'));
    m_noticesTitle->setVisible(!lines.isEmpty());
    m_notices->setVisible(!lines.isEmpty());
}

void PlanView::showEffect(const std::optional<ReleaseEffect> &effect)
{
    m_effect = effect;
    tick(now());
    const bool isTold = !m_effectLines->text().isEmpty();
    m_effectTitle->setVisible(isTold);
    m_effectLines->setVisible(isTold);
}

// Spoken as it was planned, or it would be read every second.
void PlanView::tick(Instant now)
{
    const auto text = [this](Instant at) { return releaseLines(*m_effect, at).join(u'\n'); };
    m_effectLines->say(m_effect ? text(now) : QString(), m_effect ? text(m_effect->at) : QString());
}

void PlanView::showFailure(const Failure &failure)
{
    m_warnings->hide();
    showNothing(text::failureHelp(failure));
}

void PlanView::showWaiting()
{
    m_warnings->hide();
    showNothing(tr("Preparing the plan…"));
}

void PlanView::showNothing(const QString &why)
{
    m_steps->say(why);
    showEffect({});
    showNotices({});
    m_commandsTitle->hide();
    m_commands->hide();
}

} // namespace lockscope
