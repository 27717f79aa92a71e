// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/auditpage.h"

#include "ui/audit/auditbar.h"
#include "ui/audit/auditdetails.h"
#include "ui/audit/audittext.h"
#include "ui/forms/savedialog.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedtree.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

AuditPage::AuditPage(AuditBridge &bridge, Clock clock, QWidget *parent)
    : QWidget(parent), m_bridge(&bridge), m_clock(std::move(clock)),
      m_sorted(new QSortFilterProxyModel(this)), m_bar(new AuditBar(this)),
      m_verify(new QPushButton(tr("Verify"), this)), m_export(new QPushButton(tr("Export…"), this)),
      m_stack(new QStackedWidget(this)), m_table(new QTreeView(this)), m_empty(new EmptyState(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_stack, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    m_export->setIcon(glyphIcon(Glyph::Export));
    m_export->setToolTip(tr("Save the shown actions as a file: CSV, or JSON with all details"));
    m_verify->setToolTip(tr("Check that no recorded action was changed, removed or inserted"));
    m_bar->add(m_verify);
    m_bar->add(m_export);
    m_patience.setSingleShot(true);
    m_patience.setInterval(Patience);
    m_model.setTheme(Theme::of(palette()));
    makeTable();
    makeActions();
    wire();
    explain();
}

void AuditPage::makeTable()
{
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(AuditModel::SortRole);
    m_sorted->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(m_sorted);
    showAsTable(*m_table);
    m_table->setAllColumnsShowFocus(true);
    m_table->setFrameShape(QFrame::NoFrame);
    elideNames(*m_table, {AuditModel::LockColumn, AuditModel::WhoColumn, AuditModel::ProfileColumn,
                          AuditModel::ExpectedColumn, AuditModel::FoundColumn});
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(AuditModel::TimeColumn, Qt::DescendingOrder);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->setAccessibleName(tr("Recorded actions"));
    m_table->header()->setSectionsMovable(true);
    m_table->header()->setStretchLastSection(true);
    m_table->viewport()->installEventFilter(this);
    fitColumns();
}

void AuditPage::makeActions()
{
    const auto make = [this](const QString &text) {
        auto *action = new QAction(text, m_table);
        action->setShortcutContext(Qt::WidgetShortcut);
        m_table->addAction(action);
        return action;
    };
    m_details = make(tr("Details…"));
    m_showLock = make(tr("Show lock"));
    m_copy = make(tr("Copy action"));
    m_copy->setShortcut(QKeySequence::Copy);
    m_showAll = new QAction(tr("Show all actions"), this);
    connect(m_details, &QAction::triggered, this, &AuditPage::openDetails);
    connect(m_showLock, &QAction::triggered, this, [this] {
        if (const AuditEntry *entry = selected())
            emit lockWanted({entry->key}, entry->profile);
    });
    connect(m_copy, &QAction::triggered, this, [this] {
        if (const AuditEntry *entry = selected())
            QGuiApplication::clipboard()->setText(text::auditedInFull(*entry));
    });
    connect(m_showAll, &QAction::triggered, m_bar, &AuditBar::clear);
}

void AuditPage::wire()
{
    connect(&m_patience, &QTimer::timeout, this, &AuditPage::ask);
    connect(m_bar, &AuditBar::changed, &m_patience, qOverload<>(&QTimer::start));
    connect(m_bar->search(), &QLineEdit::returnPressed, m_table, qOverload<>(&QWidget::setFocus));
    connect(m_table, &QTreeView::activated, this, &AuditPage::openDetails);
    connect(m_export, &QPushButton::clicked, this, &AuditPage::exportShown);
    connect(m_verify, &QPushButton::clicked, this, [this] {
        m_verify->setEnabled(false);
        m_verifying = m_bridge->verify();
    });
    connect(m_bridge, &AuditBridge::verified, this, [this](quint64 id, const AuditCheck &check) {
        if (id == m_verifying)
            showCheck(check);
    });
    connect(m_bridge, &AuditBridge::changed, this, &AuditPage::ask);
    connect(m_bridge, &AuditBridge::found, this, [this](quint64 id, const std::vector<AuditEntry> &entries) {
        if (id == m_asked)
            take(entries);
    });
    connect(m_bridge, &AuditBridge::saved, this, [this](quint64 id, const QString &fileName) {
        if (id == m_saving)
            emit exported(fileName);
    });
    connect(m_bridge, &AuditBridge::failed, this, [this](quint64 id, const Failure &why) {
        m_verify->setEnabled(m_verify->isEnabled() || id == m_verifying);
        if (id == m_saving || id == m_verifying)
            return emit failed(why);
        if (id != m_asked)
            return;
        m_why = why;
        take({});
    });
}

// One query at a time, so a slow file gets no more queries than it can answer.
void AuditPage::ask()
{
    m_again = m_asked != 0;
    if (!isVisible() || m_again)
        return;
    m_why = {};
    AuditQuery query = m_bar->query(m_clock());
    query.most = MostActs;
    m_asked = m_bridge->find(query);
}

void AuditPage::take(const std::vector<AuditEntry> &entries)
{
    m_asked = 0;
    m_known = true;
    m_model.show(entries);
    explain();
    if (m_again)
        ask();
}

void AuditPage::explain()
{
    const int count = m_model.rowCount();
    m_bar->setCount(count < MostActs ? tr("%Ln actions", nullptr, count)
                                     : tr("the latest %Ln actions", nullptr, count));
    m_export->setEnabled(count > 0);
    m_stack->setCurrentWidget(count > 0 ? static_cast<QWidget *>(m_table) : m_empty);
    if (count > 0)
        return;
    if (!m_known)
        m_empty->say(tr("Loading the audit log…"), {}, {}, true);
    else if (!m_why.text.isEmpty())
        m_empty->say(tr("Cannot read the audit log"), text::failureHelp(m_why), {});
    else if (m_bar->isFiltering())
        m_empty->say(tr("No matching actions"), tr("No recorded action matches the search and the filters."),
                     {m_showAll});
    else
        m_empty->say(tr("No actions recorded yet"),
                     tr("Every action on a lock is recorded here, from this window and from lockscope-cli: "
                        "time, user, reason, previous state and result."),
                     {});
}

bool AuditPage::isEmpty() const
{
    return m_stack->currentWidget() == m_empty;
}

const AuditEntry *AuditPage::selected() const
{
    const QModelIndex current = m_table->currentIndex();
    return current.isValid() ? m_model.entryAt(m_sorted->mapToSource(current).row()) : nullptr;
}

void AuditPage::openDetails()
{
    const AuditEntry *entry = selected();
    if (!entry)
        return;
    auto *details = new AuditDetails(*m_bridge, entry->number, this);
    details->setAttribute(Qt::WA_DeleteOnClose);
    connect(details, &AuditDetails::lockWanted, this, &AuditPage::lockWanted);
    details->show();
}

void AuditPage::exportShown()
{
    AuditQuery query = m_bar->query(m_clock());
    query.most = MostActs;
    query.withValues = true;
    askForFile(this, {.title = tr("Save the shown actions"),
                      .name = QStringLiteral("lockscope-audit"),
                      .endings = {QStringLiteral("csv"), QStringLiteral("json")},
                      .save =
                          [this, query](const QString &fileName) {
                              m_saving = m_bridge->save(query, fileName);
                              return Done(Nothing{}); // AuditBridge::failed reports errors later
                          },
                      .failed = [this](const Failure &why) { emit failed(why); }});
}

void AuditPage::showCheck(const AuditCheck &check)
{
    m_verify->setEnabled(true);
    auto *box = new QMessageBox(check.fault ? QMessageBox::Critical : QMessageBox::Information,
                                tr("Verify audit log"), QString(), QMessageBox::Close, this);
    box->setObjectName(QStringLiteral("auditCheck"));
    box->setTextFormat(Qt::PlainText);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->button(QMessageBox::Close)->setText(tr("Close"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QStringList further;
    if (check.fault) {
        box->setText(tr("The audit log does not match its hashes. The first difference:"));
        further << sentenceOf(*check.fault);
        select(check.fault->act);
    } else {
        box->setText(tr("Intact: %Ln rows", nullptr, int(check.rows)));
        if (!check.newestHash.isEmpty())
            further << tr("Newest hash: %1").arg(QString::fromLatin1(check.newestHash))
                    << tr("Removed newest rows are not detected, unless this hash is noted elsewhere.");
    }
    if (check.rowsBefore > 0)
        further << tr("%Ln rows of an older version have no hash.", nullptr, int(check.rowsBefore));
    box->setInformativeText(further.join(u'\n'));
    box->open();
}

void AuditPage::select(qint64 act)
{
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (m_model.entryAt(row)->number == act)
            m_table->setCurrentIndex(m_sorted->mapFromSource(m_model.index(row, 0)));
    }
}

void AuditPage::fitColumns()
{
    const QFontMetrics metrics = fontMetrics();
    const auto width = [&metrics](const QString &sample) {
        return metrics.horizontalAdvance(sample) + characters(metrics, 3);
    };
    const auto widest = [&width](const auto &values, const auto &words) {
        int pixels = 0;
        for (const auto value : values)
            pixels = std::max(pixels, width(words(value)));
        return pixels;
    };
    const int icon = style()->pixelMetric(QStyle::PM_SmallIconSize);
    const std::pair<AuditModel::Column, int> widths[]{
        {AuditModel::TimeColumn, width(QStringLiteral("2026-08-28 00:00:00"))},
        {AuditModel::ActColumn, widest(AllActKinds, text::act)},
        {AuditModel::LockColumn, width(QString(20, u'n'))},
        {AuditModel::ResultColumn, widest(AllActResults, text::actResult) + icon},
        {AuditModel::WhoColumn, width(QString(11, u'n'))},
        {AuditModel::ProfileColumn, width(QString(11, u'n'))},
        {AuditModel::ExpectedColumn, width(QString(12, u'n'))},
        {AuditModel::FoundColumn, width(QString(12, u'n'))}};
    for (const auto &[column, pixels] : widths) {
        const QString title = m_table->model()->headerData(column, Qt::Horizontal).toString();
        m_table->header()->resizeSection(column, std::max(pixels, width(title)));
    }
}

// Where the reason would be out of sight, columns give way that the details of an action have.
void AuditPage::makeRoom()
{
    constexpr double LeastReason = 16; // Characters
    QHeaderView *header = m_table->header();
    constexpr AuditModel::Column Less[] = {AuditModel::FoundColumn, AuditModel::ExpectedColumn,
                                           AuditModel::ProfileColumn};
    for (const AuditModel::Column column : Less)
        header->setSectionHidden(column, false);
    int room = m_table->viewport()->width() - characters(*this, LeastReason);
    for (int column = 0; column < AuditModel::ReasonColumn; ++column)
        room -= header->sectionSize(column);
    for (const AuditModel::Column column : Less) {
        const int width = header->sectionSize(column);
        const bool isSorted = column == header->sortIndicatorSection();
        if (room >= 0 || isSorted)
            continue;
        header->setSectionHidden(column, true);
        room += width;
    }
}

bool AuditPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        makeRoom();
    return QWidget::eventFilter(watched, event);
}

QByteArray AuditPage::columns() const
{
    return m_table->header()->saveState();
}

void AuditPage::restoreColumns(const QByteArray &columns)
{
    if (!columns.isEmpty())
        m_table->header()->restoreState(columns);
    makeRoom();
}

QSize AuditPage::sizeHint() const
{
    return {characters(*this, 100), fontMetrics().height() * 12};
}

void AuditPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_asked = 0;
    m_bridge->watch(true);
    ask();
}

void AuditPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    if (m_bridge) // the window's members go before its children
        m_bridge->watch(false);
    m_patience.stop();
}

void AuditPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model.setTheme(Theme::of(palette()));
}

} // namespace lockscope
