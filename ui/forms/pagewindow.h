// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A page in a window of its own, beside the main window. Closing hides it: content, size and place stay, and
// it can be reopened. Owner: the main window; GUI thread.

#include <QWidget>

#include <functional>

namespace lockscope
{

class PageWindow final : public QWidget
{
    Q_OBJECT
public:
    // make: creates the page when the window first opens; size: at the first start.
    PageWindow(const QString &title, QSize size, const std::function<QWidget *(QWidget *parent)> &make,
               QWidget *parent);

    void open();     // In front, with the focus
    QWidget *page(); // Created on first use
    void restore(const QByteArray &geometry);
    QByteArray geometryToSave() const; // As restored, if it was not shown since

signals:
    void closed();

protected:
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void place();

    std::function<QWidget *(QWidget *)> m_make;
    QWidget *m_page = nullptr;
    QByteArray m_restored{};
    bool m_wasShown = false;
};

} // namespace lockscope
