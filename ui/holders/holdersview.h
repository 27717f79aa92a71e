// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The holders of one lock with their own running TTLs; as high as its rows, up to a limit. Removing a share
// is confirmed first. Owner: the detail pane; GUI thread.

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
    void tick(); // Repaints running times
    HoldersModel *holders() const { return m_model; }
    const Holder *selected() const;    // The current row, or the only one; null: none
    void setRemovable(bool removable); // Whether the menu offers to remove a share

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
