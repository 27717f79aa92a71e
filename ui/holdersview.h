// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Holders of one lock with their own time to live, running. As high as its rows, up to a limit. Owner: the
// detail pane; GUI thread.

#include "core/values/lock.h"

#include <QTreeView>

namespace lockscope
{

class HoldersModel;

class HoldersView final : public QTreeView
{
    Q_OBJECT
public:
    explicit HoldersView(QWidget *parent = nullptr);
    void showLock(const LockPtr &lock);
    void tick(); // repaints what runs
    HoldersModel *holders() const { return m_model; }

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void fit();

    HoldersModel *m_model;
};

} // namespace lockscope
