// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds a setting by the words around it: its label, its help, its choices and the page's title, as they are
// shown, so in any language. Made from the widgets that are there: nobody can forget to list one. Value and a
// widget; GUI thread.

#include <QWidget>

namespace lockscope
{

struct Setting {
    QString words{};
    QList<QWidget *> parts{}; // the label and the field, or what is both
    QWidget *field = nullptr; // null: a sentence
};

// All settings of a page, from the top.
QList<Setting> settingsOf(const QWidget &page);
// Whether each typed word is somewhere in these.
bool hasWords(const QString &typed, const QString &words, const QString &title);
// Those that have one of the words themselves, where all are there with the page's title.
QList<Setting> foundSettings(const QList<Setting> &settings, const QString &typed, const QString &title);

// Paints a mark behind what was found on a page. Owner: the page.
class SettingMarks final : public QWidget
{
    Q_OBJECT
public:
    explicit SettingMarks(QWidget *page);
    void mark(const QList<Setting> &settings);
    const QList<Setting> &marked() const { return m_marked; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QList<Setting> m_marked;
};

} // namespace lockscope
