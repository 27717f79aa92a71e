// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A dialog with what was known of the servers at a moment of a recording: findings of the health check, and
// nodes. Says where nothing was recorded. Not modal; deletes itself when closed. Owner: the window of the
// recording; GUI thread.

#include "core/history/playback/statethen.h"

#include <QDialog>

class QLabel;
class QStackedWidget;
class QTabWidget;

namespace lockscope
{

class EmptyState;
class FindingsView;
class NodesView;

class RecordedServers final : public QDialog
{
    Q_OBJECT
public:
    enum Page { FindingsPage, NodesPage };

    explicit RecordedServers(WallTime at, QWidget *parent = nullptr);
    void show(const ServersThen &then);
    using QDialog::show;

    FindingsView *findings() const { return m_findings; }
    NodesView *nodes() const { return m_nodes; }
    QTabWidget *pages() const { return m_pages; }
    QString headline(Page page) const; // Since when it was so, or that it is not recorded
    EmptyState *emptyState(Page page) const { return m_parts[page].empty; }
    bool isEmptyShown(Page page) const;

private:
    // A page shows its view, or `empty` in its place.
    struct Part {
        QLabel *since = nullptr;
        QStackedWidget *stack = nullptr;
        EmptyState *empty = nullptr;
    };
    Part addPart(QWidget *view, const QString &title);
    void showFindings(const StateThen<Finding> &then);
    void showNodes(const StateThen<NodeStatus> &then);
    void sayNotRecorded(const Part &part);
    void showSince(const Part &part, WallTime since, bool isLastKnown);

    const WallTime m_at;
    QTabWidget *m_pages;
    FindingsView *m_findings;
    NodesView *m_nodes;
    Part m_parts[2];
};

} // namespace lockscope
