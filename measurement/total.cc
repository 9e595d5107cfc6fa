#include "measurement/total.h"
