// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a person would find wrong with a window as it stands on the screen: a sentence each; none: nothing.
// Pure looks; GUI thread.

#include <QStringList>
#include <QWidget>

namespace lockscope::test
{

// Class, name and text: enough to find it in the sources.
QString describe(const QWidget &widget);

// All that can be seen of it, itself included.
QList<QWidget *> shownIn(QWidget &window);

// Texts that do not fit and are whole nowhere else; parts that overlap or stick out; a scroll bar from left
// to right; a window that is larger than room.
QStringList cutOffs(QWidget &window, QSize room);

// Painted by hand: without words of their own, nobody who cannot see knows what they show. By name, so that a
// walk through all views tells those that it never met.
const QStringList &pictureClasses();

// What a screen reader cannot tell: a part to use, or a picture, without a name or without what it shows.
QStringList unnamed(QWidget &window);

} // namespace lockscope::test
