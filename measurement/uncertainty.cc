#include "measurement/uncertainty.h"
