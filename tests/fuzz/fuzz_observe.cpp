// SPDX-License-Identifier: GPL-3.0-or-later
// observe.json.
#include "core/config/observestore.h"
#include "core/engine/filter/alertrule.h"
#include "tests/fuzz/target.h"

namespace fuzz_observe
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

void run(const QByteArray &input)
{
    const ObserveBook book = observeFromJson(input);
    demand(book.problems.isEmpty() || book.settings == ObserveSettings(), "a fault gives the defaults");
    if (!book.problems.isEmpty())
        return;
    for (const QString &alert : book.settings.alerts)
        demand(AlertRule::parse(alert).ok(), "alerts that are kept can be used");
    const ObserveBook again = observeFromJson(observeToJson(book.settings));
    demand(again.problems.isEmpty() && again.settings == book.settings,
           "settings are read as they were written");
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(observe);

} // namespace fuzz_observe
