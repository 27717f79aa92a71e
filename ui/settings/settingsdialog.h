// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The settings dialog with a search field. Appearance and behaviour apply at once; the settings in
// observe.json are saved together. Not modal. Deletes itself when closed. Owner: the main window; GUI thread.

#include "ui/settings/observeform.h"
#include "ui/settings/settingsearch.h"
#include "ui/settings/uisettings.h"

#include <QDialog>

class QLabel;
class QListWidget;
class QPushButton;
class QStackedWidget;

namespace lockscope
{

class AppearancePage;
class WindowPage;

class SettingsDialog final : public QDialog
{
    Q_OBJECT
public:
    enum Page { Appearances, Windows, Verdicts, Alerts, History, Owners };
    static QStringList titles(); // Indexed by Page

    SettingsDialog(UiSettings &settings, ObserveStore store, QWidget *parent = nullptr);

    void openPage(Page page);
    Page page() const;

    AppearancePage *appearance() const { return m_appearance; }
    WindowPage *window() const { return m_window; }
    ObserveForm *observe() const { return m_observe; }
    QLineEdit *search() const { return m_search; }
    QListWidget *pages() const { return m_pages; }
    QList<Setting> found(Page page) const { return m_marks[page]->marked(); }
    QPushButton *saveButton() const { return m_save; }
    Notice *problem() const { return m_problem; }

signals:
    void saved(const lockscope::ObserveSettings &settings);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void addPages();
    void addPage(QWidget *page);
    QWidget *makeButtons();
    void find();
    void goToFound();
    void check();
    void save();

    static constexpr int Pages = 6;
    QLineEdit *m_search;
    QListWidget *m_pages;
    QLabel *m_nothing; // Shown if no setting matches
    QStackedWidget *m_stack;
    AppearancePage *m_appearance;
    WindowPage *m_window;
    ObserveForm *m_observe;
    QList<SettingMarks *> m_marks{}; // Indexed by Page
    Notice *m_problem;
    QPushButton *m_save = nullptr;
    QPushButton *m_close = nullptr;
};

} // namespace lockscope
