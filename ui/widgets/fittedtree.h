// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A flat table that is as high as its rows, up to a limit, so that the page around it scrolls instead. Its
// columns are as wide as samples of what they show, or stretch. GUI thread.

#include <QTreeView>

namespace lockscope
{

// Rows without branches: no decoration, equal heights, alternating colours.
void showAsTable(QTreeView &tree);

class FittedTree : public QTreeView
{
    Q_OBJECT
public:
    void setModel(QAbstractItemModel *model) override;

signals:
    void choiceChanged();

protected:
    FittedTree(int mostRows, QWidget *parent);

    virtual void fitColumns() = 0;
    virtual bool copyRow() { return false; } // true: the copy key is handled

    void fit();
    // Beside the samples: what else a cell shows, as an icon.
    void fitColumn(int column, const QStringList &samples, int beside = 0);
    void repaintColumn(int column);
    QModelIndex selectedRow() const; // or the only row; else invalid

    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    int m_mostRows;
};

} // namespace lockscope
