// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/pageholder.h"

#include "ui/widgets/scrolled.h"

namespace lockscope
{

namespace
{

// A scroll area would make a page with wrapped texts as high as it likes to be, and scroll, where the page
// could do with less.
class PageHolder final : public QWidget
{
public:
    explicit PageHolder(QWidget *page) : m_page(page) { page->setParent(this); }
    QSize sizeHint() const override { return m_page->sizeHint(); }
    QSize minimumSizeHint() const override
    {
        const QSize hint = m_page->minimumSizeHint(), least = m_page->minimumSize(); // Set, or 0
        return {least.width() > 0 ? least.width() : hint.width(),
                least.height() > 0 ? least.height() : hint.height()};
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QWidget::resizeEvent(event);
        m_page->setGeometry(rect());
    }

private:
    QWidget *m_page;
};

// Its scroll bar must not widen the window.
class PageScroll final : public UpDownScroll
{
public:
    using UpDownScroll::UpDownScroll;
    QSize minimumSizeHint() const override
    {
        return {widget()->minimumSizeHint().width(), UpDownScroll::minimumSizeHint().height()};
    }
};

} // namespace

QWidget *scrollingPage(QWidget *page)
{
    return new PageScroll(new PageHolder(page));
}

} // namespace lockscope
