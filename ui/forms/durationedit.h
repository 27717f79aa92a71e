// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A duration as typed ("30s", "5m"), with what is wrong with it beside it while it is wrong. GUI thread.

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

    std::optional<milliseconds> value() const; // nothing: what stands there is no duration
    void setValue(milliseconds value);
    // It may be left empty; that is what it means then, to be read in the empty field.
    void setEmptyMeaning(const QString &meaning);
    // Shown instead of the parser's message; empty: the value is good.
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
