// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A language nobody speaks, to see what is cut off: each text is a third longer, has accents and stands in
// brackets; what is still English was never given to tr(). What a text refers to stays: %1, %n, &, tags.

#include <QTranslator>

namespace lockscope::test
{

QString pseudo(const QString &text);

class PseudoLocale final : public QTranslator
{
public:
    using QTranslator::QTranslator;
    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *sourceText, const char *disambiguation,
                      int n) const override;
};

} // namespace lockscope::test
