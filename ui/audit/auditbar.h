// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The filter of the audit page: text, acts, results and time, with the count of matches. Owner: the audit
// page; GUI thread.

#include "core/history/audit/auditentry.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;

namespace lockscope
{

class AuditBar final : public QWidget
{
    Q_OBJECT
public:
    explicit AuditBar(QWidget *parent = nullptr);

    AuditQuery query(WallTime now) const;
    bool isFiltering() const;
    void clear();
    void setCount(const QString &count);
    QString count() const;
    void add(QWidget *widget);
    QLineEdit *search() const { return m_search; }
    QMenu *acts() const { return m_acts; }
    QMenu *results() const { return m_results; }
    QComboBox *times() const { return m_times; }

signals:
    void changed();

private:
    QMenu *makeMenu(const QString &name);
    void addChoice(QMenu *menu, const QString &text, const char *word);
    void describe(QMenu *menu);

    QHBoxLayout *m_row;
    QLineEdit *m_search;
    QMenu *m_acts;
    QMenu *m_results;
    QComboBox *m_times;
    QLabel *m_count;
};

} // namespace lockscope
