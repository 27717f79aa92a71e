// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a gallery wears: light or dark, a language. GUI thread, after QApplication.

#include "tests/gallery/pseudolocale.h"
#include "ui/theme/appearance.h"

#include <memory>

namespace lockscope::test
{

class Looks final
{
public:
    static QStringList languages(); // those of the program, and "pseudo"

    // Before the window is made that is to speak it. False: there is no such language.
    bool speak(const QString &language);
    void apply(Appearance appearance); // nothing where it is worn already: a change is work for every widget

private:
    ApplicationTheme m_theme{};
    std::unique_ptr<PseudoLocale> m_pseudo{};
};

} // namespace lockscope::test
