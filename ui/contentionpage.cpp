// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contentionpage.h"

#include "core/engine/ownfile.h"
#include "ui/contentionplots.h"
#include "ui/contentiontable.h"
#include "ui/holdhistogram.h"
#include "ui/tallycurves.h"
#include "ui/timebar.h"

#include <QFileDialog>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

constexpr qint64 MostLocks = 50;

} // namespace

ContentionPage::ContentionPage(HistoryLink &link, TimeWindow &window, QWidget *parent)
    : QWidget(parent), m_window(window), m_feed(link, window), m_bar(new TimeBar(window, this)),
      m_plots(new ContentionPlots(window, this)), m_histogram(new HoldHistogram(this)),
      m_table(new ContentionTable(link, window, MostLocks, this)), m_export(new QPushButton(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_bar);
    auto *side = new QSplitter(Qt::Vertical, this);
    side->setChildrenCollapsible(false);
    side->addWidget(m_histogram);
    side->addWidget(m_table);
    side->setStretchFactor(0, 2);
    side->setStretchFactor(1, 3);
    auto *parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_plots);
    parts->addWidget(side);
    const int unit = fontMetrics().averageCharWidth();
    parts->setSizes({unit * 120, unit * 72});
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 0);
    column->addWidget(parts, 1);
    fillExport();
    connect(&m_feed, &TallyFeed::changed, this, [this] {
        m_plots->show(m_feed.tallies());
        showSums();
    });
    connect(&window, &TimeWindow::changed, this, &ContentionPage::showSums);
    connect(m_plots, &ContentionPlots::hovered, m_bar, &TimeBar::say);
    connect(m_table, &ContentionTable::lockWanted, this, &ContentionPage::lockWanted);
}

void ContentionPage::fillExport()
{
    m_export->setText(tr("Export…"));
    m_export->setToolTip(tr("Save what is shown as a file"));
    auto *menu = new QMenu(m_export);
    menu->addAction(tr("The plots as a picture (PNG)…"), this, [this] {
        ask(tr("Save the plots as a picture"), QStringLiteral("png"),
            [this](const QString &fileName) { return m_plots->savePng(fileName); });
    });
    menu->addAction(tr("The plots as a drawing (SVG)…"), this, [this] {
        ask(tr("Save the plots as a drawing"), QStringLiteral("svg"),
            [this](const QString &fileName) { return m_plots->saveSvg(fileName); });
    });
    menu->addAction(tr("The figures as a table (CSV)…"), this, [this] {
        ask(tr("Save the figures as a table"), QStringLiteral("csv"),
            [this](const QString &fileName) { return saveCsv(fileName); });
    });
    m_export->setMenu(menu);
    m_bar->add(m_export);
}

void ContentionPage::ask(const QString &title, const QString &suffix,
                         std::function<Done(const QString &)> save)
{
    auto *chooser = new QFileDialog(this, title);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(suffix);
    chooser->selectFile(QStringLiteral("lockscope-contention.") + suffix);
    connect(chooser, &QFileDialog::fileSelected, this,
            [this, save = std::move(save)](const QString &fileName) {
                if (const Done done = save(fileName); !done)
                    emit failed(done.failure());
            });
    chooser->open();
}

Done ContentionPage::saveCsv(const QString &fileName) const
{
    return writeOwnFile(fileName, curvesCsv(m_feed.tallies(), m_window.range()));
}

void ContentionPage::showSums()
{
    if (!isVisible())
        return;
    const Tally sum = sumOf(m_feed.tallies(), m_window.range());
    m_histogram->show(sum.holds, sum.sampled);
}

QSize ContentionPage::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 160, fontMetrics().height() * 22};
}

void ContentionPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_feed.setActive(true);
}

void ContentionPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_feed.setActive(false);
}

} // namespace lockscope
