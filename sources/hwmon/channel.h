// What one chip measures, channel by channel: which file is read for it, or which two.
#pragma once

#include <string>
#include <vector>

#include "sources/hwmon/attributes.h"

namespace joulemark::hwmon {

struct Channel {
  std::string id;  // "power1", "energy2", "in1-curr1"
  unsigned number = 0;
  bool energy = false;   // uJ, else uW
  bool average = false;  // powerN_average
  std::string value;     // path of the file that is read
  std::string factor;    // mV in `value` times mA in this file are uW; empty: one file
  std::string label;     // of read_labels
};

// Power and energy; powerN_average before powerN_input, one of them. Voltage times current only
// for a chip that is known to pair them by number (the ina3221: channels 1 to 3; 4 to 7 are shunt
// voltages and their sum). Looks at names, reads nothing.
std::vector<Channel> find_channels(const Chip& chip, const Attributes& attributes);

// Reads the labels; drops channels that are switched off (their reads would only fail) and those
// labelled NC, which nothing is connected to.
std::vector<Channel> labelled(std::vector<Channel> channels, const Attributes& attributes);

}  // namespace joulemark::hwmon
