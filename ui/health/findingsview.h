// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The findings as a list, worst first, with evidence and remedy of the selected one below. Selects the worst
// by default. GUI thread.

#include "ui/health/findinggroups.h"

#include <QList>
#include <QWidget>

class QLabel;
class QTreeView;

namespace lockscope
{

class CodeBox;
class FindingsModel;
class Notice;

class FindingsView final : public QWidget
{
    Q_OBJECT
public:
    explicit FindingsView(QWidget *parent = nullptr);
    void showFindings(const std::vector<Finding> &findings); // Keeps the selection if it still exists
    const std::vector<FindingGroup> &groups() const;
    QString text() const; // All findings as text, to pass on

    QTreeView *list() const { return m_list; }
    Notice *notice() const { return m_notice; }
    // One box for each command, to be copied by itself; those that the finding has no command for are hidden.
    const QList<CodeBox *> &remedies() const { return m_remedies; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void showChosen();
    void showRemedy(const QStringList &steps);
    void fit();

    FindingsModel *m_model;
    QTreeView *m_list;
    Notice *m_notice;
    QLabel *m_remedyLabel;
    QList<CodeBox *> m_remedies{};
};

} // namespace lockscope
