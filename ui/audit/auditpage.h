// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Audit page: every act that Lockscope did or tried, the newest on top, as the filter says; a new one
// appears at once. Works without a connection. Asks only while somebody can see it. Owner: the main window;
// GUI thread.

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
    static constexpr milliseconds Patience{150}; // until somebody who types is done

    using Clock = std::function<WallTime()>;
    explicit AuditPage(AuditBridge &link, Clock clock = lockscope::wallNow, QWidget *parent = nullptr);

    AuditBar &bar() const { return *m_bar; }
    QTreeView &table() const { return *m_table; }
    EmptyState &empty() const { return *m_empty; }
    const AuditModel &model() const { return m_model; }
    bool isEmpty() const; // the sentence why is shown instead of the table
    QByteArray columns() const;
    void restoreColumns(const QByteArray &columns);
    void openDetails(); // of the act that is chosen
    QSize sizeHint() const override;

signals:
    void lockWanted(const lockscope::LockName &key, const QString &profile); // as the audit names profiles
    void exported(const QString &fileName);
    void failed(const lockscope::Failure &why);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void makeTable();
    void makeActions();
    void wire();
    void ask();
    void take(const std::vector<AuditEntry> &entries);
    void explain();
    void fitColumns();
    void exportShown();
    const AuditEntry *selected() const;

    QPointer<AuditBridge> m_link;
    Clock m_clock;
    AuditModel m_model;
    QSortFilterProxyModel *m_sorted;
    AuditBar *m_bar;
    QPushButton *m_export;
    QStackedWidget *m_stack;
    QTreeView *m_table;
    EmptyState *m_empty;
    QAction *m_details = nullptr;
    QAction *m_showLock = nullptr;
    QAction *m_copy = nullptr;
    QAction *m_showAll = nullptr;
    QTimer m_patience;
    quint64 m_asked = 0;  // 0: nothing is under way
    bool m_again = false; // something changed since
    quint64 m_saving = 0;
    Failure m_why{};      // it cannot be read
    bool m_known = false; // it was read at least once
};

} // namespace lockscope
