// The list of calls, from the description that the house itself gives. Nothing is asked of another host.
(() => {
  "use strict";
  const place = document.getElementById("swagger");
  // A call that a browser sends as whoever is signed in carries what shows that this page sent it.
  const signed = (request) => {
    const bearer = request.headers?.Authorization;
    if (place.dataset.csrf && !bearer) request.headers["X-CSRF-Token"] = place.dataset.csrf;
    return request;
  };
  // Light or dark as the rest of the page: by choice, else as the system has it.
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const shade = () => {
    const chosen = root.dataset.theme;
    root.classList.toggle("dark-mode", chosen ? chosen === "dark" : system.matches);
  };
  shade();
  system.addEventListener("change", shade);
  new MutationObserver(shade).observe(root, { attributeFilter: ["data-theme"] });
  window.SwaggerUIBundle({
    url: "/api/openapi.json",
    domNode: place,
    validatorUrl: null,
    docExpansion: "none",
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    filter: true,
    deepLinking: true,
    requestInterceptor: signed,
    presets: [window.SwaggerUIBundle.presets.apis],
    onComplete: () => place.setAttribute("data-ready", ""),
  });
})();
