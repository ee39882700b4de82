#include <troupe/deploy/configuration/read_tree.hpp>

#include <caf/atom.hpp>
#include <caf/detail/parser/read_ini.hpp>
#include <caf/expected.hpp>
#include <caf/parser_state.hpp>
#include <caf/string_view.hpp>
#include <caf/timespan.hpp>
#include <caf/uri.hpp>

#include <algorithm>
#include <utility>

namespace troupe::detail {
namespace {

using parsing = caf::string_parser_state;

/// Takes the parser's events. The parser passes it around by value, so it only refers to its state.
class tree_builder {
 public:
  struct open_part {
    config_value value;
    char opener;  // '{' or '[' if something has to close it, '\0' for a section
    std::string key{};
    int key_line = 0;
  };
  struct state {
    const parsing* parser;
    const char* begin;
    std::vector<open_part> open{};
    std::string twice{};  // the first key that was given twice
    int first_line = 0, second_line = 0;

    int line() const { return 1 + static_cast<int>(std::count(begin, parser->i, '\n')); }
  };

  explicit tree_builder(state& s) : state_{&s} {}

  tree_builder begin_map() { return open(config_map{}); }
  tree_builder begin_list() { return open(config_list{}); }
  void end_map() { close(); }
  void end_list() { close(); }

  void key(std::string name) {
    state_->open.back().key = std::move(name);
    state_->open.back().key_line = state_->line();
  }

  void value(bool x) { put({state_->line(), x}); }
  void value(std::int64_t x) { put({state_->line(), x}); }
  void value(double x) { put({state_->line(), x}); }
  void value(std::string x) { put({state_->line(), std::move(x)}); }
  void value(caf::timespan x) { put({state_->line(), std::chrono::nanoseconds{x}}); }
  void value(caf::atom_value x) { put({state_->line(), caf::to_string(x)}); }
  void value(const caf::uri& x) { put({state_->line(), caf::to_string(x)}); }

 private:
  template <class Content>
  tree_builder open(Content content) {
    // The parser is past the bracket already.
    const char* now = state_->parser->i;
    const char at = now == state_->begin ? '\0' : now[-1];
    state_->open.push_back(
        {{state_->line(), std::move(content)}, at == '{' || at == '[' ? at : '\0'});
    return *this;
  }

  void close() {
    auto done = std::move(state_->open.back().value);
    state_->open.pop_back();
    put(std::move(done));
  }

  void put(config_value value) {
    auto& in = state_->open.back();
    if (auto* list = std::get_if<config_list>(&in.value.content))
      list->push_back(std::move(value));
    else
      add(std::get<config_map>(in.value.content), {in.key, in.key_line, std::move(value)});
  }

  /// A section may be continued later; everything else stands once.
  void add(config_map& map, config_entry entry) {
    const auto same = std::find_if(map.entries.begin(), map.entries.end(),
                                   [&](const config_entry& e) { return e.key == entry.key; });
    if (same == map.entries.end()) {
      map.entries.push_back(std::move(entry));
      return;
    }
    auto* before = std::get_if<config_map>(&same->value.content);
    auto* after = std::get_if<config_map>(&entry.value.content);
    if (before != nullptr && after != nullptr) {
      for (auto& each : after->entries) add(*before, std::move(each));
    } else if (state_->twice.empty()) {
      state_->twice = entry.key;
      state_->first_line = same->line;
      state_->second_line = entry.line;
    }
  }

  state* state_;
};

/// What the parser stumbled over, for people.
error stumbled(const std::string& file, const parsing& parser, const tree_builder::state& s) {
  const char found = parser.current();
  if (parser.code == caf::pec::unexpected_eof || found == '\0') {
    const auto unclosed = std::find_if(s.open.rbegin(), s.open.rend(),
                                       [](const auto& part) { return part.opener != '\0'; });
    if (unclosed != s.open.rend())
      return config_problem(file, unclosed->value.line,
                            std::string{"the "} + unclosed->opener + " is never closed",
                            unclosed->opener == '{' ? "add a }" : "add a ]");
    return config_problem(file, s.line(), "the file ends in the middle of a line");
  }
  if (parser.code == caf::pec::fractional_timespan)
    return config_problem(file, s.line(), "a duration is not a whole number",
                          "use a smaller unit: 1500ms in place of 1.5s");
  if (found == '\n')
    return config_problem(file, s.line(), "the line ends too early",
                          "write key = value, and close texts with a double quote");
  return config_problem(file, s.line(), std::string{"unexpected '"} + found + "'",
                        found == '#' ? "comments begin with ;"
                                     : "write key = value; texts stand in double quotes, numbers "
                                       "and durations (50ms) do not");
}

}  // namespace

error config_problem(const std::string& file_name, int line, const std::string& what,
                     std::string advice) {
  return {errc::config_error, file_name + ":" + std::to_string(line) + ": " + what,
          std::move(advice)};
}

expected<config_map> read_tree(std::string_view text, const std::string& file_name) {
  const caf::string_view source{text.data(), text.size()};
  parsing parser{source.begin(), source.end()};
  tree_builder::state state{&parser, source.begin()};
  state.open.push_back({{1, config_map{}}, '\0'});
  tree_builder builder{state};
  caf::detail::parser::read_ini(parser, builder);
  if (parser.code != caf::pec::success) return stumbled(file_name, parser, state);
  auto root = std::get<config_map>(std::move(state.open.front().value.content));
  // What stands before any section.
  for (auto each = root.entries.begin(); each != root.entries.end(); ++each) {
    if (each->key != "global") continue;
    auto outside = std::get<config_map>(std::move(each->value.content));
    root.entries.erase(each);
    root.entries.insert(root.entries.end(), std::make_move_iterator(outside.entries.begin()),
                        std::make_move_iterator(outside.entries.end()));
    break;
  }
  if (!state.twice.empty())
    return config_problem(
        file_name, state.second_line,
        state.twice + " is given a second time, first in line " + std::to_string(state.first_line),
        "keep one of them");
  return root;
}

}  // namespace troupe::detail
