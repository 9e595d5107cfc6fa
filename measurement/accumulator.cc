#include "measurement/accumulator.h"
