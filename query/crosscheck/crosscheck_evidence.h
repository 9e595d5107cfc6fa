// What a cross-check says about a sensor in a window (METHOD X-7, L): the reader's side of
// joulemark.crosscheck/1.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/sensor.h"
#include "measurement/code.h"
#include "measurement/crosscheck_correction.h"
#include "measurement/crosscheck_transfer.h"
#include "measurement/window_energy.h"
#include "query/crosscheck/crosscheck_file.h"

namespace joulemark {

struct CrosscheckQuestion {
  std::vector<Sensor> sensors;                // one; several only where their sum was validated
  std::pair<double, double> watts{0.0, 0.0};  // of their sum, see block_powers()
  Window window;
};

struct CrosscheckEvidence {
  CrosscheckVerdict verdict = CrosscheckVerdict::kInconclusive;
  Codes codes;  // of the series: CROSSCHECK_DISAGREE, CROSSCHECK_INCONCLUSIVE; SIMULATED
  // AGREE or AGREE_5 against a calibrated reference, of the unit or by X-7b: class cross-validated.
  bool gives_class = false;
  bool calibrated = false;        // the reference
  bool same_unit = false;         // else transferred
  bool same_device = false;       // only its sampling was checked (L-3): no correction, no class
  bool settles_aliasing = false;  // L-3: against an energy counter, in this very run
  std::optional<UnitCorrection> correction;       // X-7a
  std::optional<TransferredCorrection> transfer;  // X-7b
  double bias = 0.0;  // largest |exp(mean r) - 1| of the levels: used without correction, U grows
                      // by bias x E (expanded_by_bias)
  std::string unit;   // the first sensor asked about: names the group of what is its own
  UtcTime valid_until;
  std::string reference;  // "PDU rPDU (calibrated)": for the reader of a report
  std::string file;
};

// kNotPresent: the file is about other sensors. kInvalid: it is about this one (or its model) and
// does not hold here; the message says why: firmware, expired, powers outside the tested range.
// DISAGREE and INCONCLUSIVE hold for the same unit and firmware at any power and date.
Result<CrosscheckEvidence> evidence_for(const CrosscheckFile& file,
                                        const CrosscheckQuestion& question);

// Of several files the one that was made last among those about this very unit, else the last that
// is about its model: a sensor that was mended is judged by what came after. kNotPresent: none is
// about it; otherwise as evidence_for of that file.
Result<CrosscheckEvidence> latest_evidence(std::span<const CrosscheckFile> files,
                                           const CrosscheckQuestion& question);

// Lowest and highest mean power of the series' sum over 60 s in the window (the whole window if it
// is shorter), W. The scale on which cross-checks test a range. kNotPresent: no energy there.
Result<std::pair<double, double>> block_powers(std::span<const Series* const> series,
                                               const Window& window);

// The same devices, by their serials where both sides tell one.
bool same_units(const Chain& a, const Chain& b);

// X-7a on the energies of the question's sensors: every block of 60 s is corrected at its own
// power, gain and offset of the sensors give way to the reference's. kInvalid: no correction.
Result<std::vector<SeriesEnergy>> corrected_by(const CrosscheckEvidence& evidence,
                                               std::span<const Series* const> series,
                                               std::vector<SeriesEnergy> energies,
                                               const Window& window);

}  // namespace joulemark
