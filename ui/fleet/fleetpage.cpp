// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/fleetpage.h"

#include "ui/fleet/fleetfoundpane.h"
#include "ui/fleet/fleettable.h"
#include "ui/fleet/fleettext.h"
#include "ui/forms/filteredit.h"
#include "ui/forms/filterproblem.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QHideEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

// Another folder may be chosen for a moment only.
std::vector<FleetTarget> withKept(const FleetTargets &targets)
{
    std::vector<FleetTarget> all = targets.all();
    all.insert(all.end(), targets.kept().begin(), targets.kept().end());
    return all;
}

} // namespace

FleetPage::FleetPage(FleetBridge &bridge, const Needs &needs, QWidget *parent)
    : QWidget(parent), m_bridge(&bridge), m_clocks(needs.clocks),
      m_targets(needs.configDir, needs.readSecrets), m_model(new FleetModel(needs.clocks, this)),
      m_folders(new QComboBox(this)),
      m_search(new FilterEdit([this] { return m_found->vocabulary(); }, this)),
      m_problem(new FilterProblem(this, FilterProblem::Lines::AsNeeded)), m_summary(new QLabel(this)),
      m_retry(new QPushButton(tr("&Retry"), this)), m_stack(new QStackedWidget(this)),
      m_table(new FleetTable(*m_model, needs.clocks.wallNow, this)),
      m_found(new FleetFoundPane(needs.clocks.now, this)), m_empty(new EmptyState(this)),
      m_details(new QLabel(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    makeTop();
    column->addWidget(m_stack, 1);
    column->addWidget(m_details);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_found);
    m_details->setWordWrap(true);
    m_details->setTextFormat(Qt::PlainText);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setContentsMargins(margins(Spacing::Medium));
    m_details->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_details->setMinimumHeight(lines(*this, 3)); // Two lines, so that the table keeps its height
    m_details->setAccessibleName(tr("Selected connection"));
    m_targets.setPins(needs.pins);
    applyTheme();
    makeActions();
    wire();
    wireSearch();
    explain();
}

void FleetPage::makeTop()
{
    m_folders->setAccessibleName(tr("Folder"));
    m_folders->setToolTip(tr("Which connections are followed"));
    m_folders->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_search->setPlaceholderText(
        tr("Search all connections: key or owner, client:10.0.3.7, verdict>=warning…"));
    m_search->setAccessibleName(tr("Search all connections"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_retry->setIcon(glyphIcon(Glyph::Rescan));
    m_retry->setToolTip(tr("Connect those again that failed (F5)"));
    auto *row = new QHBoxLayout;
    row->setContentsMargins(margins(Spacing::Medium));
    row->setSpacing(spacing(Spacing::Large));
    row->addWidget(m_folders);
    row->addWidget(m_search, 1);
    row->addWidget(m_retry);
    auto *line = new QHBoxLayout;
    line->setContentsMargins(marginsAtEnds(Spacing::Hair, Spacing::Medium) +
                             marginsAtSides(Spacing::Medium, Spacing::Medium));
    line->setSpacing(spacing(Spacing::Small));
    line->addWidget(m_problem, 1);
    line->addWidget(m_summary, 1);
    auto *column = static_cast<QVBoxLayout *>(layout());
    column->addLayout(row);
    column->addLayout(line);
    showProblem({});
}

void FleetPage::makeActions()
{
    auto *retry = new QAction(this);
    retry->setShortcut(Qt::Key_F5);
    retry->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(retry);
    connect(retry, &QAction::triggered, this, &FleetPage::retry);
    auto *search = new QAction(this);
    search->setShortcuts({QKeySequence::Find, QKeySequence(Qt::Key_Slash)});
    search->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(search);
    connect(search, &QAction::triggered, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    m_clear = new QAction(this);
    m_clear->setShortcut(Qt::Key_Escape);
    m_clear->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_clear->setEnabled(false);
    addAction(m_clear);
    connect(m_clear, &QAction::triggered, this, &FleetPage::clearSearch);
    m_new = new QAction(glyphIcon(Glyph::Connect), tr("New connection…"), this);
    connect(m_new, &QAction::triggered, this, &FleetPage::newConnectionWanted);
}

void FleetPage::wire()
{
    connect(&m_targets, &FleetTargets::changed, this, &FleetPage::follow);
    connect(m_bridge, &FleetBridge::changed, this, &FleetPage::take);
    connect(m_folders, &QComboBox::activated, this, [this] {
        m_wanted = m_folders->currentData().toString();
        m_targets.load(m_wanted);
    });
    connect(m_table, &FleetTable::openWanted, this, &FleetPage::openSelected);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        m_isChosen = m_isChosen || !m_isUpdating;
        showDetails();
    });
    connect(m_table, &QTreeView::pressed, this, [this] { m_isChosen = true; }); // also the selected row
    connect(m_retry, &QPushButton::clicked, this, &FleetPage::retry);
    m_tick.setInterval(std::chrono::seconds(1));
    connect(&m_tick, &QTimer::timeout, this, [this] {
        m_model->tick();
        m_found->tick();
        showDetails();
    });
}

void FleetPage::wireSearch()
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(std::chrono::milliseconds(300));
    connect(&m_patience, &QTimer::timeout, m_found, &FleetFoundPane::clear);
    connect(m_bridge, &FleetBridge::found, this, [this](const FleetFindings &findings) {
        m_patience.stop();
        m_found->show(findings, m_model->members());
        showSummary();
        showDetails();
    });
    connect(m_search, &FilterEdit::filterChanged, this, &FleetPage::find);
    connect(m_search, &FilterEdit::problemChanged, this, &FleetPage::showProblem);
    connect(m_search, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_clear->setEnabled(!text.isEmpty()); });
    connect(m_search, &QLineEdit::returnPressed, this, &FleetPage::goToRows);
    m_search->installEventFilter(this);
    connect(m_found, &FleetFoundPane::selectionChanged, this, &FleetPage::showDetails);
    connect(m_found, &FleetFoundPane::lockWanted, this, &FleetPage::lockWanted);
}

bool FleetPage::isSearching() const
{
    return !m_filter.isEmpty();
}

// While a word is typed, the rows stay until there are others.
void FleetPage::find(const LockFilter &filter)
{
    const bool goesOn = isSearching() && !filter.isEmpty();
    m_filter = filter;
    m_found->begin();
    if (goesOn)
        m_patience.start();
    else
        m_found->clear();
    if (m_isFollowing && m_bridge) {
        if (isSearching())
            m_bridge->search(filter);
        else
            m_bridge->endSearch();
    }
    explain();
    showDetails();
}

void FleetPage::clearSearch()
{
    m_search->clear();
    if (!m_search->hasFocus())
        m_table->setFocus();
}

void FleetPage::goToRows()
{
    QTreeView *rows = isSearching() ? &m_found->table() : m_table;
    if (rows->isVisible())
        rows->setFocus(Qt::OtherFocusReason);
}

// While completions are listed, the keys are theirs.
bool FleetPage::eventFilter(QObject *watched, QEvent *event)
{
    const bool isTyped = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (watched != m_search || !isTyped)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isListed = m_search->completer()->popup()->isVisible();
    if (event->type() == QEvent::KeyPress && key->key() == Qt::Key_Down && !isListed) {
        goToRows();
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride && key->key() == Qt::Key_Escape && isListed) {
        m_search->completer()->popup()->hide();
        event->accept(); // or the search would be cleared too
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void FleetPage::showProblem(const QString &problem)
{
    m_problem->say(problem);
    m_found->setProblem(problem);
    showSummary();
}

QString FleetPage::problem() const
{
    return m_problem->problem();
}

// The file may have been edited by hand.
void FleetPage::retry()
{
    m_targets.retry();
    reload();
    if (m_bridge)
        m_bridge->retry();
}

void FleetPage::reload()
{
    if (m_isFollowing)
        m_targets.load(folder());
}

void FleetPage::forgetSecrets(const QString &name)
{
    m_targets.forget(name);
    reload();
}

void FleetPage::learnSecrets(const ConnectionSpec &connected)
{
    m_targets.learn(connected);
}

void FleetPage::setFolder(const QString &folder)
{
    m_wanted = folder;
    if (m_isFollowing)
        m_targets.load(m_wanted);
}

QString FleetPage::sorting() const
{
    return m_table->sorting();
}

void FleetPage::setSorting(const QString &sorting)
{
    m_table->setSorting(sorting);
}

QTreeView &FleetPage::table() const
{
    return *m_table;
}

QString FleetPage::folder() const
{
    return m_wanted;
}

void FleetPage::fillFolders()
{
    const QSignalBlocker quiet(m_folders);
    m_folders->clear();
    m_folders->addItem(tr("All connections"), QString());
    for (const QString &folder : m_targets.folders())
        m_folders->addItem(folder, folder);
    m_folders->setCurrentIndex(std::max(0, m_folders->findData(m_wanted)));
    m_folders->setVisible(m_folders->count() > 1);
}

void FleetPage::follow()
{
    if (!m_wanted.isEmpty() && !m_targets.folders().contains(m_wanted) && m_targets.all().empty() &&
        m_targets.failure().text.isEmpty()) { // the folder is gone
        m_wanted.clear();
        return m_targets.load(m_wanted);
    }
    fillFolders();
    if (m_targets.all().empty())
        m_model->show({});
    if (m_isFollowing && m_bridge)
        m_bridge->open(withKept(m_targets));
    explain();
}

void FleetPage::take(const std::vector<FleetMember> &members)
{
    const QString name = m_isChosen ? selected() : QString();
    m_isUpdating = true;
    m_model->show(members);
    m_table->fitColumns();
    m_table->select(name);
    m_found->showStates(members);
    m_table->viewport()->update(); // Qt 6.4 may leave old pictures of rows that have moved
    m_isUpdating = false;
    explain();
    showDetails();
}

QString FleetPage::selected() const
{
    const FleetMember *member = m_table->current();
    return member ? member->name : QString();
}

void FleetPage::openSelected()
{
    const FleetMember *member = m_table->current();
    if (!member)
        return;
    if (member->state == FleetState::NeedsPassword)
        return emit passwordWanted(member->name, member->reason.text.isEmpty()
                                                     ? tr("The server asks for a password")
                                                     : text::failure(member->reason));
    emit connectionWanted(member->name);
}

void FleetPage::explain()
{
    const bool isEmpty = m_model->rowCount() == 0;
    const bool appears = !isEmpty && m_stack->currentWidget() == m_empty;
    m_stack->setCurrentWidget(isEmpty         ? static_cast<QWidget *>(m_empty)
                              : isSearching() ? static_cast<QWidget *>(m_found)
                                              : m_table);
    // Until there are rows, the focus is on the folder, where the arrow keys would choose another one, or on
    // the search.
    const bool isTyping = m_search->hasFocus() && !m_search->text().isEmpty();
    const bool isElsewhere = m_folders->hasFocus() || m_search->hasFocus();
    if (appears && !isTyping && (std::exchange(m_isNew, false) || !isElsewhere))
        (isSearching() ? &m_found->table() : m_table)->setFocus();
    showSummary();
    m_retry->setEnabled(!m_targets.failure().text.isEmpty() ||
                        std::ranges::any_of(m_model->members(), [](const FleetMember &member) {
                            return member.state == FleetState::Failed ||
                                   member.state == FleetState::NeedsPassword ||
                                   !member.scanFailure.text.isEmpty();
                        }));
    m_details->setVisible(!isEmpty);
    if (!isEmpty)
        return;
    if (const Failure &why = m_targets.failure(); !why.text.isEmpty())
        m_empty->say(tr("Cannot read the saved connections"), text::failureHelp(why), {});
    else if (!m_targets.all().empty())
        m_empty->say(tr("Connecting…"), {}, {}, true);
    else
        m_empty->say(tr("No saved connections"),
                     tr("This window follows all saved connections at once. To save one, enter its address "
                        "and a name, and select Save."),
                     {m_new});
}

void FleetPage::showSummary()
{
    const bool isEmpty = m_model->rowCount() == 0;
    const Failure &unread = m_targets.failure(); // Then the connections are those of before
    m_summary->setText(isEmpty ? QString()
                       : !unread.text.isEmpty()
                           ? tr("Cannot read the saved connections: %1").arg(unread.line())
                       : isSearching() ? m_found->summary()
                                       : text::fleetSummary(m_model->members()));
    m_summary->setToolTip(isSearching() ? m_found->help() : QString());
    m_summary->setVisible(!m_summary->text().isEmpty() && problem().isEmpty());
}

bool FleetPage::isEmpty() const
{
    return m_stack->currentWidget() == m_empty;
}

void FleetPage::showDetails()
{
    if (isSearching())
        return m_details->setText(m_found->details());
    const FleetMember *member = m_table->current();
    m_details->setText(member ? text::fleetDetails(*member, m_clocks.now(), m_clocks.wallNow()) : QString());
}

QString FleetPage::summary() const
{
    return m_summary->text();
}

QString FleetPage::details() const
{
    return m_details->text();
}

QSize FleetPage::sizeHint() const
{
    return {characters(*this, 120), lines(*this, 24)};
}

// A minimized window still follows.
void FleetPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (event->spontaneous() || m_isFollowing || !m_bridge)
        return;
    m_isFollowing = m_isNew = true;
    m_bridge->begin();
    m_targets.load(m_wanted);
    if (isSearching())
        m_bridge->search(m_filter);
    m_tick.start();
}

void FleetPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    if (event->spontaneous() || !m_isFollowing)
        return;
    m_isFollowing = false;
    m_tick.stop();
    m_isUpdating = true;
    m_model->show({}); // What it says is not true any more when the window opens again
    m_isUpdating = m_isChosen = false;
    m_patience.stop();
    m_found->clear();
    explain();
    if (m_bridge) // the window's members go before its children
        m_bridge->end();
}

void FleetPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

void FleetPage::applyTheme()
{
    m_table->setTheme(Theme::of(palette()));
}

} // namespace lockscope
