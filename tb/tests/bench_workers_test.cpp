// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "bench/error.h"
#include "bench/workers.h"
#include "tests/scratch.h"

namespace curvebench::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

std::vector<WorkerResult> RunPieces(const Scratch& scratch, size_t count,
                                    const std::function<json(size_t)>& work,
                                    int seconds = kWorkerSeconds) {
  std::vector<WorkerResult> results(count);
  RunWorkers(
      count, 2, scratch.path(), work,
      [&](size_t i, const WorkerResult& result) { results[i] = result; },
      nullptr, seconds);
  return results;
}

TEST(Workers, HangingPieceIsEndedAndTheOthersAnswer) {
  const Scratch scratch;
  const auto results = RunPieces(
      scratch, 3,
      [](size_t i) {
        while (i == 1) pause();
        return json(i);
      },
      1);
  EXPECT_EQ(results[0].answer, 0);
  EXPECT_THAT(results[1].error, HasSubstr("--timeout"));
  EXPECT_EQ(results[2].answer, 2);
}

TEST(Workers, CrashAndExceptionCostTheirOwnPiece) {
  const Scratch scratch;
  const auto results = RunPieces(scratch, 5, [](size_t i) {
    if (i == 0) abort();
    if (i == 1) throw InputError("file", "field", "is wrong", "mend it");
    if (i == 2) throw std::runtime_error("broken \xff");
    if (i == 3) _exit(0);
    return json("fine");
  });
  EXPECT_THAT(results[0].error, HasSubstr("crashed"));
  EXPECT_TRUE(results[1].input);
  EXPECT_FALSE(results[2].input);
  EXPECT_THAT(results[2].error, HasSubstr("broken"));
  EXPECT_NO_THROW(json(results[2].error).dump()) << "text, whatever was in it";
  EXPECT_THAT(results[3].error, HasSubstr("ended early"));
  EXPECT_EQ(results[4].answer, "fine");
}

TEST(Workers, WhatAPiecePrintsStaysOffStandardOutput) {
  const Scratch scratch;
  testing::internal::CaptureStdout();
  RunPieces(scratch, 1, [](size_t) {
    printf("hello from RTL\n");
    fflush(stdout);
    return json(1);
  });
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(Workers, RemainsOfDeadProcessesGo) {
  const Scratch scratch;
  const std::string dead = "999999999";  // above any process number
  fs::create_directories(scratch / ("workers-" + dead));
  fs::create_directories(scratch / ("models/x.new-" + dead));
  fs::create_directories(scratch /
                         ("models/x.new-" + std::to_string(getpid())));
  RunPieces(scratch, 1, [](size_t) { return json(1); });
  EXPECT_FALSE(fs::exists(scratch / ("workers-" + dead)));
  EXPECT_FALSE(fs::exists(scratch / ("models/x.new-" + dead)));
  EXPECT_TRUE(
      fs::exists(scratch / ("models/x.new-" + std::to_string(getpid()))));
}

}  // namespace
}  // namespace curvebench::tests
