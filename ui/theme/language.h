// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The language of the window. GUI thread; before the first widget is made, as texts are read once.

#include <QStringList>

class QCoreApplication;

namespace lockscope
{

QStringList languages();                       // "en", "zh_CN"
QString languageName(const QString &language); // in its own words: "English"
// The one of ours for a setting: a language, or empty for the system's.
QString languageFor(const QString &wanted);
// Loads texts and plural forms, Qt's own too where they are installed, and makes numbers follow. What was
// installed before goes. False: no such language; then English is used.
bool installTranslations(QCoreApplication &app, const QString &language);
QString runningLanguage(); // the one that was installed

} // namespace lockscope
