// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settingsdialog.h"

#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/settings/settingspages.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockscope
{

QStringList SettingsDialog::titles()
{
    return {tr("Appearance"),
            tr("Window"),
            ObserveForm::title(ObserveForm::VerdictsPage),
            ObserveForm::title(ObserveForm::AlertsPage),
            ObserveForm::title(ObserveForm::HistoryPage),
            ObserveForm::title(ObserveForm::OwnersPage)};
}

SettingsDialog::SettingsDialog(UiSettings &settings, ObserveStore store, QWidget *parent)
    : QDialog(parent), m_search(new QLineEdit(this)), m_pages(new QListWidget(this)),
      m_nothing(new QLabel(tr("No matching settings."), this)), m_stack(new QStackedWidget(this)),
      m_appearance(new AppearancePage(settings, this)), m_window(new WindowPage(settings, this)),
      m_observe(new ObserveForm(std::move(store), this)), m_problem(new Notice(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Settings"));
    m_search->setPlaceholderText(tr("Find a setting"));
    m_search->setAccessibleName(tr("Find a setting"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(glyphIcon(Glyph::Search), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    m_pages->setAccessibleName(tr("Settings pages"));
    m_problem->hide();
    m_nothing->setWordWrap(true);
    m_nothing->hide();
    addPages();
    auto *left = new QVBoxLayout;
    left->addWidget(m_search);
    left->addWidget(m_nothing);
    left->addWidget(m_pages, 1);
    auto *middle = new QHBoxLayout;
    middle->addLayout(left);
    middle->addWidget(m_stack, 1);
    auto *column = new QVBoxLayout(this);
    column->addLayout(middle, 1);
    column->addWidget(m_problem);
    column->addWidget(makeButtons());
    connect(m_search, &QLineEdit::textChanged, this, &SettingsDialog::find);
    connect(m_pages, &QListWidget::currentRowChanged, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_pages, &QListWidget::currentRowChanged, this, &SettingsDialog::check);
    connect(m_observe, &ObserveForm::changed, this, &SettingsDialog::check);
    m_pages->setFixedWidth(characters(*this, 30));
    m_search->setFixedWidth(m_pages->width());
    openWith(*this, {characters(*this, 120), fontMetrics().height() * 26});
    openPage(Appearances);
}

void SettingsDialog::addPages()
{
    m_pages->addItems(titles());
    for (QWidget *page :
         {static_cast<QWidget *>(m_appearance), static_cast<QWidget *>(m_window),
          m_observe->page(ObserveForm::VerdictsPage), m_observe->page(ObserveForm::AlertsPage),
          m_observe->page(ObserveForm::HistoryPage), m_observe->page(ObserveForm::OwnersPage)})
        addPage(page);
}

void SettingsDialog::addPage(QWidget *page)
{
    m_marks << new SettingMarks(page);
    auto *area = new QScrollArea(m_stack);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(page);
    m_stack->addWidget(area);
}

QWidget *SettingsDialog::makeButtons()
{
    auto *buttons = new ButtonBox(this);
    m_save = buttons->addButton(tr("&Save"), QDialogButtonBox::AcceptRole);
    m_close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    m_close->setAutoDefault(false);
    m_save->setAutoDefault(false);
    connect(m_save, &QPushButton::clicked, this, &SettingsDialog::save);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    return buttons;
}

void SettingsDialog::openPage(Page page)
{
    m_search->clear();
    m_pages->setCurrentRow(page);
}

SettingsDialog::Page SettingsDialog::page() const
{
    return Page(std::max(0, m_pages->currentRow()));
}

void SettingsDialog::find()
{
    const QString typed = m_search->text().simplified();
    int first = -1;
    for (int row = 0; row < Pages; ++row) {
        QListWidgetItem *item = m_pages->item(row);
        const QString title = titles().at(row);
        const QList<Setting> found = foundSettings(settingsOf(*m_marks[row]->parentWidget()), typed, title);
        m_marks[row]->mark(found);
        item->setHidden(!typed.isEmpty() && found.isEmpty() && !hasWords(typed, {}, title));
        item->setText(
            found.isEmpty()
                ? title
                : tr("%1 (%2)", "page, settings found there").arg(title, locale().toString(found.size())));
        if (first < 0 && !item->isHidden())
            first = row;
    }
    m_stack->setEnabled(first >= 0);
    m_nothing->setVisible(first < 0);
    if (first >= 0 && m_pages->item(page())->isHidden())
        m_pages->setCurrentRow(first);
}

void SettingsDialog::goToFound()
{
    for (const Setting &setting : m_marks[page()]->marked()) {
        if (setting.field && setting.field->isEnabled())
            return setting.field->setFocus(Qt::ShortcutFocusReason);
    }
    m_pages->setFocus(Qt::ShortcutFocusReason);
}

// Save is shown only when there is something to save. The first pages save nothing: their changes apply at
// once.
void SettingsDialog::check()
{
    const auto present = m_observe->settings();
    const bool changed = m_observe->isChanged();
    m_save->setVisible(changed || page() >= Verdicts);
    m_save->setText(page() >= Verdicts ? tr("&Save") : tr("&Save other pages"));
    m_save->setEnabled(present.ok());
    m_save->setDefault(m_save->isVisibleTo(this));
    m_close->setText(changed ? tr("Cancel") : tr("Close"));
    m_appearance->allowRestart(!changed);
    m_problem->setVisible(!present.ok());
    if (!present)
        m_problem->tell(VerdictLevel::Warning, present.failure().text, {}, present.failure().remedy);
}

// QDialogButtonBox shows all its buttons again after a change of style.
void SettingsDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &SettingsDialog::check, Qt::QueuedConnection);
}

void SettingsDialog::save()
{
    m_save->setFocus(); // Commits a cell that is being edited
    if (!m_observe->settings())
        return;
    const auto written = m_observe->save();
    if (!written) {
        m_problem->tell(VerdictLevel::Critical, written.failure().text, {}, written.failure().remedy);
        m_problem->show();
        return;
    }
    emit saved(*written);
    accept();
}

// In the search field, the arrow keys select a page, Escape clears the text before it closes the dialog, and
// Enter never saves.
bool SettingsDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key == Qt::Key_Up || key == Qt::Key_Down)
        return QCoreApplication::sendEvent(m_pages, event);
    if (key == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
        return true;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        goToFound();
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace lockscope
