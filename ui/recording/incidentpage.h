// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The documents of an incident inside of a recording: its README as text with headings and tables, others as
// they are, and a folder for all of them. Loads nothing from elsewhere and opens no links, because a
// recording may come from anyone. Owner: the recording's window; GUI thread.

#include "core/history/recording/attachedfiles.h"

#include <QWidget>

class QListWidget;
class QPushButton;
class QTextBrowser;

namespace lockscope
{

class IncidentPage final : public QWidget
{
    Q_OBJECT
public:
    explicit IncidentPage(QWidget *parent = nullptr);

    void take(std::vector<AttachedFile> files); // README.md first
    const std::vector<AttachedFile> &files() const { return m_files; }
    QListWidget *names() const { return m_names; }
    QTextBrowser *page() const { return m_page; }
    QPushButton *saveButton() const { return m_save; }
    void save(const QString &parent); // Writes a new folder in it

signals:
    void saved(const QString &folder);
    void failed(const lockscope::Failure &why);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showFile(int row);
    void applyTheme();
    void askWhere();

    std::vector<AttachedFile> m_files{};
    QListWidget *m_names;
    QTextBrowser *m_page;
    QPushButton *m_save;
};

} // namespace lockscope
