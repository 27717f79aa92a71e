// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/listheader.h"

#include "ui/forms/filterproblem.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace lockscope
{
namespace
{

constexpr std::array WorstFirst{VerdictLevel::Critical, VerdictLevel::Warning, VerdictLevel::Info,
                                VerdictLevel::Ok};

QString filterOf(VerdictLevel level)
{
    return QStringLiteral("verdict:") + QLatin1String(name(level));
}

QString countWord(VerdictLevel level, const QString &count)
{
    switch (level) {
    case VerdictLevel::Critical:
        return ListHeader::tr("critical %1").arg(count);
    case VerdictLevel::Warning:
        return ListHeader::tr("warnings %1").arg(count);
    case VerdictLevel::Info:
        return ListHeader::tr("info %1").arg(count);
    case VerdictLevel::Ok:
        return ListHeader::tr("OK %1").arg(count);
    }
    return {};
}

} // namespace

ListHeader::ListHeader(LockModel &model, QWidget *parent)
    : QWidget(parent), m_model(model), m_totals(new QLabel(this))
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // See fold()
    m_totals->setTextFormat(Qt::PlainText);
    m_totals->setAccessibleName(tr("Number of locks"));
    for (const VerdictLevel level : WorstFirst)
        m_counts[size_t(level)] = makeCount(level);
    m_held = new QToolButton(this);
    m_held->setAutoRaise(true);
    m_held->setFocusPolicy(Qt::NoFocus); // For the keyboard, leaving the list does the same
    m_held->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_held->setIcon(glyphIcon(Glyph::Paused));
    m_held->setToolTip(tr("Rows keep their places while the pointer or the keyboard is in the list. Click to "
                          "update it now; it also updates when you leave it."));
    m_held->hide();
    m_problem = new FilterProblem(this);
    makeGrouping();
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(margins(Spacing::Page, Spacing::Small));
    row->setSpacing(spacing(Spacing::Large));
    row->addWidget(m_totals);
    for (const VerdictLevel level : WorstFirst)
        row->addWidget(m_counts[size_t(level)]);
    row->addWidget(m_held);
    row->addSpacing(spacing(Spacing::Large));
    row->addWidget(m_problem, 1);
    row->addStretch();
    row->addWidget(m_grouping);
}

void ListHeader::makeGrouping()
{
    m_grouping = new QComboBox(this);
    m_grouping->setAccessibleName(tr("Group locks by"));
    m_grouping->setToolTip(tr("Group locks"));
    m_grouping->addItem(tr("No groups"), int(Grouping::None));
    m_grouping->addItem(tr("Group by prefix"), int(Grouping::Prefix));
    m_grouping->addItem(tr("Group by owner"), int(Grouping::Owner));
    m_grouping->addItem(tr("Group by kind"), int(Grouping::Kind));
    m_grouping->addItem(tr("Group by verdict"), int(Grouping::Verdict));
    connect(m_grouping, &QComboBox::activated, this, [this] {
        const auto grouping = Grouping(m_grouping->currentData().toInt());
        m_model.setGrouping(grouping);
        emit groupingChanged(grouping);
    });
}

QToolButton *ListHeader::makeCount(VerdictLevel level)
{
    auto *button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setCheckable(true);
    connect(button, &QToolButton::clicked, this, [this, level, button] {
        emit filterWanted(m_filterText == filterOf(level) ? QString() : filterOf(level));
        button->setChecked(m_filterText == filterOf(level)); // As the filter is, not as Qt toggled it
    });
    return button;
}

QString ListHeader::summary() const
{
    QStringList parts = m_totalsParts;
    for (const VerdictLevel level : WorstFirst) {
        if (m_model.totals().ofLevel(level) > 0)
            parts << m_counts[size_t(level)]->accessibleName();
    }
    return parts.join(QStringLiteral(" · "));
}

void ListHeader::setConnection(bool isThere, bool isWhole)
{
    m_connected = isThere;
    m_isWhole = isWhole;
}

// What was never read is not 0.
bool ListHeader::isUnknown() const
{
    const ListTotals &totals = m_model.totals();
    return totals.isUnknown() || (totals.locks == 0 && !m_isWhole);
}

void ListHeader::setProblem(const QString &problem)
{
    m_problem->say(problem);
    fold(width());
}

void ListHeader::setGrouping(Grouping grouping)
{
    m_grouping->setCurrentIndex(m_grouping->findData(int(grouping)));
    m_model.setGrouping(grouping);
}

void ListHeader::showTotals(int room)
{
    const ListTotals &totals = m_model.totals();
    const bool unknown = isUnknown();
    m_totalsParts = {unknown ? tr("Locks unknown") : tr("Locks %1").arg(text::number(totals.locks))};
    if (const qint64 shown = totals.shown - m_model.endedRows();
        shown != totals.locks && !m_model.criteria().filter.isEmpty())
        m_totalsParts << tr("shown %1").arg(text::number(shown));
    if (!unknown)
        m_totalsParts << tr("held %1").arg(text::heldCount(totals.held, totals.undecided));
    for (const VerdictLevel level : WorstFirst)
        showCount(level);
    showHeld();
    fold(room);
}

void ListHeader::showCount(VerdictLevel level)
{
    QToolButton *button = m_counts[size_t(level)];
    const qint64 count = m_model.totals().ofLevel(level);
    const bool unknown = isUnknown();
    const QString word = countWord(level, text::number(count));
    const bool filters = m_filterText == filterOf(level);
    button->setText(unknown ? tr("was %1").arg(text::number(count)) : text::number(count));
    button->setAccessibleName(unknown ? tr("unknown, last known: %1").arg(word) : word);
    button->setToolTip(filters ? tr("Show all locks") : tr("Show only these locks: %1").arg(word));
    button->setChecked(filters);
}

// Leaves out what does not fit, least important first, so that nothing is cut off. The counts of bad verdicts
// stay.
void ListHeader::fold(int room)
{
    const QLayout *row = layout();
    const QMargins edges = row->contentsMargins();
    const QString problem = m_problem->isHidden() ? QString() : m_problem->problem();
    const int forProblem = problem.isEmpty() ? 0
                                             : textIconSize(font()) + 4 * row->spacing() +
                                                   m_problem->fontMetrics().horizontalAdvance(problem);
    int forGrouping = m_grouping->sizeHint().width();
    const auto needed = [&](const QString &totals) {
        int width = edges.left() + edges.right() + forGrouping + forProblem + 5 * row->spacing();
        for (const QToolButton *part : {m_counts[0], m_counts[1], m_counts[2], m_counts[3], m_held})
            width += part->isHidden() ? 0 : part->sizeHint().width() + row->spacing();
        return width + (totals.isEmpty() ? 0 : m_totals->fontMetrics().horizontalAdvance(totals));
    };
    for (const VerdictLevel level : WorstFirst)
        m_counts[size_t(level)]->setVisible(m_model.totals().ofLevel(level) > 0 ||
                                            m_filterText == filterOf(level));
    QStringList parts = m_totalsParts;
    const auto text = [&parts] { return parts.join(QStringLiteral(" · ")); };
    while (!parts.isEmpty() && needed(text()) > room)
        parts.removeLast();
    m_grouping->setVisible(forProblem == 0 || needed(text()) <= room); // The error comes first
    if (m_grouping->isHidden())
        forGrouping = 0;
    for (const VerdictLevel level : {VerdictLevel::Ok, VerdictLevel::Info}) {
        if (needed(text()) > room && m_filterText != filterOf(level))
            m_counts[size_t(level)]->hide();
    }
    m_totals->setText(text());
    m_totals->setToolTip(summary());
    m_totals->setVisible(m_connected && !parts.isEmpty());
}

void ListHeader::showHeld()
{
    const int fresh = int(m_model.fresh());
    const QString text = fresh > 0 ? tr("%Ln new lock(s)", nullptr, fresh) : tr("Order paused");
    m_held->setText(text);
    m_held->setAccessibleName(text);
    m_held->setVisible(m_model.isHeld() && fresh + m_model.moved() > 0);
}

void ListHeader::applyTheme()
{
    const Theme theme = Theme::of(palette());
    for (const VerdictLevel level : WorstFirst)
        m_counts[size_t(level)]->setIcon(theme.verdictIcon(level));
}

} // namespace lockscope
