// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The filter field: completes fields and values, and emits the filter after each keystroke. While the text is
// invalid, the last valid filter stays and problem() says what is wrong. GUI thread.

#include "core/engine/filter/filtercompletion.h"
#include "core/engine/filter/lockfilter.h"

#include <QLineEdit>

#include <functional>

class QCompleter;
class QStringListModel;

namespace lockscope
{

class FilterEdit final : public QLineEdit
{
    Q_OBJECT
public:
    using Vocabulary = std::function<FilterVocabulary()>;
    explicit FilterEdit(Vocabulary vocabulary, QWidget *parent = nullptr, FilterUse use = FilterUse::Search);
    ~FilterEdit() override;

    const QString &problem() const { return m_problem; }
    QCompleter *completer() const { return m_completer; }

signals:
    void filterChanged(const lockscope::LockFilter &filter);
    void problemChanged(const QString &problem); // Empty: the text is valid
    void listWanted();                           // Down was pressed

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    bool isOwnKey(const QEvent &event) const;
    void read(const QString &text);
    void offer(bool always);
    void take(const QString &choice);
    const FilterVocabulary &vocabulary();

    Vocabulary m_source;
    FilterUse m_use;
    FilterVocabulary m_vocabulary;
    std::optional<Instant> m_vocabularyAt;
    QStringListModel *m_choices;
    QCompleter *m_completer;
    FilterCompletion m_completion;
    QString m_problem;
};

} // namespace lockscope
