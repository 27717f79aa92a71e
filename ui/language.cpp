// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace lockscope
{

namespace
{

const QString English = QStringLiteral("en");
const QString Chinese = QStringLiteral("zh_CN");

class Texts final : public QTranslator
{
public:
    using QTranslator::QTranslator;
};

void removeTexts(QCoreApplication &app)
{
    for (QObject *child : app.children()) {
        if (auto *texts = dynamic_cast<Texts *>(child)) {
            QCoreApplication::removeTranslator(texts);
            delete texts;
        }
    }
}

bool addTexts(QCoreApplication &app, const QString &file, const QString &folder)
{
    auto *texts = new Texts(&app);
    if (texts->load(file, folder) && QCoreApplication::installTranslator(texts))
        return true;
    delete texts;
    return false;
}

} // namespace

QStringList languages()
{
    return {English, Chinese};
}

QString languageFor(const QString &wanted)
{
    if (languages().contains(wanted))
        return wanted;
    const QLocale locale = wanted.isEmpty() ? QLocale::system() : QLocale(wanted);
    const bool simplified =
        locale.language() == QLocale::Chinese && locale.script() == QLocale::SimplifiedChineseScript;
    return simplified ? Chinese : English;
}

bool installTranslations(QCoreApplication &app, const QString &language)
{
    removeTexts(app);
    const QString chosen = languageFor(language);
    const QLocale system = QLocale::system();
    // English numbers keep the habits of the person's own country.
    QLocale::setDefault(system.language() == QLocale(chosen).language() ? system : QLocale(chosen));
    addTexts(app, QStringLiteral("qtbase_%1").arg(chosen),
             QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    const bool loaded = addTexts(app, QStringLiteral("lockscope_%1").arg(chosen), QStringLiteral(":/i18n"));
    return loaded && (language.isEmpty() || QLocale(language).language() == QLocale(chosen).language());
}

} // namespace lockscope
