// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/labruns.h"

#include "core/base/privatefile.h"
#include "core/lab/labjson.h"
#include "ui/forms/savedialog.h"
#include "ui/lab/labarmsmodel.h"
#include "ui/lab/labplots.h"
#include "ui/lab/labrunsmodel.h"
#include "ui/lab/labsidebyside.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedtree.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTabWidget>
#include <QTreeView>

namespace lockscope
{

namespace
{

// Rows with and without an icon have one height.
class EvenRows final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + 8};
    }
};

QTreeView *tableOf(QAbstractItemModel *model, const QString &name, QWidget *parent)
{
    auto *table = new QTreeView(parent);
    table->setModel(model);
    table->setItemDelegate(new EvenRows(table));
    showAsTable(*table);
    table->setAllColumnsShowFocus(true);
    table->setFrameShape(QFrame::NoFrame);
    table->setAccessibleName(name);
    return table;
}

} // namespace

LabRuns::LabRuns(QWidget *parent)
    : QWidget(parent), m_runs(new LabRunsModel(this)), m_model(new LabArmsModel(this)),
      m_list(tableOf(m_runs, tr("Runs of this session"), this)),
      m_arms(tableOf(m_model, tr("Variants of the selected runs, side by side"), this)),
      m_plots(new LabPlots(this)), m_sideBySide(new LabSideBySide(this)), m_pages(new QTabWidget(this)),
      m_again(new QPushButton(tr("Run again"), this)), m_export(new QPushButton(tr("Export…"), this)),
      m_stack(new QStackedLayout(this))
{
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setToolTip(tr("Select several to compare them"));
    m_export->setIcon(glyphIcon(Glyph::Export));
    m_again->setIcon(glyphIcon(Glyph::Rescan));
    m_again->setToolTip(tr("The same scenario with the same values and the same seed"));
    m_pages->setDocumentMode(true);
    m_pages->setAccessibleName(tr("Selected runs"));
    m_pages->addTab(m_arms, tr("Figures"));
    m_pages->addTab(m_plots, tr("Plots"));
    m_pages->addTab(m_sideBySide, tr("Side by side"));
    auto *menu = new QMenu(m_export);
    menu->addAction(tr("Selected runs as JSON…"), this, [this] {
        ask(tr("Export runs as JSON"), QStringLiteral("json"),
            [this](const QString &fileName) { return saveJson(fileName); });
    });
    menu->addAction(tr("Selected runs as CSV, one row per variant…"), this, [this] {
        ask(tr("Export runs as CSV"), QStringLiteral("csv"),
            [this](const QString &fileName) { return saveCsv(fileName); });
    });
    menu->addAction(tr("Plots as an image…"), this, [this] {
        ask(tr("Save plots as an image"), QStringLiteral("png"),
            [this](const QString &fileName) { return m_plots->savePicture(fileName); });
    });
    m_export->setMenu(menu);
    auto *left = new QWidget(this);
    auto *leftColumn = new QVBoxLayout(left);
    leftColumn->setContentsMargins(spacing(Spacing::Medium), spacing(Spacing::Medium), 0,
                                   spacing(Spacing::Medium));
    leftColumn->addWidget(m_list, 1);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_again);
    buttons->addWidget(m_export);
    buttons->addStretch();
    leftColumn->addLayout(buttons);
    auto *parts = new QSplitter(Qt::Vertical, this); // The figures need the whole width
    parts->setChildrenCollapsible(false);
    parts->addWidget(left);
    parts->addWidget(m_pages);
    parts->setSizes({lines(*this, 12), lines(*this, 36)});
    parts->setStretchFactor(0, 0);
    parts->setStretchFactor(1, 1);
    auto *empty = new EmptyState(this);
    empty->say(tr("No runs yet"),
               tr("Results are kept until the window closes. Run a scenario, then select several runs to "
                  "compare them."),
               {});
    m_stack->addWidget(empty);
    m_stack->addWidget(parts);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &LabRuns::compare);
    connect(m_again, &QPushButton::clicked, this, [this] {
        if (const auto runs = selected(); runs.size() == 1)
            emit againWanted(runs.front());
    });
    allow();
}

void LabRuns::add(const LabOutcome &outcome)
{
    m_runs->add(outcome);
    m_stack->setCurrentIndex(1);
    for (int column = 0; column < LabRunsModel::ValuesColumn; ++column)
        m_list->resizeColumnToContents(column);
    // The view's own would take the keys that are pressed just now for an extension of the selection.
    m_list->selectionModel()->setCurrentIndex(m_runs->index(0, 0), QItemSelectionModel::ClearAndSelect |
                                                                       QItemSelectionModel::Rows);
}

void LabRuns::setMayRun(bool may)
{
    m_mayRun = may;
    allow();
}

std::vector<LabOutcome> LabRuns::selected() const
{
    QModelIndexList rows = m_list->selectionModel()->selectedRows();
    std::ranges::sort(rows, std::ranges::greater(), &QModelIndex::row);
    std::vector<LabOutcome> runs;
    for (const QModelIndex &row : std::as_const(rows))
        runs.push_back(m_runs->at(row.row()));
    return runs;
}

// One run is compared with the one before it.
std::vector<LabOutcome> LabRuns::compared() const
{
    std::vector<LabOutcome> runs = selected();
    const QModelIndexList rows = m_list->selectionModel()->selectedRows();
    if (rows.size() == 1 && rows.front().row() + 1 < m_runs->rowCount())
        runs.insert(runs.begin(), m_runs->at(rows.front().row() + 1));
    return runs;
}

void LabRuns::compare()
{
    const std::vector<LabOutcome> runs = selected();
    m_model->show(runs);
    fitArms();
    m_plots->show(runs);
    m_sideBySide->show(compared());
    allow();
    if (runs.size() == 1)
        emit oneChosen(runs.front());
}

void LabRuns::fitArms()
{
    for (int column = 0; column < m_model->columnCount(); ++column)
        m_arms->resizeColumnToContents(column);
}

void LabRuns::allow()
{
    const auto count = m_list->selectionModel()->selectedRows().size();
    m_again->setEnabled(m_mayRun && count == 1);
    m_export->setEnabled(count > 0);
}

Done LabRuns::saveJson(const QString &fileName) const
{
    QJsonArray runs;
    for (const LabOutcome &run : selected())
        runs.append(labToJson(run));
    return writePrivateFile(fileName, QJsonDocument(QJsonObject{{QStringLiteral("runs"), runs}}).toJson());
}

Done LabRuns::saveCsv(const QString &fileName) const
{
    return writePrivateFile(fileName, labToCsv(selected()));
}

void LabRuns::ask(const QString &title, const QString &ending, std::function<Done(const QString &)> save)
{
    askForFile(this, {.title = title,
                      .name = QStringLiteral("lockscope-lab"),
                      .endings = {ending},
                      .save = std::move(save),
                      .failed = [this](const Failure &why) { emit failed(why); }});
}

} // namespace lockscope
