// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What this program is and what it is made of; and what a report of a fault should say, to be copied: never
// an address or a name. Not modal; deletes itself when closed. Owner: the main window; GUI thread.

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

    // In English: whoever reads it may not speak the language of the window.
    static QString details(const DeploymentState &deployment, const QWidget &window);
    QPushButton *copyButton() const { return m_copy; }

private:
    QPushButton *m_copy;
};

} // namespace lockscope
