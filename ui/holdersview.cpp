// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holdersview.h"

#include "ui/format.h"
#include "ui/holdersmodel.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>

namespace lockscope
{

namespace
{

constexpr int MostRows = 8;

} // namespace

HoldersView::HoldersView(QWidget *parent) : QTreeView(parent), m_model(new HoldersModel(this))
{
    setModel(m_model);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setItemsExpandable(false);
    setAlternatingRowColors(true);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Holders of the lock"));
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(HoldersModel::OwnerColumn, QHeaderView::Stretch);
    fit();
}

void HoldersView::showLock(const LockPtr &lock)
{
    m_model->setLock(lock);
    fit();
}

void HoldersView::tick()
{
    if (m_model->rowCount() == 0)
        return;
    const int left = columnViewportPosition(HoldersModel::TtlColumn);
    viewport()->update(left, 0, columnWidth(HoldersModel::TtlColumn), viewport()->height());
}

void HoldersView::fit()
{
    const QFontMetrics metrics = fontMetrics();
    const int room = metrics.averageCharWidth() * 2;
    const auto width = [&](int column, const QString &sample) {
        const QString title = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        header()->resizeSection(
            column, std::max(metrics.horizontalAdvance(sample), metrics.horizontalAdvance(title)) + room);
    };
    width(HoldersModel::CountColumn, QStringLiteral("000"));
    width(HoldersModel::ModeColumn, text::holdMode(HoldMode::Exclusive));
    width(HoldersModel::TtlColumn, text::duration(std::chrono::seconds(59 * 60 + 59)));
    const int rows = std::clamp(m_model->rowCount(), 1, MostRows);
    const int row = m_model->rowCount() > 0 ? rowHeight(m_model->index(0, 0)) : metrics.height() + 4;
    setFixedHeight(header()->sizeHint().height() + rows * std::max(row, metrics.height()) + 2 * frameWidth());
}

void HoldersView::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

void HoldersView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(
            currentIndex().siblingAtColumn(HoldersModel::OwnerColumn).data(Qt::DisplayRole).toString());
        event->accept();
        return;
    }
    QTreeView::keyPressEvent(event);
}

} // namespace lockscope
