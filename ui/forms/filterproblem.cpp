// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/filterproblem.h"

#include "ui/theme/metrics.h"
#include "ui/theme/textcolour.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace lockscope
{

FilterProblem::FilterProblem(QWidget *parent, Lines lines)
    : QWidget(parent), m_icon(new QLabel(this)), m_words(new ElidedLabel(this))
{
    keepCriticalColour(m_words);
    m_words->setAccessibleName(tr("Error in the filter"));
    m_words->setWrapping(lines == Lines::AsNeeded);
    m_words->setElideMode(Qt::ElideRight);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(spacing(Spacing::Large));
    row->addWidget(m_icon);
    row->addWidget(m_words, 1);
    applyTheme();
    hide();
}

void FilterProblem::say(const QString &problem)
{
    m_words->setText(problem);
    setVisible(!problem.isEmpty());
}

QString FilterProblem::problem() const
{
    return m_words->text();
}

void FilterProblem::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

void FilterProblem::applyTheme()
{
    const int size = textIconSize(font());
    m_icon->setPixmap(Theme::of(palette()).verdictIcon(VerdictLevel::Critical).pixmap(size, size));
}

} // namespace lockscope
