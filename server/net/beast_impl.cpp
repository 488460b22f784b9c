// The parts of Beast that are no templates, compiled once.
#include <boost/beast/src.hpp>
