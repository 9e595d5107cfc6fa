#include "query/explain/code_explanations.h"

#include <array>

namespace joulemark {
namespace {

constexpr std::string_view kAnyClass = "the class is then what the accuracy of the sensor allows";
constexpr std::string_view kFigureThen = "the node has a figure then";
constexpr std::string_view kOnlyTold = "nothing: it lowers no class";

// In the order of the enumeration, which is that of L-5.
constexpr std::array kExplanations{
    CodeExplanation{
        Code::kTooFewSamples, "G-4", "",
        "A power reading counts only if the time that it averages over lies inside the window "
        "with all of it. Two points or fewer say nothing on what the load did in between.",
        "a window of a few seconds, or a series of another exporter scraped every 15 s or more",
        kFigureThen},
    CodeExplanation{
        Code::kNoBracket, "C-4, S-1a", "",
        "Energy is the difference of two counter values; there are not two different ones. Also "
        "said where no sensor of the node moved at all.",
        "the exporter was down, the counter stands still, or the window lies before the first "
        "scrape",
        kFigureThen},
    CodeExplanation{
        Code::kInsufficientResolution, "C-4", "",
        "Values of the counter exist, but fewer than two lie inside the window, so that nothing "
        "tells its rate at the edges.",
        "a window shorter than two scrapes, or a counter that ticks in steps of 0.1 kWh",
        kFigureThen},
    CodeExplanation{
        Code::kGapOverLimit, "G-6, I-4, C-2", "",
        "Time without data is filled with the mean power and its limits go into U. With "
        "more than a fifth of the window missing that would be a guess.",
        "the exporter or the server stopped, or scrapes timed out for long", kFigureThen},
    CodeExplanation{Code::kClockUnsynced, "S-5", "",
                    "The edges of the window are stamped by one clock and the readings by another. "
                    "If these may be apart by more than 1 s, it is not known which energy lies in "
                    "the window.",
                    "chrony or ntpd is not running on the host, or has just been started",
                    kFigureThen},
    CodeExplanation{
        Code::kSeveralResets, "C-2", "",
        "One reset can be bridged with limits; several hide more than can be bounded.",
        "an exporter that restarts again and again, a driver that is reloaded, a device "
        "that loses power",
        kFigureThen},
    CodeExplanation{Code::kApparentPower, "S-4", "",
                    "Volt-amperes, or amperes times a nominal voltage, differ from watts by the "
                    "power factor, which the sensor does not tell. Only real power is energy.",
                    "a PDU that measures current only, or a mapping onto the wrong series of it",
                    kFigureThen},
    CodeExplanation{Code::kNotComparable, "R-3", "refuses the comparison, not the reports",
                    "A ratio means something only if both sides were measured alike: supply, "
                    "boundary, cooling, whole nodes, kind of work and major version of the method, "
                    "neither of them reference-only.",
                    "one system measured at the wall, the other behind its power supplies",
                    "the ratio is then computed"},
    CodeExplanation{Code::kIncompleteNodes, "N-3", "",
                    "The energy of a system is that of all its members. Missing ones may be "
                    "estimated only if they are at most 1 % of the members and of the energy, "
                    "between measured idle and nameplate. The sum of the others is printed apart; "
                    "it is no energy of the job.",
                    "an exporter that is down, a node that is not in the scrape configuration, a "
                    "misspelt name",
                    "the total exists then"},
    CodeExplanation{Code::kServerPartial, "L-5", "",
                    "A store of long-term data (Thanos, Mimir, VictoriaMetrics cluster) answered "
                    "without one of its parts. What is missing cannot be seen in the answer.",
                    "a store gateway that is down, or a query limit", "the report exists then"},
    CodeExplanation{Code::kLabelConflict, "L-5, DESIGN 4", "",
                    "It is not known which machine a series measures, or two exporters claim one "
                    "sensor.",
                    "honor_labels is not set, so that the server renamed node to exported_node",
                    "the report exists then"},
    CodeExplanation{Code::kReplicaSeries, "L-5", "",
                    "Two servers scraped the same target and both answers are there: counted, all "
                    "energy would be doubled.",
                    "a querier without its replica label", "the report exists then"},
    CodeExplanation{Code::kMetadataChanged, "S-4, L-5", "",
                    "Accuracy, update period or identity of the sensor were different at the two "
                    "ends of the window, so that no one budget holds for it.",
                    "a firmware update, a swapped power supply, an exporter restarted with another "
                    "configuration",
                    kAnyClass},
    CodeExplanation{
        Code::kAliasRisk, "G-7, I-5, L-3", "",
        "The sensor shows moments and not all of the time. A load that pulses in step "
        "with the readings can be wrong by far more than their scatter tells (80 % "
        "in a simulation that said 1 %). U is U_safe, which holds the worst case.",
        "instantaneous power read periodically; an update period that is not known; "
        "GPUs whose sensor looks at a quarter of the time",
        "with an energy counter, contiguous averages, or stratified readings of a known "
        "update period it does not arise; a cross-validation against an energy counter "
        "in the same run lifts it to cross-validated"},
    CodeExplanation{Code::kAliasUnbounded, "G-7", "",
                    "The worst case between readings is bounded by the smallest and largest power "
                    "the node can have. Without evidence for them 0.5 and 1.5 times the readings "
                    "are taken, which may be too narrow.",
                    "no measured idle power and no nameplate in the plan", kOnlyTold},
    CodeExplanation{Code::kUpdateUnknown, "S-4a", "informs, and brings ALIAS_RISK",
                    "A sensor that repeats its value for a second looks like one that measures all "
                    "the time. What is not known is taken at its worst.",
                    "BMC, PDU or hwmon chips whose data sheet says nothing of it",
                    "ALIAS_RISK may then not arise"},
    CodeExplanation{
        Code::kEdgeGap, "G-8", "",
        "Between the edge and the nearest reading the power is taken as that reading's, "
        "and the limits of what it may have been are in U.",
        "a window that begins before the exporter runs, or a rare scrape", kOnlyTold},
    CodeExplanation{Code::kEdgeExtrapolated, "C-6",
                    "informs; reference-only if the last value is further from the edge than 5 s "
                    "or a sixtieth of the window",
                    "No value beyond the edge closes the interval, so that its energy is "
                    "extrapolated from the rate before it.",
                    "the report was asked for in the moment the window ended, or the exporter "
                    "stopped with the job",
                    kAnyClass},
    CodeExplanation{Code::kGap, "G-6, I-4, C-2",
                    "up to 1 % of the window it informs; up to 5 % at best vendor-stated; above "
                    "that reference-only; above 20 % GAP_OVER_LIMIT refuses",
                    "The missing time is filled with the mean power; what the load may have done "
                    "instead is in U, and the filled energy is listed by itself.",
                    "failed scrapes, a network outage, a source of the exporter that hung",
                    kAnyClass},
    CodeExplanation{Code::kCounterReset, "C-2", "",
                    "A reset is not a wrap: what was counted between the last value and the reset "
                    "is lost. It was estimated, with limits in U.",
                    "the exporter or a driver was restarted in the window", kAnyClass},
    CodeExplanation{Code::kTickLimited, "C-3", "informs; reference-only if U is above 10 % of E",
                    "Most values of the counter repeat the one before. Only the moments at which "
                    "it changes carry information, and each lies anywhere between two scrapes.",
                    "PDU outlets that count in steps of 0.1 kWh", kAnyClass},
    CodeExplanation{
        Code::kFrozen, "L-5", "",
        "Power that is identical to the last digit for 10 s while another sensor of the "
        "node moves by more than 5 % is a firmware that hangs. All repeats but the "
        "first were dropped.",
        "a BMC under load, a PDU whose polling stopped", kAnyClass},
    CodeExplanation{
        Code::kImplausible, "G-1", "",
        "A running node never draws 0 W, nor less than half of its measured idle power. "
        "Such readings are no readings; they were left out, never counted as zero.",
        "a BMC that answers 0 while it starts, a sleeping power supply taken for the node",
        kOnlyTold},
    CodeExplanation{Code::kBoundsExceeded, "S-4b, S-4c", "",
                    "A limit of the power that the readings themselves contradict is worth "
                    "nothing; the default was taken instead, and U is larger.",
                    "an idle baseline of another power state, a nameplate of another model",
                    kOnlyTold},
    CodeExplanation{Code::kBoundsDeclared, "S-4b", "",
                    "A limit is evidence only if somebody measured or printed it. Declared limits "
                    "may widen U and never narrow it; U without them is printed beside it.",
                    "bounds with source: declared in the plan", kOnlyTold},
    CodeExplanation{Code::kClassDefaultAccuracy, "L-5, table of defaults", "",
                    "Neither the device nor a data sheet says how accurate the sensor is, so that "
                    "the default of its kind stands in, or nothing where there is none.",
                    "most BMCs, hwmon chips and RAPL",
                    "a data sheet of this very model (plan: accuracy) lifts it to vendor-stated, a "
                    "cross-validation against a calibrated meter (joulemark crosscheck) to "
                    "cross-validated, a certificate to calibrated"},
    CodeExplanation{Code::kCalibrationExpired, "L", "",
                    "A certificate says what the meter was on its date; it holds for the time that "
                    "it states.",
                    "valid_until lies before the window", "calibrated is then possible"},
    CodeExplanation{Code::kCertificateMismatch, "L", "",
                    "The certificate names another serial number than the device does, or another "
                    "range of load than the window had.",
                    "the serial is not published (exporter: --labels.serials), or a certificate of "
                    "the type instead of the unit",
                    "calibrated is then possible"},
    CodeExplanation{Code::kClockUnmeasured, "S-5", "",
                    "Nobody measured how far the clock of the window or of an exporter is off, so "
                    "that 0.5 s at least are taken. A statement earns nothing.",
                    "a window that was typed (--start, --end), or a host without chrony or ntpd",
                    "mark the window where the job ran (joulemark run, joulemark mark): "
                    "cross-validated and calibrated are then possible"},
    CodeExplanation{
        Code::kSupplyUndeclared, "S-1, L-5", "",
        "AC and DC differ by the losses of the power supplies, 4 to 15 %. A figure that "
        "may be either is compared with nothing.",
        "a meter whose labels do not say it", kAnyClass},
    CodeExplanation{Code::kBoundaryUnknown, "S-1, L-5", "",
                    "Whether fans, drives and losses lie before or behind the sensor is not known.",
                    "platform firmware totals, ACPI meters, psys", kAnyClass},
    CodeExplanation{
        Code::kPartialScope, "S-1b", "",
        "Processors and GPUs are not the node: fans, drives, boards and losses are 10 to "
        "40 % of it. The figure is a lower limit.",
        "only RAPL and NVML are available", kAnyClass},
    CodeExplanation{Code::kBasisChanged, "S-1a, L-5", "",
                    "The sensors that made up the node at the start of the window are not those at "
                    "its end.",
                    "a BMC or PDU source that stopped or came back within the window", kAnyClass},
    CodeExplanation{Code::kOverInclusive, "S-1d", "",
                    "The meter also feeds machines that are not part of the system. Its energy is "
                    "counted whole, as an upper limit; a share of it is a second figure.",
                    "a chassis or shelf of which only some nodes belong to the job", kAnyClass},
    CodeExplanation{
        Code::kCoverMismatch, "S-1e", "",
        "Between a meter and the sum of its parts lie losses of known size. What is "
        "left over lies outside it with all of its uncertainty: a part is missing, "
        "counted twice, or one of the meters is wrong.",
        "a wrong map of outlets, a power supply that is not read, a wrong scale of a meter",
        kAnyClass},
    CodeExplanation{Code::kFeedMismatch, "S-1e", "",
                    "The plan maps feeds to a member whose power supplies do not match them. A "
                    "sleeping power supply reads 0 W rightly and is not counted here.",
                    "cables that were moved since the map was drawn", kAnyClass},
    CodeExplanation{Code::kStorageInPath, "S-6",
                    "at best vendor-stated; not eligible for MLPerf Inference Closed",
                    "What a battery gave in the window did not pass the meter, what it took did. "
                    "Without its state of charge all of its capacity may have moved.",
                    "battery or capacitor shelves of a rack",
                    "its charge at both ends is then exact"},
    CodeExplanation{Code::kEfficiencyUnusual, "S-2R", "",
                    "Power supplies of servers lie between 0.85 and 0.97 where they are loaded.",
                    "a typing error, or a point of the curve for another load", kOnlyTold},
    CodeExplanation{
        Code::kSharedNode, "N-0, W-2", "",
        "Another job ran on the node in the window. Its whole energy is charged here; a "
        "share is a second figure, reference-only.",
        "nodes that were not allocated exclusively", kAnyClass},
    CodeExplanation{Code::kUnlistedActive, "N-0", "",
                    "The power of a node outside the list went up at one edge of the window and "
                    "down at the other: it seems to have worked for this job.",
                    "a list that lacks a node; sometimes another job that ran at the same time",
                    kAnyClass},
    CodeExplanation{
        Code::kAllocationTyped, "N-0", "",
        "Whoever types the list of nodes can leave one out. The record of the scheduler "
        "or the host list of the benchmark's log is evidence.",
        "--nodes, or a plan without allocation",
        "allocation in the plan (slurm, mllog, loadgen, k8s): the class is then what "
        "the sensors allow"},
    CodeExplanation{Code::kEstimatedPart, "N-2, S-3",
                    "informs; more than 5 % of E estimated (1 % for calibrated) lowers the class",
                    "Energy that nobody measured stands in the total by an estimate with limits.",
                    "switches, network cards, pumps without a meter", kAnyClass},
    CodeExplanation{
        Code::kEstimatedMembers, "N-3", "",
        "At most 1 % of the members had no data. Each was set between its measured idle "
        "power and its nameplate, with these limits in U.",
        "one exporter of hundreds that was down", kAnyClass},
    CodeExplanation{Code::kDuplicateSeries, "L-5", "",
                    "Two machines never draw the same power to the last digit at the same times: "
                    "one of them is shown under two names.",
                    "two targets of one BMC, a node that was renamed", kAnyClass},
    CodeExplanation{
        Code::kCounterVsPower, "L-5", "",
        "Energy of a device by its own counter and by its power differ by more than "
        "both uncertainties: at least one of them is wrong.",
        "a power reading that averages less time than it says, a counter in other units",
        kAnyClass},
    CodeExplanation{Code::kCrosscheckInconclusive, "X-6, X-8", "",
                    "The two meters do not contradict each other, but the data do not show that "
                    "they agree within 3 or 5 % either.",
                    "too few blocks, or a load that wavers", "AGREE lifts it to cross-validated"},
    CodeExplanation{Code::kCrosscheckDisagree, "X-3, X-4, X-5, X-8", "",
                    "Their difference is larger than both uncertainties together, so that one of "
                    "them is wrong by more than it states.",
                    "a wrong scale, another boundary, a part that one of them does not see",
                    "a sensor that was put right and validated again"},
    CodeExplanation{Code::kSensorFiltered, "L-5", "",
                    "What is read is not what was measured: the interface adds noise or smooths "
                    "over a time that is not known.",
                    "the energy filter of RAPL (against side channels)", kAnyClass},
    CodeExplanation{Code::kSimulated, "L-5", "",
                    "The replay source of the exporter plays a scenario. It serves tests and "
                    "demonstrations.",
                    "a configuration with sources: replay", "nothing: a simulation stays one"},
    CodeExplanation{Code::kSamplingTooSlow, "F-1", "",
                    "A benchmark needs an energy counter with fine steps scraped every 5 s or more "
                    "often, contiguous averages of 1 s, or readings at random moments at 10 Hz.",
                    "scrapes every 15 s or 60 s; a power sensor read by another exporter",
                    kAnyClass},
    CodeExplanation{Code::kWindowTooShort, "F-2",
                    "below 60 s or 60 samples reference-only; below 600 s it informs",
                    "What the edges and clocks cost does not shrink with the window; over a short "
                    "one it is a large part of it.",
                    "a short run, or rare scrapes", kAnyClass},
    CodeExplanation{
        Code::kIntervalTooLong, "F-3", "",
        "For longer than 5 s, or three sampling intervals, nothing was seen of the load.",
        "a scrape that failed or was late", kAnyClass},
    CodeExplanation{Code::kClockBoundHigh, "F-4", "",
                    "For windows below 600 s the clocks must be known to 0.1 s, for longer ones to "
                    "0.5 s.",
                    "a clock that was synchronised over a slow network, or not for long",
                    kAnyClass},
    CodeExplanation{Code::kBudgetExceeded, "F-5",
                    "the best class whose limit is met: calibrated 0.5 %, cross-validated 1.5 % of "
                    "E; else vendor-stated",
                    "What is lost between readings, at the edges and in gaps is more than a meter "
                    "of that class may lose.",
                    "a short window, rare scrapes, an instantaneous sensor", kAnyClass},
    CodeExplanation{
        Code::kMlperfDiffers, "Y-4", "",
        "MLPerf Training multiplies each reading by the time since the one before. Where "
        "load steps lie at the edges of the window this is biased; the two differ by "
        "more than U here.",
        "a short run with steps at its edges", kOnlyTold},
    CodeExplanation{Code::kSingleRun, "R-1", "",
                    "U says how well this run was measured, not how the energy varies from run to "
                    "run.",
                    "only one run is recorded", kOnlyTold},
};

constexpr bool explains_every_code() {
  for (std::size_t i = 0; i < kExplanations.size(); ++i)
    if (static_cast<std::size_t>(kExplanations[i].code) != i) return false;
  return kExplanations.size() == static_cast<std::size_t>(Code::kSingleRun) + 1;
}
static_assert(explains_every_code(), "a code without an explanation is a defect");

}  // namespace

const CodeExplanation& explanation_of(Code code) {
  return kExplanations[static_cast<std::size_t>(code)];
}

std::string effect_words(Code code) {
  if (const auto& own = explanation_of(code).effect; !own.empty()) return std::string(own);
  switch (effect_of(code)) {
    case Effect::kRefuse:
      return "refuses the series: it has no figure, and its node is missing from the total";
    case Effect::kRefuseComparison:
      return "refuses the comparison";
    case Effect::kRefuseTotal:
      return "refuses the total: no figure, the partial sum is printed apart";
    case Effect::kError:
      return "an error: there is no report";
    case Effect::kCap:
      return "at best " + std::string(to_string(cap_of(code)));
    case Effect::kInform:
      break;
  }
  return "informs; what it costs is in U";
}

}  // namespace joulemark
