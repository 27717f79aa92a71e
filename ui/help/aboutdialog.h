// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Version and components of the program, and details for a bug report to copy, without addresses or names.
// Not modal; deletes itself when closed. Owner: the main window; GUI thread.

#include <QDialog>

class QPushButton;

namespace lockscope
{

struct DeploymentState;

class AboutDialog final : public QDialog
{
    Q_OBJECT
public:
    AboutDialog(const DeploymentState &deployment, QWidget *parent = nullptr);

    // In English, because its reader may not speak the language of the window.
    static QString details(const DeploymentState &deployment, const QWidget &window);
    QPushButton *copyButton() const { return m_copy; }

private:
    QPushButton *m_copy;
};

} // namespace lockscope
