// SPDX-License-Identifier: Apache-2.0
#include "bench/netlist.h"

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>
#include <unordered_map>

namespace curvebench {
using nlohmann::json;

namespace {

bool Known(Bit a) { return a < kPublic; }

Bit Not(Bit a) { return Known(a) ? static_cast<Bit>(a ^ 1) : a; }

Bit And(Bit a, Bit b) {
  if (a == k0 || b == k0) return k0;
  if (a == k1) return b;
  if (b == k1) return a;
  return std::max(a, b);
}

Bit Or(Bit a, Bit b) { return Not(And(Not(a), Not(b))); }

Bit Xor(Bit a, Bit b) {
  if (Known(a) && Known(b)) return static_cast<Bit>(a ^ b);
  return std::max(a, b);
}

Bit Mux(Bit a, Bit b, Bit s) {
  if (s == k0) return a;
  if (s == k1) return b;
  if (a == b && Known(a)) return a;
  return s == kSecret ? kSecret : Join(a, b);
}

size_t Number(const json& parameter) {
  if (parameter.is_number()) return parameter.get<size_t>();
  return std::stoul(parameter.get<std::string>(), nullptr, 2);
}

// The names that people wrote stand before those that Yosys made.
std::string Better(const std::string& a, const std::string& b) {
  if (a.empty()) return b;
  const bool a_made = a[0] == '$', b_made = b[0] == '$';
  if (a_made != b_made) return a_made ? b : a;
  return a.size() <= b.size() ? a : b;
}

}  // namespace

Bit Join(Bit a, Bit b) {
  if (a == b) return a;
  return a == kSecret || b == kSecret ? kSecret : kPublic;
}

void Netlist::State::Join(const State& other) {
  const auto join = [](const std::vector<Bit>& from, std::vector<Bit>* to) {
    for (size_t i = 0; i < to->size(); ++i) {
      (*to)[i] = curvebench::Join((*to)[i], from[i]);
    }
  };
  join(other.registers, &registers);
  for (size_t i = 0; i < memories.size(); ++i) {
    join(other.memories[i], &memories[i]);
  }
}

std::vector<uint32_t> Netlist::Nets(const json& bits) {
  std::vector<uint32_t> nets;
  for (const json& bit : bits) {
    // Yosys numbers nets from 2; "x" may be anything: a public unknown.
    uint32_t net = 0;
    if (bit.is_number()) {
      net = bit.get<uint32_t>() + 1;
    } else {
      const std::string constant = bit;
      net = constant == "1" ? 1 : constant == "0" ? 0 : 2;
    }
    if (net >= nets_.size()) nets_.resize(net + 1, kPublic);
    nets.push_back(net);
  }
  return nets;
}

Netlist::Netlist(const json& document) {
  const json* module = nullptr;
  for (const auto& [name, candidate] : document.at("modules").items()) {
    if (module == nullptr || candidate["attributes"].contains("top")) {
      module = &candidate;
    }
  }
  if (module == nullptr) throw std::runtime_error("a netlist of no module");
  nets_ = {k0, k1, kPublic};
  for (const auto& [name, port] : module->at("ports").items()) {
    (port.at("direction") == "input" ? inputs_ : outputs_)[name] =
        Nets(port.at("bits"));
  }
  std::map<uint32_t, std::string> names;
  for (const auto& [name, net] : module->at("netnames").items()) {
    std::vector<uint32_t> bits = Nets(net.at("bits"));
    for (const uint32_t bit : bits) names[bit] = Better(names[bit], name);
    if (name[0] == '$') continue;
    // By the index that the source uses: [7:4] and [0:3] are legal.
    if (net.value("upto", 0) != 0) std::reverse(bits.begin(), bits.end());
    bits.insert(bits.begin(), net.value("offset", size_t{0}), 2);
    named_[name] = bits;
  }
  for (const auto& [name, cell] : module->at("cells").items()) {
    const std::string type = cell.at("type");
    const json& connections = cell.at("connections");
    const auto pin = [&](const char* port) {
      return Nets(connections.at(port)).at(0);
    };
    Gate gate{Kind::kBuf};
    if (type == "$_DFF_P_" || type == "$_DFFE_PP_") {
      const uint32_t q = pin("Q");
      flops_.push_back(
          {pin("D"), q, type == "$_DFF_P_" ? 1 : pin("E"), names[q], {}});
      continue;
    }
    if (type == "$mem_v2") {
      const json& p = cell.at("parameters");
      Memory memory;
      memory.name = name;
      if (p.contains("MEMID")) memory.name = p["MEMID"].get<std::string>();
      if (memory.name[0] == '\\') memory.name.erase(0, 1);
      memory.width = Number(p.at("WIDTH"));
      memory.size = Number(p.at("SIZE"));
      memory.offset = Number(p.at("OFFSET"));
      const size_t abits = Number(p.at("ABITS"));
      const json& clock = p.at("RD_CLK_ENABLE");
      const std::string clocked =
          clock.is_string() ? clock.get<std::string>() : clock.dump();
      if (Number(p.at("RD_PORTS")) > 0 &&
          clocked.find('1') != std::string::npos) {
        throw std::runtime_error("memory " + memory.name +
                                 " has a clocked read port");
      }
      const auto ports = [&](size_t count, const char* address,
                             const char* data, const char* enable) {
        std::vector<Port> found(count);
        const auto all_address = Nets(connections.at(address));
        const auto all_data = Nets(connections.at(data));
        const auto all_enable = Nets(connections.at(enable));
        for (size_t i = 0; i < count; ++i) {
          const auto slice = [i](const std::vector<uint32_t>& all, size_t n) {
            const auto from = all.begin() + static_cast<ptrdiff_t>(i * n);
            return std::vector<uint32_t>(from,
                                         from + static_cast<ptrdiff_t>(n));
          };
          found[i].address = slice(all_address, abits);
          found[i].data = slice(all_data, memory.width);
          found[i].enable =
              slice(all_enable, all_enable.size() / std::max<size_t>(count, 1));
        }
        return found;
      };
      memory.reads =
          ports(Number(p.at("RD_PORTS")), "RD_ADDR", "RD_DATA", "RD_EN");
      memory.writes =
          ports(Number(p.at("WR_PORTS")), "WR_ADDR", "WR_DATA", "WR_EN");
      memory.init.assign(memory.width * memory.size, kPublic);
      if (p.at("INIT").is_string()) {
        // Most significant bit first; a run of one 'x' stands for all of them.
        const std::string init = p.at("INIT");
        for (size_t i = 0; i < init.size() && i < memory.init.size(); ++i) {
          const char c = init[init.size() - 1 - i];
          memory.init[i] = c == '0' ? k0 : c == '1' ? k1 : kPublic;
        }
      }
      for (size_t i = 0; i < memory.reads.size(); ++i) {
        gate.kind = Kind::kRead;
        gate.memory = static_cast<uint32_t>(memories_.size());
        gate.port = static_cast<uint32_t>(i);
        gates_.push_back(gate);
      }
      memories_.push_back(std::move(memory));
      continue;
    }
    const auto it = std::map<std::string, std::tuple<Kind, bool, bool>>{
        {"$_BUF_", {Kind::kBuf, false, false}},
        {"$_NOT_", {Kind::kNot, false, false}},
        {"$_AND_", {Kind::kAnd, false, false}},
        {"$_NAND_", {Kind::kAnd, true, false}},
        {"$_OR_", {Kind::kOr, false, false}},
        {"$_NOR_", {Kind::kOr, true, false}},
        {"$_XOR_", {Kind::kXor, false, false}},
        {"$_XNOR_", {Kind::kXor, true, false}},
        {"$_ANDNOT_", {Kind::kAnd, false, true}},
        {"$_ORNOT_", {Kind::kOr, false, true}},
        {"$_MUX_", {Kind::kMux, false, false}},
        {"$_NMUX_", {Kind::kMux, true, false}}};
    const auto found = it.find(type);
    if (found == it.end()) {
      throw std::runtime_error("cell " + name + " is a " + type +
                               ", which the analysis does not know");
    }
    std::tie(gate.kind, gate.invert, gate.invert_b) = found->second;
    gate.a = pin("A");
    if (connections.contains("B")) gate.b = pin("B");
    if (connections.contains("S")) gate.s = pin("S");
    gate.y = pin("Y");
    gates_.push_back(gate);
  }
  Sort();
  FindKeeps();
}

void Netlist::Sort() {
  constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> driver(nets_.size(), kNone);
  for (uint32_t i = 0; i < gates_.size(); ++i) {
    const Gate& g = gates_[i];
    if (g.kind == Kind::kRead) {
      for (const uint32_t net : memories_[g.memory].reads[g.port].data) {
        driver[net] = i;
      }
    } else {
      driver[g.y] = i;
    }
  }
  const auto fanin = [&](const Gate& g) {
    if (g.kind == Kind::kRead) {
      return memories_[g.memory].reads[g.port].address;
    }
    return std::vector<uint32_t>{g.a, g.b, g.s};
  };
  std::vector<Gate> sorted;
  std::vector<uint8_t> mark(gates_.size(), 0);  // 1 open, 2 done
  std::vector<uint32_t> stack;
  for (uint32_t root = 0; root < gates_.size(); ++root) {
    if (mark[root] != 0) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      const uint32_t at = stack.back();
      if (mark[at] == 2) {
        stack.pop_back();
        continue;
      }
      const bool second = mark[at] == 1;
      mark[at] = 1;
      bool ready = true;
      for (const uint32_t net : fanin(gates_[at])) {
        const uint32_t d = driver[net];
        if (d == kNone || mark[d] == 2) continue;
        if (second && mark[d] == 1) {
          throw std::runtime_error("combinational loop in the netlist");
        }
        ready = false;
        stack.push_back(d);
      }
      if (ready) {
        mark[at] = 2;
        sorted.push_back(gates_[at]);
        stack.pop_back();
      }
    }
  }
  gates_ = std::move(sorted);
}

void Netlist::FindKeeps() {
  std::unordered_map<uint32_t, const Gate*> driver;
  for (const Gate& g : gates_) {
    if ((g.kind == Kind::kMux || g.kind == Kind::kBuf) && !g.invert) {
      driver[g.y] = &g;
    }
  }
  for (Flop& flop : flops_) {
    std::unordered_map<uint32_t, bool> known = {{flop.q, true}};
    const std::function<bool(uint32_t)> kept = [&](uint32_t net) {
      const auto [seen, is_new] = known.emplace(net, false);
      const auto gate = driver.find(net);
      if (!is_new || gate == driver.end()) return known[net];
      const Gate& g = *gate->second;
      bool any = kept(g.a);
      if (g.kind == Kind::kMux) {
        any |= kept(g.b);
        if (any) flop.keeps.push_back(g.s);
      }
      return known[net] = any;
    };
    kept(flop.d);
  }
}

Netlist::State Netlist::Unknown() const {
  State state;
  state.registers.assign(flops_.size(), kPublic);
  for (const Memory& memory : memories_) state.memories.push_back(memory.init);
  return state;
}

Netlist::Words Netlist::Select(const Memory& memory, const Port& port) const {
  Words words;
  for (size_t i = 0; i < port.address.size(); ++i) {
    const Bit bit = nets_[port.address[i]];
    if (Known(bit)) words.mask |= size_t{1} << i;
    if (bit == k1) words.value |= size_t{1} << i;
    if (bit == kSecret) words.secret = true;
  }
  words.one = words.mask == (size_t{1} << port.address.size()) - 1;
  // What lies outside may be any of them.
  if (words.one && (words.value < memory.offset ||
                    words.value - memory.offset >= memory.size)) {
    words = Words();
  }
  return words;
}

void Netlist::Read(const Memory& memory, const std::vector<Bit>& words,
                   const Port& port) {
  const Words selected = Select(memory, port);
  const auto row = [&](size_t w) { return words.data() + w * memory.width; };
  if (selected.one) {
    const Bit* const word = row(selected.value - memory.offset);
    for (size_t i = 0; i < memory.width; ++i) nets_[port.data[i]] = word[i];
    return;
  }
  bool first = true;
  for (size_t w = 0; w < memory.size; ++w) {
    if (!selected.Has(w + memory.offset)) continue;
    for (size_t i = 0; i < memory.width; ++i) {
      Bit& bit = nets_[port.data[i]];
      bit = first ? row(w)[i] : Join(bit, row(w)[i]);
    }
    first = false;
  }
  for (size_t i = 0; i < memory.width; ++i) {
    Bit& bit = nets_[port.data[i]];
    if (first) bit = kPublic;
    if (selected.secret && !Known(bit)) bit = kSecret;
  }
}

void Netlist::Write(const Memory& memory, const Port& port,
                    std::vector<Bit>* words) {
  if (std::all_of(port.enable.begin(), port.enable.end(),
                  [&](uint32_t net) { return nets_[net] == k0; })) {
    return;
  }
  const Words selected = Select(memory, port);
  for (size_t w = 0; w < memory.size; ++w) {
    if (!selected.Has(w + memory.offset)) continue;
    for (size_t i = 0; i < memory.width; ++i) {
      const Bit enable = nets_[port.enable[i]];
      if (enable == k0) continue;
      Bit& bit = (*words)[w * memory.width + i];
      const Bit data = nets_[port.data[i]];
      if (selected.one && enable == k1) {
        bit = data;
      } else {
        bit = Join(bit, data);
        const bool hidden = selected.secret || enable == kSecret;
        if (hidden && !Known(bit)) bit = kSecret;
      }
    }
  }
}

void Netlist::Evaluate(const State& state, const Inputs& inputs) {
  for (const auto& [name, nets] : inputs_) {
    const auto it = inputs.find(name);
    for (size_t i = 0; i < nets.size(); ++i) {
      nets_[nets[i]] = it == inputs.end() ? kPublic : it->second.at(i);
    }
  }
  for (size_t i = 0; i < flops_.size(); ++i) {
    nets_[flops_[i].q] = state.registers[i];
  }
  for (const Gate& g : gates_) {
    Bit y = kPublic;
    const Bit a = nets_[g.a];
    const Bit b = g.invert_b ? Not(nets_[g.b]) : nets_[g.b];
    switch (g.kind) {
      case Kind::kBuf:
        y = a;
        break;
      case Kind::kNot:
        y = Not(a);
        break;
      case Kind::kAnd:
        y = And(a, b);
        break;
      case Kind::kOr:
        y = Or(a, b);
        break;
      case Kind::kXor:
        y = Xor(a, b);
        break;
      case Kind::kMux:
        y = Mux(a, b, nets_[g.s]);
        break;
      case Kind::kRead:
        Read(memories_[g.memory], state.memories[g.memory],
             memories_[g.memory].reads[g.port]);
        continue;
    }
    nets_[g.y] = g.invert ? Not(y) : y;
  }
}

Netlist::State Netlist::Step(const State& state, const Inputs& inputs) {
  Evaluate(state, inputs);
  State next = state;
  for (size_t i = 0; i < flops_.size(); ++i) {
    const Flop& flop = flops_[i];
    next.registers[i] =
        Mux(state.registers[i], nets_[flop.d], nets_[flop.enable]);
  }
  for (size_t i = 0; i < memories_.size(); ++i) {
    for (const Port& port : memories_[i].writes) {
      Write(memories_[i], port, &next.memories[i]);
    }
  }
  return next;
}

Netlist::State Netlist::Closure(const State& state, const Inputs& inputs) {
  State all = state;
  for (;;) {
    State next = Step(all, inputs);
    next.Join(all);
    if (next == all) return all;
    all = std::move(next);
  }
}

std::map<std::string, std::vector<Bit>> Netlist::Constants() const {
  std::map<std::string, std::vector<Bit>> constants;
  for (const auto& [name, nets] : named_) {
    std::vector<Bit>& bits = constants[name];
    for (const uint32_t net : nets) {
      // Net 2 is what nothing drives.
      bits.push_back(net == 2 ? k0 : Known(nets_[net]) ? nets_[net] : kPublic);
    }
  }
  return constants;
}

std::vector<Bit> Netlist::Output(const std::string& port) const {
  std::vector<Bit> bits;
  for (const uint32_t net : outputs_.at(port)) bits.push_back(nets_[net]);
  return bits;
}

std::vector<std::string> Netlist::SecretMemoryControls() const {
  std::vector<std::string> names;
  for (const Memory& memory : memories_) {
    const auto secret = [&](const std::vector<uint32_t>& nets) {
      return std::any_of(nets.begin(), nets.end(),
                         [&](uint32_t net) { return nets_[net] == kSecret; });
    };
    const bool any =
        std::any_of(memory.reads.begin(), memory.reads.end(),
                    [&](const Port& p) { return secret(p.address); }) ||
        std::any_of(memory.writes.begin(), memory.writes.end(),
                    [&](const Port& p) {
                      return secret(p.address) || secret(p.enable);
                    });
    if (any) names.push_back(memory.name);
  }
  return names;
}

std::vector<std::string> Netlist::SecretEnables() const {
  std::set<std::string> names;
  for (const Flop& flop : flops_) {
    if (nets_[flop.enable] == kSecret ||
        std::any_of(flop.keeps.begin(), flop.keeps.end(),
                    [&](uint32_t net) { return nets_[net] == kSecret; })) {
      names.insert(flop.name);
    }
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> Netlist::SecretRegisters(const State& state) const {
  std::set<std::string> names;
  for (size_t i = 0; i < flops_.size(); ++i) {
    if (state.registers[i] == kSecret) names.insert(flops_[i].name);
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> Netlist::SecretsInFrontOf(
    const std::string& port, const std::vector<size_t>& bits) const {
  // Against the order of the gates every reader comes before its driver.
  std::vector<bool> wanted(nets_.size(), false);
  for (const size_t bit : bits) wanted[outputs_.at(port).at(bit)] = true;
  std::set<std::string> names;
  for (auto g = gates_.rbegin(); g != gates_.rend(); ++g) {
    if (g->kind == Kind::kRead) {
      const Memory& memory = memories_[g->memory];
      const Port& read = memory.reads[g->port];
      for (const uint32_t net : read.data) {
        if (!wanted[net] || nets_[net] != kSecret) continue;
        names.insert(memory.name);
        for (const uint32_t a : read.address) wanted[a] = true;
      }
    } else if (wanted[g->y] && nets_[g->y] == kSecret) {
      wanted[g->a] = wanted[g->b] = wanted[g->s] = true;
    }
  }
  for (const Flop& flop : flops_) {
    if (wanted[flop.q] && nets_[flop.q] == kSecret) names.insert(flop.name);
  }
  return {names.begin(), names.end()};
}

size_t Netlist::CountSecret(const State& state) const {
  return static_cast<size_t>(
      std::count(state.registers.begin(), state.registers.end(), kSecret));
}

}  // namespace curvebench
