// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two stretches of recordings side by side: a heading for each group of locks, and below it a row for each
// figure, the significant ones first. Owner: CompareDialog; GUI thread.

#include "core/history/compare/comparison.h"

#include <QTreeView>

class QStandardItemModel;

namespace lockscope
{

class CompareTable final : public QTreeView
{
    Q_OBJECT
public:
    explicit CompareTable(QWidget *parent = nullptr);

    void show(const Comparison &comparison);
    using QTreeView::show;
    QString text() const; // The table, with tabs between its columns

protected:
    void changeEvent(QEvent *event) override;

private:
    void addGroup(const ComparedGroup &group, const Comparison &comparison);
    void fitColumns();

    QStandardItemModel *m_model;
};

} // namespace lockscope
