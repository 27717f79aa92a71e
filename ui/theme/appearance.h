// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The look of the whole application: one style everywhere, light or dark, or following the system. Owner: the
// composition; GUI thread, after QApplication.

#include <QFont>
#include <QObject>
#include <QPalette>

namespace lockscope
{

enum class Appearance { System, Light, Dark };

class ApplicationTheme final : public QObject
{
    Q_OBJECT
public:
    explicit ApplicationTheme(QObject *parent = nullptr);
    void apply(Appearance appearance);
    void scaleText(int percent); // Percent of the system's font size
    Appearance appearance() const { return m_appearance; }
    bool isDark() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void followSystem();
    void applyTheme();

    QFont m_systemFont;
    Appearance m_appearance = Appearance::System;
    bool m_systemIsDark = false;
    bool m_dressing = false;
    bool m_waiting = false; // A call of followSystem() is queued
};

} // namespace lockscope
