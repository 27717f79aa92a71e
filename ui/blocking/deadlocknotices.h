// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The deadlocks of a report, one below the other: which client waits for which, whether it ends by itself,
// and which release breaks it. Remarks that apply to all of them are at the end. Owner: its parent; GUI
// thread.

#include "core/engine/blocking/blockingreport.h"

#include <QWidget>

class QVBoxLayout;

namespace lockscope
{

class Notice;
class Prose;

class DeadlockNotices final : public QWidget
{
    Q_OBJECT
public:
    static constexpr size_t MostListed = 20; // Deadlocks, and clients of one

    explicit DeadlockNotices(QWidget *parent = nullptr);
    void showReport(const BlockingReport &report);
    // The number of deadlocks as text; empty: fewer than two.
    QString count() const;
    std::vector<const Notice *> notices() const; // Those shown
    QString common() const;

private:
    Notice &noticeAt(size_t place);

    QVBoxLayout *m_column;
    Prose *m_count;
    QVBoxLayout *m_each;
    std::vector<Notice *> m_notices{};
    size_t m_shown = 0;
    Prose *m_common;
};

} // namespace lockscope
