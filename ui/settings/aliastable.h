// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The names of owners as an editable table: one pattern and name for each row, in order, first match wins. A
// pattern that is not plain text appears as "base64:…". Rows without pattern and name are ignored. Owner: the
// dialog; GUI thread.

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

    Outcome<QList<OwnerAlias>> aliases() const; // A failure names the row
    QTableWidget *table() const { return m_table; }
    QPushButton *addButton() const { return m_add; }
    QPushButton *removeButton() const { return m_remove; }
    QPushButton *upButton() const { return m_up; }
    QPushButton *downButton() const { return m_down; }

    // Text and back: the result has the same bytes.
    static QString patternText(const QByteArray &pattern);
    static std::optional<QByteArray> patternFrom(const QString &text); // Empty: invalid

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
