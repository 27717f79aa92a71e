// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/auditbar.h"

#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

QList<QByteArray> selected(const QMenu *menu)
{
    QList<QByteArray> words;
    for (const QAction *action : menu->actions()) {
        if (action->isChecked())
            words << action->data().toByteArray();
    }
    return words;
}

QPushButton *buttonOf(const QMenu *menu)
{
    return qobject_cast<QPushButton *>(menu->parentWidget());
}

} // namespace

AuditBar::AuditBar(QWidget *parent)
    : QWidget(parent), m_row(new QHBoxLayout(this)), m_search(new QLineEdit(this)), m_acts(nullptr),
      m_results(nullptr), m_times(new QComboBox(this)), m_count(new QLabel(this))
{
    m_row->setContentsMargins(margins(Spacing::Small, Spacing::Tight));
    m_search->setPlaceholderText(tr("Search lock, owner, reason, user…"));
    m_search->setAccessibleName(tr("Search the audit log"));
    m_search->setToolTip(tr("Searches lock, kind, owners, reason, user, host, profile, node, action and "
                            "result, as lockscope-cli audit --find does"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(glyphIcon(Glyph::Search), QLineEdit::LeadingPosition);
    m_search->setMinimumWidth(characters(*this, 24));
    m_search->setMaximumWidth(characters(*this, 60));
    m_row->addWidget(m_search, 2);
    m_acts = makeMenu(tr("Actions"));
    for (const ActKind act : AllActKinds)
        addChoice(m_acts, text::act(act), name(act));
    m_results = makeMenu(tr("Results"));
    for (const ActResult result : AllActResults)
        addChoice(m_results, text::actResult(result), name(result));
    const std::pair<QString, milliseconds> times[]{{tr("Any time"), 0ms},
                                                   {tr("Last hour"), 1h},
                                                   {tr("Last 24 hours"), 24h},
                                                   {tr("Last 7 days"), 7 * 24h},
                                                   {tr("Last 30 days"), 30 * 24h}};
    for (const auto &[title, span] : times)
        m_times->addItem(title, qint64(span.count()));
    m_times->setAccessibleName(tr("Time of the action"));
    m_row->addWidget(m_times);
    m_row->addStretch(1);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_row->addWidget(m_count);
    describe(m_acts);
    describe(m_results);
    connect(m_search, &QLineEdit::textChanged, this, &AuditBar::changed);
    connect(m_times, &QComboBox::currentIndexChanged, this, &AuditBar::changed);
}

QMenu *AuditBar::makeMenu(const QString &name)
{
    auto *button = new QPushButton(this);
    button->setAutoDefault(false);
    auto *menu = new QMenu(button);
    menu->setTitle(name);
    button->setMenu(menu);
    m_row->addWidget(button);
    return menu;
}

void AuditBar::addChoice(QMenu *menu, const QString &text, const char *word)
{
    QAction *action = menu->addAction(text);
    action->setCheckable(true);
    action->setData(QByteArray(word));
    connect(action, &QAction::toggled, this, [this, menu] {
        describe(menu);
        emit changed();
    });
}

// The button shows the selection; for many, their number.
void AuditBar::describe(QMenu *menu)
{
    constexpr int MostNamed = 2;
    QStringList names;
    for (const QAction *action : menu->actions()) {
        if (action->isChecked())
            names << action->text();
    }
    const QString what = names.size() <= MostNamed ? text::names(names) : text::number(names.size());
    const QString all = menu == m_acts ? tr("All actions") : tr("All results");
    QPushButton *button = buttonOf(menu);
    button->setText(names.isEmpty() ? all : tr("%1: %2", "acts or results: which").arg(menu->title(), what));
    button->setAccessibleName(button->text());
    button->setToolTip(names.isEmpty() ? tr("Select which to show") : text::names(names));
}

AuditQuery AuditBar::query(WallTime now) const
{
    AuditQuery query{.text = m_search->text(),
                     .acts = selected(m_acts),
                     .results = selected(m_results),
                     .withValues = false};
    if (const qint64 span = m_times->currentData().toLongLong(); span > 0)
        query.from = now - milliseconds(span);
    return query;
}

bool AuditBar::isFiltering() const
{
    return !m_search->text().isEmpty() || m_times->currentIndex() > 0 || !selected(m_acts).isEmpty() ||
           !selected(m_results).isEmpty();
}

void AuditBar::clear()
{
    {
        const QSignalBlocker quiet(this);
        m_search->clear();
        m_times->setCurrentIndex(0);
        for (const QMenu *menu : {m_acts, m_results}) {
            for (QAction *action : menu->actions())
                action->setChecked(false);
        }
    }
    emit changed();
}

void AuditBar::setCount(const QString &count)
{
    m_count->setText(count);
}

QString AuditBar::count() const
{
    return m_count->text();
}

void AuditBar::add(QWidget *widget)
{
    m_row->addWidget(widget);
}

} // namespace lockscope
