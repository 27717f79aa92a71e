// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A flat table as high as its rows, up to a limit, so that the surrounding page scrolls instead. Columns are
// as wide as sample texts, or stretch. GUI thread.

#include <QTreeView>

#include <initializer_list>

namespace lockscope
{

// Rows without branches: no decoration, equal heights, alternating colours.
void showAsTable(QTreeView &tree);
// Cuts the text of these columns in the middle where it is too long, as names differ at both ends. A number
// or a time would read as another.
void elideNames(QTreeView &tree, std::initializer_list<int> columns);

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
    virtual bool copyRow() { return false; } // True: the copy key is handled

    void fit();
    // beside: extra width, such as for an icon.
    void fitColumn(int column, const QStringList &samples, int beside = 0);
    void repaintColumn(int column);
    QModelIndex selectedRow() const; // Or the only row; otherwise invalid
    QModelIndex chosenRow() const;   // Only a row that was selected; otherwise invalid
    void choose(int row);            // Negative: none

    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    int m_mostRows;
};

} // namespace lockscope
