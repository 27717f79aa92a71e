// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/commandsview.h"

#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/codebox.h"

#include <QLabel>
#include <QVBoxLayout>

namespace lockscope
{

CommandsView::CommandsView(QWidget *parent)
    : QWidget(parent), m_entries{{{ActKind::Wake}, {ActKind::SetExpiry}, {ActKind::ForceRelease}}}
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(Spacing::Tight));
    for (Entry &entry : m_entries) {
        entry.title = new QLabel(text::act(entry.act), this);
        entry.title->setWordWrap(true);
        entry.title->setForegroundRole(QPalette::PlaceholderText);
        entry.code = new CodeBox(this);
        entry.code->setMaximumLines(6);
        layout->addWidget(entry.title);
        layout->addWidget(entry.code);
    }
    clear();
}

void CommandsView::clear()
{
    for (const Entry &entry : m_entries) {
        entry.title->setText(text::act(entry.act));
        entry.code->setText({});
        entry.code->hide();
    }
}

void CommandsView::showPlan(ActKind act, const Outcome<ActPlan> &plan)
{
    for (const Entry &entry : m_entries) {
        if (entry.act != act)
            continue;
        const bool possible = plan.ok() && !plan->commands.isEmpty();
        entry.title->setText(plan.ok() ? text::act(act)
                                       : tr("%1: %2").arg(text::act(act), plan.failure().text));
        entry.code->setText(possible ? plan->commands.join(u'\n') : QString());
        entry.code->setAccessibleName(entry.title->text());
        entry.code->setVisible(possible);
    }
}

} // namespace lockscope
