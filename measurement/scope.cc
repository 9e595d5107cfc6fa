#include "measurement/scope.h"
