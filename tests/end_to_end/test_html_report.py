"""The HTML report in a real browser: pages of every kind that query_tests leaves, and one of a real server.

JOULEMARK_SCREENSHOTS=FOLDER keeps the pictures and the prints for people to look at."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import browser  # noqa: E402
import rig  # noqa: E402

MOST_BYTES, MOST_SECONDS = 5_000_000, 2.0  # of 2,000 nodes
LEAST_CONTRAST = 4.5  # WCAG 2.1 AA
WIDTHS = (1280, 390)
DEMO = pathlib.Path(__file__).parents[2] / "sources" / "replay" / "examples" / "demo.yaml"

# Texts whose colour stands too little out from what lies behind them.
CONTRAST = """
(() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = c => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = c => { const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
  const behind = e => { for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); if (c[3] === 255) return c; } return [255, 255, 255, 255]; };
  const bad = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walk.nextNode(); n; n = walk.nextNode()) {
    const e = n.parentElement;
    if (!n.textContent.trim() || ["SCRIPT", "STYLE"].includes(e.tagName) || !e.checkVisibility()) continue;
    const style = getComputedStyle(e);
    const a = light(rgba(e instanceof SVGElement ? style.fill : style.color)), b = light(behind(e));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < LEAST) bad.push(e.tagName + "." + e.getAttribute("class") + " " + ratio.toFixed(2) + ": " + n.textContent.slice(0, 30));
  }
  return bad;
})()""".replace("LEAST", str(LEAST_CONTRAST))

# What a screen reader needs: names of regions, headers of tables, one main heading, no level left out.
STRUCTURE = """
(() => {
  const bad = [];
  const all = s => [...document.querySelectorAll(s)];
  if (document.documentElement.lang !== "en") bad.push("no language");
  if (all("h1").length !== 1 || all("main").length !== 1) bad.push("not one h1 and one main");
  let level = 0;
  for (const h of all("h1, h2, h3")) { const l = Number(h.tagName[1]); if (l > level + 1) bad.push("level left out before " + h.textContent); level = l; }
  for (const s of all("section")) if (!document.getElementById(s.getAttribute("aria-labelledby"))) bad.push("section without name");
  for (const r of all("[role=region]")) if (!r.getAttribute("aria-label") || r.tabIndex !== 0) bad.push("region without name or key");
  for (const t of all("table")) if (!t.querySelector("th[scope]")) bad.push("table without headers");
  for (const c of all("[role=slider]")) if (!c.getAttribute("aria-label") || !document.getElementById(c.getAttribute("aria-describedby"))) bad.push("chart without words");
  const ids = all("[id]").map(e => e.id);
  if (new Set(ids).size !== ids.length) bad.push("an id twice");
  return bad;
})()"""


@unittest.skipUnless(browser.installed(), "chromium is not installed: the HTML report was looked at in no browser")
class HtmlReport(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory(prefix="joulemark-html-")
        cls.addClassCleanup(cls.holder.cleanup)
        cls.folder = pathlib.Path(cls.holder.name)
        for program, tests in (("query_tests", "ReportHtml.*"), ("query_plan_tests", "PlanSplit.*:PlanExamples.*:MeterEvidence.*"),
                               ("query_compare_tests", "AuditCommand.*")):
            subprocess.run([rig.BIN / "tests" / "query" / program, f"--gtest_filter={tests}"], check=True, stdout=subprocess.DEVNULL,
                           env=dict(os.environ, JOULEMARK_PAGES_OUT=str(cls.folder)))
        cls.make_real_page()
        cls.pages = sorted(cls.folder.glob("*.html"))
        cls.kept = pathlib.Path(os.environ["JOULEMARK_SCREENSHOTS"]) if "JOULEMARK_SCREENSHOTS" in os.environ else None
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def make_real_page(cls):
        scenario = "\n".join(DEMO.read_text().split("schema: joulemark.scenario/1\n", 1)[1:])
        exporter = rig.ReplayExporter(cls.folder, "demo", scenario)
        server = rig.Prometheus(cls.folder, "server", rig.job("demo", [exporter]))
        try:
            exporter.start()
            server.start()
            server.wait_until_scraping()
            time.sleep(3)
            start = time.time()
            time.sleep(16)
            window = rig.window_file(cls.folder, start, time.time())
            cls.real = cls.folder / "real.html"
            out = subprocess.run([rig.QUERY, "energy", "--window", window, "--prometheus.url", server.url, "--output", "html",
                                  "--output-file", cls.real], capture_output=True, text=True, timeout=60)
            assert out.returncode == 0, out.stderr
            cls.json = rig.energy(server, window).report
        finally:
            server.stop()
            exporter.stop()

    def keep(self, name: str):
        if self.kept:
            self.browser.screenshot(self.kept / f"{name}.png")

    def test_loads_without_a_complaint_and_asks_for_nothing_else(self):
        for page in self.pages:
            with self.subTest(page.stem):
                self.browser.look(1280)
                self.browser.open(page)
                self.browser.run("new Promise(done => setTimeout(done, 50))")
                self.assertEqual(self.browser.complaints, [])
                self.assertEqual(self.browser.requests, [page.resolve().as_uri()])

    def test_fits_every_width_in_light_and_dark_and_can_be_read(self):
        for page in self.pages:
            with self.subTest(page.stem):
                for width in WIDTHS:
                    for dark in (False, True):
                        self.browser.look(width, dark)
                        self.browser.open(page)
                        self.keep(f"{page.stem}-{width}-{'dark' if dark else 'light'}")
                        self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), width)
                        self.assertEqual(self.browser.run(CONTRAST), [])

    def test_has_names_and_headers_for_those_who_hear_it(self):
        for page in self.pages:
            with self.subTest(page.stem):
                self.browser.open(page)
                self.assertEqual(self.browser.run(STRUCTURE), [])

    def test_gives_values_to_the_keyboard(self):
        self.browser.look(1280)
        self.browser.open(self.folder / "two_nodes.html")
        self.browser.run("document.querySelector('.chart').focus()")
        for _ in range(3):
            self.browser.key("ArrowRight")
        self.assertEqual(self.browser.run("document.querySelector('.readout').textContent"), "00:53:23.250Z: 1.20 kW")
        self.assertEqual(self.browser.run("document.querySelector('.chart').getAttribute('aria-valuenow')"), "3")

    def test_sorts_the_nodes_by_a_column(self):
        self.browser.look(1280)
        self.browser.open(self.folder / "two_thousand.html")
        self.browser.run("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        self.browser.run("[...document.querySelectorAll('.sortable th button')].find(b => b.textContent === 'Energy').click()")
        self.assertEqual(self.browser.run("document.querySelector('.sortable tbody th').textContent"), "gpu1234")

    def test_does_not_move_for_those_who_asked_for_stillness(self):
        self.browser.look(1280, still=True)
        self.browser.open(self.real)
        moving = "[...document.querySelectorAll('*')].filter(e => { const s = getComputedStyle(e); return s.transitionDuration !== '0s' || s.animationName !== 'none'; }).length"
        self.assertEqual(self.browser.run(moving), 0)

    def test_opens_two_thousand_nodes_at_once(self):
        page = self.folder / "two_thousand.html"
        self.assertLess(page.stat().st_size, MOST_BYTES)
        self.browser.look(1280)
        self.browser.open(self.folder / "one_node.html")
        took = self.browser.open(page)
        print(f"2,000 nodes: {page.stat().st_size / 1e6:.2f} MB, open in {took:.2f} s")
        self.assertLess(took, MOST_SECONDS)

    def test_prints(self):
        for page in self.pages:
            with self.subTest(page.stem):
                self.browser.look(1280, dark=True)
                self.browser.open(page)
                file = (self.kept or self.folder) / f"{page.stem}.pdf"
                self.browser.pdf(file)
                self.assertEqual(file.read_bytes()[:5], b"%PDF-")

    def test_shows_the_figures_of_the_json(self):
        self.browser.open(self.real)
        self.assertEqual(self.json["total"]["status"], "complete")
        shown = self.browser.run("document.querySelector('.figure .value').textContent").replace("\u00a0", " ").split()
        unit = {"J": 1.0, "kJ": 1e3, "MJ": 1e6}[shown[1]]
        U = self.json["total"]["expanded_uncertainty_joules"]
        self.assertAlmostEqual(float(shown[0]) * unit, self.json["total"]["energy_joules"], delta=0.06 * U)
        self.assertIn("SIMULATED", self.browser.run("document.title"))
        for node in ("demo1", "demo2"):
            self.assertIn(node, self.browser.run("document.body.textContent"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
