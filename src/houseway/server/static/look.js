// Light or dark, moving or still: as chosen here before, set before anything is drawn.
(() => {
  const root = document.documentElement;
  for (const name of ["theme", "motion"]) {
    const kept = localStorage.getItem(name);
    if (kept) root.dataset[name] = kept;
  }
})();
