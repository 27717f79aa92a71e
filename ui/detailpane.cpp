// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detailpane.h"

#include "ui/enginelink.h"
#include "ui/format.h"

#include <QLabel>
#include <QVBoxLayout>

namespace lockscope
{

struct DetailPane::Private {
    EngineLink &link;
    LockPtr lock{};
    QLabel *name = nullptr;
};

DetailPane::DetailPane(EngineLink &link, QWidget *parent)
    : QWidget(parent), d(std::make_unique<Private>(Private{.link = link}))
{
    auto *layout = new QVBoxLayout(this);
    d->name = new QLabel(this);
    d->name->setWordWrap(true);
    layout->addWidget(d->name);
    layout->addStretch();
    clear();
}

DetailPane::~DetailPane() = default;

void DetailPane::showLock(const LockPtr &lock)
{
    d->lock = lock;
    d->name->setText(text::key(lock->key));
}

void DetailPane::clear()
{
    d->lock.reset();
    d->name->setText(tr("Choose a lock to see who holds it and whether it is healthy."));
}

void DetailPane::applyDelta(const LockDelta &delta)
{
    if (!d->lock)
        return;
    for (const LockPtr &lock : delta.upserted) {
        if (lock->key == d->lock->key)
            return showLock(lock);
    }
}

void DetailPane::setReadOnly(bool) {}

LockName DetailPane::shownKey() const
{
    return d->lock ? d->lock->key : LockName{};
}

QSize DetailPane::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 58, 700};
}

} // namespace lockscope
