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

} // namespace lockscope
