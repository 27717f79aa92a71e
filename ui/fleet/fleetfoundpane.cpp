// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/fleetfoundpane.h"

#include "ui/fleet/fleetsearchtext.h"
#include "ui/locks/model/listtotals.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedtree.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QStyle>
#include <QTreeView>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr qsizetype MostNamed = 4; // connections of each kind, in the line above the list

} // namespace

FleetFoundPane::FleetFoundPane(const std::function<Instant()> &clock, QWidget *parent)
    : QStackedWidget(parent), m_clock(clock), m_model(new FleetFoundModel(clock, this)),
      m_table(new QTreeView(this)), m_empty(new EmptyState(this))
{
    addWidget(m_empty);
    addWidget(m_table);
    m_table->setModel(m_model);
    showAsTable(*m_table);
    elideNames(*m_table, {FleetFoundModel::ConnectionColumn, FleetFoundModel::LockColumn,
                          FleetFoundModel::OwnerColumn});
    m_table->setAllColumnsShowFocus(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setAccessibleName(tr("Locks found"));
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // The names make room
    m_table->header()->setStretchLastSection(true);
    m_table->header()->setSectionsClickable(false);
    m_model->setTheme(Theme::of(palette()));
    makeActions();
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &FleetFoundPane::selectionChanged);
    clear();
}

void FleetFoundPane::makeActions()
{
    const auto make = [this](const QString &text, const QKeySequence &key) {
        auto *action = new QAction(text, m_table);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        m_table->addAction(action);
        return action;
    };
    const auto open = [this] {
        if (const FleetFound *found = current())
            emit lockWanted(found->connection, found->lock);
    };
    connect(make(tr("Open"), {}), &QAction::triggered, this, open);
    connect(m_table, &QTreeView::activated, this, open);
    connect(make(tr("Copy as text"), QKeySequence::Copy), &QAction::triggered, this, [this] {
        QStringList cells;
        for (int column = 0; column < FleetFoundModel::ColumnCount && current(); ++column)
            cells << m_table->currentIndex().siblingAtColumn(column).data().toString();
        QGuiApplication::clipboard()->setText(cells.join(u'\t'));
    });
}

void FleetFoundPane::setProblem(const QString &problem)
{
    m_problem = problem;
    if (m_isKnown)
        explain();
}

void FleetFoundPane::clear()
{
    m_model->show({});
    m_findings = {};
    m_isKnown = false;
    m_unsearched.clear();
    m_allUnsearched.clear();
    m_empty->say(tr("Searching…"), {}, {}, true);
    setCurrentWidget(m_empty);
}

void FleetFoundPane::show(const FleetFindings &findings, const std::vector<FleetMember> &members)
{
    m_findings = findings;
    m_isKnown = true;
    m_model->show(findings.rows);
    // Later, where the selected lock is gone, another one must not take its place.
    if (std::exchange(m_isNew, false) && !m_table->currentIndex().isValid() && m_model->rowCount() > 0)
        m_table->setCurrentIndex(m_model->index(0, 0));
    m_table->viewport()->update(); // Qt 6.4 may leave old pictures of rows that have moved
    fitColumns();
    showStates(members);
}

void FleetFoundPane::showStates(const std::vector<FleetMember> &members)
{
    if (!m_isKnown)
        return;
    m_unsearched = text::fleetUnsearched(m_findings, members, MostNamed);
    m_allUnsearched = text::fleetUnsearched(m_findings, members, qsizetype(members.size()));
    explain();
}

void FleetFoundPane::explain()
{
    if (m_model->rowCount() > 0)
        return setCurrentWidget(m_table);
    setCurrentWidget(m_empty);
    if (!m_problem.isEmpty()) // Nothing was searched
        return m_empty->say(tr("Error in the filter"), m_problem, {});
    QStringList parts{m_allUnsearched};
    if (!m_allUnsearched.isEmpty())
        parts << tr("They may have matching locks");
    parts << tr("A plain word is searched in keys and owners; client:word searches the names and addresses "
                "of clients");
    parts.removeAll(QString());
    const QString title = text::fleetNothingFound(m_findings);
    if (title != m_empty->title() || text::sentences(parts) != m_empty->text())
        m_empty->say(title, text::sentences(parts), {});
}

// The three names share what the rest leaves, by what each needs.
void FleetFoundPane::fitColumns()
{
    QHeaderView *header = m_table->header();
    const QAbstractItemView &view = *m_table; // QTreeView protects the hint
    const int letter = characters(*m_table, 1);
    // The view has its size only once it was shown.
    int rest = width() - m_table->style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_table);
    for (const int column :
         {FleetFoundModel::VerdictColumn, FleetFoundModel::TtlColumn, FleetFoundModel::WaitersColumn}) {
        const int wide = std::max(view.sizeHintForColumn(column), header->sectionSizeHint(column)) + letter;
        header->resizeSection(column, wide);
        rest -= wide;
    }
    const int names[] = {FleetFoundModel::ConnectionColumn, FleetFoundModel::LockColumn,
                         FleetFoundModel::OwnerColumn};
    const auto need = [&](int column) { return std::max(view.sizeHintForColumn(column), 0) + letter; };
    const double all = need(names[0]) + need(names[1]) + need(names[2]);
    for (const int column : names)
        header->resizeSection(column, std::max({letter * 8, header->sectionSizeHint(column),
                                                int(rest * (need(column) / all))}));
}

const FleetFound *FleetFoundPane::current() const
{
    return m_model->rowAt(m_table->currentIndex().row());
}

void FleetFoundPane::tick()
{
    m_model->tick();
}

QString FleetFoundPane::summary() const
{
    if (m_model->rowCount() == 0)
        return {};
    return text::sentences(m_unsearched.isEmpty()
                               ? QStringList{text::fleetFindings(m_findings)}
                               : QStringList{text::fleetFindings(m_findings), m_unsearched});
}

QString FleetFoundPane::help() const
{
    return m_model->rowCount() == 0 ? QString() : m_allUnsearched;
}

QString FleetFoundPane::details() const
{
    const FleetFound *found = current();
    return found ? text::fleetFoundDetails(*found, m_clock()) : QString();
}

FilterVocabulary FleetFoundPane::vocabulary() const
{
    std::vector<LockPtr> locks;
    for (const FleetFound &found : m_findings.rows)
        locks.push_back(found.lock);
    return vocabularyOf(locks);
}

void FleetFoundPane::changeEvent(QEvent *event)
{
    QStackedWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model->setTheme(Theme::of(palette()));
}

void FleetFoundPane::resizeEvent(QResizeEvent *event)
{
    QStackedWidget::resizeEvent(event);
    fitColumns();
}

} // namespace lockscope
