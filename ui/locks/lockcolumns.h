// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which columns the list has, and their widths: as wide as what they show, or as the user made them. Without
// room they give in a fixed order, the name and the verdict last. Extra width goes first to what may be shown
// soon and to whole owners, so that no column moves when it is, then to the name. What comes later gets what
// the name has left over: then a column grows once, and none but that of the name becomes narrower until the
// user or the width of the list changes. Only for a name or a verdict that is cut, the TTL and the owner give
// what they have beyond their own text; if that is not enough for a verdict, all columns are fitted anew.
// What verdicts have not needed for a while goes back to names that are cut. Owner: LockView; GUI thread.

#include "ui/locks/model/arrangement.h"

#include <QByteArray>

#include <array>
#include <functional>

class QHeaderView;
class QModelIndex;
class QPoint;
class QStyleOptionViewItem;

namespace lockscope
{

class LockDelegate;

class LockColumns
{
public:
    using Widths = std::array<int, LockColumnCount>;
    struct Needs { // Of rows
        Widths content{};
        int wholeOwner = 0;
        int leastOwner = 0; // With the nodes that an owner without a majority is on
        void add(const LockDelegate &delegate, const QStyleOptionViewItem &option, const QModelIndex &row,
                 int indent);
    };

    explicit LockColumns(QHeaderView &header) : m_header(header) {}

    void setUp();                                // Also for another font
    void fit(int room);                          // Sets the widths of all columns
    void grow();                                 // Widens columns to what widen() has noted since
    void apply();                                // Once more, after the header has made its sections anew
    bool isFitting() const { return m_fitting; } // Widths change, but not by the user
    // While the model has a new layout, for which the header makes its sections anew.
    void setFitting(bool fitting) { m_fitting = fitting; }
    void take(int column, int width); // From the user
    bool widen(const Needs &needs);   // False: all of it has room already
    // What verdicts have not needed for a while: true if a name or a kind is cut that can have it now.
    bool giveBack(const Needs &needs);
    bool cutsVerdict(const Needs &needs) const;
    int wholeOwner() const { return m_roomy[size_t(LockColumn::Owner)]; } // The widest one seen
    void forgetContent();

    void setShown(int column, bool shown);
    void choose(const QPoint &at,
                const std::function<void()> &changed); // By a menu, in the header at this point
    // With the widths of the user, not those squeezed by a narrow window.
    QByteArray saved() const;
    bool restore(const QByteArray &state);

private:
    // A column that gives, and down to which width.
    struct Giving {
        int column = 0;
        int width = 0;
        bool keepsContent = false;
        bool keepsNodes = false;
    };

    int wanted(int column) const;
    int missing(const Widths &widths) const; // Negative: left over
    bool isOurs(int column) const;           // Shown, and not as wide as the user made it
    void growInPlace();
    void yieldToVerdict(Widths &widths) const;
    void takeBack(Widths &widths) const;
    void squeeze(Widths &widths, int missing) const;
    void stretch(Widths &widths, int spare) const;

    QHeaderView &m_header;
    int m_longName = 0;            // A name that few are longer than
    int m_mark = 0;                // The arrow of the sorted column
    Widths m_titles{};             // Without that arrow
    Widths m_usual{};              // For typical texts
    std::vector<Giving> m_steps{}; // In this order, until there is room
    Widths m_content{};            // Of the widest text seen, with its header
    Widths m_seen{};               // The same, without typical texts
    Widths m_roomy{};              // That some columns get where there is room
    int m_leastOwner = 0;          // See Needs
    int m_spareMeasures = 0;       // With less of the verdicts than m_seen, one after the other
    int m_lately = 0;              // The most that the verdicts needed in them
    Widths m_theirs{};             // 0: not set by the user
    Widths m_widths{};             // As they are
    int m_room = 0;
    bool m_fitting = false;
};

} // namespace lockscope
