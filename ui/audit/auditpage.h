// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Audit page: every act that Lockscope performed or tried and that passes the filter, newest on top,
// updated at once. Works without a connection. Queries only while visible. Owner: the main window; GUI
// thread.

#include "ui/audit/auditmodel.h"
#include "ui/bridges/auditbridge.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QAction;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QTreeView;

namespace lockscope
{

class AuditBar;
class EmptyState;

class AuditPage final : public QWidget
{
    Q_OBJECT
public:
    static constexpr int MostActs = 10'000;
    static constexpr milliseconds Patience{150}; // Wait until the user stops typing

    using Clock = std::function<WallTime()>;
    explicit AuditPage(AuditBridge &bridge, Clock clock = lockscope::wallNow, QWidget *parent = nullptr);

    AuditBar &bar() const { return *m_bar; }
    QTreeView &table() const { return *m_table; }
    EmptyState &empty() const { return *m_empty; }
    const AuditModel &model() const { return m_model; }
    bool isEmpty() const; // A sentence with the reason replaces the table
    QByteArray columns() const;
    void restoreColumns(const QByteArray &columns);
    void openDetails();
    QSize sizeHint() const override;

signals:
    // profile: the name used in the audit.
    void lockWanted(const lockscope::LockName &key, const QString &profile);
    void exported(const QString &fileName);
    void failed(const lockscope::Failure &why);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeTable();
    void makeActions();
    void wire();
    void ask();
    void take(const std::vector<AuditEntry> &entries);
    void explain();
    void fitColumns();
    void makeRoom();
    void exportShown();
    void showCheck(const AuditCheck &check);
    void select(qint64 act);
    const AuditEntry *selected() const;

    QPointer<AuditBridge> m_bridge;
    Clock m_clock;
    AuditModel m_model;
    QSortFilterProxyModel *m_sorted;
    AuditBar *m_bar;
    QPushButton *m_verify;
    QPushButton *m_export;
    QStackedWidget *m_stack;
    QTreeView *m_table;
    EmptyState *m_empty;
    QAction *m_details = nullptr;
    QAction *m_showLock = nullptr;
    QAction *m_copy = nullptr;
    QAction *m_showAll = nullptr;
    QTimer m_patience;
    quint64 m_asked = 0;  // 0: no query pending
    bool m_again = false; // Query again: something has changed since
    quint64 m_saving = 0;
    quint64 m_verifying = 0;
    Failure m_why{};
    bool m_known = false; // Read at least once
};

} // namespace lockscope
