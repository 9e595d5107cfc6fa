// How the HTML report looks: light, dark, narrow, printed. Colours keep a contrast of 4.5 for text
// (WCAG 2.1 AA); tests/end_to_end/test_html_report.py measures it.
#pragma once

#include "query/html.h"

namespace joulemark {

inline constexpr Markup kStyle(R"css(
:root { color-scheme: light dark; --back: #f3f5f8; --card: #ffffff; --text: #17202b; --muted: #4a5666; --line: #d5dbe4;
  --accent: #0b5fae; --other: #8a4b08; --good: #17663a; --limit: #8a4700; --bad: #a5141f; --band: #0b5fae26; --warn: #fff1d6; --warntext: #5c3000; }
@media (prefers-color-scheme: dark) {
  :root { --back: #10151b; --card: #19212a; --text: #e7ecf2; --muted: #aab6c4; --line: #323e4b;
    --accent: #7fbcff; --other: #f0b06a; --good: #7dd6a0; --limit: #f3b664; --bad: #ff9a9a; --band: #7fbcff33; --warn: #4a3200; --warntext: #ffdf9e; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 82rem; padding: 1rem; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
header, section, footer { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem; margin: 0 0 1rem; min-width: 0; }
h1 { font-size: 1rem; font-weight: 600; margin: .25rem 0 0; color: var(--muted); }
h2 { font-size: 1.1rem; margin: 0 0 .6rem; overflow-wrap: anywhere; }
h3 { font-size: .95rem; margin: .8rem 0 .3rem; }
p { margin: .2rem 0; }
ul { margin: .3rem 0; padding-left: 1.2rem; }
small, .muted, .product, .sub, figcaption, .legend, .lift { color: var(--muted); font-size: .875rem; }
small { display: block; }
code { font: .875em ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.product { overflow-wrap: anywhere; }
.figure { font-size: 2.6rem; line-height: 1.2; font-weight: 700; margin: .1rem 0; font-variant-numeric: tabular-nums; }
.figure .plus { font-size: 1.5rem; font-weight: 500; color: var(--muted); }
.figure span { display: inline-block; margin-right: .4rem; }
.refused { color: var(--bad); }
.partial { border-left: 4px solid var(--bad); padding-left: .7rem; margin: .6rem 0; }
.simulated, .warning { background: var(--warn); color: var(--warntext); border-radius: 6px; padding: .45rem .8rem; margin: 0 0 .6rem; }
.simulated { font-size: 1.1rem; border: 2px dashed currentColor; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .5rem 1.5rem; margin: .8rem 0 0; }
.facts dt { color: var(--muted); font-size: .8125rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.class { letter-spacing: .02em; }
.moment { display: block; white-space: nowrap; }
summary { cursor: pointer; color: var(--accent); }
dd details { display: inline; }
dd details[open] { display: block; }
details { margin: .4rem 0; }
.columns { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 0 1rem; align-items: start; }
.columns.wide { grid-template-columns: minmax(0, 2fr) minmax(0, 5fr); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--muted); font-size: .8125rem; vertical-align: bottom; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
th.n button { text-align: right; }
.estimated { color: var(--limit); }
.codes { font-size: .75rem; color: var(--muted); min-width: 12rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
#declared td:last-child { min-width: 14rem; }
.bar { display: block; width: 100%; background: var(--line); border-radius: 3px; margin: .2rem 0; }
.bar rect { fill: var(--accent); }
figure { margin: 0; }
.frame { display: grid; grid-template-columns: 4.2rem minmax(0, 1fr); gap: .4rem; }
.axis { width: 100%; overflow: visible; }
.axis text, .time { fill: var(--muted); font-size: 12px; }
.axis text { text-anchor: end; }
.plot { width: 100%; overflow: visible; }
.grid, .power, .other, .mean { fill: none; vector-effect: non-scaling-stroke; }
.grid { stroke: var(--line); }
.power { stroke: var(--accent); stroke-width: 1.8; }
.other { stroke: var(--other); stroke-width: 1.3; stroke-dasharray: 5 3; }
.mean { stroke: var(--text); stroke-width: 1; stroke-dasharray: 2 3; }
.band { fill: var(--band); }
.gap { fill: url(#hatch); stroke: var(--limit); stroke-width: 1; }
.hatch { fill: var(--limit); opacity: .55; }
.cursor { stroke: var(--text); stroke-width: 1; }
.definitions { position: absolute; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0; }
.legend svg { margin-right: .4rem; vertical-align: -1px; }
.small { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: .8rem 1.5rem; }
.small .quarter { display: none; }
.readout { display: block; min-height: 1.5em; font-variant-numeric: tabular-nums; font-size: .875rem; }
.chart { border-radius: 4px; touch-action: pan-y; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.lights { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 16.5rem), 1fr)); gap: .8rem; }
.light { border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; }
.light h3 { margin: 0; display: inline-block; margin-right: .6rem; }
.light p { overflow-wrap: anywhere; }
.state { font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.ok { color: var(--good); }
.noted { color: var(--accent); }
.limits { color: var(--limit); }
.refuses { color: var(--bad); }
.worst { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 0 2rem; }
th button { all: unset; cursor: pointer; white-space: nowrap; }
th button:focus-visible { outline: 3px solid var(--accent); }
th button::after { content: " ↕"; }
th[aria-sort=ascending] button::after { content: " ↑"; }
th[aria-sort=descending] button::after { content: " ↓"; }
.reasons { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: .8rem 2rem; }
.reasons code { font-weight: 600; margin-right: .6rem; }
@media (max-width: 60rem) { .columns, .columns.wide { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 30rem) {
  .findings thead { display: none; }
  .findings, .findings tbody, .findings tr, .findings th, .findings td { display: block; min-width: 0; }
  .findings tr { border-bottom: 1px solid var(--line); padding: .4rem 0; }
  .findings th, .findings td { border: 0; padding: .05rem 0; }
  .findings td:last-child { color: var(--muted); }
  body { padding: .5rem; }
  header, section, footer { padding: .8rem; }
  .figure { font-size: 2rem; }
  .figure .plus { font-size: 1.25rem; }
  .facts { grid-template-columns: minmax(0, 1fr); }
  .quarter { display: none; }
  .frame { grid-template-columns: 3.4rem minmax(0, 1fr); }
}
@media print {
  :root { color-scheme: light; --back: #ffffff; --card: #ffffff; --text: #000000; --muted: #333333; --line: #bbbbbb;
    --accent: #0b4f90; --other: #7a3f00; --good: #115030; --limit: #6f3900; --bad: #8c0f18; --band: #0b4f9026; --warn: #ffffff; --warntext: #000000; }
  :root { font-size: 9pt; }
  body { font-size: 1rem; max-width: none; padding: 0; }
  header, section, footer { border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: .5rem 0; }
  .light, .reasons li, figure, tr { break-inside: avoid; }
  h2, h3, .warning { break-after: avoid; }
  .facts { grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .2rem 1rem; }
  .scroll { overflow: visible; }
  .readout, .many:not([open]) { display: none; }
  th button::after { content: ""; }
}
@media (prefers-reduced-motion: no-preference) { .cursor { transition: opacity .1s; } }
)css");

}  // namespace joulemark
