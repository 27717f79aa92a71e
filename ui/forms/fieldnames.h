// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A label names its buddy to a screen reader, and leads to it by its letter. Where the buddy is a box around
// the field, the field had no name; and with a box as its proxy, Tab came back to it from the end of the form
// for ever, since the box was made after it. GUI thread.

#include "ui/text/mnemonic.h"

#include <QLabel>

#include <utility>

namespace lockscope
{

// Each label within has the field itself as its buddy, and gives it its words as a name unless it has one.
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
