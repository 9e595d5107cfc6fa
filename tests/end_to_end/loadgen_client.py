"""A benchmark of its own: MLPerf's LoadGen (PyPI mlcommons-loadgen) over a model that sleeps. usage: loadgen_client.py OUTDIR SECONDS"""
import sys
import time

import mlperf_loadgen as lg


def issue(samples):
    time.sleep(0.02)
    lg.QuerySamplesComplete([lg.QuerySampleResponse(sample.id, 0, 0) for sample in samples])


def main(folder: str, seconds: float) -> None:
    settings = lg.TestSettings()
    settings.scenario = lg.TestScenario.SingleStream
    settings.mode = lg.TestMode.PerformanceOnly
    settings.min_duration_ms = int(1000 * seconds)
    settings.min_query_count = 100
    output = lg.LogOutputSettings()
    output.outdir = folder
    output.copy_summary_to_stdout = False
    log = lg.LogSettings()
    log.log_output = output
    sut = lg.ConstructSUT(issue, lambda: None)
    samples = lg.ConstructQSL(1024, 1024, lambda indices: None, lambda indices: None)
    lg.StartTestWithLogSettings(sut, samples, settings, log)
    lg.DestroyQSL(samples)
    lg.DestroySUT(sut)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
