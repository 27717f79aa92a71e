// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads the objects of a JSON file field by field. Failures name the line and the field. Pure.

#include "core/base/outcome.h"

#include <QCoreApplication>
#include <QHash>
#include <QJsonObject>

#include <optional>

namespace lockscope
{

// Takes fields out of an object by name and type. Keeps the first failure of each field.
class JsonFields
{
    Q_DECLARE_TR_FUNCTIONS(ProfileStore)

public:
    enum class Naming { Field, Path }; // how a failure names a field

    // path: of the object, as in jsonLines(). lines must outlive this.
    JsonFields(const QJsonObject &object, QString path, const QHash<QString, int> &lines,
               Naming naming = Naming::Field)
        : m_object(object), m_path(std::move(path)), m_lines(lines), m_naming(naming)
    {
    }

    void take(const char *field, QString &into)
    {
        if (const auto value = wanted(field, QJsonValue::String, tr("a string")))
            into = value->toString();
    }
    void take(const char *field, bool &into)
    {
        if (const auto value = wanted(field, QJsonValue::Bool, tr("true or false")))
            into = value->toBool();
    }
    std::optional<qint64> number(const char *field, qint64 from, qint64 to)
    {
        const auto value = wanted(field, QJsonValue::Double, tr("a number"));
        if (!value)
            return {};
        const double number = value->toDouble();
        if (number >= double(from) && number <= double(to) && number == double(qint64(number)))
            return qint64(number);
        fault(field, tr("must be a whole number from %1 to %2").arg(from).arg(to));
        return {};
    }
    std::optional<double> real(const char *field, double from, double to)
    {
        const auto value = wanted(field, QJsonValue::Double, tr("a number"));
        if (!value)
            return {};
        if (value->toDouble() >= from && value->toDouble() <= to)
            return value->toDouble();
        fault(field, tr("must be a number from %1 to %2").arg(from).arg(to));
        return {};
    }
    std::optional<QJsonValue> value(const char *field)
    {
        const QString name = QLatin1String(field);
        if (!m_object.contains(name))
            return {};
        return m_object.take(name);
    }
    void fault(const char *field, const QString &what)
    {
        if (m_failures.isEmpty() || m_faulty != QLatin1String(field))
            m_failures += failureAt(QLatin1String(field), what);
        m_faulty = QLatin1String(field);
    }

    // Unknown fields are refused, as the next save would lose them.
    std::optional<Failure> finish()
    {
        const QList<Failure> failures = finishAll();
        return failures.isEmpty() ? std::nullopt : std::optional(failures.front());
    }
    QList<Failure> finishAll()
    {
        const QString password = QStringLiteral("password");
        if (m_object.contains(password)) {
            m_failures += failureAt(password, tr("is not allowed: this file holds no passwords"));
            m_object.remove(password);
        }
        for (const QString &field : m_object.keys())
            m_failures += failureAt(field, tr("is not a field of this version"));
        m_object = {};
        return m_failures;
    }

    Failure failureAt(const QString &field, const QString &what) const
    {
        const QString path = m_path.isEmpty() ? field : m_path + QLatin1Char('/') + field;
        const int line = m_lines.value(path, m_lines.value(m_path, 1));
        return Failure{
            .kind = ErrorKind::BadInput,
            .text = tr("line %1: \"%2\" %3").arg(line).arg(m_naming == Naming::Path ? path : field, what)};
    }

private:
    std::optional<QJsonValue> wanted(const char *field, QJsonValue::Type type, const QString &what)
    {
        const auto found = value(field);
        if (found && found->type() != type) {
            fault(field, tr("must be %1").arg(what));
            return {};
        }
        return found;
    }

    QJsonObject m_object;
    QString m_path;
    const QHash<QString, int> &m_lines;
    Naming m_naming;
    QList<Failure> m_failures;
    QString m_faulty; // field of the last failure
};

} // namespace lockscope
