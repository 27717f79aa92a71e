// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/acts/optionsmeant.h"

#include "core/engine/acts/actguard.h"
#include "core/formats/wholeplan.h"
#include "core/values/kindname.h"

#include <QRegularExpression>

namespace lockscope::cli
{

namespace
{

// As a shell reads it.
QString shellWord(QString word)
{
    static const QRegularExpression plain(QStringLiteral("^[\\w.:/@%+=,-]+$"));
    if (plain.match(word).hasMatch())
        return word;
    return u'\'' + word.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

// Of a name with bytes that are escaped where it is shown: as bash and zsh read them.
QString shellName(const QString &shown, const QByteArray &bytes)
{
    if (shown != escapedText(bytes) || shown.toUtf8() == bytes)
        return shellWord(shown);
    return QLatin1String("$'") + QString(shown).replace(u'\'', QLatin1String("\\'")) + u'\'';
}

// What production requires. Empty: the refusal has another reason.
QString confirmingOptions(const ConnectionSpec &spec, const ActRequest &request)
{
    const QString wanted = confirmationFor(spec, request);
    ActRequest confirmed = request;
    confirmed.confirmedName = wanted;
    confirmed.reason = QStringLiteral("-");
    if (!refusalOf(spec, request, false) || refusalOf(spec, confirmed, false))
        return {};
    QStringList options;
    if (request.reason.trimmed().isEmpty())
        options += QStringLiteral("--reason TEXT");
    if (request.confirmedName != wanted)
        options += QStringLiteral("--confirm %1").arg(shellName(wanted, request.key.bytes));
    return options.join(QStringLiteral(" and "));
}

bool isPossible(const Format &format, ActRequest request)
{
    request.withTexts = false;
    return wholePlan(format, request, nullptr, now()).ok();
}

// What to do about an option that its kind does not have.
QString surplusOption(const Format &format, const ActRequest &request)
{
    ActRequest without = request;
    without.mode = HoldMode::Exclusive;
    if (request.mode != HoldMode::Exclusive && isPossible(format, without))
        return request.act == ActKind::Acquire && request.kind.isEmpty()
                   ? QStringLiteral("--mode is for read-write locks: add --kind rw-lock")
                   : QStringLiteral("--mode is for read-write locks: omit it");
    without = request;
    without.part.clear();
    return !request.part.isEmpty() && isPossible(format, without) ? QStringLiteral("omit --part") : QString();
}

} // namespace

void nameOptions(const Run &run, const ActRequest &request, Receipt &receipt)
{
    Failure &failure = receipt.failure;
    if (receipt.result != ActResult::Refused)
        return;
    if (failure.kind == ErrorKind::Forbidden) {
        if (const QString options = confirmingOptions(run.spec, request); !options.isEmpty())
            failure.remedy = QStringLiteral("add %1").arg(options);
        return;
    }
    const Registry &registry = run.registry ? *run.registry : Registry::builtIn();
    const Format *format = registry.find(kindName(receipt.kind));
    if (failure.kind != ErrorKind::BadInput || !format)
        return;
    if (!isPossible(*format, request)) {
        if (const QString remedy = surplusOption(*format, request); !remedy.isEmpty()) {
            failure.remedy = remedy;
            return;
        }
    }
    ActRequest timed = request;
    timed.lease = std::chrono::hours(1);
    if (request.act == ActKind::Renew && !request.lease && isPossible(*format, timed))
        failure.remedy += QStringLiteral(" (--lease)");
}

} // namespace lockscope::cli
