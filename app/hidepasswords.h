// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope
{

// The passwords in a URL must not stay in the process list: overwrites them where the system shows it.
void hidePasswords(int count, char **words);

} // namespace lockscope
