#include "measurement/cover.h"
