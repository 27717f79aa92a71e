// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/momentview.h"

#include "ui/forms/filterproblem.h"
#include "ui/locks/model/lockcells.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/timeline/momentfilter.h"
#include "ui/widgets/fittedtree.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>

namespace lockscope
{

namespace
{

constexpr int ReadableName = 18; // Characters of a lock's name, at least

} // namespace

MomentView::MomentView(Of source, QWidget *parent)
    : QWidget(parent), m_of(source), m_title(new QLabel(this)), m_count(new QLabel(this)),
      m_problem(new FilterProblem(this)), m_table(new QTreeView(this))
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
    close->setToolTip(tr("End the look back"));
    close->setAccessibleName(close->toolTip());
    close->setVisible(source == Of::LiveHistory);
    head->addWidget(m_title);
    head->addWidget(m_count);
    head->addSpacing(spacing(Spacing::Large));
    head->addWidget(m_problem, 1);
    head->addStretch();
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
    else
        makeRecordedTable();
    for (const auto column : {MomentModel::KindColumn, MomentModel::TtlColumn, MomentModel::WaitersColumn,
                              MomentModel::VerdictColumn})
        m_table->setColumnHidden(column, m_of == Of::LiveHistory);
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

void MomentView::makeRecordedTable()
{
    // The worst first, as in the list of the present locks.
    m_table->sortByColumn(MomentModel::VerdictColumn, Qt::DescendingOrder);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // Columns keep their places
    m_table->header()->setResizeContentsPrecision(0);           // Only rows in sight are measured
    m_table->viewport()->installEventFilter(this);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &MomentView::fitToContent);
    auto *copy = new QAction(tr("Copy as text"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(copy);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, &MomentView::copyCurrent);
}

void MomentView::fitColumns()
{
    const QFontMetrics metrics = fontMetrics();
    const auto widthOf = [&](const QString &text) {
        return metrics.horizontalAdvance(text) + characters(metrics, 2);
    };
    m_usual[MomentModel::OwnerColumn] = widthOf(QStringLiteral("6f96ab12…:82"));
    m_usual[MomentModel::TtlColumn] = widthOf(text::ttl(std::chrono::milliseconds(28'400)));
    m_usual[MomentModel::SinceColumn] = widthOf(MomentModel::tr("before %1").arg(QStringLiteral("00:00:00")));
    m_usual[MomentModel::LengthColumn] = widthOf(QStringLiteral("≥ 30 min 2 s"));
    m_usual[MomentModel::VerdictColumn] =
        widthOf(text::verdictCode("free-but-waited-for")) + textIconSize(font());
    int total = 0;
    for (int column = MomentModel::KindColumn; column < MomentModel::ColumnCount; ++column) {
        const QString title = m_model.headerData(column, Qt::Horizontal).toString();
        const int titled = widthOf(title) + characters(metrics, 3); // With the arrow of sorting
        m_widest[size_t(column)] = titled;
        m_usual[size_t(column)] = std::max(m_usual[size_t(column)], titled);
        const bool isLeftOut = column == MomentModel::KindColumn || column == MomentModel::SinceColumn;
        total += isLeftOut ? 0 : m_usual[size_t(column)]; // Where there is no room for it
        if (m_of == Of::LiveHistory)
            give(MomentModel::Column(column), m_usual[size_t(column)]);
    }
    if (m_of == Of::Recording) {
        m_table->setMinimumWidth(total + characters(metrics, ReadableName));
        fitToContent();
    }
}

// Each column is as wide as its widest text so far, so that none moves back and forth while the recording
// plays. Names of locks have the rest: where it is too little, the kind is left out, then the beginning,
// which the time held tells too; where it is more than they need, long names of owners have it.
void MomentView::fitToContent()
{
    const QAbstractItemView &table = *m_table;
    for (int column = 0; column < MomentModel::ColumnCount; ++column)
        m_widest[size_t(column)] =
            std::max(m_widest[size_t(column)], table.sizeHintForColumn(column) + characters(*this, 1));
    int room = m_table->viewport()->width();
    for (const auto column : {MomentModel::TtlColumn, MomentModel::LengthColumn, MomentModel::WaitersColumn,
                              MomentModel::VerdictColumn}) {
        give(column, m_widest[column]);
        room -= m_widest[column];
    }
    const int owner = std::min(m_widest[MomentModel::OwnerColumn], m_usual[MomentModel::OwnerColumn]);
    const int name = std::min(m_widest[MomentModel::LockColumn], characters(*this, ReadableName));
    bool fits = true;
    for (const auto column : {MomentModel::SinceColumn, MomentModel::KindColumn}) {
        fits = fits && room - owner - m_widest[column] >= name;
        m_table->setColumnHidden(column, !fits);
        if (!fits)
            continue;
        give(column, m_widest[column]);
        room -= m_widest[column];
    }
    give(MomentModel::OwnerColumn,
         std::clamp(room - m_widest[MomentModel::LockColumn], owner, m_widest[MomentModel::OwnerColumn]));
}

// What the user made of it stays, until another width is needed.
void MomentView::give(MomentModel::Column column, int width)
{
    if (std::exchange(m_given[column], width) != width)
        m_table->header()->resizeSection(column, width);
}

bool MomentView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        fitToContent();
    return QWidget::eventFilter(watched, event);
}

void MomentView::copyCurrent()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return;
    QStringList titles, cells;
    std::vector<bool> numeric;
    for (int column = 0; column < MomentModel::ColumnCount; ++column) {
        titles << m_model.headerData(column, Qt::Horizontal).toString();
        cells << current.siblingAtColumn(column).data().toString();
        numeric.push_back(column == MomentModel::WaitersColumn);
    }
    QGuiApplication::clipboard()->setText(tableAsText({titles, cells}, numeric));
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
    applyFilter();
}

void MomentView::applyFilter()
{
    m_unsure = 0;
    m_moment = m_all;
    if (!m_filter.isEmpty()) {
        FilteredMoment part = filterMoment(*m_all, m_filter);
        m_unsure = part.unsure;
        m_moment = std::make_shared<const HistoryMoment>(std::move(part.moment));
    }
    sort();
}

void MomentView::setFilter(const LockFilter &filter)
{
    m_filter = filter;
    applyFilter();
}

void MomentView::setProblem(const QString &problem)
{
    m_problem->say(problem);
}

QString MomentView::problem() const
{
    return m_problem->problem();
}

FilterVocabulary MomentView::vocabulary() const
{
    return vocabularyOf(*m_all);
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
                           : column == MomentModel::KindColumn    ? MomentOrder::Kind
                           : column == MomentModel::OwnerColumn   ? MomentOrder::Owner
                           : column == MomentModel::TtlColumn     ? MomentOrder::Ttl
                           : column == MomentModel::WaitersColumn ? MomentOrder::Waiters
                           : column == MomentModel::VerdictColumn ? MomentOrder::Verdict
                                                                  : MomentOrder::Length;
    // An earlier start is a longer hold.
    m_sorter.start(m_moment, by, column == MomentModel::SinceColumn ? !descending : descending);
}

QString MomentView::holdsText(int count, bool truncated) const
{
    const qint64 all = qint64(m_all->holds.size());
    if (count == all)
        return truncated ? tr("the first %Ln holds", nullptr, count) : tr("%Ln holds", nullptr, count);
    const QString part = tr("%Ln of %1 holds", "filtered", count).arg(text::number(all));
    if (m_unsure == 0)
        return part;
    return text::clauses({part, tr("%Ln hold(s) may match", nullptr, int(m_unsure))});
}

void MomentView::take(const MomentPtr &moment)
{
    m_moment = moment;
    const int count = int(moment->holds.size());
    const QString holds = holdsText(count, moment->truncated);
    const QString unknown =
        moment->watched     ? QString()
        : moment->setBackBy ? tr("unknown: the recorder's clock was set back by %1 around then")
                                  .arg(text::duration(*moment->setBackBy))
        : !moment->since              ? tr("no data for that moment")
        : moment->at < *moment->since ? tr("no data before %1").arg(text::dateToTheSecond(*moment->since))
                                      : tr("not observed then");
    m_count->setText(moment->watched ? holds
                     : count == 0    ? unknown
                                     : (moment->truncated
                                            ? tr("the first %Ln ongoing holds · %1", "nothing is known", count)
                                            : tr("%Ln ongoing holds · %1", "nothing is known", count))
                                        .arg(unknown));
    m_count->setToolTip(m_unsure == 0 ? m_count->text()
                                      : m_count->text() + u'\n' +
                                            tr("Some holds lack the data that the filter needs."));
    showKept(moment);
    if (m_of == Of::Recording)
        fitToContent();
    emit shown();
}

LockName MomentView::worst() const
{
    const MomentLookup lookup(*m_moment);
    const Hold *worst = nullptr;
    VerdictLevel level = VerdictLevel::Ok;
    for (const Hold &hold : m_moment->holds) {
        const auto verdict = lookup.verdict(hold);
        if (worst && (!verdict || verdict->level <= level))
            continue;
        worst = &hold;
        level = verdict ? verdict->level : VerdictLevel::Ok;
    }
    return worst ? worst->key : LockName();
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
