// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The reason of an act, and on production the name to type (confirmationFor). Shared by all dialogs for acts.
// GUI thread.

#include <QWidget>

class QFormLayout;
class QLineEdit;

namespace lockscope
{

class ReasonEdit final : public QWidget
{
    Q_OBJECT
public:
    explicit ReasonEdit(QWidget *parent = nullptr);

    // required: without a reason the act is not possible. nameToType: empty for none.
    void ask(bool required, const QString &nameToType);
    void alignWith(QFormLayout &above); // Its fields begin where those above do
    QString reason() const;             // Trimmed
    QString confirmedName() const;
    QString obstacle() const; // What is still missing; empty: nothing
    QLineEdit *reasonEdit() const { return m_reason; }
    QLineEdit *nameEdit() const; // Null: no name is required

signals:
    void changed();

private:
    QFormLayout *m_rows;
    QLineEdit *m_reason;
    QLineEdit *m_name;
    QString m_nameToType;
    bool m_required = false;
};

} // namespace lockscope
