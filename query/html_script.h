// What the HTML report can do beyond being read: values under the pointer or the arrow keys, tables
// sorted by a column, everything unfolded on paper. Without it the page says the same.
#pragma once

#include "query/html.h"

namespace joulemark {

inline constexpr Markup kScript(R"js(
"use strict";
(() => {
  const watts = w => w < 999.5 ? w.toPrecision(3) + " W" : w < 999.5e3 ? (w / 1e3).toPrecision(3) + " kW" : (w / 1e6).toPrecision(3) + " MW";
  const numbers = list => (list || "").split(",").map(v => v === "" ? null : Number(v));

  function chart(box, first) {
    const d = box.dataset, line = numbers(d.watts), other = d.other ? numbers(d.other) : null;
    const bin = Number(d.bin), start = Number(d.start), duration = Number(d.duration);
    const plot = box.querySelector(".plot");
    const said = document.createElement("output");
    said.className = "readout";
    if (first) said.textContent = "To read values, point at the picture, or focus it and press the arrow keys.";
    box.append(said);
    const cursor = document.createElementNS(plot.namespaceURI, "line");
    cursor.setAttribute("class", "cursor");
    cursor.setAttribute("y1", "10");
    cursor.setAttribute("y2", String(plot.height.baseVal.value - 24));
    cursor.setAttribute("visibility", "hidden");
    plot.append(cursor);
    box.tabIndex = 0;
    box.setAttribute("role", "slider");
    box.setAttribute("aria-label", "Moment in the window, power of " + d.name);
    box.setAttribute("aria-describedby", d.described);
    box.setAttribute("aria-valuemin", "0");
    box.setAttribute("aria-valuemax", String(line.length - 1));
    let at = 0;
    function show(i) {
      at = Math.max(0, Math.min(line.length - 1, i));
      const middle = at === line.length - 1 ? (at * bin + duration) / 2 : (at + .5) * bin;
      const time = new Date((start + at * bin) * 1e3).toISOString().slice(11, 23) + "Z";
      let words = time + ": " + (line[at] === null ? "no reading" : watts(line[at]));
      if (other) words += "; " + d.otherName + ": " + (other[at] === null ? "no reading" : watts(other[at]));
      said.textContent = words;
      box.setAttribute("aria-valuenow", String(at));
      box.setAttribute("aria-valuetext", words);
      const x = (100 * middle / duration) + "%";
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
      cursor.setAttribute("visibility", "visible");
    }
    box.setAttribute("aria-valuenow", "0");
    box.addEventListener("pointermove", e => {
      const r = plot.getBoundingClientRect();
      show(Math.floor((e.clientX - r.left) / r.width * duration / bin));
    });
    box.addEventListener("keydown", e => {
      const steps = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -line.length, End: line.length};
      if (!(e.key in steps)) return;
      e.preventDefault();
      show(at + steps[e.key]);
    });
  }

  function sortable(table) {
    const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") === "descending";
        heads.forEach(h => h.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const key = row => { const c = row.cells[column]; return c === undefined ? "" : c.dataset.key === undefined ? c.textContent : Number(c.dataset.key); };
        const order = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", {numeric: true});
        const rows = [...body.rows].map(row => [key(row), row]).sort((a, b) => (up ? 1 : -1) * order(a[0], b[0]));
        body.append(...rows.map(r => r[1]));
      });
    });
  }

  document.querySelectorAll(".chart").forEach((box, i) => chart(box, i === 0));
  document.querySelectorAll(".sortable").forEach(sortable);
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not(.many):not([open])")];
    opened.forEach(d => { d.open = true; });
  });
  addEventListener("afterprint", () => opened.forEach(d => { d.open = false; }));
})();
)js");

}  // namespace joulemark
