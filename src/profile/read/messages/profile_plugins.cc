// Plugins and their advice, in a Process message.
#include "profile/format/fields.h"
#include "profile/format/tags.h"
#include "profile/read/messages/profile_builder.h"

namespace mpimon {

namespace {

// A process has few plugins, and each of them little advice; more is a damaged file.
constexpr size_t kMostPlugins = size_t{1} << 20U;
constexpr size_t kMostAdvice = 64;

}  // namespace

void ProfileBuilder::read_plugin(protozero::pbf_reader message) {
    Plugin plugin;
    const auto text = [&](size_t room) { return message.get_string().substr(0, room - 1); };
    size_t event = 0;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case delimited(field::Plugin::name):
                plugin.name = text(MPIMON_NAME);
                break;
            case delimited(field::Plugin::version):
                plugin.version = text(MPIMON_NAME);
                break;
            case delimited(field::Plugin::file):
                plugin.file = text(MPIMON_TEXT);
                break;
            case delimited(field::Plugin::reason):
                plugin.reason = text(MPIMON_TEXT);
                break;
            case varint(field::Plugin::state):
                plugin.state = message.get_uint32();
                break;
            case varint(field::Plugin::time_ns):
                plugin.time_ns = message.get_uint64();
                break;
            case delimited(field::Plugin::calls):
                for (const uint64_t calls : message.get_packed_uint64())
                    if (event < plugin.calls.size())
                        plugin.calls[event++] = calls;
                break;
            case delimited(field::Plugin::advice):
                if (plugin.advice.size() < kMostAdvice)
                    plugin.advice.push_back(text(MPIMON_ADVICE_TEXT));
                else
                    message.skip();
                break;
            default:
                message.skip();
        }
    }
    message_.plugins.push_back(std::move(plugin));
}

void ProfileBuilder::merge_plugins(uint32_t process, uint64_t offset) {
    size_t bad = 0;
    for (Plugin &plugin : message_.plugins) {
        if (plugin.state >= MPIMON_PLUGIN_STATES || profile_.plugins.size() == kMostPlugins) {
            ++bad;
            continue;
        }
        plugin.process = process;
        profile_.plugins.push_back(std::move(plugin));
    }
    diagnose_rank(offset, bad, "plugins");
}

}  // namespace mpimon
