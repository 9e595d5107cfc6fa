#include "measurement/window_energy.h"
