// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A label names its buddy for screen readers, and its mnemonic focuses the buddy. If the buddy is a box
// around the field, the field has no name; and a box with a focus proxy, created after its field, makes Tab
// return to that field forever. GUI thread.

#include "ui/text/mnemonic.h"

#include <QLabel>

#include <utility>

namespace lockscope
{

// Makes the field itself the buddy of each label and, if it has none, gives it an accessible name.
inline void nameFields(const QWidget &form)
{
    for (QLabel *label : form.findChildren<QLabel *>()) {
        QWidget *field = label->buddy();
        while (field && field->focusProxy()) {
            QWidget *box = std::exchange(field, field->focusProxy());
            if (box->metaObject() == &QWidget::staticMetaObject)
                box->setFocusProxy(nullptr);
        }
        if (!field)
            continue;
        label->setBuddy(field);
        if (field->accessibleName().isEmpty())
            field->setAccessibleName(withoutMnemonic(label->text()));
    }
}

} // namespace lockscope
