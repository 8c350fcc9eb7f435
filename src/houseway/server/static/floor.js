// What somebody is typing, and what they have opened, stays when the part of the page around it is drawn anew.
(() => {
  "use strict";
  let typed = null;
  let opened = [];
  const form = () => document.getElementById("choosing");

  document.addEventListener("htmx:beforeSwap", () => {
    opened = [...(form()?.querySelectorAll("details[open][id]") ?? [])].map((one) => one.id);
    const at = document.activeElement;
    const field = at?.id && form()?.contains(at) && at.matches("input:not([type=checkbox])");
    typed = field ? { id: at.id, value: at.value, from: at.selectionStart, to: at.selectionEnd } : null;
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    const field = typed && document.getElementById(typed.id);
    if (!field) return;
    const changed = field.value !== typed.value;
    field.value = typed.value;
    // what is selected stays so too, or the next key would add to it where it should replace it
    field.setSelectionRange?.(typed.from, typed.to);
    if (!changed) return;
    // the browser does not tell of what it was not typed into, so that it is told when left
    field.addEventListener("blur", () => htmx.trigger(form(), "change"), { once: true });
  });
})();
