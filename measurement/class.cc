#include "measurement/class.h"
