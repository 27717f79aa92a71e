// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gallery/pseudolocale.h"

#include <QRegularExpression>

namespace lockscope::test
{

namespace
{

QChar accented(QChar letter)
{
    static const QString plain = QStringLiteral("aceinouyACEINOUYsSgG");
    static const QString marked = QStringLiteral("áçéíñóúýÁÇÉÍÑÓÚÝšŠğĞ");
    const qsizetype at = plain.indexOf(letter);
    return at < 0 ? letter : marked[at];
}

// Words in front of the closing bracket, as translations into German or Finnish have.
QString padding(qsizetype length)
{
    static const QStringList words{QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three"),
                                   QStringLiteral("four"), QStringLiteral("five")};
    QString padding;
    for (qsizetype i = 0; padding.size() < length; ++i)
        padding += u' ' + words[i % words.size()];
    return padding.left(length);
}

} // namespace

QString pseudo(const QString &text)
{
    if (text.trimmed().isEmpty())
        return text;
    // What may not change: places for values, tags and entities, keys such as Ctrl+K in a shortcut's text.
    static const QRegularExpression kept(QStringLiteral("%L?(?:\\d+|n)|<[^<>]*>|&[a-z]+;"));
    QString changed;
    qsizetype from = 0;
    qsizetype letters = 0;
    const auto change = [&](QStringView part) {
        for (const QChar letter : part)
            changed += accented(letter);
        letters += part.size();
    };
    for (const QRegularExpressionMatch &match : kept.globalMatch(text)) {
        change(QStringView(text).sliced(from, match.capturedStart() - from));
        changed += match.capturedView();
        from = match.capturedEnd();
    }
    change(QStringView(text).sliced(from));
    const QString framed = u'[' + changed + padding(letters * 35 / 100 - 2) + u']';
    // A page is taken for rich text by its first tag.
    return text.startsWith(u'<') ? changed : framed;
}

QString PseudoLocale::translate(const char *context, const char *sourceText, const char *, int n) const
{
    if (*context == 'Q') // Qt's own: names of keys are among them, which it reads again
        return {};
    QString text = pseudo(QString::fromUtf8(sourceText));
    if (n >= 0)
        text.replace(QStringLiteral("(s)"), n == 1 ? QString() : QStringLiteral("s"));
    return text;
}

} // namespace lockscope::test
