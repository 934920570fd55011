// Ten thousand tuning files of both levels, each changed by chance in its structure: keys, values, nesting, numbers,
// members that are there twice, or cut. None ends the check, and what is sound for one series is translated to a sound
// file, or it is said why not.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "analysis/tuning/check.h"
#include "analysis/tuning/translate.h"
#include "analysis/tuning/tuned_files.h"
#include "tuning_files.h"

namespace mpimon::test {

namespace {

using namespace tuning;  // NOLINT: all of it is under test

constexpr int kFiles = 10000;

// With a composition for every collective that has some.
Json file_of_level(Level level, Series series) {
    if (level == Level::kMpir)
        return complete_file(series);
    Files files = {complete_file(series), Json::object()};
    const std::vector<Candidate> known = candidates(series);
    std::vector<Choosing> choices;
    for (const Candidate &candidate : known)
        if (candidate.level == Level::kCh4)
            choices.push_back({{candidate.collective, 4, kAnyBin, Spread::kUnknown}, candidate.name});
    return with_choices(files, choices, known, series).ch4;
}

void add_objects(Json &json, std::vector<Json *> &objects) {
    if (!json.is_object() || json.empty())
        return;
    objects.push_back(&json);
    for (auto &[key, below] : json.items())
        add_objects(below, objects);
}

class Changes {
  public:
    explicit Changes(unsigned seed) : random_(seed) {}

    std::string changed(Json file) {
        const size_t changes = 1 + below(3);
        const size_t kind = below(10);
        if (kind > 1)
            for (size_t i = 0; i < changes; ++i)
                change(file);
        std::string text = file.dump(1) + "\n";
        if (kind == 0)
            text.resize(below(text.size()));
        if (kind == 1)
            repeat_member(text);
        return text;
    }

  private:
    size_t below(size_t end) { return random_() % std::max<size_t>(end, 1); }

    Json *any_object(Json &file) {
        std::vector<Json *> objects;
        add_objects(file, objects);
        return objects.empty() ? nullptr : objects[below(objects.size())];
    }

    Json::iterator any_member(Json &object) {
        return std::next(object.begin(), static_cast<long>(below(object.size())));
    }

    std::string other_key(Json &file) {
        Json *object = any_object(file);
        return object ? any_member(*object).key() : "any";
    }

    std::string other_number(std::string key) {
        const size_t at = key.find_first_of("0123456789");
        if (at == std::string::npos)
            return key + "<=" + std::to_string(below(1000));
        static const char *const kNumbers[] = {"0", "1", "-1", "2147483647", "2147483648", "99999999999999999999",
                                               "x", ""};
        return key.replace(at, std::string::npos, kNumbers[below(std::size(kNumbers))]);
    }

    static void rename(Json &object, const std::string &from, const std::string &to) {
        Json other = Json::object();
        for (auto &[key, value] : object.items())
            other[key == from ? to : key] = value;
        object = std::move(other);
    }

    void change(Json &file) {
        Json *object = any_object(file);
        if (object == nullptr)
            return;
        const Json::iterator member = any_member(*object);
        const std::string key = member.key();
        switch (below(8)) {
            case 0:
                rename(*object, key, other_key(file));
                break;
            case 1:
                rename(*object, key, other_number(key));
                break;
            case 2:
                (*object)[key] = Json::parse("[null, 1, \"x\", [], true]")[below(5)];
                break;
            case 3:
                (*object)[key] = Json{{other_key(file), (*object)[key]}};
                break;
            case 4:
                if (Json &value = (*object)[key]; value.is_object() && !value.empty())
                    value = Json(value.begin().value());
                break;
            case 5:
                object->erase(key);
                break;
            case 6:
                (*object)[key] = Json(*any_object(file));
                break;
            default:
                (*object)[other_key(file)] = Json((*object)[key]);
        }
    }

    // A choice, or a parameter, that is there twice.
    void repeat_member(std::string &text) {
        const std::string end = ": {}";
        const size_t found = text.find(end, below(text.size()));
        if (found == std::string::npos)
            return;
        const size_t start = text.rfind('\n', found);
        text.insert(start, text.substr(start, found + end.size() - start) + ",");
    }

    std::minstd_rand random_;
};

TEST(ChangedFiles, AreSoundOrNot) {
    int tested = 0;
    int sound = 0;
    std::map<std::pair<Series, Level>, Json> originals;
    for (int i = 0; tested < kFiles; ++i) {
        const Series series = kSeries[i % 5];
        const Series other = kSeries[i / 5 % 5];
        const Level level = i % 2 == 0 ? Level::kMpir : Level::kCh4;
        Json &original = originals[{series, level}];
        if (original.is_null())
            original = file_of_level(level, series);
        const std::string text = Changes(static_cast<unsigned>(i)).changed(original);
        if (text == original.dump(1) + "\n")
            continue;
        ++tested;
        const TuningFile file = parse_tuning_file(text);
        if (!check(file, series, level).is_sound())
            continue;
        ++sound;
        const Translation translation = translate(file, series, other);
        if (translation.problems.empty()) {
            EXPECT_TRUE(parse_tuning_file(translation.text).problems.empty()) << text;
        }
    }
    // Both happen often, or the changes are not worth much.
    EXPECT_GT(sound, kFiles / 20);
    EXPECT_LT(sound, kFiles / 2);
}

}  // namespace

}  // namespace mpimon::test
