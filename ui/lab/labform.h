// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parameters of a scenario as a form, and the seed. What is wrong with a value stands under its field, in
// the words of ScenarioValues. Owner: the lab page; GUI thread.

#include "core/lab/scenario.h"

#include <QWidget>

class QFormLayout;
class QLineEdit;
class QPushButton;

namespace lockscope
{

class Prose;

class LabForm final : public QWidget
{
    Q_OBJECT
public:
    explicit LabForm(QWidget *parent = nullptr);

    void show(const std::vector<Parameter> &parameters); // with their standard values
    void fill(const ScenarioValues::Given &values);      // those that the form has
    void fillStandard();
    void setSeed(quint64 seed);

    ScenarioValues::Given values() const;
    std::optional<quint64> seed() const;                // nothing: drawn
    bool isGood() const;                                // nothing stands there that cannot be
    QString problem(const QByteArray &parameter) const; // empty: its value is good
    QString problem() const;                            // the first one, with the name of its field

    QWidget *field(const QByteArray &parameter) const; // where it is typed
    QLineEdit *seedField() const { return m_seed; }
    QPushButton *standardButton() const { return m_standard; }

signals:
    void changed();

private:
    struct Row {
        Parameter parameter{};
        QWidget *field = nullptr;
        std::function<QByteArray()> text{};
        std::function<void(const QByteArray &)> set{};
        QString problem{};
    };
    void add(const Parameter &parameter);
    void makeNumber(Row &row);
    void makeDuration(Row &row);
    void makeChoice(Row &row);
    void check();
    QString seedProblem() const;
    void tellSeedProblem();

    std::vector<Row> m_rows;
    QFormLayout *m_fields;
    QLineEdit *m_seed;
    Prose *m_seedMessage;
    QPushButton *m_standard;
};

} // namespace lockscope
