// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The settings pages that apply at once: appearance, and behaviour of the window. They write window.ini and
// emit each choice. Owner: the settings dialog; GUI thread.

#include "ui/settings/uisettings.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QPushButton;

namespace lockscope
{

class Notice;

class AppearancePage final : public QWidget
{
    Q_OBJECT
public:
    explicit AppearancePage(UiSettings &settings, QWidget *parent = nullptr);
    void showAppearance(Appearance appearance); // Chosen elsewhere
    void allowRestart(bool allowed);            // False while a restart would lose something else

    QComboBox *theme() const { return m_theme; }
    QComboBox *language() const { return m_language; }
    QComboBox *textSize() const { return m_textSize; }
    QPushButton *restartButton() const { return m_restart; }

signals:
    void appearanceChosen(lockscope::Appearance appearance);
    void textSizeChosen(int percent);
    void restartWanted(); // To start in the other language

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fillThemes();
    void fillLanguages();
    void fillTextSizes();
    void chooseLanguage();

    UiSettings &m_settings;
    QComboBox *m_theme;
    QComboBox *m_language;
    QComboBox *m_textSize;
    Notice *m_later;
    QPushButton *m_restart;
};

class WindowPage final : public QWidget
{
    Q_OBJECT
public:
    explicit WindowPage(UiSettings &settings, QWidget *parent = nullptr);

    QCheckBox *tray() const { return m_tray; }
    QCheckBox *notifications() const { return m_notifications; }

signals:
    void trayChosen(bool shown);
    void notificationsChosen(bool shown);
    void resetWanted(); // Of panels and columns

private:
    UiSettings &m_settings;
    QCheckBox *m_tray;
    QCheckBox *m_notifications;
    QPushButton *m_reset;
};

} // namespace lockscope
