// What the pure rules accept as a number: they refuse the rest with a reason.
#pragma once

#include "measurement/component.h"

namespace joulemark {

// Finite and not negative: an energy, a power, a weight, an uncertainty.
bool is_amount(double value);
// Finite and above zero.
bool is_positive(double value);
// Every u is an amount and no dof is a NaN or below zero.
bool is_budget(const Budget& budget);

}  // namespace joulemark
