#include "measurement/code.h"

#include <array>

namespace joulemark {
namespace {

struct Row {
  Code code;
  std::string_view name;
  Effect effect;
  Class cap;  // kCalibrated: no fixed cap
  std::string_view meaning, remedy;
};

constexpr Row refuse(Code code, std::string_view name, std::string_view meaning,
                     std::string_view remedy) {
  return {code, name, Effect::kRefuse, Class::kCalibrated, meaning, remedy};
}
constexpr Row error(Code code, std::string_view name, std::string_view meaning,
                    std::string_view remedy) {
  return {code, name, Effect::kError, Class::kCalibrated, meaning, remedy};
}
constexpr Row cap(Code code, std::string_view name, Class cls, std::string_view meaning,
                  std::string_view remedy) {
  return {code, name, Effect::kCap, cls, meaning, remedy};
}
constexpr Row inform(Code code, std::string_view name, std::string_view meaning,
                     std::string_view remedy) {
  return {code, name, Effect::kInform, Class::kCalibrated, meaning, remedy};
}

constexpr Class kVendor = Class::kVendorStated;
constexpr Class kReference = Class::kReferenceOnly;

// METHOD L-5 in its order, which is that of the enumeration.
constexpr std::array kRows = {
    refuse(Code::kTooFewSamples, "TOO_FEW_SAMPLES",
           "fewer than three power readings lie inside the window with their averaging time",
           "measure a longer window or scrape more often"),
    refuse(Code::kNoBracket, "NO_BRACKET",
           "the energy counter has fewer than two different values around the window",
           "measure a longer window, or check that the counter moves"),
    refuse(Code::kInsufficientResolution, "INSUFFICIENT_RESOLUTION",
           "fewer than two usable counter values lie inside the window",
           "measure a longer window, scrape more often, or use a counter with finer steps"),
    refuse(Code::kGapOverLimit, "GAP_OVER_LIMIT", "more than 20 % of the window has no data",
           "find out why the series stopped (exporter, network, server) and measure again"),
    refuse(Code::kClockUnsynced, "CLOCK_UNSYNCED",
           "a clock may be off by more than 1 s, so the edges of the window are not known",
           "synchronise the clocks (chrony or ntpd) of the named host and measure again"),
    refuse(Code::kSeveralResets, "SEVERAL_RESETS",
           "the energy count began anew more than once in the window",
           "keep the exporter and the device running through the window"),
    refuse(Code::kApparentPower, "APPARENT_POWER",
           "the sensor does not measure real power (volt-amperes, or current times nominal "
           "voltage)",
           "use a sensor of real power"),
    Row{Code::kNotComparable, "NOT_COMPARABLE", Effect::kRefuseComparison, Class::kCalibrated,
        "the two results were not measured the same way, so their ratio means nothing",
        "measure both with the same supply, boundary, cooling, cover and major method version"},
    Row{Code::kIncompleteNodes, "INCOMPLETE_NODES", Effect::kRefuseTotal, Class::kCalibrated,
        "members of the system have no energy and are too many to be estimated",
        "bring the named members' telemetry back, or measure again"},
    error(Code::kServerPartial, "SERVER_PARTIAL", "the server says that its answer may lack data",
          "repair the named store or query one that holds all of the data"),
    error(Code::kLabelConflict, "LABEL_CONFLICT",
          "a series carries exported_node, or one sensor comes from several exporters",
          "set honor_labels: true in the scrape job and never relabel onto node"),
    error(Code::kReplicaSeries, "REPLICA_SERIES", "two replicas of one scrape are in the answer",
          "let the server deduplicate replicas, or query one of them"),
    cap(Code::kMetadataChanged, "METADATA_CHANGED", kReference,
        "what the sensor says about itself changed in the window",
        "do not change firmware, configuration or hardware in the window"),
    cap(Code::kAliasRisk, "ALIAS_RISK", kReference,
        "readings may miss load that changes between them, whatever their scatter says",
        "use an energy counter or contiguous averages, or cross-validate in the same run"),
    inform(Code::kAliasUnbounded, "ALIAS_UNBOUNDED",
           "no evidence bounds the power between readings: the worst case may be larger than "
           "stated",
           "give measured idle power and the nameplate limit of the node"),
    inform(Code::kUpdateUnknown, "UPDATE_UNKNOWN",
           "how often the sensor updates is not known, so it counts as able to miss load",
           "state the update interval from the data sheet or from a measurement"),
    inform(Code::kEdgeGap, "EDGE_GAP",
           "no reading lies near an edge of the window; the time to the first one is a gap",
           "begin the window after the telemetry runs and end it before it stops"),
    inform(Code::kEdgeExtrapolated, "EDGE_EXTRAPOLATED",
           "no counter value lies beyond an edge of the window, so that edge is extrapolated",
           "wait for one scrape past the window before asking"),
    inform(Code::kGap, "GAP",
           "part of the window has no data; it was filled and its limits are in U",
           "find out why the series stopped; above 1 % of the window the class falls"),
    cap(Code::kCounterReset, "COUNTER_RESET", kVendor,
        "the energy count began anew in the window; what it lost was estimated",
        "keep the exporter and the device running through the window"),
    inform(Code::kTickLimited, "TICK_LIMITED",
           "the counter's step is so coarse that only its changes carry information",
           "measure a longer window, or use a counter with finer steps"),
    cap(Code::kFrozen, "FROZEN", kReference,
        "the sensor repeated one value while another sensor of the same member moved",
        "restart the sensor's firmware (BMC, PDU) or use another sensor"),
    inform(Code::kImplausible, "IMPLAUSIBLE",
           "readings that a running node cannot have were dropped",
           "check the sensor; 0 W of a running node is no measurement"),
    inform(Code::kBoundsExceeded, "BOUNDS_EXCEEDED",
           "a stated limit of the power contradicts the readings and was dropped",
           "correct the measured idle power or the nameplate limit"),
    inform(Code::kBoundsDeclared, "BOUNDS_DECLARED",
           "limits of the power were declared without evidence; they lower nothing",
           "give the evidence: measured idle, nameplate, or a limit read from the device"),
    cap(Code::kClassDefaultAccuracy, "CLASS_DEFAULT_ACCURACY", kReference,
        "no source states the sensor's accuracy; U holds the default of its kind, or nothing "
        "(EVIDENCE)",
        "give the data sheet of this model, or cross-validate against a calibrated meter"),
    cap(Code::kCalibrationExpired, "CALIBRATION_EXPIRED", kVendor,
        "the calibration certificate is out of date", "have the meter calibrated again"),
    cap(Code::kCertificateMismatch, "CERTIFICATE_MISMATCH", kVendor,
        "the certificate belongs to another serial number or range of load",
        "give the certificate of this very meter over this range"),
    cap(Code::kClockUnmeasured, "CLOCK_UNMEASURED", kVendor,
        "no evidence bounds a host's clock; at least 0.5 s was assumed",
        "synchronise the clock, so that the exporter can publish its error bound"),
    cap(Code::kSupplyUndeclared, "SUPPLY_UNDECLARED", kReference,
        "it is not known whether the sensor measures AC or DC",
        "declare the supply in the exporter's configuration or in the plan"),
    cap(Code::kBoundaryUnknown, "BOUNDARY_UNKNOWN", kReference,
        "it is not known at which point of the supply the sensor measures",
        "state the boundary of the sensor (AC input, DC input, PSU output)"),
    cap(Code::kPartialScope, "PARTIAL_SCOPE", kReference,
        "the sensors do not cover the whole node, so its energy is a lower limit",
        "measure at the node's input: PSU, BMC, outlet or shelf"),
    cap(Code::kBasisChanged, "BASIS_CHANGED", kReference,
        "the node's energy came from different sensors within the window",
        "keep all sources of the node running through the window"),
    cap(Code::kOverInclusive, "OVER_INCLUSIVE", kVendor,
        "a counted meter also feeds equipment outside the system: an upper limit",
        "count a meter that feeds the system alone"),
    cap(Code::kCoverMismatch, "COVER_MISMATCH", kReference,
        "a meter and the sum of its parts differ by more than losses explain",
        "check the wiring map and the meters of the named scope"),
    cap(Code::kFeedMismatch, "FEED_MISMATCH", kReference,
        "the feeds mapped to a member are not those of its power supplies",
        "correct the map of outlets to members"),
    cap(Code::kStorageInPath, "STORAGE_IN_PATH", kVendor,
        "a battery or capacitor lies between meter and load; its charge may have changed",
        "give its state of charge at both ends of the window"),
    inform(Code::kEfficiencyUnusual, "EFFICIENCY_UNUSUAL",
           "the stated power supply efficiency is outside 0.85 to 0.97",
           "check the efficiency points of the power supply"),
    cap(Code::kSharedNode, "SHARED_NODE", kVendor,
        "another job ran on a member; its whole energy is charged",
        "allocate the nodes exclusively"),
    cap(Code::kUnlistedActive, "UNLISTED_ACTIVE", kReference,
        "a node that is not listed changed its power with the window",
        "list every node that took part, or explain why it did not"),
    cap(Code::kAllocationTyped, "ALLOCATION_TYPED", kVendor,
        "the list of members was typed, not taken from a scheduler or the benchmark's log",
        "give the scheduler's record or the host list of the log"),
    inform(Code::kEstimatedPart, "ESTIMATED_PART",
           "shared or unmeasured equipment is in the total by an estimate",
           "measure the named equipment"),
    cap(Code::kEstimatedMembers, "ESTIMATED_MEMBERS", kVendor,
        "members without telemetry are in the total by an estimate",
        "bring the named members' telemetry back"),
    cap(Code::kDuplicateSeries, "DUPLICATE_SERIES", kReference,
        "two members have identical samples: one sensor is counted twice",
        "check node names and targets of the named members"),
    cap(Code::kCounterVsPower, "COUNTER_VS_POWER", kReference,
        "a device's energy counter and its power differ by more than both uncertainties",
        "cross-validate the device and leave out the reading that is wrong"),
    cap(Code::kCrosscheckInconclusive, "CROSSCHECK_INCONCLUSIVE", kVendor,
        "the comparison of two meters neither agrees nor disagrees",
        "take more blocks or steadier load levels"),
    cap(Code::kCrosscheckDisagree, "CROSSCHECK_DISAGREE", kReference,
        "two meters of the same power disagree by more than their uncertainties",
        "find the wrong meter before publishing either"),
    cap(Code::kSensorFiltered, "SENSOR_FILTERED", kReference,
        "the vendor's interface alters the values (energy filter, unknown smoothing)",
        "switch the filter off or use another sensor"),
    cap(Code::kSimulated, "SIMULATED", kReference,
        "the series is a simulation and measures nothing", "use a real source"),
    cap(Code::kSamplingTooSlow, "SAMPLING_TOO_SLOW", kVendor,
        "the series is read too rarely or too coarsely for a benchmark",
        "scrape an energy counter every second, or let the exporter integrate at 10 Hz"),
    inform(Code::kWindowTooShort, "WINDOW_TOO_SHORT",
           "the window is shorter than 60 s or 60 samples, or than the recommended 600 s",
           "measure at least 600 s"),
    cap(Code::kIntervalTooLong, "INTERVAL_TOO_LONG", kVendor,
        "a time without data is longer than 5 s or three sampling intervals",
        "scrape at 1 s and keep the scrape from failing"),
    cap(Code::kClockBoundHigh, "CLOCK_BOUND_HIGH", kVendor,
        "the clocks are bounded too loosely for a window of this length",
        "synchronise the clocks more closely or measure a longer window"),
    inform(Code::kBudgetExceeded, "BUDGET_EXCEEDED",
           "sampling, edges and gaps take more of U than the class allows",
           "scrape more often, measure longer, or avoid gaps"),
    inform(Code::kMlperfDiffers, "MLPERF_DIFFERS",
           "the MLPerf Training formula gives another energy, outside U",
           "publish both; the formula holds each reading back over its interval"),
    inform(Code::kSingleRun, "SINGLE_RUN",
           "one run says nothing of how the energy varies from run to run",
           "record at least two more runs; joulemark runs takes their reports together"),
};

constexpr bool in_order_of_the_enumeration() {
  for (std::size_t i = 0; i < kRows.size(); ++i)
    if (static_cast<std::size_t>(kRows[i].code) != i) return false;
  return kRows.size() == static_cast<std::size_t>(Code::kSingleRun) + 1;
}
static_assert(in_order_of_the_enumeration(), "a code without a row in L-5 is a defect");

const Row& row_of(Code code) { return kRows[static_cast<std::size_t>(code)]; }

}  // namespace

std::string_view to_string(Code code) { return row_of(code).name; }

std::optional<Code> parse_code(std::string_view text) {
  for (const Row& row : kRows)
    if (row.name == text) return row.code;
  return {};
}

Effect effect_of(Code code) { return row_of(code).effect; }
Class cap_of(Code code) { return row_of(code).cap; }
std::string_view meaning_of(Code code) { return row_of(code).meaning; }
std::string_view remedy_of(Code code) { return row_of(code).remedy; }

}  // namespace joulemark
