// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settingspages.h"

#include "ui/theme/language.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

QLabel *sentence(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setWordWrap(true);
    return label;
}

void choose(QComboBox *box, const QVariant &value)
{
    box->setCurrentIndex(std::max(0, box->findData(value)));
}

bool isForTheNextStart(const QString &language)
{
    return languageFor(language) != runningLanguage();
}

} // namespace

AppearancePage::AppearancePage(UiSettings &settings, QWidget *parent)
    : QWidget(parent), m_settings(settings), m_theme(new QComboBox(this)), m_language(new QComboBox(this)),
      m_textSize(new QComboBox(this)), m_later(new Notice(this)),
      m_restart(new QPushButton(tr("&Restart now"), m_later))
{
    fillThemes();
    fillLanguages();
    fillTextSizes();
    m_restart->setAutoDefault(false);
    m_later->tell(VerdictLevel::Info, tr("The language changes after a restart."));
    auto *row = new QWidget(m_later);
    auto *buttons = new QHBoxLayout(row);
    buttons->setContentsMargins(0, spacing(Spacing::Small), 0, 0);
    buttons->addWidget(m_restart);
    buttons->addStretch();
    m_later->addWidget(row);
    // It may have been chosen before this dialog was opened.
    m_later->setVisible(!settings.language().isEmpty() && isForTheNextStart(settings.language()));
    auto *form = new QFormLayout(this);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    form->addRow(sentence(tr("Changes on this page apply at once, except the language."), this));
    form->addRow(tr("&Theme"), m_theme);
    form->addRow(tr("&Language"), m_language);
    form->addRow(m_later);
    form->addRow(tr("Te&xt size"), m_textSize);
    // Scrolling over the page must not change a setting that applies at once.
    for (QComboBox *box : {m_theme, m_language, m_textSize}) {
        box->setFocusPolicy(Qt::StrongFocus);
        box->installEventFilter(this);
    }
    connect(m_restart, &QPushButton::clicked, this, &AppearancePage::restartWanted);
}

void AppearancePage::fillThemes()
{
    m_theme->addItem(tr("Follow system"), int(Appearance::System));
    m_theme->addItem(tr("Light"), int(Appearance::Light));
    m_theme->addItem(tr("Dark"), int(Appearance::Dark));
    m_theme->setToolTip(tr("Light or dark colours; the system may switch by day and night"));
    showAppearance(m_settings.appearance());
    connect(m_theme, &QComboBox::activated, this,
            [this] { emit appearanceChosen(Appearance(m_theme->currentData().toInt())); });
}

// Each in its own language, so that every user finds theirs.
void AppearancePage::fillLanguages()
{
    m_language->addItem(tr("Follow system"), QString());
    for (const QString &language : languages())
        m_language->addItem(languageName(language), language);
    m_language->setToolTip(tr("Language of the window and its help; lockscope-cli uses English"));
    choose(m_language, m_settings.language());
    connect(m_language, &QComboBox::activated, this, &AppearancePage::chooseLanguage);
}

void AppearancePage::fillTextSizes()
{
    for (const int percent : UiSettings::textSizes())
        m_textSize->addItem(locale().toString(percent) + locale().percent(), percent);
    m_textSize->setToolTip(tr("Relative to the system font; rows and panels grow with it"));
    choose(m_textSize, m_settings.textSize());
    connect(m_textSize, &QComboBox::activated, this, [this] {
        const int percent = m_textSize->currentData().toInt();
        m_settings.setTextSize(percent);
        emit textSizeChosen(percent);
    });
}

void AppearancePage::showAppearance(Appearance appearance)
{
    choose(m_theme, int(appearance));
}

void AppearancePage::chooseLanguage()
{
    m_settings.setLanguage(m_language->currentData().toString());
    m_later->setVisible(isForTheNextStart(m_settings.language()));
}

void AppearancePage::allowRestart(bool allowed)
{
    m_restart->setEnabled(allowed);
    m_restart->setToolTip(allowed ? QString() : tr("Save the changes on the other pages first"));
}

bool AppearancePage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Wheel && !static_cast<QWidget *>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

WindowPage::WindowPage(UiSettings &settings, QWidget *parent)
    : QWidget(parent), m_settings(settings), m_tray(new QCheckBox(tr("Show a tray &icon"), this)),
      m_notifications(new QCheckBox(tr("Show alerts as desktop &notifications"), this)),
      m_reset(new QPushButton(tr("Reset &layout"), this))
{
    m_tray->setChecked(settings.trayIcon());
    m_tray->setToolTip(
        tr("Shows the worst verdict of all locks, and brings the window back, if the desktop has a tray"));
    m_notifications->setChecked(settings.notifications());
    m_notifications->setToolTip(tr("If off, only the status bar shows them. They are always in alerts.log"));
    m_reset->setToolTip(tr("Panels and columns as at the first start"));
    m_reset->setAutoDefault(false);
    auto *column = new QVBoxLayout(this);
    column->addWidget(sentence(tr("Changes on this page apply at once."), this));
    column->addWidget(m_tray);
    column->addWidget(m_notifications);
    column->addSpacing(fontMetrics().height());
    column->addWidget(sentence(tr("The window opens as you left it: size, panels, columns, grouping and "
                                  "selected connection. Each connection keeps its filter."),
                               this));
    column->addWidget(m_reset, 0, Qt::AlignLeft);
    column->addStretch();
    connect(m_tray, &QCheckBox::toggled, this, [this](bool shown) {
        m_settings.setTrayIcon(shown);
        emit trayChosen(shown);
    });
    connect(m_notifications, &QCheckBox::toggled, this, [this](bool shown) {
        m_settings.setNotifications(shown);
        emit notificationsChosen(shown);
    });
    connect(m_reset, &QPushButton::clicked, this, &WindowPage::resetWanted);
}

} // namespace lockscope
