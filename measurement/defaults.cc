#include "measurement/defaults.h"
