// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The language of the window. GUI thread; call before creating the first widget, because texts are read once.

#include <QStringList>

class QCoreApplication;

namespace lockscope
{

QStringList languages();                       // "en", "zh_CN"
QString languageName(const QString &language); // In that language: "English"
// The supported language for a setting, which is a language or empty for the system's.
QString languageFor(const QString &wanted);
// Loads texts and plural forms, including Qt's own if installed, and sets the number format. Replaces an
// earlier installation. False: no such language; English is used.
bool installTranslations(QCoreApplication &app, const QString &language);
QString runningLanguage(); // The installed language

} // namespace lockscope
