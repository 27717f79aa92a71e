// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/contentionscope.h"

#include "ui/plots/tallycurves.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QActionGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <numeric>

namespace lockscope
{

namespace
{

constexpr size_t WaitersSeries = 2; // In curvePanels()
constexpr size_t WaitSeries = 5;
constexpr const char *SeriesNames[] = {"held", "changes", "waiters", "hold-times", "renewals", "wait"};
constexpr const char *ViewNames[] = {"each-lock", "all-together"};

std::vector<size_t> allSeries()
{
    std::vector<size_t> all(curvePanels().size());
    std::iota(all.begin(), all.end(), size_t(0));
    return all;
}

QString namesOf(const std::vector<size_t> &series)
{
    QStringList names;
    for (const size_t one : series)
        names << QLatin1String(SeriesNames[one]);
    return names.join(u',');
}

std::vector<size_t> seriesOf(const QString &names)
{
    const QStringList all = names.split(u',');
    std::vector<size_t> series;
    for (size_t one = 0; one < std::size(SeriesNames); ++one) {
        if (all.contains(QLatin1String(SeriesNames[one])))
            series.push_back(one);
    }
    return series;
}

} // namespace

ContentionScope::ContentionScope(QWidget *parent)
    : QWidget(parent), m_views(new QComboBox(this)), m_series(new QPushButton(this)),
      m_back(new QToolButton(this)), m_menu(new QMenu(m_series)),
      m_actions(new QActionGroup(this)), m_apart{WaitersSeries}, m_together(allSeries())
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(spacing(Spacing::Small));
    for (QWidget *part : std::initializer_list<QWidget *>{m_back, m_views, m_series})
        row->addWidget(part);
    m_views->addItem(tr("Most contended locks"), EachLock);
    m_views->addItem(tr("All locks together"), AllTogether);
    m_views->setAccessibleName(tr("Locks with a plot"));
    m_views->setToolTip(tr("Locks with a plot. Select locks in the table to plot only these."));
    m_views->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_back->setIcon(glyphIcon(Glyph::Back));
    m_back->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_back->setFocusPolicy(Qt::StrongFocus);
    m_back->setText(tr("All locks"));
    m_back->hide();
    makeMenu();
    connect(m_back, &QToolButton::clicked, this, &ContentionScope::backWanted);
    connect(m_views, &QComboBox::currentIndexChanged, this, [this] {
        tick();
        emit changed();
    });
    tick();
}

void ContentionScope::makeMenu()
{
    for (size_t one = 0; one < curvePanels().size(); ++one) {
        QAction *action = m_menu->addAction(panelTitle(one));
        action->setCheckable(true);
        action->setToolTip(curveHelp(curvePanels()[one].front()));
        m_actions->addAction(action);
    }
    m_menu->setToolTipsVisible(true);
    m_series->setMenu(m_menu);
    connect(m_actions, &QActionGroup::triggered, this, &ContentionScope::take);
}

// Shows the selected figures of the present view.
void ContentionScope::tick()
{
    const std::vector<size_t> series = this->series();
    m_actions->setExclusionPolicy(QActionGroup::ExclusionPolicy::None);
    for (size_t one = 0; one < curvePanels().size(); ++one)
        m_actions->actions()[qsizetype(one)]->setChecked(std::ranges::find(series, one) != series.end());
    QAction *wait = m_actions->actions()[qsizetype(WaitSeries)];
    wait->setEnabled(!isOfSum());
    wait->setToolTip(isOfSum() ? tr("Estimated for single locks only. Select locks in the table")
                               : curveHelp(Curve::WaitEstimate));
    m_actions->setExclusionPolicy(isApart() ? QActionGroup::ExclusionPolicy::Exclusive
                                            : QActionGroup::ExclusionPolicy::None);
    const bool all = series.size() == curvePanels().size() - (isOfSum() ? 1 : 0);
    m_series->setText(all                  ? tr("All figures")
                      : series.size() == 1 ? panelTitle(series.front())
                                           : tr("%Ln figure(s)", nullptr, int(series.size())));
    m_series->setAccessibleName(tr("Figures: %1").arg(m_series->text()));
    m_series->setToolTip(isApart() ? tr("The figure that is plotted of each lock")
                                   : tr("The figures that are plotted"));
    const QString lock =
        m_locks.size() == 1 ? text::key(m_locks.front()) : tr("%Ln lock(s)", nullptr, int(m_locks.size()));
    m_back->setVisible(!m_locks.empty());
    m_back->setToolTip(tr("Showing only %1. Back to all locks: Escape").arg(lock));
    m_back->setAccessibleDescription(m_back->toolTip());
    m_views->setVisible(m_locks.empty());
}

void ContentionScope::take(const QAction *action)
{
    std::vector<size_t> series;
    if (isApart())
        series.push_back(size_t(m_actions->actions().indexOf(action)));
    for (size_t one = 0; !isApart() && one < curvePanels().size(); ++one) {
        if (m_actions->actions()[qsizetype(one)]->isChecked())
            series.push_back(one);
    }
    if (!series.empty() && isOfSum() && std::ranges::find(m_together, WaitSeries) != m_together.end())
        series.push_back(WaitSeries); // Shown again once locks are selected
    if (!series.empty())              // The last one stays
        selected() = series;
    tick();
    emit changed();
}

ContentionScope::View ContentionScope::view() const
{
    return View(m_views->currentData().toInt());
}

void ContentionScope::setView(View view)
{
    m_views->setCurrentIndex(m_views->findData(view));
}

void ContentionScope::showLocks(const std::vector<LockName> &locks)
{
    m_locks = locks;
    tick();
}

bool ContentionScope::isApart() const
{
    return m_locks.size() > 1 || (m_locks.empty() && view() == EachLock);
}

bool ContentionScope::isOfSum() const
{
    return m_locks.empty() && !isApart();
}

std::vector<size_t> ContentionScope::series() const
{
    std::vector<size_t> series = isApart() ? m_apart : m_together;
    if (!isOfSum())
        return series;
    std::erase(series, WaitSeries); // See Tally::waitEstimate()
    if (series.empty()) {
        series = allSeries();
        std::erase(series, WaitSeries);
    }
    return series;
}

void ContentionScope::setSeries(const std::vector<size_t> &series)
{
    selected() = series;
    tick();
    emit changed();
}

QString ContentionScope::saved() const
{
    return QStringList{QLatin1String(ViewNames[view()]), namesOf(m_apart), namesOf(m_together)}.join(u';');
}

void ContentionScope::restore(const QString &saved)
{
    const QStringList parts = saved.split(u';');
    const std::vector<size_t> apart = seriesOf(parts.value(1));
    const std::vector<size_t> together = seriesOf(parts.value(2));
    m_apart = apart.size() == 1 ? apart : std::vector<size_t>{WaitersSeries};
    m_together = together.empty() ? allSeries() : together;
    {
        const QSignalBlocker quiet(m_views);
        setView(parts.value(0) == QLatin1String(ViewNames[AllTogether]) ? AllTogether : EachLock);
    }
    tick();
    emit changed();
}

} // namespace lockscope
