// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/releasejson.h"

#include "core/engine/blocking/releaseeffect.h"
#include "core/engine/blocking/releaseeffecttext.h"
#include "core/export/jsonparts.h"

#include <algorithm>

namespace lockscope
{

namespace
{

void writeTurn(JsonWriter &json, const Turn &turn)
{
    json.beginObject();
    json.bytes("owner", turn.waiter->id.bytes);
    json.text("mode", QByteArrayView(name(turn.waiter->mode)));
    if (turn.place > 0)
        json.number("place", turn.place);
    else
        json.boolean("passed_over", true);
    if (turn.waiter->alive)
        json.boolean("alive", *turn.waiter->alive);
    if (turn.wait)
        json.number("wait_ms", turn.wait->count());
    json.endObject();
}

// How long its waiters would wait without the release.
void writeHold(JsonWriter &json, const ReleaseEffect &effect)
{
    json.number("holds_seen", qint64(effect.holds.size()));
    if (const auto usual = usualHold(effect)) {
        json.number("usual_hold_ms", usual->count());
        json.number("shortest_hold_ms", effect.holds.front().count());
        json.number("longest_hold_ms", effect.holds.back().count());
    }
    if (const auto rest = restOfHold(effect, effect.at))
        json.number("rest_of_hold_ms", rest->count());
    if (effect.expiresAt)
        json.number("rest_at_most_ms",
                    std::max<qint64>(0, millisecondsBetween(effect.at, *effect.expiresAt).count()));
}

} // namespace

void writeEffect(JsonWriter &json, const ReleaseEffect &effect)
{
    json.name("effect");
    json.beginObject();
    json.text("goes_on", QByteArrayView(name(effect.goesOn)));
    json.text("next", QByteArrayView(name(effect.next)));
    if (effect.goesOn == GoesOn::Several)
        json.number("at_most", effect.several);
    json.number("remaining", effect.left);
    if (effect.leftByOne > 0)
        json.number("remaining_after_one", effect.leftByOne);
    if (effect.listening)
        json.number("listening", *effect.listening);
    if (effect.mayListenForAnother)
        json.boolean("may_listen_for_another", true);
    writeList(json, "queue", turnsOf(effect, effect.at), [&](const Turn &turn) { writeTurn(json, turn); });
    if (effect.queueIsCut || effect.queueIsUnread)
        json.boolean("queue_incomplete", true);
    if (effect.isOneHold)
        writeHold(json, effect);
    writeList(json, "stays_held", effect.others, [&](const OtherLock &other) {
        json.beginObject();
        json.bytes("key", other.key.bytes);
        json.text("because", QByteArrayView(name(other.kinship)));
        if (!other.learnt.isEmpty())
            json.text("known_from", other.learnt);
        json.endObject();
    });
    json.boolean("all_locks_read", effect.allAreRead);
    writeTexts(json, "text", releaseLines(effect, effect.at));
    json.endObject();
}

void writeNotices(JsonWriter &json, const std::vector<HolderNotice> &notices)
{
    writeList(json, "notices", notices, [&](const HolderNotice &notice) {
        json.beginObject();
        if (!notice.library.isEmpty())
            json.text("library", QByteArrayView(notice.library));
        if (!notice.releases.isEmpty())
            json.text("releases", QByteArrayView(notice.releases));
        if (!notice.because.isEmpty())
            json.text("because", notice.because);
        json.text("when", QByteArrayView(name(notice.when)));
        json.text("text", notice.text);
        json.endObject();
    });
}

} // namespace lockscope
