// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Waiting caused, by prefix or by client. A click shows the lock that caused most of it. Owner: CausesPane;
// GUI thread.

#include "ui/contention/causes/costmodel.h"

#include <QTreeView>

class QSortFilterProxyModel;

namespace lockscope
{

class CostTable final : public QTreeView
{
    Q_OBJECT
public:
    explicit CostTable(CostBy by, QWidget *parent = nullptr);

    void show(const std::vector<WaitingCost> &costs);
    using QWidget::show;
    QSize sizeHint() const override;

signals:
    void lockWanted(const lockscope::LockName &key);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitColumns();
    void leaveRoomForNames();

    CostModel m_model;
    QSortFilterProxyModel *m_sorted;
};

} // namespace lockscope
