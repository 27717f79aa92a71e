// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/incidentpage.h"

#include "ui/theme/icons.h"
#include "ui/theme/markdowntables.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QImage>
#include <QListWidget>
#include <QPushButton>
#include <QTextBlock>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

bool isMarkdown(const QString &name)
{
    return name.endsWith(QLatin1String(".md"), Qt::CaseInsensitive);
}

// A page without images. By default, Qt would open any local file that an untrusted page names as an image.
class ClosedPage final : public QTextBrowser
{
public:
    explicit ClosedPage(QWidget *parent) : QTextBrowser(parent) { setOpenLinks(false); }
    QVariant loadResource(int type, const QUrl &) override
    {
        if (type != QTextDocument::ImageResource)
            return {};
        QImage nothing(1, 1, QImage::Format_ARGB32);
        nothing.fill(Qt::transparent);
        return nothing;
    }
};

} // namespace

IncidentPage::IncidentPage(QWidget *parent)
    : QWidget(parent), m_names(new QListWidget(this)), m_page(new ClosedPage(this)),
      m_save(new QPushButton(tr("Save &folder…"), this))
{
    m_names->setAccessibleName(tr("Files of the incident"));
    m_page->setAccessibleName(tr("Content"));
    m_page->document()->setDocumentMargin(fontMetrics().height());
    m_save->setIcon(glyphIcon(Glyph::Folder));
    m_save->setToolTip(tr("Save all files in a new folder"));
    m_save->setAutoDefault(false);
    auto *side = new QVBoxLayout;
    side->setSpacing(spacing(Spacing::Small));
    side->addWidget(m_names, 1);
    side->addWidget(m_save);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(margins(Spacing::Small));
    row->setSpacing(spacing(Spacing::Small));
    m_names->setFixedWidth(characters(*this, 28));
    row->addLayout(side);
    row->addWidget(m_page, 1);
    connect(m_names, &QListWidget::currentRowChanged, this, &IncidentPage::showFile);
    connect(m_save, &QPushButton::clicked, this, &IncidentPage::askWhere);
}

void IncidentPage::take(std::vector<AttachedFile> files)
{
    m_files = std::move(files);
    std::stable_partition(m_files.begin(), m_files.end(),
                          [](const AttachedFile &file) { return isMarkdown(file.name); });
    m_names->clear();
    for (const AttachedFile &file : m_files)
        m_names->addItem(file.name);
    if (!m_files.empty())
        m_names->setCurrentRow(0);
}

void IncidentPage::showFile(int row)
{
    if (row < 0 || size_t(row) >= m_files.size())
        return;
    const AttachedFile &file = m_files[size_t(row)];
    const QString text = QString::fromUtf8(file.bytes);
    if (isMarkdown(file.name)) {
        m_page->setFont(font());
        m_page->setLineWrapMode(QTextEdit::WidgetWidth);
        m_page->document()->setMarkdown(
            text, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                      QTextDocument::MarkdownNoHTML);
        applyTheme();
    } else {
        m_page->setFont(codeFont());
        m_page->setLineWrapMode(QTextEdit::NoWrap);
        m_page->setPlainText(text);
    }
    m_page->moveCursor(QTextCursor::Start);
}

// What the Markdown reader leaves out.
void IncidentPage::applyTheme()
{
    const Theme theme = Theme::of(palette());
    for (QTextBlock block = m_page->document()->begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        if (format.hasProperty(QTextFormat::BlockCodeFence)) {
            format.setBackground(theme.barBackground);
            format.setNonBreakableLines(false);
            cursor.setBlockFormat(format);
        }
    }
    borderTables(*m_page->document(), theme.grid);
}

void IncidentPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showFile(m_names->currentRow());
}

void IncidentPage::askWhere()
{
    auto *chooser = new QFileDialog(this, tr("Select folder for the incident"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    connect(chooser, &QFileDialog::fileSelected, this, &IncidentPage::save);
    chooser->open();
}

void IncidentPage::save(const QString &parent)
{
    const auto folder = saveAttached(m_files, parent, QStringLiteral("lockscope-incident"));
    if (folder)
        emit saved(*folder);
    else
        emit failed(folder.failure());
}

} // namespace lockscope
