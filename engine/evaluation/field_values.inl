// Evaluates fields by weights. This is not a header: field_evaluation.cpp includes it for any machine, and a file for
// each other instruction set includes it in a namespace of its own.

inline std::int64_t squared(int number) { return std::int64_t{number} * number; }

inline std::int64_t evaluate_heights(const rules::Heights& heights, int cells, const EvaluationWeights& weights) {
  const std::array<int, rules::kColumns + 1> ideals = {
      0, weights.edge, weights.near, weights.middle, weights.middle, weights.near, weights.edge};
  std::int64_t steps = 0;
  std::int64_t valleys = 0;
  std::int64_t ridges = 0;
  std::int64_t bowl = 0;  // in sixths of a row, squared
  for (std::size_t x = 1; x <= rules::kColumns; ++x) {
    const bool has_left = x > 1;
    const bool has_right = x < rules::kColumns;
    const int up_left = heights[x - 1] - heights[x];
    const int up_right = heights[x + 1] - heights[x];
    if (has_right) steps += squared(up_right);
    const int lower = std::min(has_left ? up_left : up_right, has_right ? up_right : up_left);
    const int higher = std::min(has_left ? -up_left : -up_right, has_right ? -up_right : -up_left);
    valleys += squared(std::max(lower, 0));
    ridges += squared(std::max(higher, 0));
    bowl += squared(rules::kColumns * heights[x] - cells - rules::kColumns / 2 * ideals[x]);
  }
  return weights.step * steps + weights.valley * valleys + weights.ridge * ridges +
         weights.bowl * bowl / squared(rules::kColumns);
}

// The triggers of several fields with their chains.
class TriggerBatch {
 public:
  static constexpr std::size_t kMaxFields = 8;

  TriggerBatch() {}  // leaves the arrays unset, because to clear them takes longer than a chain

  // Adds those of one field. Returns the number of triggers so far.
  std::size_t add(const rules::Field& field, const CompletionCounter& counter, const rules::Heights& heights,
                  int colours) {
    for (ColourIndex colour = 0; colour < static_cast<ColourIndex>(colours); ++colour) {
      // One loop over all three numbers of puyos takes less time than three, because the end of a loop is hard to
      // predict.
      const CompletionCounter::Columns columns = counter.count(colour);
      const unsigned all = unsigned{columns[0]} | unsigned{columns[1]} << 8U | unsigned{columns[2]} << 16U;
      for (unsigned left = all; left != 0; left &= left - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(left));
        const unsigned x = bit % 8;
        triggers_[count_++] = {.field = &field,
                               .colour = rules::kColours[colour],
                               .x = static_cast<std::uint8_t>(x),
                               .row = static_cast<std::uint8_t>(heights[x] + 1),
                               .puyos = static_cast<std::uint8_t>(bit / 8 + 1)};
      }
    }
    return count_;
  }

  void fire() { rules::fastest_trigger_kernel().fire(std::span(triggers_).first(count_), chains_.data()); }

  // Returns the value of the chains of the triggers first..end - 1, which are those of one field.
  std::int64_t value(std::size_t first, std::size_t end, const EvaluationWeights& weights) const {
    if (first == end) return 0;
    std::size_t main = first;
    int best = value_of(first, weights);
    int side_chains = 0;
    for (std::size_t i = first; i < end; ++i) {
      side_chains += has_side_chain_length(chains_[i].links) ? 1 : 0;
      const int value = value_of(i, weights);
      main = value > best ? i : main;
      best = std::max(best, value);
    }
    const CellContacts left = contacts_of(CellPlanes(chains_[main].after));
    const bool has_side = side_chains > (has_side_chain_length(chains_[main].links) ? 1 : 0);
    return std::int64_t{best} + weights.contact_left * left.count() + weights.between_left * left.between().count() +
           (has_side ? weights.side : 0);
  }

 private:
  static bool has_side_chain_length(int links) { return links == 2 || links == 3; }
  int value_of(std::size_t index, const EvaluationWeights& weights) const {
    const int puyos = triggers_[index].puyos;
    return weights.link * chains_[index].links + weights.puyo * puyos + weights.puyo_squared * puyos * puyos +
           weights.trigger_row * triggers_[index].row;
  }

  std::size_t count_ = 0;
  // A column has at most one trigger of each colour.
  static constexpr std::size_t kMaxTriggers = kMaxFields * rules::kMaxColours * rules::kColumns;
  union {
    std::array<rules::Trigger, kMaxTriggers> triggers_;
  };
  union {
    std::array<rules::TriggeredChain, kMaxTriggers> chains_;
  };
};

inline std::int64_t evaluate_without_chains(const CellPlanes& planes, const CellContacts& contacts,
                                            const rules::Heights& heights, int cells,
                                            const EvaluationWeights& weights) {
  const int garbage = planes.low.without(planes.middle | planes.high).count();
  return std::int64_t{weights.contact} * contacts.count() + weights.between * contacts.between().count() +
         evaluate_heights(heights, cells, weights) + weights.garbage * garbage;
}

// Precondition: at most TriggerBatch::kMaxFields fields.
inline void evaluate_batch(std::span<const rules::Field* const> fields, int colours, const WeightsByPhase& weights,
                           int* values) {
  struct Part {
    const EvaluationWeights* weights;
    std::int64_t value;  // without chains
    std::size_t end;     // of its triggers
  };
  std::array<Part, TriggerBatch::kMaxFields> parts;
  TriggerBatch batch;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const rules::Field& field = *fields[i];
    const rules::Heights heights = field.heights();
    int cells = 0;
    for (const int height : heights) cells += height;
    const EvaluationWeights& own = weights.of(phase_of_cells(cells));
    const CellPlanes planes(field.planes());
    const CompletionCounter counter(planes);
    parts[i] = {&own, evaluate_without_chains(planes, counter.contacts(), heights, cells, own),
                batch.add(field, counter, heights, colours)};
  }
  batch.fire();
  std::size_t first = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::int64_t value = parts[i].value + batch.value(first, parts[i].end, *parts[i].weights);
    values[i] = static_cast<int>(std::clamp<std::int64_t>(value, -kMaxFieldValue, kMaxFieldValue));
    first = parts[i].end;
  }
}

inline void evaluate(std::span<const rules::Field* const> fields, int colours, const WeightsByPhase& weights,
                     int* values) {
  while (!fields.empty()) {
    const std::size_t count = std::min(fields.size(), TriggerBatch::kMaxFields);
    evaluate_batch(fields.first(count), colours, weights, values);
    fields = fields.subspan(count);
    values += count;
  }
}
