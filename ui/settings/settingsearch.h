// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds a setting by its label, help, choices and page title, as shown, so in any language. Reads the texts
// of the widgets, so no setting can be missing. A value and a widget; GUI thread.

#include <QWidget>

namespace lockscope
{

struct Setting {
    QString words{};
    QList<QWidget *> parts{}; // The label and the field, or one widget for both
    QWidget *field = nullptr; // Null: a sentence
};

QList<Setting> settingsOf(const QWidget &page);
// Whether each typed word occurs in `words` or `title`.
bool hasWords(const QString &typed, const QString &words, const QString &title);
// The settings with at least one typed word, provided that each word occurs in the setting or the title.
QList<Setting> foundSettings(const QList<Setting> &settings, const QString &typed, const QString &title);

// Highlights the matching settings of a page. Owner: the page.
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
