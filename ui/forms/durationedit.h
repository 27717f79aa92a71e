// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A duration as typed ("30s", "5m"), with its error beside it while invalid. GUI thread.

#include "core/base/clock.h"

#include <QWidget>

class QLineEdit;

namespace lockscope
{

class Prose;

class DurationEdit final : public QWidget
{
    Q_OBJECT
public:
    explicit DurationEdit(std::optional<milliseconds> value, QWidget *parent = nullptr);

    std::optional<milliseconds> value() const; // Empty: not a duration
    void setValue(milliseconds value);
    // Allows an empty field; `meaning` is its placeholder text.
    void setEmptyMeaning(const QString &meaning);
    // Replaces the parser's message; empty: the value is valid.
    void setObjection(const QString &objection);
    QString problem() const;
    QLineEdit *edit() const { return m_edit; }

signals:
    void changed();

private:
    void show(const QString &problem);

    QLineEdit *m_edit;
    Prose *m_message;
    QString m_objection;
    bool m_mayBeEmpty = false;
};

} // namespace lockscope
