// Light or dark, moving or still: as chosen here before, set before anything is drawn. How wide the
// page is goes to the house in a cookie, so that it draws a sheet that fits.
(() => {
  const root = document.documentElement;
  for (const name of ["theme", "motion"]) {
    const kept = localStorage.getItem(name);
    if (kept) root.dataset[name] = kept;
  }
  const narrow = matchMedia("(max-width: 40rem)");
  const tell = () => {
    const width = narrow.matches ? "narrow" : "wide";
    document.cookie = `sheet=${width}; path=/; SameSite=Lax`;
    return width;
  };
  const fit = () => {
    const table = document.getElementById("now"), width = tell();
    if (!table || table.dataset.sheet === width) return;
    htmx.ajax("GET", table.getAttribute("hx-get"), { source: table, target: "#drawn", swap: "innerHTML" });
  };
  tell();
  narrow.addEventListener("change", fit);
  document.addEventListener("DOMContentLoaded", fit);
  document.addEventListener("htmx:configRequest", tell);
})();
