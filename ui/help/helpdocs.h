// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The documents of the help and their text (Markdown) in a language, or in English where a translation is
// missing. A document is named after its file, without extension: "guide". Reads resources only; GUI thread.

#include <QStringList>
#include <QUrl>

#include <optional>

namespace lockscope
{

class HelpDocs
{
public:
    explicit HelpDocs(const QString &folder = QStringLiteral(":/docs"));

    // In list order; documents missing from this build are left out.
    QStringList names() const;
    static QString title(const QString &name);
    // Without comments and pictures. Empty: no such document.
    QString text(const QString &name, const QString &language) const;

    static QUrl address(const QString &name, const QString &part = {});
    // Empty: the link leads out of the help.
    std::optional<QString> nameOf(const QUrl &address) const;
    static QString slug(const QString &heading); // The anchor of a heading in links: "what-it-shows"

private:
    QString m_folder;
};

inline const QString KeyboardDocument = QStringLiteral("keyboard"); // Generated from the window's actions

} // namespace lockscope
