// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/momentview.h"

#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fittedtree.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>

namespace lockscope
{

MomentView::MomentView(Of source, QWidget *parent)
    : QWidget(parent), m_of(source), m_title(new QLabel(this)), m_count(new QLabel(this)),
      m_table(new QTreeView(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(spacing(Spacing::Small), 0, 0, 0);
    column->setSpacing(spacing(Spacing::Tight));
    auto *head = new QHBoxLayout;
    const QFont bold = strongFont(font());
    m_title->setFont(bold);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto *close = new QToolButton(this);
    close->setIcon(glyphIcon(Glyph::Close));
    close->setAutoRaise(true);
    close->setToolTip(tr("End look back"));
    close->setAccessibleName(close->toolTip());
    close->setVisible(source == Of::LiveHistory);
    head->addWidget(m_title);
    head->addWidget(m_count, 1);
    head->addWidget(close);
    column->addLayout(head);
    column->addWidget(m_table, 1);
    connect(close, &QToolButton::clicked, this, &MomentView::closeWanted);
    makeTable();
}

void MomentView::makeTable()
{
    m_table->setModel(&m_model);
    connect(&m_sorter, &MomentSorter::sorted, this, &MomentView::take);
    showAsTable(*m_table);
    m_table->setAllColumnsShowFocus(true);
    m_table->setFrameShape(QFrame::NoFrame);
    elideNames(*m_table, {MomentModel::LockColumn, MomentModel::OwnerColumn});
    m_table->setSortingEnabled(true);
    if (m_of == Of::LiveHistory)
        m_table->sortByColumn(MomentModel::LockColumn, Qt::AscendingOrder);
    else // The worst first, as in the list of the present locks
        m_table->sortByColumn(MomentModel::VerdictColumn, Qt::DescendingOrder);
    m_table->setColumnHidden(MomentModel::WaitersColumn, m_of == Of::LiveHistory);
    m_table->setColumnHidden(MomentModel::VerdictColumn, m_of == Of::LiveHistory);
    m_model.setTheme(Theme::of(palette()));
    connect(&m_model, &MomentModel::sortWanted, this, &MomentView::sort);
    m_table->setAccessibleName(tr("All locks at that moment"));
    m_table->header()->setStretchLastSection(false);
    m_table->header()->setSectionResizeMode(MomentModel::LockColumn, QHeaderView::Stretch);
    fitColumns();
    const auto wanted = [this](const QModelIndex &index) { emit lockWanted(m_model.lockAt(index.row())); };
    connect(m_table, &QTreeView::clicked, this, wanted);
    connect(m_table, &QTreeView::activated, this, wanted);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this, wanted](const QModelIndex &current) {
                if (!current.isValid() || m_keeping)
                    return;
                m_chosen = m_model.lockAt(current.row());
                m_chosenOwner = m_model.ownerAt(current.row());
                if (m_of == Of::Recording) // where the list is the main thing: arrow keys too
                    wanted(current);
            });
}

void MomentView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model.setTheme(Theme::of(palette()));
}

void MomentView::fitColumns()
{
    const QFontMetrics metrics = fontMetrics();
    int total = 0;
    const auto fit = [&](MomentModel::Column column, const QString &sample, int beside = 0) {
        const int width = metrics.horizontalAdvance(sample) + characters(metrics, 2) + beside;
        m_table->header()->resizeSection(column, width);
        total += width;
    };
    fit(MomentModel::OwnerColumn, QStringLiteral("6f96ab12…:82"));
    fit(MomentModel::SinceColumn, MomentModel::tr("before %1").arg(QStringLiteral("00:00:00")));
    fit(MomentModel::LengthColumn, QStringLiteral("≥ 30 min 2 s"));
    if (m_of == Of::LiveHistory)
        return;
    const QString waiters = m_model.headerData(MomentModel::WaitersColumn, Qt::Horizontal).toString();
    fit(MomentModel::WaitersColumn, waiters, characters(metrics, 3)); // With the arrow of sorting
    fit(MomentModel::VerdictColumn, text::verdictCode("free-but-waited-for"), textIconSize(font()));
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // Columns keep their places
    m_table->setMinimumWidth(total + characters(metrics, 18));  // So that names of locks can be read
}

void MomentView::look(WallTime at)
{
    m_title->setText(
        tr("State at %1").arg(m_of == Of::Recording ? text::dateAndTime(at) : text::dateToTheSecond(at)));
}

void MomentView::show(HistoryMoment moment)
{
    look(moment.at);
    m_all = std::make_shared<const HistoryMoment>(std::move(moment));
    m_moment = m_filter.isEmpty() ? m_all : std::make_shared<const HistoryMoment>(filtered(*m_all));
    sort();
}

HistoryMoment MomentView::filtered(const HistoryMoment &moment) const
{
    const auto has = [this](const QString &text) { return text.contains(m_filter, Qt::CaseInsensitive); };
    HistoryMoment part = moment;
    std::erase_if(part.holds, [&has](const Hold &hold) {
        return !has(text::key(hold.key)) && !has(text::ownerFull(hold.owner));
    });
    return part;
}

void MomentView::setFilter(const QString &part)
{
    if (std::exchange(m_filter, part) != part)
        show(HistoryMoment(*m_all));
}

void MomentView::forget()
{
    m_sorter.stop();
    m_chosen = {};
    m_all = std::make_shared<const HistoryMoment>();
    m_moment = m_all;
    m_model.show(m_moment);
    m_count->clear();
}

void MomentView::sort()
{
    const int column = m_table->header()->sortIndicatorSection();
    const bool descending = m_table->header()->sortIndicatorOrder() == Qt::DescendingOrder;
    const MomentOrder by = column == MomentModel::LockColumn      ? MomentOrder::Lock
                           : column == MomentModel::OwnerColumn   ? MomentOrder::Owner
                           : column == MomentModel::WaitersColumn ? MomentOrder::Waiters
                           : column == MomentModel::VerdictColumn ? MomentOrder::Verdict
                                                                  : MomentOrder::Length;
    // An earlier start is a longer hold.
    m_sorter.start(m_moment, by, column == MomentModel::SinceColumn ? !descending : descending);
}

void MomentView::take(const MomentPtr &moment)
{
    m_moment = moment;
    const int count = int(moment->holds.size());
    const bool isPart = moment->holds.size() < m_all->holds.size();
    const QString holds =
        isPart ? tr("%Ln of %1 holds", "filtered", count).arg(text::number(qint64(m_all->holds.size())))
        : moment->truncated ? tr("the first %Ln holds", nullptr, count)
                            : tr("%Ln holds", nullptr, count);
    const QString unknown = moment->watched  ? QString()
                            : !moment->since ? tr("no data for that moment")
                            : moment->at < *moment->since
                                ? tr("no data before %1").arg(text::dateToTheSecond(*moment->since))
                                : tr("not observed then");
    m_count->setText(moment->watched ? holds
                     : count == 0    ? unknown
                                     : (moment->truncated
                                            ? tr("the first %Ln ongoing holds · %1", "nothing is known", count)
                                            : tr("%Ln ongoing holds · %1", "nothing is known", count))
                                        .arg(unknown));
    m_count->setToolTip(m_count->text());
    showKept(moment);
    emit shown();
}

void MomentView::choose(const LockName &key)
{
    if (std::exchange(m_chosen, key) != key)
        m_chosenOwner = {};
    const int current = m_table->currentIndex().row();
    if (!key.isEmpty() && m_model.lockAt(current) == key)
        return;
    m_keeping = true;
    const int row = key.isEmpty() ? -1 : m_model.rowOf(key, m_chosenOwner);
    if (row >= 0)
        m_table->setCurrentIndex(m_model.index(row, 0));
    else
        m_table->selectionModel()->clear(); // so that the first row shows the focus
    m_keeping = false;
}

// The chosen lock stays chosen while it is not listed. The list does not scroll to it.
void MomentView::showKept(const MomentPtr &moment)
{
    const int place = m_table->verticalScrollBar()->value();
    m_keeping = true; // the user chooses nothing else
    m_model.show(moment);
    m_table->setAutoScroll(false);
    choose(LockName(m_chosen));
    m_table->setAutoScroll(true);
    m_keeping = false;
    m_table->verticalScrollBar()->setValue(place);
}

QString MomentView::title() const
{
    return m_title->text() + u' ' + m_count->text();
}

} // namespace lockscope
