
"use strict";
(() => {
  const body = document.querySelector("tbody");
  const rows = Array.from(body.rows);
  const heads = Array.from(document.querySelectorAll("thead th"));
  const search = document.getElementById("search");
  const count = document.getElementById("count");
  const kinds = Array.from(document.querySelectorAll("[data-show]"));
  const words = new Intl.Collator("en", { numeric: true });
  let kind = "";

  function show() {
    const wanted = search.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      const fits = (!kind || row.dataset.kind === kind) && row.textContent.toLowerCase().includes(wanted);
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    count.textContent = shown.toLocaleString("en") + " of " + rows.length.toLocaleString("en");
  }

  function sort(head) {
    const at = heads.indexOf(head);
    const isNumber = head.classList.contains("number");
    const before = head.getAttribute("aria-sort");
    const order = before ? (before === "ascending" ? "descending" : "ascending") : (isNumber ? "descending" : "ascending");
    const sign = order === "ascending" ? 1 : -1;
    const keyed = rows.map((row) => [row.cells[at].dataset.key, row]);
    keyed.sort(([a], [b]) => {
      if (a === "" || b === "") return (a === "") - (b === "");
      return sign * (isNumber ? Number(a) - Number(b) : words.compare(a, b));
    });
    heads.forEach((each) => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", order);
    body.append(...keyed.map(([, row]) => row));
  }

  heads.forEach((head) => head.querySelector("button").addEventListener("click", () => sort(head)));
  kinds.forEach((button) => button.addEventListener("click", () => {
    kind = button.dataset.show;
    kinds.forEach((each) => each.setAttribute("aria-pressed", String(each === button)));
    show();
  }));
  search.addEventListener("input", show);
  show();
})();
