// When calls of a chain need not be checked again.
#include "overlap/chains/sequence.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace mpimon::overlap {
namespace {

struct Call {
    Checked checked = {};
    const Status *status = nullptr;
};

class Sequences : public testing::Test {
  protected:
    // A chain of these calls comes, of which each that has to is checked, and well but for one. Returns how many are.
    int checks_of(std::initializer_list<Call *> chain, const Call *is_not_well = nullptr) {
        int checks = 0;
        sequence_.begin();
        for (Call *call : chain) {
            if (sequence_.goes_on_with(call->checked, age_, call->status))
                continue;
            sequence_.go_on_with(&call->checked, age_, call->status, call != is_not_well);
            checks++;
        }
        return checks;
    }

    Sequence sequence_;
    std::uint64_t age_ = 1;
    Call a_, b_, c_, d_;
};

TEST_F(Sequences, AreCheckedOnce) {
    EXPECT_EQ(checks_of({&a_, &b_, &c_}), 3);
    EXPECT_EQ(checks_of({&a_, &b_, &c_}), 0);
    EXPECT_EQ(checks_of({&a_, &b_}), 0);
    EXPECT_EQ(checks_of({&a_, &b_, &c_}), 0);
}

TEST_F(Sequences, AreCheckedAfterOtherCalls) {
    checks_of({&a_, &b_, &c_});
    EXPECT_EQ(checks_of({&d_, &b_}), 2);
    EXPECT_EQ(checks_of({&d_, &b_, &c_}), 1);  // it never came after the first of these
    EXPECT_EQ(checks_of({&d_, &b_, &c_}), 0);
    EXPECT_EQ(checks_of({&a_, &b_, &c_}), 2);
    EXPECT_EQ(checks_of({&b_, &c_}), 2);
}

TEST_F(Sequences, AreCheckedWhereAnythingElseChanged) {
    checks_of({&a_, &b_, &c_});
    Status status;
    b_.status = &status;
    EXPECT_EQ(checks_of({&a_, &b_, &c_}), 2);
    EXPECT_EQ(checks_of({&a_, &b_, &c_}), 0);
    age_++;
    EXPECT_EQ(checks_of({&a_, &b_, &c_}), 3);
    EXPECT_EQ(checks_of({&a_, &b_, &c_}), 0);
}

TEST_F(Sequences, WithACallThatIsNotWellAreCheckedFromThereOn) {
    checks_of({&a_, &b_, &c_});
    c_ = b_ = {};
    EXPECT_EQ(checks_of({&a_, &b_, &c_}, &b_), 2);
    EXPECT_EQ(checks_of({&a_, &b_, &c_}, &b_), 2);
    EXPECT_EQ(checks_of({&a_, &b_, &c_}), 2);
    EXPECT_EQ(checks_of({&a_, &b_, &c_}), 0);
}

}  // namespace
}  // namespace mpimon::overlap
