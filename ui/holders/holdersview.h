// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Holders of one lock with their own time to live, running. As high as its rows, up to a limit. Owner: the
// detail pane; GUI thread. What is removed is one share of the lock; a person is asked first.

#include "core/values/lock.h"
#include "ui/widgets/fittedtree.h"

namespace lockscope
{

class HoldersModel;

class HoldersView final : public FittedTree
{
    Q_OBJECT
public:
    explicit HoldersView(QWidget *parent = nullptr);
    void showLock(const LockPtr &lock);
    void tick(); // repaints what runs
    HoldersModel *holders() const { return m_model; }
    const Holder *selected() const;    // the current row, or the only one; null: none
    void setRemovable(bool removable); // whether the menu offers to remove a share

signals:
    void removeWanted();
    void probeWanted();
    void aliasWanted();

protected:
    void fitColumns() override;
    bool copyRow() override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    bool m_removable = false;
    HoldersModel *m_model;
};

} // namespace lockscope
