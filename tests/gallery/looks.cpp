// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gallery/looks.h"

#include "ui/theme/language.h"

#include <QCoreApplication>

namespace lockscope::test
{

namespace
{
const QString Pseudo = QStringLiteral("pseudo");
}

QStringList Looks::languages()
{
    return lockscope::languages() << Pseudo;
}

bool Looks::speak(const QString &language)
{
    m_pseudo.reset(); // it takes itself out
    if (language != Pseudo)
        return installTranslations(*qApp, language);
    m_pseudo = std::make_unique<PseudoLocale>();
    return installTranslations(*qApp, QStringLiteral("en")) &&
           QCoreApplication::installTranslator(m_pseudo.get());
}

void Looks::apply(Appearance appearance)
{
    if (m_theme.appearance() != appearance)
        m_theme.apply(appearance);
}

} // namespace lockscope::test
