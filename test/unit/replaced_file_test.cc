// A file that replaces another one, and what happens where others use the same names meanwhile.
#include "mpimon/recover/replaced_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "mpimon/failure.h"

namespace {

using mpimon::ReplacedFile;
using std::chrono::seconds;

class ReplacedFileTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string folder = testing::TempDir() + "replaced.XXXXXX";
        ASSERT_NE(mkdtemp(folder.data()), nullptr);
        path_ = folder + "/one.mon";
        part_ = path_ + ".part";
    }
    void TearDown() override { std::filesystem::remove_all(std::filesystem::path(path_).parent_path()); }

    static void write(const std::string &path, const std::string &text) { std::ofstream(path) << text; }
    static std::string read(const std::string &path) {
        std::ifstream file(path);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static void expect_failure(ReplacedFile &file, const std::string &message) {
        try {
            file.keep();
            ADD_FAILURE() << "kept";
        } catch (const mpimon::Failure &failure) {
            EXPECT_EQ(failure.what(), message);
        }
    }

    std::string path_;
    std::string part_;
};

TEST_F(ReplacedFileTest, TakesThePlaceWhenKept) {
    write(path_, "old");
    {
        ReplacedFile file(path_, seconds(0));
        file.append("new");
        EXPECT_EQ(read(path_), "old");
        file.keep();
    }
    EXPECT_EQ(read(path_), "new");
    EXPECT_FALSE(std::filesystem::exists(part_));
    struct stat status = {};
    ASSERT_EQ(stat(path_.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(ReplacedFileTest, LeavesNothingWhenNotKept) {
    write(path_, "old");
    { ReplacedFile(path_, seconds(0)).append("new"); }
    EXPECT_EQ(read(path_), "old");
    EXPECT_FALSE(std::filesystem::exists(part_));
}

TEST_F(ReplacedFileTest, FailsWhereSomebodyRemovedIt) {
    write(path_, "old");
    {
        ReplacedFile file(path_, seconds(0));
        file.append("new");
        std::filesystem::remove(part_);
        expect_failure(file, part_ + ": somebody has removed it while it was written; run this again");
    }
    EXPECT_EQ(read(path_), "old");
}

TEST_F(ReplacedFileTest, LeavesAloneWhatAnotherOneMadeInItsPlace) {
    {
        ReplacedFile file(path_, seconds(0));
        file.append("new");
        std::filesystem::remove(part_);
        write(part_, "of another");
        expect_failure(file, part_ + ": somebody has removed it while it was written; run this again");
    }
    EXPECT_EQ(read(part_), "of another");
    EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(ReplacedFileTest, DoesNotWaitForOneThatWasCutOff) {
    write(part_, "of another");
    EXPECT_THROW(ReplacedFile(path_, seconds(0)), mpimon::Failure);
    EXPECT_EQ(read(part_), "of another");
}

}  // namespace
