#include "measurement/code.h"
