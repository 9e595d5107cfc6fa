// What --help teaches: the program in a sentence, and examples per command.
#pragma once

namespace joulemark {

inline constexpr const char* kAbout =
    "joulemark: energy of a benchmark window with its uncertainty, from power telemetry in "
    "Prometheus";

inline constexpr const char* kExamples = R"(
First steps:
  export PROMETHEUS_URL=http://prometheus:9090
  joulemark sources                                what this host can measure; needs no server
  joulemark nodes                                  what the server has
  joulemark preflight --for 10m                    what a window would be worth, and what to mend first
  joulemark energy --last 10m                      all of it, over the last ten minutes
  joulemark run -- ./train.sh                      the window is exactly the run of the command
  joulemark plan init plan.yaml                    what telemetry cannot know: roles, feeds, shared equipment
  joulemark energy --plan plan.yaml --last 10m --bundle run7.jm.tar.zst
  joulemark verify run7.jm.tar.zst                 compute it again from the evidence, without a server
  joulemark explain report.json                    why this class, and what would lift it
  joulemark run --loadgen out/run_1 -- ./mlperf.sh the window of MLPerf's own log; energy per query, sample, token
  joulemark audit results/                         what published MLPerf power submissions do not say
  joulemark survey --target https://bmc-17 --username monitor    what a BMC or PDU offers: digits, accuracy, boundary
  joulemark energy --nodes 'gpu[0001-0032]' --start 2026-11-30T09:14:07Z --end 2026-11-30T09:44:50Z

Exit status: 0 computed (and at least --require), 1 error, 2 computed but below --require,
3 refused or incomplete. `run` gives the status of the command.)";

inline constexpr const char* kEnergyExamples = R"(
Examples:
  joulemark energy --last 10m
  joulemark energy --start 2026-11-30T09:14:07+01:00 --end 2026-11-30T09:44:50+01:00 --nodes @hosts.txt
  joulemark energy --window window.json --output json --output-file report.json --require vendor-stated
  joulemark energy --window window.json --output html --output-file report.html
  joulemark energy --loadgen results/performance/run_1     power_begin to power_end; J per query, sample, token
  joulemark energy --mllog result_0.txt --plan plan.yaml --mlperf-files submission    node_<j>.txt, sw_<k>.txt
  joulemark energy --endpoints DIR --anchor anchor.json    anchor: joulemark mark begin, on the harness's machine

Times carry their offset from UTC or are seconds since 1970. A window that was marked where the job ran
(joulemark run, joulemark mark) has a known clock; a typed one has not, and U is larger for it.)";

inline constexpr const char* kPreflightExamples = R"(
Examples:
  joulemark preflight --for 30m --nodes @hosts.txt
  joulemark preflight --require vendor-stated && sbatch job.sh
  joulemark preflight --watch

Looks at the last ten minutes (or as much of them as is planned), computes their energy as joulemark energy
would, and scales it to the planned window: E, U, class, the largest parts of U, and a remedy for whatever
keeps the class down. Exit status: 0 at least --require, 2 below it, 3 no figure possible, 1 error.)";

inline constexpr const char* kRunExamples = R"(
Examples:
  joulemark run -- ./train.sh --epochs 3
  joulemark run --nodes 'gpu[01-16]' --output-file report.txt -- srun -N16 ./train.sh
  joulemark run --window-file window.json -- ./train.sh     and later: joulemark energy --window window.json
  joulemark run --loadgen output/run_1 -- ./run_mlperf.sh   the window is that of the log, which must lie in the command's

Standard input, output and error of the command are untouched; signals are passed on; its exit status is
that of joulemark. The report follows on standard output, or goes to --output-file.)";

inline constexpr const char* kMarkExamples = R"(
Example, in a job script:
  joulemark mark begin window.json
  ./train.sh
  joulemark mark end window.json
  joulemark energy --window window.json)";

inline constexpr const char* kNodesExamples = R"(
Examples:
  joulemark nodes
  joulemark nodes --match 'rack="r07"')";

inline constexpr const char* kSourcesExamples = R"(
Examples:
  joulemark sources                                      2 s of reading, then the table
  sudo joulemark sources                                 also what only root may read (RAPL since Linux 5.10)
  joulemark sources --source battery --for 30s           a laptop; slow sensors need a longer look
  joulemark sources --path.sysfs /host/sys --path.procfs /host/proc      in a container
  joulemark sources --output json | jq '.figure'

Shows what joulemark-exporter would find on this host: sources, sensors, how well each is known, and which of
them make up the node's figure without counting anything twice. Only reads; no server is asked. The watts are
a look over --for and no measurement: energy comes from joulemark energy and joulemark run.
Exit status: 0 sensors found, 3 none found, 1 error.)";

}  // namespace joulemark
