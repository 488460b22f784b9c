#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <pybind11/numpy.h>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"
#include "clients/bindings/python/native/cells.h"
#include "clients/bindings/python/native/classes.h"
#include "clients/bindings/python/native/duel_vector.h"
#include "clients/bindings/python/native/errors.h"
#include "clients/bindings/python/native/step_thread.h"
#include "engine/json/settings_json.h"
#include "engine/rules/pair.h"
#include "engine/rules/ruleset.h"

namespace rensa::python {

namespace {

constexpr std::int64_t kMaxGames = 1 << 20;

rules::Ruleset ruleset_of(const py::object& ruleset) {
  const std::string text =
      py::isinstance<py::str>(ruleset) ? ruleset.cast<std::string>() : ruleset.attr("json")().cast<std::string>();
  if (const rules::Ruleset* published = rules::find_ruleset(text)) return *published;
  if (text.find('{') == std::string::npos) {
    raise_error(RENSA_ERROR_VALUE, "ruleset: no published ruleset has the id '" + text + "'");
  }
  auto read = json::ruleset_of_json(text);
  if (!read) raise_error(RENSA_ERROR_TEXT, "ruleset: " + read.error().message);
  return std::move(read).value();
}

std::size_t checked_count(std::int64_t count) {
  if (count < 1 || count > kMaxGames) {
    throw std::invalid_argument("count: must be 1 to " + std::to_string(kMaxGames) + ", and is " +
                                std::to_string(count));
  }
  return static_cast<std::size_t>(count);
}

std::uint64_t read_seed(const py::object& seed) {
  if (PyIndex_Check(seed.ptr()) == 0) throw py::type_error("seed: must be a whole number");
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(seed.ptr()));
  if (!number) throw py::error_already_set();
  const std::uint64_t value = PyLong_AsUnsignedLongLong(number.ptr());
  if (PyErr_Occurred() == nullptr) return value;
  PyErr_Clear();
  throw std::invalid_argument("seed: must be 0 to 2**64 - 1, and is " + std::string(py::str(number)));
}

// An array of integers of 64 bits, which share the memory of `actions` if they have this form already.
using ActionArray = py::array_t<std::int64_t, py::array::c_style>;

ActionArray read_actions(const py::object& actions, std::size_t count) {
  const std::string shape = "(" + std::to_string(count) + ", 2)";
  const py::array given(actions);
  const bool is_whole = given.dtype().kind() == 'i' || given.dtype().kind() == 'u';
  auto read = is_whole ? ActionArray::ensure(given) : ActionArray();
  if (!is_whole || !read) {
    throw py::type_error("actions: must be whole numbers that int64 can hold, of the shape " + shape + ", and are " +
                         std::string(py::str(given.dtype())));
  }
  if (read.ndim() == 2 && read.shape(0) == static_cast<py::ssize_t>(count) && read.shape(1) == 2) return read;
  throw std::invalid_argument("actions: must have the shape " + shape + ", and have " +
                              std::string(py::str(given.attr("shape"))));
}

template <typename T>
py::array_t<T> zeros(const std::vector<py::ssize_t>& shape) {
  py::array_t<T> array(shape);
  std::fill_n(array.mutable_data(), array.size(), T{});
  return array;
}

// The arrays of numpy that a DuelVector writes to. Python sees these very arrays.
struct NumpyArrays {
  NumpyArrays(py::ssize_t n, py::ssize_t visible_pairs)
      : own(zeros<std::uint8_t>({n, 2, rules::kTrapRow, rules::kColumns})),
        opponent(zeros<std::uint8_t>({n, 2, rules::kTrapRow, rules::kColumns})),
        pairs(zeros<std::uint8_t>({n, 2, visible_pairs, 2})),
        garbage(zeros<std::int32_t>({n, 2, 2})),
        scores(zeros<std::int64_t>({n, 2, 2})),
        action_mask(zeros<std::int8_t>({n, 2, rules::kPlacementCount})),
        is_due(zeros<bool>({n, 2})),
        rewards(zeros<float>({n, 2})),
        terminations(zeros<bool>({n})),
        truncations(zeros<bool>({n})),
        clocks(zeros<std::int32_t>({n})) {}

  DuelArrays memory(int visible_pairs) {
    return {.own = own.mutable_data(),
            .opponent = opponent.mutable_data(),
            .pairs = pairs.mutable_data(),
            .garbage = garbage.mutable_data(),
            .scores = scores.mutable_data(),
            .action_mask = action_mask.mutable_data(),
            .is_due = is_due.mutable_data(),
            .rewards = rewards.mutable_data(),
            .terminations = terminations.mutable_data(),
            .truncations = truncations.mutable_data(),
            .clocks = clocks.mutable_data(),
            .visible_pairs = visible_pairs};
  }

  py::array_t<std::uint8_t> own;
  py::array_t<std::uint8_t> opponent;
  py::array_t<std::uint8_t> pairs;
  py::array_t<std::int32_t> garbage;
  py::array_t<std::int64_t> scores;
  py::array_t<std::int8_t> action_mask;
  py::array_t<bool> is_due;
  py::array_t<float> rewards;
  py::array_t<bool> terminations;
  py::array_t<bool> truncations;
  py::array_t<std::int32_t> clocks;
};

// The call that uses the duels at this moment.
enum class Activity : std::uint8_t {
  idle,
  playing,    // a thread is in reset() or step()
  sent,       // the step of send() runs, or is done and waits for recv()
  receiving,  // a thread is in recv()
};

// Shows an activity until the end of its scope, and idle afterwards. It is made and destroyed by a thread that has
// Python's lock, around the time in which the thread gives the lock away.
class ActivityScope {
 public:
  ActivityScope(Activity& activity, Activity shown) : activity_(activity) { activity_ = shown; }
  ActivityScope(const ActivityScope&) = delete;
  ActivityScope& operator=(const ActivityScope&) = delete;
  ~ActivityScope() { activity_ = Activity::idle; }

 private:
  Activity& activity_;
};

// rensa.VectorDuel. Python's lock protects its members, and `activity_` protects the duels and their arrays while no
// thread has that lock. Each function reads its arguments before it looks at the activity, because reading them can run
// code of Python, and so other threads.
class VectorDuel {
 public:
  VectorDuel(std::int64_t count, const py::object& ruleset, const py::object& seed)
      : VectorDuel(checked_count(count), ruleset_of(ruleset), read_seed(seed)) {}

  py::tuple reset(const py::object& seed) {
    const std::optional<std::uint64_t> given = seed.is_none() ? std::nullopt : std::optional(read_seed(seed));
    check_idle();
    const std::uint64_t first = given.value_or(duels_.next_seed());
    {
      const ActivityScope playing(activity_, Activity::playing);
      const py::gil_scoped_release others_may_run;
      duels_.reset(first);
    }
    return py::make_tuple(observations_, infos_);
  }

  py::tuple step(const py::object& actions) {
    const ActionArray given = read_actions(actions, duels_.size());
    take(given);
    if (duels_.size() == 1) {  // giving the lock of Python away would take longer
      duels_.step();
    } else {
      const ActivityScope playing(activity_, Activity::playing);
      const py::gil_scoped_release others_may_run;
      duels_.step();
    }
    return result_;
  }

  void send(const py::object& actions) {
    thread_.check_process();
    const ActionArray given = read_actions(actions, duels_.size());
    take(given);
    thread_.start();
    activity_ = Activity::sent;
  }

  py::tuple recv() {
    if (activity_ == Activity::receiving) throw std::runtime_error("another thread is in recv() already");
    if (activity_ != Activity::sent) throw std::runtime_error("recv() needs a send() before it");
    thread_.check_process();
    {
      const ActivityScope receiving(activity_, Activity::receiving);
      const py::gil_scoped_release others_may_run;
      thread_.wait();
    }
    return result_;
  }

  std::size_t size() const { return duels_.size(); }
  const std::string& ruleset_id() const { return ruleset_id_; }
  int visible_pairs() const { return visible_pairs_; }
  const NumpyArrays& arrays() const { return arrays_; }

 private:
  VectorDuel(std::size_t count, const rules::Ruleset& ruleset, std::uint64_t seed)
      : ruleset_id_(ruleset.id),
        visible_pairs_(ruleset.visible_pairs),
        arrays_(static_cast<py::ssize_t>(count), ruleset.visible_pairs),
        duels_(ruleset, count, seed, arrays_.memory(ruleset.visible_pairs)),
        thread_([this] { duels_.step(); }) {
    observations_["own"] = arrays_.own;
    observations_["opponent"] = arrays_.opponent;
    observations_["pairs"] = arrays_.pairs;
    observations_["garbage"] = arrays_.garbage;
    observations_["scores"] = arrays_.scores;
    infos_["action_mask"] = arrays_.action_mask;
    infos_["is_due"] = arrays_.is_due;
    infos_["clocks"] = arrays_.clocks;
    result_ = py::make_tuple(observations_, arrays_.rewards, arrays_.terminations, arrays_.truncations, infos_);
  }

  void check_idle() const {
    if (activity_ == Activity::idle) return;
    if (activity_ == Activity::sent) throw std::runtime_error("a step is running: recv() comes first");
    throw std::runtime_error("another thread is playing these duels");
  }

  void take(const ActionArray& given) {
    check_idle();
    const auto wrong = duels_.take_actions(std::span(given.data(), static_cast<std::size_t>(given.size())));
    if (!wrong) return;
    throw std::invalid_argument("game " + std::to_string(wrong->game) + ", seat " + std::to_string(wrong->seat) +
                                ": the pair cannot reach the placement " + std::to_string(wrong->action));
  }

  std::string ruleset_id_;
  int visible_pairs_;
  NumpyArrays arrays_;
  DuelVector duels_;
  StepThread thread_;  // ends before the games and the arrays do
  Activity activity_ = Activity::idle;
  py::dict observations_;
  py::dict infos_;
  py::tuple result_;
};

}  // namespace

void add_duel_vector(py::module_& module) {
  py::class_<VectorDuel> type(module, "VectorDuel", "Many duels that are played at once, and seen in arrays of numpy.");
  type.def(py::init<std::int64_t, const py::object&, const py::object&>(), py::arg("count"),
           py::arg("ruleset") = "tsu-1", py::arg("seed") = 1,
           "Begins `count` games of a ruleset. Game i has the seed `seed` + i.")
      .def("reset", &VectorDuel::reset, py::arg("seed") = py::none(),
           "Begins all games anew, with this seed or with the next ones. Returns the observations and the infos.")
      .def("step", &VectorDuel::step, py::arg("actions"),
           "Plays one placement for each seat that has to decide. Returns observations, rewards, terminations, "
           "truncations and infos.")
      .def("send", &VectorDuel::send, py::arg("actions"), "Begins a step on another thread, and returns at once.")
      .def("recv", &VectorDuel::recv, "Waits for the step that send() has begun, and returns what step() returns.")
      .def("__len__", &VectorDuel::size)
      .def_property_readonly("ruleset_id", &VectorDuel::ruleset_id)
      .def_property_readonly("visible_pairs", &VectorDuel::visible_pairs);
  const auto add_array = [&](const char* name, auto member) {
    type.def_property_readonly(name, [member](const VectorDuel& duels) { return duels.arrays().*member; });
  };
  add_array("own", &NumpyArrays::own);
  add_array("opponent", &NumpyArrays::opponent);
  add_array("pairs", &NumpyArrays::pairs);
  add_array("garbage", &NumpyArrays::garbage);
  add_array("scores", &NumpyArrays::scores);
  add_array("action_mask", &NumpyArrays::action_mask);
  add_array("is_due", &NumpyArrays::is_due);
  add_array("rewards", &NumpyArrays::rewards);
  add_array("terminations", &NumpyArrays::terminations);
  add_array("truncations", &NumpyArrays::truncations);
  add_array("clocks", &NumpyArrays::clocks);
}

}  // namespace rensa::python
