// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parameters of a scenario as a form, and the seed. Shows errors under their field, in the words of
// ScenarioValues. Owner: the lab page; GUI thread.

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

    void show(const std::vector<Parameter> &parameters); // With their default values
    void fill(const ScenarioValues::Given &values);      // Ignores values without a field
    void fillStandard();
    void setSeed(quint64 seed);

    ScenarioValues::Given values() const;
    std::optional<quint64> seed() const; // Empty: chosen at random
    bool isGood() const;
    QString problem(const QByteArray &parameter) const; // Empty: its value is valid
    QString problem() const;                            // The first problem, with the name of its field

    QWidget *field(const QByteArray &parameter) const;
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
