// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The runs of this session, with the selected ones side by side as lanes of their workers, as a table and as
// plots; exports them, and repeats a run. Owner: the lab page; GUI thread.

#include "core/lab/laboutcome.h"

#include <QWidget>

#include <functional>

class QPushButton;
class QStackedLayout;
class QTabWidget;
class QTreeView;

namespace lockscope
{

class LabArmsModel;
class LabPlots;
class LabRunsModel;
class LabSideBySide;

class LabRuns final : public QWidget
{
    Q_OBJECT
public:
    explicit LabRuns(QWidget *parent = nullptr);

    void add(const LabOutcome &outcome); // Selects it
    void setMayRun(bool may);
    std::vector<LabOutcome> selected() const; // Oldest first
    // The selected runs.
    Done saveJson(const QString &fileName) const;
    Done saveCsv(const QString &fileName) const;

    QTreeView *list() const { return m_list; }
    QTreeView *arms() const { return m_arms; }
    LabPlots &plots() { return *m_plots; }
    LabSideBySide &sideBySide() { return *m_sideBySide; }
    QTabWidget *pages() const { return m_pages; }
    QPushButton *againButton() const { return m_again; }
    QPushButton *exportButton() const { return m_export; }

signals:
    void oneChosen(const lockscope::LabOutcome &outcome); // It is the only one selected
    void againWanted(const lockscope::LabOutcome &outcome);
    void failed(const lockscope::Failure &why); // A file could not be written

private:
    void compare();
    std::vector<LabOutcome> compared() const;
    void allow();
    void fitArms();
    void ask(const QString &title, const QString &ending, std::function<Done(const QString &)> save);

    LabRunsModel *m_runs;
    LabArmsModel *m_model;
    QTreeView *m_list;
    QTreeView *m_arms;
    LabPlots *m_plots;
    LabSideBySide *m_sideBySide;
    QTabWidget *m_pages;
    QPushButton *m_again;
    QPushButton *m_export;
    QStackedLayout *m_stack;
    bool m_mayRun = true;
};

} // namespace lockscope
