// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Why an act is done, and on production the name that must be typed for it to go on (confirmationFor). Shared
// by all that asks for acts. GUI thread.

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

    // required: without a reason it does not go on. nameToType: empty: none is asked for.
    void ask(bool required, const QString &nameToType);
    QString reason() const; // trimmed
    QString confirmedName() const;
    QString obstacle() const; // what is still to be typed; empty: nothing
    QLineEdit *reasonEdit() const { return m_reason; }
    QLineEdit *nameEdit() const; // null: no name is asked for

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
