// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What owners are called, as a table to be edited: a pattern and a name a row, in order, as the first that
// fits counts. A pattern that is no plain text is written as "base64:…". Rows without either are passed over.
// Owner: the dialog; GUI thread.

#include "core/base/outcome.h"
#include "core/config/observesettings.h"

#include <QWidget>

class QPushButton;
class QTableWidget;

namespace lockscope
{

class AliasTable final : public QWidget
{
    Q_OBJECT
public:
    explicit AliasTable(const QList<OwnerAlias> &aliases, QWidget *parent = nullptr);

    Outcome<QList<OwnerAlias>> aliases() const; // a failure names the row
    QTableWidget *table() const { return m_table; }
    QPushButton *addButton() const { return m_add; }
    QPushButton *removeButton() const { return m_remove; }
    QPushButton *upButton() const { return m_up; }
    QPushButton *downButton() const { return m_down; }

    // Each pattern comes back from its text as it was, whatever its bytes are.
    static QString patternText(const QByteArray &pattern);
    static std::optional<QByteArray> patternFrom(const QString &text); // nothing: it is none

signals:
    void changed();

private:
    void append(const OwnerAlias &alias);
    void add();
    void remove();
    void move(int by);
    void showButtons();

    QTableWidget *m_table;
    QPushButton *m_add;
    QPushButton *m_remove;
    QPushButton *m_up;
    QPushButton *m_down;
};

} // namespace lockscope
