// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <clocale>

namespace lockscope
{

namespace
{

const QString English = QStringLiteral("en");
const QString Chinese = QStringLiteral("zh_CN");

constexpr char Running[] = "lockscope_language"; // Name of a property of the application

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

// Messages of the system, such as "No such file or directory", end our sentences, so use the same language.
void setSystemMessages([[maybe_unused]] const QString &language)
{
#ifdef LC_MESSAGES
    const QByteArray locale = language == Chinese ? Chinese.toLatin1() + ".UTF-8" : QByteArray("C");
    if (!std::setlocale(LC_MESSAGES, locale.constData()))
        std::setlocale(LC_MESSAGES, "C");
#endif
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

QString languageName(const QString &language)
{
    return language == Chinese ? QStringLiteral("中文（简体）") : QStringLiteral("English");
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
    const QString selected = languageFor(language);
    const QLocale system = QLocale::system();
    // With English texts, numbers and dates follow the user's country. If the system speaks another language,
    // use the Canadian form of dates, in which day and month cannot be confused.
    const QLocale ours = selected == English ? QLocale(QLocale::English, QLocale::Canada) : QLocale(selected);
    QLocale::setDefault(system.language() == ours.language() ? system : ours);
    setSystemMessages(selected);
    addTexts(app, QStringLiteral("qtbase_%1").arg(selected),
             QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    app.setProperty(Running, selected);
    const bool loaded = addTexts(app, QStringLiteral("lockscope_%1").arg(selected), QStringLiteral(":/i18n"));
    return loaded && (language.isEmpty() || QLocale(language).language() == QLocale(selected).language());
}

QString runningLanguage()
{
    const QString running = qApp->property(Running).toString();
    return running.isEmpty() ? English : running; // The language of the source texts
}

} // namespace lockscope
