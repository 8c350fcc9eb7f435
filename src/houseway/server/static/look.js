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
  };
  tell();
  narrow.addEventListener("change", tell);
  document.addEventListener("htmx:configRequest", tell);
})();
