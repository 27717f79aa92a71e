// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/mnemonic.h"

#include <QRegularExpression>

namespace lockscope
{

QString withoutMnemonic(const QString &text)
{
    static const QRegularExpression apart(QStringLiteral("\\s*\\(&.\\)"));
    static const QRegularExpression marked(QStringLiteral("&(.)"));
    QString plain = text;
    return plain.remove(apart).replace(marked, QStringLiteral("\\1"));
}

QString withMnemonic(QString text, QChar letter)
{
    const qsizetype at = text.indexOf(letter, 0, Qt::CaseInsensitive);
    return at < 0 ? QStringLiteral("%1(&%2)").arg(text, letter) : text.insert(at, u'&');
}

} // namespace lockscope
