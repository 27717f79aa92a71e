// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/helpwindow.h"

#include "ui/forms/dialogsize.h"
#include "ui/theme/icons.h"
#include "ui/theme/markdowntables.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope
{

// Loads the documents and completes what the Markdown reader leaves out: table borders, a background for
// code, and anchors for headings.
class HelpBrowser final : public QTextBrowser
{
public:
    HelpBrowser(const HelpDocs &docs, const QString &keyboard, QWidget *parent)
        : QTextBrowser(parent), m_docs(docs), m_keyboard(keyboard)
    {
        setOpenLinks(false);
        document()->setDocumentMargin(fontMetrics().height());
    }

    QVariant loadResource(int type, const QUrl &address) override
    {
        const auto name = m_docs.nameOf(address);
        if (type != QTextDocument::MarkdownResource || !name)
            return {};
        const QString language = QLocale().name();
        return *name == KeyboardDocument ? m_keyboard : m_docs.text(*name, language);
    }

    // alike: all tables share one column layout.
    void applyTheme(bool alike)
    {
        m_alike = alike;
        const Theme theme = Theme::of(palette());
        const QFont fixed = codeFont();
        for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
            QTextCursor cursor(block);
            QTextBlockFormat format = block.blockFormat();
            const bool isCode = format.hasProperty(QTextFormat::BlockCodeFence) ||
                                format.hasProperty(QTextFormat::BlockCodeLanguage);
            if (isCode) {
                format.setBackground(theme.barBackground);
                format.setLeftMargin(8);
                // A long command would make the whole page scroll sideways.
                format.setNonBreakableLines(false);
                cursor.setBlockFormat(format);
            } else if (!cursor.currentTable()) {
                format.setLineHeight(118, QTextBlockFormat::ProportionalHeight);
                if (format.headingLevel() > 0)
                    format.setTopMargin(fontMetrics().height() * (format.headingLevel() < 3 ? 1.1 : 0.7));
                cursor.setBlockFormat(format);
            }
        }
        dressLinks();
        for (QTextTable *table : borderTables(*document(), theme.grid)) {
            QTextTableFormat format = table->format();
            format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
            if (alike)
                format.setColumnWidthConstraints({QTextLength(QTextLength::PercentageLength, 30),
                                                  QTextLength(QTextLength::PercentageLength, 70)});
            table->setFormat(format);
            drawGrid(*table, theme.grid);
        }
    }

    void scrollTo(const QString &part)
    {
        for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
            if (block.blockFormat().headingLevel() == 0 || HelpDocs::slug(block.text()) != part)
                continue;
            const QRectF place = document()->documentLayout()->blockBoundingRect(block);
            return verticalScrollBar()->setValue(int(place.top()));
        }
    }

protected:
    // After its own palette has changed, which may be later than that of the window.
    void changeEvent(QEvent *event) override
    {
        QTextBrowser::changeEvent(event);
        if (event->type() == QEvent::PaletteChange && !source().isEmpty())
            applyTheme(m_alike);
    }

private:
    // The lines between cells do not have the brush of the table.
    static void drawGrid(QTextTable &table, const QColor &grid)
    {
        QTextCursor all(table.document());
        all.beginEditBlock();
        for (int row = 0; row < table.rows(); ++row) {
            for (int column = 0; column < table.columns(); ++column) {
                QTextTableCell cell = table.cellAt(row, column);
                QTextTableCellFormat format = cell.format().toTableCellFormat();
                format.setBorder(1);
                format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
                format.setBorderBrush(grid);
                cell.setFormat(format);
            }
        }
        all.endEditBlock();
    }

    // The Markdown reader gives links the link colour of the palette at load time.
    void dressLinks()
    {
        QList<std::pair<int, int>> links; // Collected first, because setting a format merges equal fragments
        for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
            for (auto part = block.begin(); !part.atEnd(); ++part) {
                const QTextFragment text = part.fragment();
                if (text.charFormat().isAnchor())
                    links.append({text.position(), text.position() + text.length()});
            }
        }
        QTextCharFormat format;
        format.setForeground(palette().link());
        for (const auto &[from, to] : std::as_const(links)) {
            QTextCursor cursor(document());
            cursor.setPosition(from);
            cursor.setPosition(to, QTextCursor::KeepAnchor);
            cursor.mergeCharFormat(format);
        }
    }

    const HelpDocs m_docs;
    QString m_keyboard;
    bool m_alike = false;
};

HelpWindow::HelpWindow(HelpDocs docs, const QString &keyboard, QWidget *parent)
    : QDialog(parent, Qt::Window), m_docs(std::move(docs)), m_documents(new QListWidget(this)),
      m_browser(new HelpBrowser(m_docs, keyboard, this)), m_find(new QLineEdit(this)),
      m_said(new QLabel(this)), m_back(make(tr("Back"), {QKeySequence::Back})),
      m_forward(make(tr("Forward"), {QKeySequence::Forward}))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Help"));
    m_documents->setAccessibleName(tr("Documents"));
    m_documents->setFixedWidth(characters(*this, 32));
    m_browser->setAccessibleName(tr("Document"));
    for (const QString &name : m_docs.names()) {
        auto *item = new QListWidgetItem(HelpDocs::title(name), m_documents);
        item->setData(Qt::UserRole, name);
    }
    auto *middle = new QHBoxLayout;
    middle->addWidget(m_documents);
    middle->addWidget(m_browser, 1);
    auto *column = new QVBoxLayout(this);
    column->addWidget(makeHead());
    column->addLayout(middle, 1);
    connect(m_documents, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem *item) {
        if (item && item->data(Qt::UserRole).toString() != m_shown)
            openDocument(item->data(Qt::UserRole).toString());
    });
    connect(m_browser, &QTextBrowser::anchorClicked, this, &HelpWindow::follow);
    connect(m_browser, &QTextBrowser::sourceChanged, this, &HelpWindow::showWhere);
    connect(m_browser, &QTextBrowser::backwardAvailable, m_back, &QAction::setEnabled);
    connect(m_browser, &QTextBrowser::forwardAvailable, m_forward, &QAction::setEnabled);
    connect(m_back, &QAction::triggered, m_browser, &QTextBrowser::backward);
    connect(m_forward, &QAction::triggered, m_browser, &QTextBrowser::forward);
    m_back->setEnabled(false);
    m_forward->setEnabled(false);
    openWith(*this, {characters(*this, 150), fontMetrics().height() * 40});
}

QTextBrowser *HelpWindow::browser() const
{
    return m_browser;
}

QAction *HelpWindow::make(const QString &text, const QList<QKeySequence> &keys)
{
    auto *action = new QAction(text, this);
    action->setShortcuts(keys);
    action->setToolTip(QStringLiteral("%1 (%2)").arg(text, keys.front().toString(QKeySequence::NativeText)));
    addAction(action);
    return action;
}

QWidget *HelpWindow::makeHead()
{
    auto *head = new QWidget(this);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    m_back->setIcon(glyphIcon(Glyph::Back));
    m_forward->setIcon(glyphIcon(Glyph::Forward));
    for (QAction *action : {m_back, m_forward}) {
        auto *button = new QToolButton(head);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
    }
    m_said->setTextFormat(Qt::PlainText);
    row->addSpacing(spacing(Spacing::Large));
    row->addWidget(m_said, 1);
    QAction *find = make(tr("Find in this document"), {QKeySequence::Find});
    connect(find, &QAction::triggered, this, [this] {
        m_find->setFocus(Qt::ShortcutFocusReason);
        m_find->selectAll();
    });
    connect(make(tr("Find next"), {QKeySequence(Qt::Key_F3)}), &QAction::triggered, this,
            [this] { findNext(false); });
    connect(make(tr("Find previous"), {QKeySequence(Qt::SHIFT | Qt::Key_F3)}), &QAction::triggered, this,
            [this] { findNext(true); });
    m_find->setPlaceholderText(tr("Find in this document"));
    m_find->setAccessibleName(find->text());
    m_find->setToolTip(find->toolTip());
    m_find->setClearButtonEnabled(true);
    m_find->addAction(glyphIcon(Glyph::Search), QLineEdit::LeadingPosition);
    m_find->setFixedWidth(characters(*this, 40));
    m_find->installEventFilter(this);
    row->addWidget(m_find);
    return head;
}

void HelpWindow::openDocument(const QString &document, const QString &part)
{
    const QString name = m_docs.names().contains(document) ? document : m_docs.names().constFirst();
    m_browser->setSource(HelpDocs::address(name, part), QTextDocument::MarkdownResource);
    if (part.isEmpty())
        return;
    m_browser->scrollTo(part);
    QMetaObject::invokeMethod( // A window that has just appeared is laid out later
        m_browser, [this, part] { m_browser->scrollTo(part); }, Qt::QueuedConnection);
}

int HelpWindow::position() const
{
    return m_browser->verticalScrollBar()->value();
}

void HelpWindow::setPosition(int position)
{
    m_browser->verticalScrollBar()->setValue(position);
}

QString HelpWindow::said() const
{
    return m_said->text();
}

void HelpWindow::follow(const QUrl &link)
{
    m_said->clear();
    const QUrl address = HelpDocs::address(m_shown).resolved(link);
    if (const auto name = m_docs.nameOf(address))
        return openDocument(*name, address.fragment(QUrl::FullyDecoded));
    if (address.scheme() == QLatin1String("http") || address.scheme() == QLatin1String("https"))
        QDesktopServices::openUrl(address);
    else
        m_said->setText(tr("%1 comes with the source and is not shown here").arg(link.path()));
}

// Selects the document in the list after links and Back.
void HelpWindow::showWhere(const QUrl &address)
{
    m_shown = m_docs.nameOf(address).value_or(QString());
    m_said->clear();
    m_browser->applyTheme(m_shown == KeyboardDocument);
    for (int row = 0; row < m_documents->count(); ++row) {
        if (m_documents->item(row)->data(Qt::UserRole).toString() == m_shown)
            m_documents->setCurrentRow(row);
    }
    setWindowTitle(tr("%1 — Help").arg(HelpDocs::title(m_shown)));
}

// Searches from the current position and wraps around.
void HelpWindow::findNext(bool backwards)
{
    const QString wanted = m_find->text();
    const auto flags = backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    m_said->clear();
    if (wanted.isEmpty() || m_browser->find(wanted, flags))
        return;
    const QTextCursor before = m_browser->textCursor();
    m_browser->moveCursor(backwards ? QTextCursor::End : QTextCursor::Start);
    if (m_browser->find(wanted, flags))
        return;
    m_browser->setTextCursor(before);
    m_said->setText(tr("\"%1\" is not in this document").arg(wanted));
}

bool HelpWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_find || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto *press = static_cast<QKeyEvent *>(event);
    if (press->key() == Qt::Key_Return || press->key() == Qt::Key_Enter) {
        findNext(press->modifiers().testFlag(Qt::ShiftModifier));
        return true;
    }
    if (press->key() == Qt::Key_Escape) { // The first Escape leaves the search, the next closes the window
        m_find->clear();
        m_browser->setFocus(Qt::ShortcutFocusReason);
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace lockscope
