// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The RedLock page: what each node of the group says about each lock, and the resulting quorum. Owner: the
// main window; GUI thread.

#include "core/values/events.h"

#include <QHash>
#include <QTimer>
#include <QWidget>

class QLabel;
class QStackedLayout;
class QTreeView;

namespace lockscope
{

class RedLockModel;

class RedLockView final : public QWidget
{
    Q_OBJECT
public:
    explicit RedLockView(QWidget *parent = nullptr);
    void apply(const LockDelta &delta);
    void clear();
    RedLockModel &locks() { return *m_model; }
    QSize sizeHint() const override;

signals:
    void lockWanted(const lockscope::LockName &key); // Opens its details

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void fit();
    void squeeze();

    RedLockModel *m_model;
    QTreeView *m_table;
    QStackedLayout *m_pages;
    QTimer m_ticker;
    QHash<int, int> m_widths{}; // By column
    bool m_fitting = false;
    bool m_isTheirs = false; // The user has changed a width
};

} // namespace lockscope
