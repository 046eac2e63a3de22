"use strict";
// Tables sort by the column that is clicked; a second click turns the order round.
for (const head of document.querySelectorAll("th")) {
  const sort = () => {
    const body = head.closest("table").tBodies[0];
    const column = head.cellIndex;
    const way = head.dataset.d === "1" ? -1 : head.dataset.d === "-1" ? 1 : head.classList.contains("n") ? -1 : 1;
    for (const other of head.parentNode.cells) delete other.dataset.d;
    head.dataset.d = way;
    const value = (row) => row.cells[column].dataset.s ?? row.cells[column].textContent;
    const compare = (a, b) => {
      const [x, y] = [value(a), value(b)];
      const [u, v] = [parseFloat(x), parseFloat(y)];
      // What has no number stands last, whichever way the column is sorted.
      if (head.classList.contains("n") && isNaN(u) !== isNaN(v)) return isNaN(u) ? 1 : -1;
      return way * (isNaN(u) || isNaN(v) ? x.localeCompare(y) : u - v);
    };
    body.append(...[...body.rows].sort(compare));
  };
  head.addEventListener("click", sort);
  head.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
}
// Charts tell the value under the pointer at once, not after the second that browsers take for a title.
const tip = document.getElementById("tip");
for (const spot of document.querySelectorAll("figure svg rect > title")) {
  const words = spot.textContent;
  const rect = spot.parentNode;
  spot.remove();
  rect.addEventListener("mousemove", (event) => {
    tip.textContent = words;
    tip.style.display = "block";
    const left = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8);
    const top = Math.min(event.clientY + 16, window.innerHeight - tip.offsetHeight - 8);
    tip.style.left = left + "px";
    tip.style.top = top + "px";
  });
  rect.addEventListener("mouseleave", () => { tip.style.display = "none"; });
}
