// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/filteredit.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QStringListModel>

namespace lockscope
{
namespace
{

constexpr milliseconds VocabularyLife{3000};

bool isCompletionKey(const QKeyEvent &event)
{
    return event.key() == Qt::Key_Space && event.modifiers() == Qt::ControlModifier;
}

} // namespace

FilterEdit::FilterEdit(Vocabulary vocabulary, QWidget *parent, FilterUse use)
    : QLineEdit(parent), m_source(std::move(vocabulary)), m_use(use), m_choices(new QStringListModel(this)),
      m_completer(new QCompleter(m_choices, this))
{
    const bool isRecorded = use == FilterUse::Recording;
    setPlaceholderText(isRecorded ? tr("Filter: key or owner, kind:rlock, verdict>=warning, held>5m…")
                                  : tr("Filter: key or owner, kind:rlock, verdict>=warning, ttl<30s…"));
    setClearButtonEnabled(true);
    addAction(glyphIcon(Glyph::Search), QLineEdit::LeadingPosition);
    setAccessibleName(tr("Filter"));
    setToolTip(
        tr("Terms that must all match: %1. A minus in front negates a term. Ctrl+Space shows completions.")
            .arg(isRecorded ? QStringLiteral("owner: kind: verdict: node: key: ttl< held> waiters>")
                            : QStringLiteral("owner: client: kind: verdict: node: key: ttl< held> waiters> "
                                             "renewals> count>")));
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->popup()->setAccessibleName(tr("Filter completions"));
    m_completer->popup()->installEventFilter(this);
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this, &FilterEdit::take);
    connect(this, &QLineEdit::textChanged, this, &FilterEdit::read);
    connect(this, &QLineEdit::textEdited, this, [this] { offer(false); });
}

FilterEdit::~FilterEdit() = default;

void FilterEdit::read(const QString &text)
{
    const auto filter = LockFilter::parse(text, m_use);
    const QString problem = filter ? QString() : filter.failure().line();
    if (problem != m_problem) {
        m_problem = problem;
        emit problemChanged(problem);
    }
    if (filter)
        emit filterChanged(*filter);
}

const FilterVocabulary &FilterEdit::vocabulary()
{
    const Instant at = now();
    if (!m_vocabularyAt || millisecondsBetween(*m_vocabularyAt, at) > VocabularyLife) {
        m_vocabulary = m_source();
        m_vocabularyAt = at;
    }
    return m_vocabulary;
}

void FilterEdit::offer(bool always)
{
    m_completion = completeFilter(text(), cursorPosition(), vocabulary(), m_use);
    const bool nothingTyped = m_completion.length == 0 && !text().endsWith(u':') && !text().endsWith(u'>') &&
                              !text().endsWith(u'<') && !text().endsWith(u'=');
    if (m_completion.choices.isEmpty() || (nothingTyped && !always)) {
        m_completer->popup()->hide();
        return;
    }
    m_choices->setStringList(m_completion.choices);
    QRect place = cursorRect();
    place.setWidth(characters(*this, 34));
    m_completer->complete(place);
}

void FilterEdit::take(const QString &choice)
{
    const bool field =
        choice.endsWith(u':') || choice.endsWith(u'<') || choice.endsWith(u'>') || choice.endsWith(u'=');
    QString next = text();
    next.replace(m_completion.from, m_completion.length, field ? choice : choice + u' ');
    setText(next);
    setCursorPosition(int(m_completion.from + choice.size() + (field ? 0 : 1)));
    if (field) // Offer the values of the field at once
        QMetaObject::invokeMethod(
            this, [this] { offer(false); }, Qt::QueuedConnection);
}

// Ctrl+Space shows the completions, Escape closes them. A shortcut of the window with that key must not take
// it, whether the platform sends it to the field or to the popup.
bool FilterEdit::isOwnKey(const QEvent &event) const
{
    if (event.type() != QEvent::ShortcutOverride)
        return false;
    const auto &key = static_cast<const QKeyEvent &>(event);
    return isCompletionKey(key) || (key.key() == Qt::Key_Escape && m_completer->popup()->isVisible());
}

bool FilterEdit::event(QEvent *event)
{
    if (!isOwnKey(*event))
        return QLineEdit::event(event);
    event->accept();
    return true;
}

bool FilterEdit::eventFilter(QObject *watched, QEvent *event)
{
    if (!isOwnKey(*event))
        return QLineEdit::eventFilter(watched, event);
    event->accept();
    return true;
}

void FilterEdit::keyPressEvent(QKeyEvent *event)
{
    QAbstractItemView *popup = m_completer->popup();
    if (popup->isVisible() && (event->key() == Qt::Key_Enter || event->key() == Qt::Key_Return ||
                               event->key() == Qt::Key_Tab || event->key() == Qt::Key_Escape)) {
        event->ignore(); // Handled by the popup
        return;
    }
    if (isCompletionKey(*event))
        return offer(true);
    if (event->key() == Qt::Key_Down && !popup->isVisible())
        return emit listWanted();
    QLineEdit::keyPressEvent(event);
}

void FilterEdit::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason)
        m_completer->popup()->hide();
}

} // namespace lockscope
