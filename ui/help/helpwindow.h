// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The help window: list of documents, reader, history and search. Links between documents work, web links
// open the browser, and links to other files show a message. Not modal; deletes itself when closed. Owner:
// the main window; GUI thread.

#include "ui/help/helpdocs.h"

#include <QDialog>
#include <QPointer>

class QAction;
class QLabel;
class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace lockscope
{

class HelpBrowser;

class HelpWindow final : public QDialog
{
    Q_OBJECT
public:
    // keyboard: the text of KeyboardDocument, generated from the window's actions.
    HelpWindow(HelpDocs docs, const QString &keyboard, QWidget *parent = nullptr);

    void openDocument(const QString &document, const QString &part = {});
    QString document() const { return m_shown; }
    int position() const;
    void setPosition(int position);

    QListWidget *documents() const { return m_documents; }
    QTextBrowser *browser() const;
    QLineEdit *findEdit() const { return m_find; }
    QString said() const;
    QAction *backAction() const { return m_back; }
    QAction *forwardAction() const { return m_forward; }
    void follow(const QUrl &link);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeHead();
    QAction *make(const QString &text, const QList<QKeySequence> &keys);
    void showWhere(const QUrl &address);
    void findNext(bool backwards);

    HelpDocs m_docs;
    QString m_shown{};
    QListWidget *m_documents;
    HelpBrowser *m_browser;
    QLineEdit *m_find;
    QLabel *m_said;
    QAction *m_back;
    QAction *m_forward;
};

} // namespace lockscope
