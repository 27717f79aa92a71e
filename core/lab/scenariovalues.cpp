// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/scenariovalues.h"

#include "core/base/tr.h"
#include "core/formats/format.h"

#include <QStringList>

#include <algorithm>

namespace lockscope
{

namespace
{

QString list(const QList<QByteArray> &words)
{
    QStringList texts;
    for (const QByteArray &word : words)
        texts += QString::fromUtf8(word);
    return texts.join(QStringLiteral(", "));
}

QString limit(const Parameter &parameter, double value)
{
    if (parameter.kind == Parameter::Kind::Duration)
        return durationText(milliseconds(qint64(value)));
    return QString::number(value);
}

Failure badValue(const Parameter &parameter, const QString &why, const QString &remedy)
{
    return {.kind = ErrorKind::BadInput,
            .text = QStringLiteral("%1: %2").arg(QString::fromUtf8(parameter.name), why),
            .remedy = remedy};
}

Failure outside(const Parameter &parameter, const QByteArray &text)
{
    return badValue(
        parameter, Tr::tr("%1 is out of range").arg(escapedText(text)),
        Tr::tr("from %1 to %2").arg(limit(parameter, parameter.least), limit(parameter, parameter.most)));
}

} // namespace

Parameter countParameter(const char *name, const QString &title, int standard, int least, int most)
{
    return {name, Parameter::Kind::Count, title, QByteArray::number(standard), double(least), double(most)};
}

Parameter durationParameter(const char *name, const QString &title, milliseconds standard, milliseconds least,
                            milliseconds most)
{
    return {name,
            Parameter::Kind::Duration,
            title,
            durationText(standard).toUtf8(),
            double(least.count()),
            double(most.count())};
}

Parameter shareParameter(const char *name, const QString &title, const char *standard)
{
    return {name, Parameter::Kind::Share, title, standard, 0, 1};
}

Parameter wordParameter(const char *name, const QString &title, const QList<QByteArray> &words)
{
    return {.name = name,
            .kind = Parameter::Kind::Word,
            .title = title,
            .standard = words.front(),
            .words = words};
}

QList<QByteArray> mutexKinds()
{
    return {"rlock", "fair-lock", "fenced-lock", "spin-lock", "token-lock"};
}

Outcome<ScenarioValues> ScenarioValues::read(const std::vector<Parameter> &parameters, const Given &given)
{
    ScenarioValues values;
    QList<QByteArray> names;
    for (const Parameter &parameter : parameters) {
        names += parameter.name;
        values.m_order.push_back(parameter.name);
        const auto value = valueOf(parameter, parameter.standard);
        if (!value)
            return value.failure();
        values.m_values[parameter.name] = *value;
    }
    for (const auto &[name, text] : given) {
        const auto parameter = std::ranges::find(parameters, name, &Parameter::name);
        if (parameter == parameters.end())
            return Failure{.kind = ErrorKind::BadInput,
                           .text = Tr::tr("this scenario has no parameter %1").arg(escapedText(name)),
                           .remedy = names.isEmpty() ? Tr::tr("it has none")
                                                     : Tr::tr("available: %1").arg(list(names))};
        const auto value = valueOf(*parameter, text);
        if (!value)
            return value.failure();
        values.m_values[name] = *value;
    }
    return values;
}

Outcome<ScenarioValues::Value> ScenarioValues::valueOf(const Parameter &parameter, const QByteArray &text)
{
    Value value{.text = text};
    bool ok = true;
    switch (parameter.kind) {
    case Parameter::Kind::Word:
        if (!parameter.words.contains(text))
            return badValue(parameter, Tr::tr("unknown value %1").arg(escapedText(text)),
                            list(parameter.words));
        return value;
    case Parameter::Kind::Duration: {
        const auto duration = parseDuration(QString::fromUtf8(text));
        if (!duration)
            return badValue(parameter, duration.failure().text, duration.failure().remedy);
        value.number = double(duration->count());
        break;
    }
    case Parameter::Kind::Count:
        value.number = double(text.toLongLong(&ok));
        break;
    case Parameter::Kind::Share:
        value.number = text.toDouble(&ok);
        break;
    }
    if (!ok)
        return badValue(
            parameter, Tr::tr("%1 is not a number").arg(escapedText(text)),
            Tr::tr("from %1 to %2").arg(limit(parameter, parameter.least), limit(parameter, parameter.most)));
    if (!(value.number >= parameter.least && value.number <= parameter.most))
        return outside(parameter, text);
    return value;
}

const ScenarioValues::Value &ScenarioValues::at(const char *name) const
{
    const auto found = m_values.find(QByteArray(name));
    Q_ASSERT(found != m_values.end());
    return found->second;
}

ScenarioValues::Given ScenarioValues::all() const
{
    Given all;
    for (const QByteArray &name : m_order)
        all.emplace_back(name, m_values.at(name).text);
    return all;
}

} // namespace lockscope
