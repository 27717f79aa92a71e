// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Borders of the tables that QTextDocument reads from Markdown without any. GUI thread.

#include <QColor>
#include <QList>

class QTextDocument;
class QTextTable;

namespace lockscope
{

// Returns the tables of the document.
QList<QTextTable *> borderTables(const QTextDocument &document, const QColor &border);

} // namespace lockscope
