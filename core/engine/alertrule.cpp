// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/alertrule.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace lockscope
{

namespace
{

struct Say {
    Q_DECLARE_TR_FUNCTIONS(AlertRule)
};

} // namespace

Outcome<AlertRule> AlertRule::parse(const QString &text)
{
    static const QRegularExpression ending(QStringLiteral("(?:^|\\s)for(?:\\s+(\\S*))?\\s*$"));
    AlertRule rule{.text = text.trimmed()};
    QString condition = text;
    if (const auto match = ending.match(text); match.hasMatch()) {
        const auto lasting = parseDuration(match.captured(1));
        if (!lasting)
            return Failure{.kind = ErrorKind::BadInput,
                           .text =
                               Say::tr("\"for\" needs a duration such as 30s, at column %1")
                                   .arg(std::max(match.capturedStart(1),
                                                 text.indexOf(QLatin1String("for"), match.capturedStart(0))) +
                                        1)};
        rule.lasting = *lasting;
        condition = text.left(match.capturedStart(0));
    }
    auto filter = LockFilter::parse(condition, FilterUse::Rule);
    if (!filter)
        return filter.failure();
    if (filter->isEmpty())
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Say::tr("a rule needs a condition such as verdict>=warning")};
    rule.filter = *std::move(filter);
    return rule;
}

} // namespace lockscope
