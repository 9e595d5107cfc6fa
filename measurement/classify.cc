#include "measurement/classify.h"
