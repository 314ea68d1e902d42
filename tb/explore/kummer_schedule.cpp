// SPDX-License-Identifier: Apache-2.0
#include "explore/kummer_schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>

#include "bench/error.h"

namespace curvebench::kummer {

bool ArrayConflict(int distance) {
  const int d = std::abs(distance);
  const int phase = d % kRound;
  return d < kRound * (kRounds - 1) + 4 && (phase < 4 || phase > kRound - 4);
}

namespace {

constexpr int kNever = std::numeric_limits<int>::max() / 4;
constexpr int kSearches = 4;

/// Half of an operation: its read or its write.
struct Transfer {
  int operation = 0;
  bool write = false;
  std::vector<int> after;   ///< transfers that must be over
  std::vector<int> before;  ///< their reverse
};

/// Transfers of a segment and what they wait for.
class Graph {
 public:
  Graph(const Architecture& architecture, const Segment& segment)
      : architecture_(architecture), segment_(segment) {
    const int count = static_cast<int>(segment.size());
    for (int i = 0; i < count; ++i) {
      const Operation& op = segment[static_cast<size_t>(i)];
      read_.push_back(-1);
      write_.push_back(-1);
      if (op.unit != kConstant) {
        read_.back() = Add(i, false);
        Reads(op.a);
        if (op.b != op.a) Reads(op.b);
      }
      if (op.out >= 0) {
        write_.back() = Add(i, true);
        Writes(i, op.out);
        if (op.out_b >= 0) Writes(i, op.out_b);
      }
    }
    Tails();
  }

  const std::vector<Transfer>& transfers() const { return transfers_; }
  int read(int operation) const {
    return read_[static_cast<size_t>(operation)];
  }
  int write(int operation) const {
    return write_[static_cast<size_t>(operation)];
  }
  const Operation& operation(const Transfer& t) const {
    return segment_[static_cast<size_t>(t.operation)];
  }
  int Latency(const Operation& op) const {
    const Latencies& l = architecture_.latency;
    if (op.unit == kMult) return l.mult;
    return op.unit == kCswap ? l.cswap : l.addsub;
  }
  /// Least time from the start of a transfer to the end of the segment.
  double Tail(int transfer) const {
    return tail_[static_cast<size_t>(transfer)];
  }

 private:
  struct Cell {
    std::vector<int> writers, readers;
  };

  int Add(int operation, bool write) {
    transfers_.push_back({operation, write, {}, {}});
    return static_cast<int>(transfers_.size()) - 1;
  }
  void After(int transfer, int earlier) {
    transfers_[static_cast<size_t>(transfer)].after.push_back(earlier);
    transfers_[static_cast<size_t>(earlier)].before.push_back(transfer);
  }
  void Reads(int address) {
    Cell& cell = cells_[static_cast<size_t>(address)];
    for (const int writer : cell.writers) After(read_.back(), writer);
    cell.readers.push_back(read_.back());
  }
  void Writes(int operation, int address) {
    Cell& cell = cells_[static_cast<size_t>(address)];
    const int own = write_.back();
    for (const int reader : cell.readers) {
      if (reader != read_[static_cast<size_t>(operation)]) After(own, reader);
    }
    for (const int writer : cell.writers) After(own, writer);
    // One cluster's value does not replace that of the other.
    if (segment_[static_cast<size_t>(operation)].excluded == 0) {
      cell.writers.clear();
      cell.readers.clear();
    }
    cell.writers.push_back(own);
  }
  void Tails() {
    tail_.assign(transfers_.size(), 0);
    const int beats = architecture_.beats();
    for (size_t i = transfers_.size(); i-- > 0;) {
      double most = 0;
      for (const int next : transfers_[i].before) {
        most = std::max(most, tail_[static_cast<size_t>(next)]);
      }
      tail_[i] = beats + most;
      const Transfer& t = transfers_[i];
      const int own = write_[static_cast<size_t>(t.operation)];
      if (!t.write && own >= 0) {
        tail_[i] = std::max(
            tail_[i], Latency(operation(t)) + tail_[static_cast<size_t>(own)]);
      }
    }
  }

  const Architecture& architecture_;
  const Segment& segment_;
  std::vector<Transfer> transfers_;
  std::vector<int> read_, write_;
  std::vector<Cell> cells_{kElements};
  std::vector<double> tail_;
};

/// When each transfer begins, and on which unit and place.
struct Timetable {
  std::vector<int> start;  // by transfer
  std::vector<int> unit;   // by operation
  std::vector<int> place;  // by operation: logical multiplier or result place
  int end = kNever;        // of the last transfer
};

/// Greedy scheduling by priorities.
class Lister {
 public:
  Lister(const Architecture& architecture, const Graph& graph,
         const Segment& segment)
      : architecture_(architecture), graph_(graph), segment_(segment) {}

  /// @param bonus  added to the priority of each transfer
  /// @param grid   products are read at cycles of this phase of four, -1: any
  Timetable Run(const std::vector<double>& bonus, int grid, int give_up) {
    const size_t count = graph_.transfers().size();
    table_.start.assign(count, kNever);
    table_.unit.assign(segment_.size(), 0);
    table_.place.assign(segment_.size(), 0);
    table_.end = kNever;
    waiting_.assign(count, 0);
    ready_.assign(count, 0);
    deadline_.assign(count, kNever);
    units_.assign(8, UnitState{});
    grid_ = grid;
    open_.clear();
    for (size_t i = 0; i < count; ++i) {
      waiting_[i] = static_cast<int>(graph_.transfers()[i].after.size());
      const Transfer& t = graph_.transfers()[i];
      if (t.write && graph_.read(t.operation) >= 0) ++waiting_[i];
      if (waiting_[i] == 0) open_.push_back(static_cast<int>(i));
    }
    const int beats = architecture_.beats();
    int now = 0;
    for (size_t done = 0; done < count; ++done) {
      int best = -1, best_time = kNever;
      double best_value = 0;
      for (const int i : open_) {
        const size_t n = static_cast<size_t>(i);
        const int time = Earliest(i, std::max(now, ready_[n]));
        if (time >= kNever) continue;
        double value = graph_.Tail(i) + bonus[n];
        // A result that will be overwritten goes first.
        if (deadline_[n] < now + 3 * beats) value += 1e6;
        const bool sooner = time < best_time;
        const bool both_now = time <= now && best_time <= now;
        if (best < 0 || (!both_now && sooner) ||
            (time == best_time || both_now ? value > best_value : false)) {
          best = i;
          best_time = time;
          best_value = value;
        }
      }
      if (best < 0 || best_time > deadline_[static_cast<size_t>(best)]) {
        return table_;
      }
      Place(best, best_time);
      now = best_time + beats;
      if (now > give_up) return table_;
    }
    table_.end = now;
    return table_;
  }

 private:
  struct Slot {
    int read = -kNever;     // of the operation that has it
    int pending = -1;       // its write, not yet placed
    int written = -kNever;  // the write before
  };
  struct UnitState {
    int last_read = -kNever;
    std::vector<int> products;  // reads of those that may still run
    Slot slots[kPlaces];
  };

  int Copies(const Operation& op) const {
    if (op.unit == kAddSub) return architecture_.addsubs;
    return op.unit == kMult ? architecture_.mults : 1;
  }

  // The first time from `time` on at which a transfer may begin.
  int Earliest(int transfer, int time) {
    const Transfer& t = graph_.transfers()[static_cast<size_t>(transfer)];
    const Operation& op = graph_.operation(t);
    if (t.write) return time;
    int best = kNever;
    for (int copy = 0; copy < Copies(op); ++copy) {
      int place = 0;
      const int at = OnUnit(op, op.unit + copy, time, &place);
      if (at < best) {
        best = at;
        unit_ = op.unit + copy;
        place_ = place;
      }
    }
    return best;
  }

  int OnUnit(const Operation& op, int unit, int time, int* place) {
    UnitState& state = units_[static_cast<size_t>(unit)];
    const bool mult = op.unit == kMult;
    const int kept = mult                ? kMultKept
                     : op.unit == kCswap ? kCswapKept
                                         : kAddSubKept;
    if (op.unit == kAddSub) {
      time = std::max(time, state.last_read + kAddSubInterval);
    }
    // The place that is free first. A pending result of a multiplier may stay:
    // its write then has a deadline.
    int at = kNever;
    for (int p = 0; p < (mult ? kThreads : kPlaces); ++p) {
      const Slot& slot = state.slots[p];
      if (slot.pending >= 0 && !mult) continue;
      int from = std::max(time, slot.written - kept);
      if (mult) from = std::max(from, slot.read + kThreadInterval);
      if (slot.pending >= 0) {
        // In time for its write, with room for a few others before that.
        const int ready = ready_[static_cast<size_t>(slot.pending)];
        from = std::max(from, ready + 3 * architecture_.beats() - kept);
      }
      if (from < at) {
        at = from;
        *place = p;
      }
    }
    if (!mult || at >= kNever) return at;
    for (;; ++at) {
      if (grid_ >= 0 && (at & 3) != grid_) continue;
      const bool clash =
          std::any_of(state.products.begin(), state.products.end(),
                      [at](int other) { return ArrayConflict(at - other); });
      if (!clash) return at;
    }
  }

  void Place(int transfer, int time) {
    const size_t n = static_cast<size_t>(transfer);
    const Transfer& t = graph_.transfers()[n];
    const Operation& op = graph_.operation(t);
    const size_t operation = static_cast<size_t>(t.operation);
    table_.start[n] = time;
    if (!t.write) {
      Earliest(transfer, time);  // the unit again
      table_.unit[operation] = unit_;
      table_.place[operation] = place_;
      UnitState& state = units_[static_cast<size_t>(unit_)];
      Slot& slot = state.slots[place_];
      state.last_read = time;
      if (op.unit == kMult) {
        state.products.push_back(time);
        if (state.products.size() > 8) {
          state.products.erase(state.products.begin());
        }
        if (slot.pending >= 0) {
          deadline_[static_cast<size_t>(slot.pending)] = time + kMultKept;
        }
      }
      const int write = graph_.write(t.operation);
      slot.read = time;
      slot.pending = write;
      if (write >= 0) {
        owner_.resize(graph_.transfers().size());
        owner_[static_cast<size_t>(write)] = &slot;
        Open(write, time + graph_.Latency(op));
      }
    } else if (op.unit != kConstant) {
      Slot* slot = owner_[n];
      if (slot->pending == transfer) slot->pending = -1;
      slot->written = std::max(slot->written, time);
    } else {
      table_.unit[operation] = kConstant;
      table_.place[operation] = op.mode;
    }
    open_.erase(std::find(open_.begin(), open_.end(), transfer));
    for (const int next : t.before) {
      Open(next, time + architecture_.beats());
    }
  }

  void Open(int transfer, int time) {
    const size_t n = static_cast<size_t>(transfer);
    ready_[n] = std::max(ready_[n], time);
    if (--waiting_[n] == 0) open_.push_back(transfer);
  }

  const Architecture& architecture_;
  const Graph& graph_;
  const Segment& segment_;
  Timetable table_;
  std::vector<int> waiting_, ready_, deadline_, open_;
  std::vector<UnitState> units_;
  std::vector<Slot*> owner_;
  int grid_ = -1;
  int unit_ = 0, place_ = 0;
};

void Wait(int cycles, std::vector<Instruction>* code) {
  while (cycles > 0) {
    const int part = std::min(cycles, 511);
    Instruction wait;
    wait.opcode = part == 1 ? Opcode::kNop : Opcode::kWait;
    wait.imm = part == 1 ? 0 : part;
    code->push_back(wait);
    cycles -= part;
  }
}

// The transfers in the order of their times, with waits between them.
Schedule Emit(const Architecture& architecture, const Segment& segment,
              const Graph& graph, const Timetable& table) {
  std::vector<int> order;
  for (size_t i = 0; i < table.start.size(); ++i) {
    order.push_back(static_cast<int>(i));
  }
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return table.start[static_cast<size_t>(a)] <
           table.start[static_cast<size_t>(b)];
  });
  // The scalar moves on with the last swap that asks for it.
  int advance = -1;
  for (const int i : order) {
    const Transfer& t = graph.transfers()[static_cast<size_t>(i)];
    const Operation& op = graph.operation(t);
    if (!t.write && op.unit == kCswap && (op.mode & kAdvance)) advance = i;
  }
  Schedule schedule;
  int now = 0;
  for (const int i : order) {
    const size_t n = static_cast<size_t>(i);
    const Transfer& t = graph.transfers()[n];
    const Operation& op = segment[static_cast<size_t>(t.operation)];
    Wait(table.start[n] - now, &schedule.code);
    now = table.start[n] + architecture.beats();
    Instruction word;
    word.opcode = t.write ? Opcode::kWrite : Opcode::kRead;
    word.unit = table.unit[static_cast<size_t>(t.operation)];
    const int place = table.place[static_cast<size_t>(t.operation)];
    if (op.unit == kMult || op.unit == kConstant) {
      word.mode = place;
    } else {
      word.imm = place;
      if (!t.write) {
        word.mode =
            op.unit == kCswap && i != advance ? op.mode & ~kAdvance : op.mode;
      }
    }
    word.imm |= op.excluded << 2;
    if (op.negate && !t.write) word.imm |= kNegate;
    word.a = t.write ? op.out : op.a;
    word.b = t.write ? std::max(op.out_b, 0) : op.b;
    schedule.code.push_back(word);
  }
  schedule.cycles = now;
  return schedule;
}

}  // namespace

Schedule ScheduleSegment(const Architecture& architecture,
                         const Segment& segment, const SearchOptions& options) {
  const Graph graph(architecture, segment);
  Lister lister(architecture, graph, segment);
  std::mt19937_64 random(options.seed);
  const size_t count = graph.transfers().size();
  std::vector<double> bonus(count, 0.0);
  const auto uniform = [&random](double most) {
    return most * (static_cast<double>(random() >> 11) * 0x1p-52 - 1);
  };
  // Start from the longest path alone, under each phase of the grid.
  Timetable best;
  int best_grid = -1;
  for (int grid = -1; grid < 4; ++grid) {
    const Timetable table = lister.Run(bonus, grid, kNever);
    if (table.end < best.end) {
      best = table;
      best_grid = grid;
    }
  }
  // Then change a few priorities at a time and keep what is no worse; a worse
  // one is kept too while a search is young. Several searches, since most end
  // in a place that small changes do not leave.
  const int rounds = options.rounds / kSearches;
  const int first_end = best.end;
  for (int search = 0; search < kSearches; ++search) {
    std::vector<double> current = bonus;
    int current_end = first_end, current_grid = best_grid;
    for (int round = 0; round < rounds; ++round) {
      std::vector<double> changed = current;
      int grid = current_grid;
      if (random() % 16 == 0) grid = static_cast<int>(random() % 5) - 1;
      const size_t changes = 1 + random() % 4;
      for (size_t i = 0; i < changes; ++i) {
        changed[random() % count] = uniform(random() % 4 == 0 ? 300 : 60);
      }
      const double heat = 4.0 * (architecture.beats() + 1) *
                          (1 - static_cast<double>(round) / rounds);
      const int slack =
          static_cast<int>(heat * std::abs(uniform(1)) * std::abs(uniform(1)));
      const int give_up = current_end >= kNever ? kNever : current_end + slack;
      const Timetable table = lister.Run(changed, grid, give_up);
      if (table.end >= kNever || table.end > give_up) continue;
      current = changed;
      current_end = table.end;
      current_grid = grid;
      if (table.end < best.end) best = table;
    }
  }
  if (best.end >= kNever) {
    throw std::runtime_error("no schedule found for a segment of " +
                             std::to_string(segment.size()) + " operations");
  }
  return Emit(architecture, segment, graph, best);
}

namespace {

void Append(const Schedule& part, std::vector<Instruction>* code, int* cycles) {
  code->insert(code->end(), part.code.begin(), part.code.end());
  *cycles += part.cycles;
}

// Results that are still under way at the end of a segment are not: a segment
// ends behind its last transfer, and every operation has written by then.
int Loop(const Schedule& body, int entry, std::vector<Instruction>* code) {
  const int target = entry + static_cast<int>(code->size());
  code->insert(code->end(), body.code.begin(), body.code.end());
  Instruction jump;
  jump.opcode = Opcode::kJump;
  jump.imm = target;
  code->push_back(jump);
  return body.cycles + kJumpCycles;
}

void Finish(std::vector<Instruction>* code, int* cycles) {
  Instruction end;
  end.opcode = Opcode::kEnd;
  code->push_back(end);
  *cycles += 1;
}

}  // namespace

Program MakeProgram(const Architecture& architecture,
                    const SearchOptions& options) {
  const Segments segments = MakeSegments(architecture);
  SearchOptions few = options;
  few.rounds = options.rounds / 10;
  const auto plain = [&](const Segment& segment) {
    return ScheduleSegment(architecture, segment, few);
  };
  Program program;
  std::vector<Instruction> setup, run;

  program.setup_cycles = 1;  // fetch
  Append(plain(segments.first), &setup, &program.setup_cycles);
  program.setup_cycles +=
      kDoublings * Loop(plain(segments.doubling), kSetupEntry, &setup);
  Append(plain(segments.squares), &setup, &program.setup_cycles);
  Finish(&setup, &program.setup_cycles);

  program.fixed_cycles = 1;
  Append(plain(segments.prologue), &run, &program.fixed_cycles);
  program.step_cycles = Loop(
      ScheduleSegment(architecture, segments.step, options), kRunEntry, &run);
  Append(plain(segments.epilogue), &run, &program.fixed_cycles);
  Finish(&run, &program.fixed_cycles);

  program.setup_words = static_cast<int>(setup.size());
  program.run_words = static_cast<int>(run.size());
  if (program.setup_words > kRunEntry ||
      program.run_words > kProgramWords - kRunEntry) {
    throw InputError(architecture.name, "w = " + std::to_string(architecture.w),
                     "the program has " + std::to_string(program.run_words) +
                         " words, " +
                         std::to_string(kProgramWords - kRunEntry) + " fit",
                     "search longer (--rounds) or use fewer operations");
  }
  setup.resize(kRunEntry);
  program.code = setup;
  program.code.insert(program.code.end(), run.begin(), run.end());
  program.code.resize(kProgramWords);
  return program;
}

}  // namespace curvebench::kummer
