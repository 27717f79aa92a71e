// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The documents of the help: which there are, and their text (Markdown) in a language, English where there is
// no other. A document is named as its file without the ending: "guide". Pure but for reading; GUI thread.

#include <QStringList>
#include <QUrl>

#include <optional>

namespace lockscope
{

class HelpDocs
{
public:
    explicit HelpDocs(const QString &folder = QStringLiteral(":/docs"));

    // As they stand in the list; those that are missing in this build are left out.
    QStringList names() const;
    static QString title(const QString &name);
    // Comments and pictures are taken out. Empty: there is no such document.
    QString text(const QString &name, const QString &language) const;

    static QUrl address(const QString &name, const QString &part = {});
    // Nothing: it leads out of the help.
    std::optional<QString> nameOf(const QUrl &address) const;
    static QString slug(const QString &heading); // as links name a heading: "what-it-shows"

private:
    QString m_folder;
};

inline const QString KeyboardDocument = QStringLiteral("keyboard"); // made from the window's actions

} // namespace lockscope
