// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/labsidebyside.h"

#include "ui/lab/labwords.h"
#include "ui/lab/lanes/lablanes.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QLabel>

namespace lockscope
{

namespace
{

qint64 violationsOf(const LabOutcome &run)
{
    qint64 sum = 0;
    for (const LabArm &arm : run.arms)
        sum += arm.figures.violations;
    return sum;
}

} // namespace

LabSideBySide::LabSideBySide(QWidget *parent)
    : QWidget(parent), m_row(new QHBoxLayout), m_legend(new LabLegend(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(margins(Spacing::Small));
    column->setSpacing(0);
    column->addLayout(m_row, 1);
    column->addWidget(m_legend);
    m_row->setSpacing(spacing(Spacing::Medium));
    for (size_t side = 0; side < Most; ++side)
        m_sides.push_back(makeSide());
}

LabSideBySide::Side LabSideBySide::makeSide()
{
    Side side{.widget = new QWidget(this)};
    side.head = new ElidedLabel(side.widget);
    side.result = new ElidedLabel(side.widget);
    side.icon = new QLabel(side.widget);
    side.lanes = new LabLanes(side.widget);
    side.lanes->hideLegend();
    side.result->setWrapping(true);
    connect(side.lanes, &LabLanes::signsChanged, this, &LabSideBySide::tellLegend);
    auto *column = new QVBoxLayout(side.widget);
    column->setContentsMargins({});
    column->setSpacing(spacing(Spacing::Tight));
    auto *result = new QHBoxLayout;
    result->addWidget(side.icon);
    result->addWidget(side.result, 1);
    side.head->setFont(strongFont(side.head->font()));
    column->addWidget(side.head);
    column->addLayout(result);
    column->addWidget(side.lanes, 1);
    m_row->addWidget(side.widget, 1);
    side.widget->hide();
    return side;
}

void LabSideBySide::tell(Side &side, const LabOutcome &run)
{
    side.head->setText(text::runName(run));
    const QString values = text::labValues(run);
    side.head->setToolTip(values.isEmpty() ? text::runName(run)
                                           : QStringLiteral("%1\n%2").arg(text::runName(run), values));
    side.icon->setPixmap(
        Theme::of(palette()).verdictIcon(text::verdictLevel(run)).pixmap(fontMetrics().height()));
    const auto met = std::ranges::count(run.claims, true, &LabClaim::met);
    side.result->setText(text::clauses(
        {text::verdict(run),
         tr("%1 of %Ln claim(s) confirmed", nullptr, int(run.claims.size())).arg(text::number(qint64(met))),
         tr("%Ln violation(s)", nullptr, int(violationsOf(run))), text::duration(run.lasted)}));
    side.lanes->setAccessibleName(tr("Worker activity of %1").arg(text::runName(run)));
    side.lanes->end(run);
}

void LabSideBySide::tellLegend()
{
    QList<LabLegend::Sign> drawn;
    for (const LabLegend::Sign sign :
         {LabLegend::Stay, LabLegend::Violation, LabLegend::Phase, LabLegend::Round}) {
        const auto has = [sign](const Side &side) {
            return !side.widget->isHidden() && side.lanes->signs().contains(sign);
        };
        if (std::ranges::any_of(m_sides, has))
            drawn << sign;
    }
    m_legend->show(drawn);
}

void LabSideBySide::show(const std::vector<LabOutcome> &runs)
{
    const size_t first = runs.size() > Most ? runs.size() - Most : 0;
    milliseconds longest{0};
    for (size_t i = first; i < runs.size(); ++i)
        longest = std::max(longest, runs[i].lasted);
    for (size_t side = 0; side < Most; ++side) {
        const bool used = first + side < runs.size();
        if (used) {
            tell(m_sides[side], runs[first + side]);
            m_sides[side].lanes->showUpTo(longest);
        }
        m_sides[side].widget->setVisible(used);
    }
    tellLegend();
}

size_t LabSideBySide::shown() const
{
    return size_t(std::ranges::count_if(m_sides, [](const Side &side) { return !side.widget->isHidden(); }));
}

QString LabSideBySide::headOf(size_t side) const
{
    return m_sides[side].head->text();
}

QString LabSideBySide::resultOf(size_t side) const
{
    return m_sides[side].result->text();
}

QSize LabSideBySide::sizeHint() const
{
    return {characters(*this, 95), fontMetrics().height() * 14};
}

} // namespace lockscope
