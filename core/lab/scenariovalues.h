// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A scenario's parameters and values, as texts checked against each parameter's limits. Pure; any thread.

#include "core/base/clock.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <map>
#include <vector>

namespace lockscope
{

struct Parameter {
    enum class Kind { Count, Duration, Share, Word };
    QByteArray name{};
    Kind kind = Kind::Count;
    QString title{};
    QByteArray standard{}; // default: "20", "2s", "0.1", "rlock"
    double least = 0;      // Count: a number; Duration: milliseconds; Share: 0 to 1
    double most = 0;
    QList<QByteArray> words{}; // Word: the valid values
};

Parameter countParameter(const char *name, const QString &title, int standard, int least, int most);
Parameter durationParameter(const char *name, const QString &title, milliseconds standard, milliseconds least,
                            milliseconds most);
Parameter shareParameter(const char *name, const QString &title, const char *standard);
Parameter wordParameter(const char *name, const QString &title,
                        const QList<QByteArray> &words); // the first is the default
// The lock kinds that a worker can acquire and release with just the kind's name.
QList<QByteArray> mutexKinds();

// The value of each parameter: as given, or its default.
class ScenarioValues
{
public:
    using Given = std::vector<std::pair<QByteArray, QByteArray>>;
    // A failure names the parameter, the given value and the valid ones.
    static Outcome<ScenarioValues> read(const std::vector<Parameter> &parameters, const Given &given);

    // The parameter must exist.
    int count(const char *name) const { return int(at(name).number); }
    milliseconds duration(const char *name) const { return milliseconds(qint64(at(name).number)); }
    double share(const char *name) const { return at(name).number; }
    QByteArray word(const char *name) const { return at(name).text; }
    Given all() const; // in the order of the parameters

private:
    struct Value {
        QByteArray text{};
        double number = 0;
    };
    static Outcome<Value> valueOf(const Parameter &parameter, const QByteArray &text);
    const Value &at(const char *name) const;
    std::vector<QByteArray> m_order;
    std::map<QByteArray, Value> m_values;
};

} // namespace lockscope
