// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settingsearch.h"

#include "ui/text/mnemonic.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>

namespace lockscope
{

namespace
{

QStringList wordsOf(const QWidget &widget)
{
    QStringList words{widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()};
    if (const auto *combo = qobject_cast<const QComboBox *>(&widget)) {
        for (int i = 0; i < combo->count(); ++i)
            words << combo->itemText(i);
    }
    for (const QWidget *part : widget.findChildren<QWidget *>())
        words << part->toolTip();
    return words;
}

bool isForm(const QWidget &widget)
{
    return qobject_cast<const QPlainTextEdit *>(&widget) || qobject_cast<const QAbstractItemView *>(&widget);
}

bool isInside(const QWidget &widget, const QList<Setting> &settings)
{
    return std::any_of(settings.begin(), settings.end(), [&](const Setting &setting) {
        return std::any_of(setting.parts.begin(), setting.parts.end(), [&](const QWidget *part) {
            return part == &widget || part->isAncestorOf(&widget);
        });
    });
}

} // namespace

QList<Setting> settingsOf(const QWidget &page)
{
    QList<Setting> settings;
    const auto add = [&](const QStringList &words, const QList<QWidget *> &parts, QWidget *field) {
        settings.append({.words = withoutMnemonic(words.join(u'\n')), .parts = parts, .field = field});
    };
    const auto widgets = page.findChildren<QWidget *>();
    for (QWidget *widget : widgets) {
        if (auto *label = qobject_cast<QLabel *>(widget); label && label->buddy())
            add(QStringList{label->text(), label->toolTip()} + wordsOf(*label->buddy()),
                {label, label->buddy()}, label->buddy());
    }
    for (QWidget *widget : widgets) {
        if (isInside(*widget, settings))
            continue;
        if (auto *label = qobject_cast<QLabel *>(widget))
            add({label->text()}, {label}, nullptr);
        else if (auto *button = qobject_cast<QAbstractButton *>(widget); button && !button->text().isEmpty())
            add(QStringList{button->text()} + wordsOf(*button), {button}, button);
        else if (isForm(*widget) && !widget->accessibleName().isEmpty())
            add(wordsOf(*widget), {widget}, widget);
    }
    const auto top = [&page](const Setting &setting) {
        return setting.parts.front()->mapTo(&page, QPoint()).y();
    };
    std::stable_sort(settings.begin(), settings.end(),
                     [&](const Setting &a, const Setting &b) { return top(a) < top(b); });
    return settings;
}

bool hasWords(const QString &typed, const QString &words, const QString &title)
{
    const QStringList wanted = typed.split(u' ', Qt::SkipEmptyParts);
    return std::all_of(wanted.begin(), wanted.end(), [&](const QString &word) {
        return words.contains(word, Qt::CaseInsensitive) || title.contains(word, Qt::CaseInsensitive);
    });
}

QList<Setting> foundSettings(const QList<Setting> &settings, const QString &typed, const QString &title)
{
    QList<Setting> found;
    const QStringList wanted = typed.split(u' ', Qt::SkipEmptyParts);
    for (const Setting &setting : settings) {
        const bool hasOne = std::any_of(wanted.begin(), wanted.end(), [&](const QString &word) {
            return setting.words.contains(word, Qt::CaseInsensitive);
        });
        if (hasOne && hasWords(typed, setting.words, title))
            found << setting;
    }
    return found;
}

SettingMarks::SettingMarks(QWidget *page) : QWidget(page)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setGeometry(page->rect());
    lower();
    page->installEventFilter(this);
}

void SettingMarks::mark(const QList<Setting> &settings)
{
    m_marked = settings;
    update();
}

void SettingMarks::paintEvent(QPaintEvent *)
{
    const Theme theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(theme.flash);
    for (const Setting &setting : m_marked) {
        QRect around;
        for (const QWidget *part : setting.parts)
            around |= QRect(part->mapTo(parentWidget(), QPoint()), part->size());
        painter.drawRoundedRect(QRectF(around).adjusted(-4.5, -3.5, 4.5, 3.5), 4, 4);
    }
}

bool SettingMarks::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() &&
        (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

} // namespace lockscope
