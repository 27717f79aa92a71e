// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/jsonparts.h"

namespace lockscope
{

void writeTtl(JsonWriter &json, std::optional<milliseconds> ttl)
{
    json.name("ttl_ms");
    if (ttl)
        json.number(ttl->count());
    else
        json.null();
}

void writeTexts(JsonWriter &json, QByteArrayView name, const QStringList &texts)
{
    writeList(json, name, texts, [&](const QString &text) { json.text(text); });
}

void writeFailure(JsonWriter &json, const Failure &failure)
{
    json.name("error");
    json.beginObject();
    json.text("kind", QByteArrayView(errorKindName(failure.kind)));
    json.text("text", failure.text);
    if (!failure.remedy.isEmpty())
        json.text("remedy", failure.remedy);
    json.endObject();
}

} // namespace lockscope
