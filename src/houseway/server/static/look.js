// Light or dark, moving or still: as chosen here before, set before anything is drawn. How wide the
// page is goes to the house in a cookie, so that it draws a sheet that fits.
(() => {
  const root = document.documentElement;
  for (const name of ["theme", "motion"]) {
    const kept = localStorage.getItem(name);
    if (kept) root.dataset[name] = kept;
  }
  const narrow = matchMedia("(max-width: 40rem)");
  const tell = () => { document.cookie = `sheet=${narrow.matches ? "narrow" : "wide"}; path=/; SameSite=Lax`; };
  tell();
  narrow.addEventListener("change", () => {
    tell();
    const table = document.getElementById("now");
    if (table) htmx.ajax("GET", table.getAttribute("hx-get"), { source: table, target: "#now", swap: "outerHTML" });
  });
})();
