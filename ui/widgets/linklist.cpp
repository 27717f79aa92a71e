// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/linklist.h"

#include "ui/text/format.h"

#include <QEvent>

namespace lockscope
{

namespace
{

constexpr qsizetype MostLines = 30;

} // namespace

LinkList::LinkList(QWidget *parent) : QLabel(parent)
{
    setWordWrap(true);
    setMinimumWidth(1); // The names may be long
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(this, &QLabel::linkActivated, this, [this](const QString &number) {
        const size_t at = number.toUInt();
        if (at < m_keys.size())
            emit lockWanted(LockName(m_keys[at]));
    });
}

void LinkList::show(const std::vector<LockName> &keys, const QStringList &notes)
{
    m_keys = keys;
    QStringList lines;
    for (const LockName &key : keys) {
        if (lines.size() == MostLines) {
            lines << tr("and %Ln more", nullptr, int(qsizetype(keys.size()) - MostLines));
            break;
        }
        const QString note = notes.value(lines.size());
        lines << QStringLiteral("<a href=\"%1\">%2</a>%3")
                     .arg(QString::number(lines.size()), text::key(key).toHtmlEscaped(),
                          note.isEmpty() ? QString() : u' ' + note.toHtmlEscaped());
    }
    if (const QString html = lines.join(QStringLiteral("<br>")); html != text())
        setText(html); // It would take the focus from a link
}

// Links keep the link colour of the palette at the time the text was set.
void LinkList::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || text().isEmpty())
        return;
    const QString same = text();
    clear();
    setText(same);
}

// Backwards, Qt finds the same link again, and the focus would never leave.
bool LinkList::focusNextPrevChild(bool next)
{
    return next ? QLabel::focusNextPrevChild(true) : QWidget::focusNextPrevChild(false);
}

} // namespace lockscope
