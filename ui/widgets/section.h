// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A collapsible part of a pane, with a title. GUI thread.

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace lockscope
{

class Section final : public QWidget
{
    Q_OBJECT
public:
    Section(const QString &title, bool open, QWidget *parent = nullptr);
    void setTitle(const QString &title);
    void addWidget(QWidget *widget, Qt::Alignment alignment = {});
    bool isOpen() const;
    void setOpen(bool open);

signals:
    void toggled(bool open);

private:
    QToolButton *m_head;
    QWidget *m_body;
    QVBoxLayout *m_content;
};

} // namespace lockscope
