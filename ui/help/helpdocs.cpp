// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/helpdocs.h"

#include "core/base/tr.h"

#include <QFile>
#include <QRegularExpression>

namespace lockscope
{

namespace
{

// Links between Chinese documents carry the language suffix; the document name does not.
QString withoutLanguage(QString name)
{
    static const QRegularExpression language(QStringLiteral("\\.[a-z]{2}_[A-Z]{2}$"));
    return name.remove(language);
}

QString readable(const QString &file)
{
    QFile document(file);
    if (!document.open(QIODevice::ReadOnly))
        return {};
    static const QRegularExpression comment(QStringLiteral("<!--.*?-->"),
                                            QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression linkedPicture(
        QStringLiteral("\\[!\\[[^\\]]*\\]\\([^)]*\\)\\]\\([^)]*\\)"));
    static const QRegularExpression picture(QStringLiteral("!\\[[^\\]]*\\]\\([^)]*\\)|<img\\b[^>]*>"));
    QString text = QString::fromUtf8(document.readAll());
    return text.remove(comment).remove(linkedPicture).remove(picture);
}

} // namespace

HelpDocs::HelpDocs(const QString &folder) : m_folder(folder) {}

QStringList HelpDocs::names() const
{
    QStringList names;
    for (const char *name : {"guide", "keyboard", "locks", "rules", "observe", "blocking", "metrics", "audit",
                             "acl", "servers", "faults", "json", "exit-codes", "CHANGELOG"}) {
        const QString document = QLatin1String(name);
        if (document == KeyboardDocument || QFile::exists(QStringLiteral("%1/%2.md").arg(m_folder, document)))
            names << document;
    }
    return names;
}

QString HelpDocs::title(const QString &name)
{
    const std::pair<const char *, QString> titles[] = {
        {"guide", Tr::tr("Guide")},
        {"keyboard", Tr::tr("Keyboard shortcuts")},
        {"locks", Tr::tr("Lock formats")},
        {"rules", Tr::tr("Rules")},
        {"observe", Tr::tr("Verdicts, alerts, history")},
        {"blocking", Tr::tr("Blocking")},
        {"metrics", Tr::tr("Metrics")},
        {"audit", Tr::tr("Audit")},
        {"acl", Tr::tr("Permissions (ACL)")},
        {"servers", Tr::tr("Servers and services")},
        {"faults", Tr::tr("Faults of servers and networks")},
        {"json", Tr::tr("JSON")},
        {"exit-codes", Tr::tr("Exit statuses")},
        {"CHANGELOG", Tr::tr("Changes")},
    };
    for (const auto &[known, title] : titles) {
        if (name == QLatin1String(known))
            return title;
    }
    return name;
}

QString HelpDocs::text(const QString &name, const QString &language) const
{
    const QString translated = readable(QStringLiteral("%1/%2.%3.md").arg(m_folder, name, language));
    return translated.isEmpty() ? readable(QStringLiteral("%1/%2.md").arg(m_folder, name)) : translated;
}

QUrl HelpDocs::address(const QString &name, const QString &part)
{
    QUrl address(QStringLiteral("help:/%1.md").arg(name));
    if (!part.isEmpty())
        address.setFragment(part);
    return address;
}

std::optional<QString> HelpDocs::nameOf(const QUrl &address) const
{
    QString name = address.path().mid(1);
    if (address.scheme() != QLatin1String("help") || !name.endsWith(QLatin1String(".md")))
        return {};
    name = withoutLanguage(name.chopped(3));
    if (name == QLatin1String("README")) // The index is the list of documents here
        name = QStringLiteral("guide");
    return names().contains(name) ? std::optional(name) : std::nullopt;
}

QString HelpDocs::slug(const QString &heading)
{
    QString slug;
    for (const QChar letter : heading.trimmed().toLower()) {
        if (letter.isLetterOrNumber() || letter == u'_' || letter == u'-')
            slug += letter;
        else if (letter == u' ')
            slug += u'-';
    }
    return slug;
}

} // namespace lockscope
